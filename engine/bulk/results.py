"""Results on the disk: for each shard a Parquet file with a row a file, and a manifest that makes it count.

The Parquet file comes first, the manifest with its digest after it, each written beside its place and renamed. So a
shard has a whole result or none, whenever a machine is lost. Rows stand in the order of the shard's files and hold what
indexing keeps of a sound; the same shard with the same pack gives the same bytes, whichever engine made them.

A result is believed as far as it is checked: the digest, the pack, the content ids, and that vectors are vectors.
"""

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.audio.peaks import from_bytes, to_bytes
from engine.bulk.shards import Shard
from engine.error_wording.bulk import BulkAdvice, BulkFault
from engine.errors import BulkError, EngineError
from engine.export.writing import unwritable
from engine.later import later
from engine.models.pack_files import write_synced
from engine.note_wording import CODES as NOTE_CODES
from engine.said_records import record_of, said_in
from engine.sidecar.format import SidecarSound
from engine.store.sound_rows import metadata_from, metadata_json
from engine.store.vectors import unit_half
from engine.trouble import Trouble, trouble_in
from engine.types import AudioInfo, ContentId, FilePath, FileStamp, Measures, PackId, SoundMetadata
from engine.unfinished import partial_in
from engine.wording import told

if TYPE_CHECKING:
    import pyarrow
    import pyarrow.parquet as parquet
else:
    pyarrow = later("pyarrow")
    parquet = later("pyarrow.parquet")

FORMAT = 1
HEAD = "results.json"
_SHARDS = "shards"
_LARGEST_BYTES = 4 << 30


@dataclass(frozen=True, slots=True)
class ResultsHead:
    """What a folder of results is for."""

    pack_id: PackId
    pack: str
    dim: int
    sentence_dim: int


@dataclass(frozen=True, slots=True, eq=False)
class EmbeddedFile:
    """What was made of one file."""

    sound: SidecarSound
    """Of its payload: facts, measures, overview, bounds and vectors, as a sidecar has them."""
    metadata: SoundMetadata
    name: str
    """The text of its name vector."""
    name_vector: NDArray[np.float16]
    """float16 [E]."""


@dataclass(frozen=True, slots=True, eq=False)
class ShardRow:
    """One row: a file as it was when it was read, and what came of it."""

    stamp: FileStamp
    """Its path as it was planned."""
    content_id: ContentId
    heard: EmbeddedFile | None
    trouble: Trouble | None
    """Why there is nothing; None where there is."""
    is_lasting: bool = True
    """Of a trouble: it says something of the file, and not of the moment."""


@dataclass(frozen=True, slots=True)
class ShardManifest:
    """What a shard's result says of itself."""

    format: int
    shard: str
    pack_id: str
    device: str
    files: int
    heard: int
    failed: int
    """Files that cannot be read: the next run does not try them again."""
    passing: int
    """Files that could not be read now, and may be another time."""
    segments: int
    sound_s: float
    read_bytes: int
    seconds: float
    """What it took one worker."""
    size_bytes: int
    """Of the Parquet file."""
    digest: str
    """Of the Parquet file, hexadecimal."""

    @property
    def is_done(self) -> bool:
        """Whether another run has nothing more to try."""
        return self.passing == 0


@dataclass(frozen=True, slots=True)
class Made:
    """How a shard was made, for its manifest."""

    device: str
    seconds: float
    read_bytes: int


class Results:
    """A folder of results of one pack. Any number of machines may write into it: what they write is the same."""

    def __init__(self, folder: Path, head: ResultsHead) -> None:
        """Use `begin_results` or `open_results`."""
        self.folder, self.head = folder, head

    def write(self, shard: Shard, rows: Sequence[ShardRow], made: Made) -> ShardManifest:
        """Writes the result of a shard whole or not at all.

        Raises:
            StorageFull: there is no room.
            LibraryError: it cannot be written.
        """
        content = _packed(rows)
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
        _put(self.folder / _SHARDS / f"{shard.id}.parquet", content)
        _put(self.folder / _SHARDS / f"{shard.id}.json", json.dumps(asdict(manifest)).encode() + b"\n")
        return manifest

    def manifest(self, shard_id: str) -> ShardManifest | None:
        """What the result of a shard says of itself; None where there is none.

        Raises:
            BulkError: it is damaged, or of another pack.
        """
        try:
            text = (self.folder / _SHARDS / f"{shard_id}.json").read_bytes()
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
        """As `manifest`, once every byte of the Parquet file was looked at.

        Raises:
            BulkError: it is damaged, or of another pack.
        """
        manifest = self.manifest(shard_id)
        if manifest is not None:
            self._content(manifest)
        return manifest

    def rows(self, shard: Shard) -> list[ShardRow]:
        """The result of a shard, a row a file in their order; none where there is no result.

        Raises:
            BulkError: it is damaged, or of another pack.
        """
        manifest = self.manifest(shard.id)
        if manifest is None:
            return []
        content = self._content(manifest)
        try:
            rows = _unpacked(content, self.head)
        except (ValueError, LookupError, TypeError, EngineError, RecursionError, pyarrow.ArrowException) as err:
            raise _damaged(shard.id, str(err)) from err
        if [row.content_id for row in rows] != [file.content_id for file in shard.files]:
            raise _damaged(shard.id, "content ids")
        return rows

    def _content(self, manifest: ShardManifest) -> bytes:
        path = self.folder / _SHARDS / f"{manifest.shard}.parquet"
        try:
            with path.open("rb") as file:
                content = file.read(min(_LARGEST_BYTES, manifest.size_bytes + 1))
        except OSError as err:
            raise _damaged(manifest.shard, str(err)) from err
        if len(content) != manifest.size_bytes or _digest(content) != manifest.digest:
            raise _damaged(manifest.shard, "checksum")
        return content


def check_parquet() -> None:
    """Looks whether what reads and writes results is there.

    Raises:
        BulkError: it is not.
    """
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as err:
        raise BulkError(BulkFault.NO_CLUSTER_PACKAGES, advice=BulkAdvice.INSTALL_CLUSTER) from err


def begin_results(folder: Path, head: ResultsHead) -> Results:
    """Opens a folder of results, made where it is not there.

    Raises:
        BulkError: it has results of another pack.
        LibraryError: it cannot be written; StorageFull where there is no room.
    """
    check_parquet()
    try:
        (folder / _SHARDS).mkdir(parents=True, exist_ok=True)
        if not (folder / HEAD).exists():
            _put(folder / HEAD, json.dumps({"format": FORMAT, **asdict(head)}).encode() + b"\n")
    except OSError as err:
        raise unwritable(folder, err) from err
    results = open_results(folder)
    if results.head.pack_id != head.pack_id:
        other = told(BulkFault.RESULTS_OF_OTHER_PACK, folder, results.head.pack, head.pack)
        raise BulkError(other, advice=BulkAdvice.SAME_PACK)
    return results


def open_results(folder: Path) -> Results:
    """Opens a folder of results to read them.

    Raises:
        BulkError: it holds none, or what a later Earshot made; or the packages for them are not installed.
    """
    check_parquet()
    try:
        record = json.loads((folder / HEAD).read_bytes())
        version = record.pop("format")
        if not isinstance(version, int) or version > FORMAT:
            newer = told(BulkFault.RESULTS_NEWER, folder, str(version))
            raise BulkError(newer, advice=BulkAdvice.UPDATE_EARSHOT)
        return Results(folder, ResultsHead(**record))
    except (OSError, ValueError, LookupError, TypeError, RecursionError, AttributeError) as err:
        raise BulkError(told(BulkFault.NO_RESULTS, folder), advice=BulkAdvice.RUN_FIRST) from err


def _schema() -> "pyarrow.Schema":
    text, number, whole, binary = pyarrow.string(), pyarrow.float64(), pyarrow.int64(), pyarrow.binary()
    return pyarrow.schema(
        [
            ("path", binary),
            ("size_bytes", whole),
            ("mtime_ns", whole),
            ("content_id", binary),
            ("trouble", text),
            ("is_lasting", pyarrow.bool_()),
            ("payload_digest", binary),
            ("format", text),
            ("codec", text),
            ("sample_rate_hz", whole),
            ("channels", whole),
            ("bit_depth", whole),
            ("duration_s", number),
            ("notes", text),
            ("loudness_lufs", number),
            ("peak_dbfs", number),
            ("silence_ratio", number),
            ("brightness_hz", number),
            ("is_loop", pyarrow.bool_()),
            ("tempo_bpm", number),
            ("tempo_confidence", number),
            ("key", text),
            ("key_confidence", number),
            ("metadata", text),
            ("peaks", binary),
            ("starts_s", pyarrow.list_(number)),
            ("ends_s", pyarrow.list_(number)),
            ("vectors", binary),
            ("name", text),
            ("name_vector", binary),
        ]
    )


_MEASURES = (
    "loudness_lufs",
    "peak_dbfs",
    "silence_ratio",
    "brightness_hz",
    "is_loop",
    "tempo_bpm",
    "tempo_confidence",
    "key",
    "key_confidence",
)
_INFO = ("format", "codec", "sample_rate_hz", "channels", "bit_depth", "duration_s")


def _packed(rows: Sequence[ShardRow]) -> bytes:
    table = pyarrow.Table.from_pylist([_record(row) for row in rows], schema=_schema())
    out = io.BytesIO()
    parquet.write_table(table, out, compression="zstd", use_dictionary=False, write_statistics=False)
    return out.getvalue()


def _record(row: ShardRow) -> dict[str, Any]:
    record: dict[str, Any] = {
        "path": row.stamp.path.raw,
        "size_bytes": row.stamp.size_bytes,
        "mtime_ns": row.stamp.mtime_ns,
        "content_id": row.content_id,
        "trouble": None if row.trouble is None else json.dumps(row.trouble.record(), sort_keys=True),
        "is_lasting": row.is_lasting,
    }
    if row.heard is None:
        return record
    sound = row.heard.sound
    return {
        **record,
        "payload_digest": sound.payload_digest,
        **{name: getattr(sound.info, name) for name in _INFO},
        "notes": json.dumps([record_of(note) for note in sound.info.notes]),
        **{name: getattr(sound.measures, name) for name in _MEASURES},
        "metadata": metadata_json(row.heard.metadata),
        "peaks": to_bytes(sound.peaks),
        "starts_s": [start_s for start_s, _ in sound.bounds],
        "ends_s": [end_s for _, end_s in sound.bounds],
        "vectors": sound.vectors.astype("<f2").tobytes(),
        "name": row.heard.name,
        "name_vector": row.heard.name_vector.astype("<f2").tobytes(),
    }


def _unpacked(content: bytes, head: ResultsHead) -> list[ShardRow]:
    return [_result(record, head) for record in parquet.read_table(io.BytesIO(content)).to_pylist()]


def _result(record: Mapping[str, Any], head: ResultsHead) -> ShardRow:
    """One row.

    Raises:
        ValueError: its vectors are none.
        LibraryError: its overview is damaged.
    """
    stamp = FileStamp(FilePath(record["path"]), record["size_bytes"], record["mtime_ns"])
    content = ContentId(record["content_id"])
    if record["trouble"] is not None:
        return ShardRow(stamp, content, None, trouble_in(json.loads(record["trouble"])), record["is_lasting"])
    notes = tuple(said_in(note, NOTE_CODES) for note in json.loads(record["notes"]))
    bounds = tuple(zip(record["starts_s"], record["ends_s"], strict=True))
    vectors = np.frombuffer(record["vectors"], "<f2").reshape(len(bounds), head.dim)
    name_vector = np.frombuffer(record["name_vector"], "<f2").reshape(1, head.sentence_dim)
    sound = SidecarSound(
        content,
        record["payload_digest"],
        AudioInfo(**{name: record[name] for name in _INFO}, notes=notes),
        Measures(**{name: record[name] for name in _MEASURES}),
        from_bytes(record["peaks"]),
        bounds,
        unit_half(vectors.astype(np.float16), head.dim),
    )
    named = unit_half(name_vector.astype(np.float16), head.sentence_dim)[0]
    return ShardRow(stamp, content, EmbeddedFile(sound, metadata_from(record["metadata"]), record["name"], named), None)


def _put(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all.

    Raises:
        LibraryError: it cannot be written; StorageFull where there is no room.
    """
    partial = partial_in(path.parent)
    try:
        write_synced(partial, content)
        partial.replace(path)
    except OSError as err:
        partial.unlink(missing_ok=True)
        raise unwritable(path, err) from err


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=32).hexdigest()


def _damaged(shard_id: str, detail: str) -> BulkError:
    return BulkError(told(BulkFault.SHARD_DAMAGED, shard_id, detail), advice=BulkAdvice.RUN_AGAIN)
