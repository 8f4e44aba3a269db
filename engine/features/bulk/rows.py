"""Rows of a result, one per file: to the bytes of a Parquet file and back."""

import io
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.channel_layout import is_layout
from engine.audio.peaks import from_bytes, to_bytes
from engine.base.errors import EngineError
from engine.base.file_messages import FileProblem, trouble_in
from engine.base.lazy_import import later
from engine.base.messages import message_in, record_of
from engine.base.types import AudioInfo, ContentId, FilePath, FileStamp, Measures, SoundMetadata
from engine.ingest.ready import PayloadAnalysis
from engine.store.sound_rows import metadata_from, metadata_json
from engine.store.vectors import unit_half

if TYPE_CHECKING:
    import pyarrow
    import pyarrow.parquet as parquet
else:
    pyarrow = later("pyarrow")
    parquet = later("pyarrow.parquet")


class EmbeddedFile(Struct, frozen=True, eq=False):
    """What embedding makes of one file."""

    sound: PayloadAnalysis
    """Facts, measures, overview, bounds and vectors of its payload, as in a sidecar."""
    metadata: SoundMetadata
    name: str
    """The text behind `name_vector`."""
    name_vector: NDArray[np.float16]
    """float16 [E]."""


class ShardRow(Struct, frozen=True, eq=False):
    """A file as it was when read, and its embedding or its trouble."""

    stamp: FileStamp
    """With its path as planned."""
    content_id: ContentId
    heard: EmbeddedFile | None
    trouble: FileProblem | None
    """Why there is no embedding; None if there is one."""
    is_lasting: bool = True
    """True if the trouble lies in the file, False if a later try may work."""


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
            ("layout", text),
            ("bit_depth", whole),
            ("duration_s", number),
            ("notes", text),
            ("loudness_lufs", number),
            ("peak_dbfs", number),
            ("true_peak_dbtp", number),
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
_TRUE_PEAK = "true_peak_dbtp"
"""Missing in earlier results, like the layout."""
_INFO = ("format", "codec", "sample_rate_hz", "channels", "bit_depth", "duration_s")


def pack_rows(rows: Sequence[ShardRow]) -> bytes:
    """Returns a Parquet file with these rows. Equal rows give equal bytes."""
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
        **{name: getattr(sound.measures, name) for name in (*_MEASURES, _TRUE_PEAK)},
        "layout": sound.info.layout,
        "metadata": metadata_json(row.heard.metadata),
        "peaks": to_bytes(sound.peaks),
        "starts_s": [start_s for start_s, _ in sound.bounds],
        "ends_s": [end_s for _, end_s in sound.bounds],
        "vectors": sound.vectors.astype("<f2").tobytes(),
        "name": row.heard.name,
        "name_vector": row.heard.name_vector.astype("<f2").tobytes(),
    }


def unpack_rows(content: bytes, dim: int, sentence_dim: int) -> list[ShardRow]:
    """Reads what `pack_rows` wrote, and checks that vectors are vectors.

    Args:
        content: of the Parquet file.
        dim: D of the windows' vectors.
        sentence_dim: E of the names' vectors.

    Raises:
        ValueError: the content is something else.
    """
    try:
        records = parquet.read_table(io.BytesIO(content)).to_pylist()
        return [_row(record, dim, sentence_dim) for record in records]
    except (LookupError, TypeError, EngineError, RecursionError, pyarrow.ArrowException) as err:
        raise ValueError(str(err)) from err


def _row(record: Mapping[str, Any], dim: int, sentence_dim: int) -> ShardRow:
    """Raises ValueError for broken vectors, LibraryError for a damaged overview."""
    stamp = FileStamp(FilePath(record["path"]), record["size_bytes"], record["mtime_ns"])
    content = ContentId(record["content_id"])
    if record["trouble"] is not None:
        return ShardRow(stamp, content, None, trouble_in(json.loads(record["trouble"])), record["is_lasting"])
    notes = tuple(message_in(note) for note in json.loads(record["notes"]))
    bounds = tuple(zip(record["starts_s"], record["ends_s"], strict=True))
    vectors = np.frombuffer(record["vectors"], "<f2").reshape(len(bounds), dim)
    name_vector = np.frombuffer(record["name_vector"], "<f2").reshape(1, sentence_dim)
    sound = PayloadAnalysis(
        content,
        record["payload_digest"],
        AudioInfo(**{name: record[name] for name in _INFO}, notes=notes, layout=_layout(record)),
        Measures(**{name: record[name] for name in _MEASURES}, true_peak_dbtp=record.get(_TRUE_PEAK)),
        from_bytes(record["peaks"]),
        bounds,
        unit_half(vectors.astype(np.float16), dim),
    )
    named = unit_half(name_vector.astype(np.float16), sentence_dim)[0]
    return ShardRow(stamp, content, EmbeddedFile(sound, metadata_from(record["metadata"]), record["name"], named), None)


def _layout(record: Mapping[str, Any]) -> str:
    said = record.get("layout") or ""
    return said if is_layout(said, record["channels"]) else ""
