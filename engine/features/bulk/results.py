"""Results on disk: a Parquet file per shard, one row per file, and a manifest that makes it valid.

The Parquet file is written first and the manifest with its digest second, each to a temporary name and renamed. A shard
therefore has a whole result or none, whenever a machine is lost. Rows follow the order of the shard's files and hold
what indexing keeps of a sound. The same shard and pack give the same bytes from any engine.

Reading checks the digest, the pack, the content ids, and that vectors are vectors.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from engine.base.atomic_files import put, unwritable
from engine.base.errors import BulkError
from engine.base.identifiers import identifier, pack_id_of
from engine.base.messages import told
from engine.base.types import PackId
from engine.features.bulk.messages import BulkAdvice, BulkFault
from engine.features.bulk.rows import ShardRow, pack_rows, unpack_rows
from engine.features.bulk.shards import Shard

FORMAT = 1
HEAD = "results.json"
_SHARDS = "shards"
_LARGEST_BYTES = 4 << 30


class ResultsHead(Struct, frozen=True):
    """The pack that a folder of results was made with."""

    pack_id: PackId
    pack: str
    dim: int
    sentence_dim: int


class ShardManifest(Struct, frozen=True):
    """What a result says about itself."""

    format: int
    shard: str
    pack_id: str
    device: str
    files: int
    heard: int
    failed: int
    """Unreadable files, which the next run skips."""
    passing: int
    """Files that failed this time and may work later."""
    segments: int
    sound_s: float
    read_bytes: int
    seconds: float
    """Time on one worker."""
    size_bytes: int
    digest: str
    """Of the Parquet file, in hexadecimal."""

    @property
    def is_done(self) -> bool:
        """True if another run has nothing left to try."""
        return self.passing == 0


class ShardRun(Struct, frozen=True):
    """How a shard was computed, for its manifest."""

    device: str
    seconds: float
    read_bytes: int


class Results:
    """A folder of results of one pack. Any number of machines may write to it, since all write the same bytes."""

    def __init__(self, folder: Path, head: ResultsHead) -> None:
        """Internal: call `begin_results` or `open_results`."""
        self.folder, self.head = folder, head

    def write(self, shard: Shard, rows: Sequence[ShardRow], made: ShardRun) -> ShardManifest:
        """Writes a shard's result, whole or not at all. Raises StorageFull or LibraryError."""
        content = pack_rows(rows)
        heard = [row.heard for row in rows if row.heard is not None]
        manifest = ShardManifest(
            FORMAT,
            shard.id,
            self.head.pack_id,
            made.device,
            len(rows),
            len(heard),
            sum(row.trouble is not None and row.is_lasting for row in rows),
            sum(row.trouble is not None and not row.is_lasting for row in rows),
            sum(len(one.sound.bounds) for one in heard),
            round(sum(one.sound.info.duration_s for one in heard), 3),
            made.read_bytes,
            round(made.seconds, 4),
            len(content),
            _digest(content),
        )
        put(self.folder / _SHARDS / f"{identifier(shard.id)}.parquet", content)
        put(self.folder / _SHARDS / f"{identifier(shard.id)}.json", json.dumps(asdict(manifest)).encode() + b"\n")
        return manifest

    def manifest(self, shard_id: str) -> ShardManifest | None:
        """Returns the manifest of a shard's result, or None if there is no result.

        Raises:
            BulkError: damaged, or of another pack.
        """
        try:
            text = (self.folder / _SHARDS / f"{identifier(shard_id)}.json").read_bytes()
        except FileNotFoundError:
            return None
        except OSError as err:
            raise _damaged(shard_id, str(err)) from err
        try:
            manifest = ShardManifest(**json.loads(text))
        except (ValueError, TypeError, RecursionError) as err:
            raise _damaged(shard_id, str(err)) from err
        if manifest.format > FORMAT or manifest.shard != shard_id:
            raise _damaged(shard_id, f"format {manifest.format}, shard {manifest.shard}")
        if manifest.pack_id != self.head.pack_id:
            raise BulkError(told(BulkFault.SHARD_OF_OTHER_PACK, shard_id), advice=BulkAdvice.SAME_PACK)
        return manifest

    def verified(self, shard_id: str) -> ShardManifest | None:
        """Like `manifest`, errors included, but also checks every byte of the Parquet file."""
        manifest = self.manifest(shard_id)
        if manifest is not None:
            self._content(manifest)
        return manifest

    def rows(self, shard: Shard) -> list[ShardRow]:
        """Returns a shard's result, one row per file in their order; empty if there is no result.

        Raises:
            BulkError: damaged, or of another pack.
        """
        manifest = self.manifest(shard.id)
        if manifest is None:
            return []
        content = self._content(manifest)
        try:
            rows = unpack_rows(content, self.head.dim, self.head.sentence_dim)
        except ValueError as err:
            raise _damaged(shard.id, str(err)) from err
        if [row.content_id for row in rows] != [file.content_id for file in shard.files]:
            raise _damaged(shard.id, "content ids")
        return rows

    def _content(self, manifest: ShardManifest) -> bytes:
        path = self.folder / _SHARDS / f"{identifier(manifest.shard)}.parquet"
        try:
            with path.open("rb") as file:
                content = file.read(min(_LARGEST_BYTES, manifest.size_bytes + 1))
        except OSError as err:
            raise _damaged(manifest.shard, str(err)) from err
        if len(content) != manifest.size_bytes or _digest(content) != manifest.digest:
            raise _damaged(manifest.shard, "checksum")
        return content


def check_parquet() -> None:
    """Checks that the packages for results are installed.

    Raises:
        BulkError: they are not.
    """
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as err:
        raise BulkError(BulkFault.NO_CLUSTER_PACKAGES, advice=BulkAdvice.INSTALL_CLUSTER) from err


def begin_results(folder: Path, head: ResultsHead) -> Results:
    """Opens a folder of results, creating it if needed.

    Raises:
        BulkError: it holds results of another pack.
        LibraryError: it cannot be written; StorageFull if the disk is full.
    """
    check_parquet()
    try:
        (folder / _SHARDS).mkdir(parents=True, exist_ok=True)
        if not (folder / HEAD).exists():
            put(folder / HEAD, json.dumps({"format": FORMAT, **asdict(head)}).encode() + b"\n")
    except OSError as err:
        raise unwritable(folder, err) from err
    results = open_results(folder)
    if results.head.pack_id != head.pack_id:
        other = told(BulkFault.RESULTS_OF_OTHER_PACK, folder, results.head.pack, head.pack)
        raise BulkError(other, advice=BulkAdvice.SAME_PACK)
    return results


def open_results(folder: Path) -> Results:
    """Opens a folder of results for reading.

    Raises:
        BulkError: it has no results or those of a later Earshot, or the packages for them are missing.
    """
    check_parquet()
    try:
        record = json.loads((folder / HEAD).read_bytes())
        version = record.pop("format")
        if not isinstance(version, int) or version > FORMAT:
            newer = told(BulkFault.RESULTS_NEWER, folder, str(version))
            raise BulkError(newer, advice=BulkAdvice.USE_THAT_VERSION)
        return Results(folder, ResultsHead(**{**record, "pack_id": pack_id_of(record["pack_id"])}))
    except (OSError, ValueError, LookupError, TypeError, RecursionError, AttributeError) as err:
        raise BulkError(told(BulkFault.NO_RESULTS, folder), advice=BulkAdvice.RUN_FIRST) from err


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=32).hexdigest()


def _damaged(shard_id: str, detail: str) -> BulkError:
    return BulkError(told(BulkFault.SHARD_DAMAGED, shard_id, detail), advice=BulkAdvice.RUN_AGAIN)
