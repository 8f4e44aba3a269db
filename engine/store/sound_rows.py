"""Converts sounds to rows of the catalogue and back."""

import functools
import hashlib
import json
import logging
import operator
from typing import Any

import numpy as np
from msgspec import Struct

from engine.audio.custom_fields import custom_texts
from engine.audio.slate import slate_of
from engine.base.file_messages import FileProblem, as_stored, trouble_in
from engine.base.messages import Message, message_in, record_of
from engine.base.quality import Flaw
from engine.base.types import (
    FAVOURITE,
    NO_MARKS,
    AudioInfo,
    Colour,
    ContentId,
    FilePath,
    FileStamp,
    Marks,
    Measures,
    RootId,
    SegmentId,
    Sound,
    SoundId,
    SoundMetadata,
    Whereabouts,
)
from engine.store.word_splitting import index_text, suffix_of


class IndexedSound(Struct, frozen=True):
    """A sound ready to be stored; its vectors are already in the log under these ids."""

    id: SoundId
    """From `reserve_ids`, or the id of the existing row for this path (a changed or failed file)."""
    first_segment: SegmentId
    """From `reserve_ids`; the segments have consecutive ids from this one."""
    stamp: FileStamp
    content_id: ContentId
    root: RootId
    info: AudioInfo
    measures: Measures
    metadata: SoundMetadata
    peaks: bytes
    """`engine.audio.peaks.to_bytes`; empty for none."""
    segments: tuple[tuple[float, float], ...]
    """(start_s, end_s) of each segment, in the order of their ids."""
    name_text: str
    """The text of the name's sentence vector."""
    payload_digest: bytes = b""
    """BLAKE2b digest of the whole payload, which confirms a move; empty if it was not computed."""


IS_OFFLINE = "(root.is_offline AND NOT root.is_missing)"
"""SQL over sound and root: the drive is not connected."""
IS_MISSING = "(root.is_missing OR sound.is_gone AND NOT root.is_offline)"
"""Likewise: the file is missing although its drive is connected."""
AT_HAND = "error = '' AND NOT is_gone AND NOT is_offline"
"""Likewise: the sound was read, and its file is available."""

SOUND_COLUMNS = (
    "sound.id, sound.path, sound.root_id, sound.size_bytes, sound.mtime_ns, sound.error, sound.format, sound.codec, "
    "sound.sample_rate_hz, sound.channels, sound.bit_depth, sound.duration_s, sound.loudness_lufs, sound.peak_dbfs, "
    "sound.silence_ratio, sound.brightness_hz, sound.is_loop, "
    "CASE WHEN sound.pack IS NULL OR sound.pack = (SELECT value FROM meta WHERE key = 'pack') THEN sound.segments ELSE"
    " coalesce((SELECT segments FROM embedding JOIN meta ON key = 'pack' AND value = embedding.pack"
    " WHERE sound_id = sound.id), 0) END, "
    f"CASE WHEN {IS_OFFLINE} THEN 'offline' WHEN {IS_MISSING} THEN 'missing' ELSE 'here' END, "
    "detail.notes, detail.metadata, sound.tempo_bpm, sound.tempo_confidence, "
    "sound.musical_key, sound.key_confidence, "
    "(SELECT group_concat(name, char(10) ORDER BY folded(name), name) FROM tag WHERE tag.sound_id = sound.id), "
    "mark.rating, mark.colour, mark.note, mark.plays, mark.uses, mark.last_played_s, mark.last_used_s, "
    "sound.advice, (SELECT record FROM trouble WHERE trouble.sound_id = sound.id), sound.true_peak_dbtp, sound.layout, "
    "(SELECT flaws FROM quality WHERE quality.sound_id = sound.id AND quality.error IS NULL)"
)
SOUND_TABLES = (
    "sound JOIN root ON root.id = sound.root_id LEFT JOIN detail ON detail.sound_id = sound.id"
    " LEFT JOIN mark ON mark.sound_id = sound.id"
)

_STORED = (  # the order of sound_values
    "id, root_id, path, size_bytes, mtime_ns, pack, content_id, payload_digest, format, codec, sample_rate_hz, "
    "channels, bit_depth, duration_s, loudness_lufs, peak_dbfs, silence_ratio, brightness_hz, is_loop, "
    "tempo_bpm, tempo_confidence, musical_key, key_confidence, folder_id, suffix, cat_id, "
    "first_segment, segments, sequence, true_peak_dbtp, layout"
)
UPSERT_SOUND = (
    f"INSERT INTO sound({_STORED}, added_s) VALUES ({'?, ' * len(_STORED.split())} unixepoch('subsec'))"
    " ON CONFLICT(id) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _STORED.split(", ")[1:])
    + ", is_gone = 0, error = '', advice = ''"
)
UPSERT_FAILED = (
    "INSERT INTO sound(id, root_id, path, size_bytes, mtime_ns, error, folder_id, suffix, sequence, added_s)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, unixepoch('subsec')) ON CONFLICT(id) DO UPDATE"
    " SET root_id = excluded.root_id, size_bytes = excluded.size_bytes, mtime_ns = excluded.mtime_ns,"
    " error = excluded.error, advice = '', sequence = excluded.sequence, content_id = NULL, payload_digest = NULL,"
    " format = NULL, duration_s = NULL, first_segment = 0, segments = 0, is_gone = 0"
)


def sound_from(row: tuple[Any, ...]) -> Sound:
    """The Sound for a row of SOUND_COLUMNS."""
    info = None
    if row[6] is not None:
        info = AudioInfo(row[6], row[7], row[8], row[9], row[10], row[11], _notes_from(row[19]), row[36] or "")
    is_loop = None if row[16] is None else bool(row[16])
    measures = Measures(row[12], row[13], row[14], row[15], is_loop, row[21], row[22], row[23], row[24], row[35])
    return Sound(
        id=row[0],
        path=FilePath(row[1]),
        root=row[2],
        size_bytes=row[3],
        mtime_ns=row[4],
        info=info,
        measures=measures,
        metadata=metadata_from(row[20]),
        whereabouts=Whereabouts(row[18]),
        trouble=trouble_from(row[5], *row[33:35]) if row[5] else None,
        segments=row[17],
        marks=NO_MARKS if row[25] is None and row[26] is None else _marks_from(row[25], row[26:33]),
        flaws=None if row[37] is None else Flaw(row[37]),
    )


def trouble_from(error: str, advice: str, record: str | None) -> FileProblem:
    """Why a file failed; rows older than version 6 have sentences instead of a record."""
    if record is None:
        return as_stored(error, advice)
    try:
        return trouble_in(json.loads(record))
    except (ValueError, RecursionError):  # damaged; `earshot verify` reports it
        return trouble_in(None)


def _marks_from(tags: str | None, row: tuple[Any, ...]) -> Marks:
    names = tags.split("\n") if tags else []
    own = tuple(name for name in names if name != FAVOURITE)
    if row[0] is None:
        return Marks(is_favourite=len(own) < len(names), tags=own)
    rating, colour, note, plays, uses, last_played_s, last_used_s = row
    return Marks(
        rating,
        None if colour is None else Colour(colour),
        len(own) < len(names),
        own,
        note,
        plays,
        uses,
        last_played_s,
        last_used_s,
    )


def sound_values(sound: IndexedSound, pack: int | None, folder_id: int, sequence: int) -> tuple[object, ...]:
    """The values of a row of the sound table, in the order of UPSERT_SOUND."""
    info, measures = sound.info, sound.measures
    return (
        sound.id,
        sound.root,
        sound.stamp.path.raw,
        sound.stamp.size_bytes,
        sound.stamp.mtime_ns,
        pack,
        sound.content_id,
        sound.payload_digest or None,
        info.format,
        info.codec,
        info.sample_rate_hz,
        info.channels,
        info.bit_depth,
        info.duration_s,
        measures.loudness_lufs,
        measures.peak_dbfs,
        measures.silence_ratio,
        measures.brightness_hz,
        measures.is_loop,
        measures.tempo_bpm,
        measures.tempo_confidence,
        measures.key,
        measures.key_confidence,
        folder_id,
        suffix_of(sound.stamp.path.raw),
        sound.metadata.ucs_id.lower() or None,
        sound.first_segment,
        len(sound.segments),
        sequence,
        measures.true_peak_dbtp,
        info.layout or None,
    )


def detail_values(sound: IndexedSound) -> tuple[object, ...]:
    """The values of a row of the detail table."""
    return (
        sound.id,
        np.asarray(sound.segments, dtype="<f8").tobytes(),
        _encode([record_of(note) for note in sound.info.notes]) if sound.info.notes else "[]",
        metadata_json(sound.metadata),
        sound.name_text,
        sound.peaks,
    )


def text_values(id: SoundId, path: FilePath, root: FilePath, metadata: SoundMetadata) -> tuple[object, ...]:
    """The values of a full-text row: name, folder (from the root's own name on), metadata."""
    cut = max(path.raw.rfind(b"/"), path.raw.rfind(b"\\"))
    stem = FilePath(path.raw[cut + 1 :]).text.rsplit(".", 1)[0]
    words = (
        metadata.description,
        *metadata.keywords,
        metadata.title,
        metadata.comment,
        metadata.artist,
        metadata.album,
        metadata.ucs_id,
        metadata.category,
        *slate_of(metadata.fields).words,
        *(own.text for own in custom_texts(metadata.fields).values()),
    )
    return id, index_text(stem), _folder_text(path.raw[:cut], root.raw), index_text(" ".join(filter(None, words)))


@functools.lru_cache(maxsize=1024)
def _folder_text(folder: bytes, root: bytes) -> str:
    """The words of a folder's path from the root's own name on; of the whole path for a folder outside the root."""
    return index_text(FilePath(folder[indexed_from(folder, root) :]).text)


def indexed_from(path: bytes, root: bytes) -> int:
    """Where the indexed words of a path begin: at the root's own name, or at 0 outside the root."""
    above = root.rstrip(b"/\\")
    return 1 + max(above.rfind(b"/"), above.rfind(b"\\")) if path.startswith(root) else 0


_encode = json.JSONEncoder(ensure_ascii=False).encode
_TEXT_FIELDS = ("description", "title", "artist", "album", "comment", "licence", "ucs_id", "category")
_texts = operator.attrgetter(*_TEXT_FIELDS)


def metadata_json(metadata: SoundMetadata) -> str:
    """The non-empty fields, as one JSON object."""
    record: dict[str, object] = {}
    for name, value in zip(_TEXT_FIELDS, _texts(metadata), strict=True):
        if value:
            record[name] = value
    if metadata.keywords:
        record["keywords"] = metadata.keywords
    if metadata.fields:
        record["fields"] = dict(metadata.fields)
    return _encode(record) if record else "{}"


def metadata_digest(metadata: SoundMetadata) -> bytes:
    """A 16-byte digest of metadata."""
    return text_digest(metadata_json(metadata))


def text_digest(kept: str) -> bytes:
    """`metadata_digest` of a text by `metadata_json`."""
    return hashlib.blake2b(kept.encode(errors="surrogatepass"), digest_size=16).digest()


_NO_METADATA = SoundMetadata()
_log = logging.getLogger(__name__)


def metadata_from(text: str | None) -> SoundMetadata:
    """Reads a text by `metadata_json`; damaged text gives empty metadata, and `engine.features.verify` reports it."""
    if not text or text == "{}":
        return _NO_METADATA
    try:
        record = json.loads(text)
        return SoundMetadata(**{**record, "keywords": tuple(record.get("keywords", ()))})
    except (ValueError, TypeError, AttributeError, RecursionError) as err:  # damage in the catalogue
        _log.warning("what is kept of a sound's metadata cannot be read; index it again: %s", err)
        return _NO_METADATA


def _notes_from(text: str) -> tuple[Message, ...]:
    """The notes of a row; earlier versions stored sentences."""
    if text == "[]":
        return ()
    try:
        return tuple(message_in(record) for record in json.loads(text))
    except (ValueError, TypeError, RecursionError):
        return ()
