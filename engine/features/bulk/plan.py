"""A plan on disk: a folder with `plan.json`, one file of lines per shard, and the unreadable files.

`plan.json` holds a format number, the roots, the shards with the digest of each one's lines, and a checksum over all of
that, so a plan can move to any machine. It is written whole or not at all.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.base.atomic_files import unwritable
from engine.base.errors import BulkError
from engine.base.file_messages import FileProblem, trouble_in
from engine.base.identifiers import identifier
from engine.base.messages import told
from engine.base.partial_files import workplace_in
from engine.base.types import ContentId, FilePath
from engine.features.bulk.messages import BulkAdvice, BulkFault
from engine.features.bulk.shards import Shard, ShardFile

NAME = "plan.json"
FORMAT = 1
_SHARDS = "shards"
_UNREAD = "unread.jsonl"
_LARGEST_BYTES = 1 << 30


class UnreadFile(Struct, frozen=True):
    """A file or folder that planning could not read."""

    path: FilePath
    root: int
    size_bytes: int
    mtime_ns: int
    trouble: FileProblem
    is_lasting: bool
    """True if the file itself is at fault, which the catalogue records; False if a later try may work."""


class ShardHead(Struct, frozen=True):
    """What `plan.json` says of a shard."""

    id: str
    files: int
    sound_s: float
    size_bytes: int
    digest: str
    """Of the shard's lines, in hexadecimal."""


class ShardPlan(Struct, frozen=True):
    """A plan on disk. Shards are read one at a time."""

    folder: Path
    roots: tuple[FilePath, ...]
    shards: tuple[ShardHead, ...]
    unread: int
    checksum: str
    """Equal for equal files under equal roots."""
    unread_digest: str

    @property
    def files(self) -> int:
        return sum(head.files for head in self.shards)

    @property
    def sound_s(self) -> float:
        """Seconds of sound, according to the headers."""
        return sum(head.sound_s for head in self.shards)

    def shard(self, head: ShardHead) -> Shard:
        """Reads one shard. Raises BulkError if its lines do not match the plan."""
        lines = self._lines(f"{_SHARDS}/{identifier(head.id)}.jsonl", head.digest)
        try:
            return Shard(head.id, tuple(_file(json.loads(line)) for line in lines.splitlines()))
        except (ValueError, LookupError, TypeError, RecursionError) as err:
            raise _damaged(self.folder, str(err)) from err

    def all_unread(self) -> Iterator[UnreadFile]:
        """Yields the files that planning could not read. Raises BulkError if the lines do not match the plan."""
        for line in self._lines(_UNREAD, self.unread_digest).splitlines():
            try:
                yield _unread(json.loads(line))
            except (ValueError, LookupError, TypeError, RecursionError) as err:
                raise _damaged(self.folder, str(err)) from err

    def _lines(self, name: str, digest: str) -> bytes:
        try:
            with (self.folder / name).open("rb") as file:
                lines = file.read(_LARGEST_BYTES)
        except OSError as err:
            raise _damaged(self.folder, str(err)) from err
        if _digest(lines) != digest:
            raise _damaged(self.folder, name)
        return lines


def write_plan(
    folder: Path, roots: Sequence[FilePath], shards: Iterator[Shard], unread: Sequence[UnreadFile]
) -> ShardPlan:
    """Writes a plan, replacing another plan in the same folder.

    Raises:
        BulkError: the folder holds something other than a plan.
        LibraryError: it cannot be written; StorageFull if the disk is full.
    """
    if folder.exists() and not (folder / NAME).is_file() and any(folder.iterdir()):
        raise BulkError(told(BulkFault.PLACE_TAKEN, folder), advice=BulkAdvice.PLAN_ELSEWHERE)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with workplace_in(folder.parent) as work:
            made = work / "plan"
            (made / _SHARDS).mkdir(parents=True)
            heads = [_write_shard(made, shard) for shard in shards]
            lines = b"".join(_line(_unread_record(one)) for one in unread)
            (made / _UNREAD).write_bytes(lines)
            record = {
                "format": FORMAT,
                "roots": [os.fsdecode(root.raw) for root in roots],
                "shards": [[head.id, head.files, head.sound_s, head.size_bytes, head.digest] for head in heads],
                "unread": [len(unread), _digest(lines)],
            }
            checksum = _checksum(record)
            (made / NAME).write_bytes(_line({**record, "checksum": checksum}))
            if folder.exists():
                shutil.rmtree(folder)
            made.rename(folder)
    except OSError as err:
        raise unwritable(folder, err) from err
    return ShardPlan(folder, tuple(roots), tuple(heads), len(unread), checksum, _digest(lines))


def read_plan(folder: Path) -> ShardPlan:
    """Reads and checks a plan's head. Each shard is checked when it is read.

    Raises:
        BulkError: not a plan, damaged, or made by a later Earshot.
    """
    try:
        with (folder / NAME).open("rb") as file:
            record = json.loads(file.read(_LARGEST_BYTES))
        version = record["format"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as err:
        raise BulkError(told(BulkFault.NO_PLAN, folder), advice=BulkAdvice.PLAN_AGAIN) from err
    if not isinstance(version, int) or version > FORMAT:
        raise BulkError(told(BulkFault.PLAN_NEWER, folder, str(version)), advice=BulkAdvice.USE_THAT_VERSION)
    checksum = record.pop("checksum", "")
    if _checksum(record) != checksum:
        raise _damaged(folder, NAME)
    try:
        roots = tuple(FilePath(os.fsencode(root)) for root in record["roots"])
        heads = tuple(ShardHead(identifier(id), *rest) for id, *rest in record["shards"])
        unread, digest = record["unread"]
    except (ValueError, LookupError, TypeError) as err:
        raise _damaged(folder, str(err)) from err
    return ShardPlan(folder, roots, heads, unread, checksum, digest)


def _write_shard(made: Path, shard: Shard) -> ShardHead:
    lines = b"".join(_line(_file_record(file)) for file in shard.files)
    (made / _SHARDS / f"{identifier(shard.id)}.jsonl").write_bytes(lines)
    return ShardHead(shard.id, len(shard.files), round(shard.sound_s, 3), shard.size_bytes, _digest(lines))


def _file_record(file: ShardFile) -> dict[str, Any]:
    return {
        "path": os.fsdecode(file.path.raw),
        "root": file.root,
        "bytes": file.size_bytes,
        "mtime_ns": file.mtime_ns,
        "content": file.content_id.hex(),
        "seconds": file.duration_s,
    }


def _file(record: Mapping[str, Any]) -> ShardFile:
    return ShardFile(
        FilePath(os.fsencode(record["path"])),
        int(record["root"]),
        int(record["bytes"]),
        int(record["mtime_ns"]),
        ContentId(bytes.fromhex(record["content"])),
        float(record["seconds"]),
    )


def _unread_record(one: UnreadFile) -> dict[str, Any]:
    stamp = {"path": os.fsdecode(one.path.raw), "root": one.root, "bytes": one.size_bytes, "mtime_ns": one.mtime_ns}
    return {**stamp, "trouble": one.trouble.record(), "lasting": one.is_lasting}


def _unread(record: Mapping[str, Any]) -> UnreadFile:
    return UnreadFile(
        FilePath(os.fsencode(record["path"])),
        int(record["root"]),
        int(record["bytes"]),
        int(record["mtime_ns"]),
        trouble_in(record["trouble"]),
        record["lasting"] is True,
    )


def _line(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=True, sort_keys=True).encode() + b"\n"


def _checksum(record: Mapping[str, Any]) -> str:
    return _digest(_line(record))


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=32).hexdigest()


def _damaged(folder: Path, detail: str) -> BulkError:
    return BulkError(told(BulkFault.PLAN_DAMAGED, folder, detail), advice=BulkAdvice.PLAN_AGAIN)
