"""Stores, queries and removes sounds: their rows, details and waveform overviews."""

from collections.abc import Iterable, Iterator, Sequence

import apsw
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.peaks import events_in, from_bytes
from engine.base.errors import LibraryError, SoundGone
from engine.base.types import NO_EVENTS, FilePath, FileStamp, Ids, Peaks, SegmentId, Sound, SoundEvents, SoundId
from engine.store import columns
from engine.store.connection import id_list
from engine.store.database import Database
from engine.store.file_fields import store_fields
from engine.store.folders import folder_ids
from engine.store.frames import add_frames
from engine.store.marks import give_back, keep
from engine.store.packs import forget_made, make_way, names_changed, number_of
from engine.store.quality import forget_quality
from engine.store.recording_starts import store_starts
from engine.store.sound_rows import (
    AT_HAND,
    IS_MISSING,
    IS_OFFLINE,
    SOUND_COLUMNS,
    SOUND_TABLES,
    UPSERT_SOUND,
    IndexedSound,
    detail_values,
    sound_from,
    sound_values,
    text_digest,
    text_values,
)
from engine.store.suggested_categories import forget_ear
from engine.store.text_index import index_texts
from engine.store.vectors import Frame
from engine.store.word_splitting import folder_of

_INSERT_DETAIL = "INSERT OR REPLACE INTO detail VALUES (?, ?, ?, ?, ?, ?)"
_BURY = (
    "INSERT INTO tombstone(sound_id, first_segment, segments, sequence)"
    " SELECT id, first_segment, segments, ? FROM sound WHERE id IN carray(?)"
)
_BEST_FIRST = (
    "bit_depth IS NOT NULL DESC, sample_rate_hz DESC, bit_depth DESC, channels DESC, round(duration_s, 1) DESC,"
    " length(coalesce(metadata, '')) DESC, mtime_ns, path"
)
"""engine.features.duplicates.groups explains the order. Lossy files have no bit depth."""


class CopyRow(Struct, frozen=True):
    """A sound that shares its content id with another."""

    id: SoundId
    path: FilePath
    content_id: bytes
    payload_digest: bytes
    """Empty if it was not computed."""
    sample_rate_hz: int
    channels: int
    bit_depth: int
    """0 for lossy files."""


class CatalogueCounts(Struct, frozen=True):
    """Counts for `stats`."""

    sounds: int
    """Sounds that did not fail."""
    segments: int
    failed: int
    offline: int
    missing: int = 0


class Sounds:
    """The sounds of a catalogue. One thread owns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def one(self, id: SoundId) -> Sound:
        """Reads one sound.

        Raises:
            SoundGone: the catalogue lacks it.
        """
        return self.many([id])[0]

    def many(self, ids: Sequence[SoundId] | Ids) -> list[Sound]:
        """Reads sounds in the order of `ids`.

        Raises:
            SoundGone: the catalogue lacks one of them.
        """
        wanted = [int(id) for id in ids]
        if not wanted:
            return []
        rows = self._database.rows(
            f"SELECT {SOUND_COLUMNS} FROM {SOUND_TABLES} WHERE sound.id IN carray(?)",
            apsw.carray(np.array(wanted, dtype=np.int64)),
        )
        found = {row[0]: sound_from(row) for row in rows}
        if gone := next((id for id in wanted if id not in found), None):
            raise SoundGone(gone)
        return [found[id] for id in wanted]

    def newest(self, limit: int, offset: int = 0) -> list[Sound]:
        """Sounds that did not fail, newest id first."""
        rows = self._database.rows(
            f"SELECT {SOUND_COLUMNS} FROM {SOUND_TABLES} WHERE error = '' ORDER BY sound.id DESC LIMIT ? OFFSET ?",
            limit,
            offset,
        )
        return [sound_from(row) for row in rows]

    def is_empty(self) -> bool:
        """Whether there is no row at all, not even of a failed file."""
        return not self._database.rows("SELECT 1 FROM sound LIMIT 1")

    def counts(self) -> CatalogueCounts:
        row = self._database.rows(
            "SELECT count(*) FILTER (WHERE error = ''),"
            f" coalesce(sum(segments) FILTER (WHERE {columns.own_pack('?1')}), 0)"
            " + (SELECT coalesce(sum(segments), 0) FROM embedding WHERE pack = ?1),"
            " count(*) FILTER (WHERE error != ''), count(*)"
            f" FILTER (WHERE error = '' AND {IS_OFFLINE}), count(*) FILTER (WHERE error = '' AND {IS_MISSING})"
            " FROM sound JOIN root ON root.id = root_id",
            number_of(self._database, None),
        )[0]
        return CatalogueCounts(*row)

    def there(self, ids: Ids) -> Ids:
        """Those of `ids` still in the catalogue, in their order."""
        kept: Ids = ids[np.isin(ids, self._database.ids("SELECT id FROM sound WHERE id IN carray(?)", id_list(ids)))]
        return kept

    def numbers(self, ids: Ids, columns: Sequence[str]) -> NDArray[np.float64]:
        """float64 [N, C]: numeric columns of the sound table, nan for NULL and for missing sounds."""
        values = np.full((len(ids), len(columns)), np.nan)
        if len(ids):
            sql = f"SELECT id, {', '.join(columns)} FROM sound WHERE id IN carray(?) ORDER BY id"
            rows = np.array(self._database.rows(sql, apsw.carray(np.array(ids, dtype=np.int64))), dtype=np.float64)
            rows = rows.reshape(-1, len(columns) + 1)
            at = np.searchsorted(rows[:, 0], ids)
            there = at < len(rows)
            there[there] = rows[at[there], 0] == ids[there]
            values[there] = rows[at[there], 1:]
        return values

    def payload_digest(self, id: SoundId) -> bytes:
        """The digest of the whole payload from when the sound was stored; empty if there is none."""
        rows = self._database.rows("SELECT payload_digest FROM sound WHERE id = ?", id)
        return rows[0][0] or b"" if rows else b""

    def metadata_digests(self, ids: Sequence[SoundId]) -> dict[int, bytes]:
        """`metadata_digest` of the stored metadata of those of `ids` that exist."""
        sql = "SELECT sound_id, metadata FROM detail WHERE sound_id IN carray(?)"
        wanted = id_list(np.array(ids, dtype=np.int64))
        return {id: text_digest(text) for id, text in self._database.stream(sql, wanted)}

    def without_true_peak(self, ids: Sequence[SoundId]) -> frozenset[int]:
        """Those of `ids` read before true peak was measured."""
        sql = "SELECT id FROM sound WHERE true_peak_dbtp IS NULL AND peak_dbfs IS NOT NULL AND id IN carray(?)"
        return frozenset(self._database.ids(sql, id_list(np.array(ids, dtype=np.int64))).tolist())

    def count_without_true_peak(self) -> int:
        sql = "SELECT count(*) FROM sound WHERE true_peak_dbtp IS NULL AND peak_dbfs IS NOT NULL"
        return int(self._database.rows(sql)[0][0])

    def name_texts(self, ids: Ids) -> dict[int, str]:
        """The name vector's text of those of `ids` that exist."""
        sql = "SELECT sound_id, name_text FROM detail WHERE sound_id IN carray(?)"
        return dict(self._database.rows(sql, id_list(ids)))

    def changed_since(self, sequence: int) -> Ids:
        """int64 [N]: sounds stored, moved or changed after a sequence number."""
        return self._database.ids("SELECT id FROM sound WHERE sequence > ?", sequence)

    def ucs_ids(self, ids: Ids) -> dict[int, str]:
        """The UCS CatID in the metadata of those of `ids` that exist, as written; empty for none."""
        sql = "SELECT sound_id, json_extract(metadata, '$.ucs_id') FROM detail WHERE sound_id IN carray(?)"
        return {id: cat_id or "" for id, cat_id in self._database.rows(sql, id_list(ids))}

    def peaks_bytes(self, id: SoundId) -> bytes:
        """The waveform overview as stored; empty for none."""
        rows = self._database.rows("SELECT peaks FROM detail WHERE sound_id = ?", id)
        return bytes(rows[0][0]) if rows else b""

    def peaks(self, id: SoundId) -> Peaks | None:
        """The waveform overview of a sound; None if there is none."""
        kept = self.peaks_bytes(id)
        return from_bytes(kept) if kept else None

    def peaks_of(self, ids: Ids) -> dict[int, bytes]:
        rows = self._database.rows("SELECT sound_id, peaks FROM detail WHERE sound_id IN carray(?)", id_list(ids))
        return {id: bytes(peaks) for id, peaks in rows}

    def events_of(self, ids: Ids) -> dict[int, SoundEvents]:
        """The events of those of `ids` that have any; skips unreadable ones, which `verify` reports."""
        found = {}
        for id, kept in self.peaks_of(ids).items():
            try:
                events = events_in(kept) if kept else NO_EVENTS
            except LibraryError:
                continue
            if len(events):
                found[id] = events
        return found

    def copies(self) -> Iterator[CopyRow]:
        """Yields available sounds whose content id occurs more than once, grouped by content id."""
        sql = (
            "SELECT sound.id, sound.path, content_id, coalesce(payload_digest, x''), sample_rate_hz, channels,"
            f" coalesce(bit_depth, 0) FROM sound JOIN root ON root.id = root_id WHERE {AT_HAND} AND content_id IN"
            " (SELECT content_id FROM sound WHERE content_id IS NOT NULL GROUP BY content_id HAVING count(*) > 1)"
            " ORDER BY content_id, sound.id"
        )
        for id, path, *rest in self._database.stream(sql):
            yield CopyRow(SoundId(id), FilePath(path), *rest)

    def quality_ranks(self, ids: Ids) -> Ids:
        """int64 [N]: rank by quality of each of `ids`, best first; all must exist."""
        sql = f"SELECT id FROM sound LEFT JOIN detail ON sound_id = id WHERE id IN carray(?) ORDER BY {_BEST_FIRST}"
        best_first = self._database.ids(sql, id_list(ids))
        places: Ids = np.argsort(best_first)[np.searchsorted(np.sort(best_first), ids)]
        return places

    def reserve_ids(self, sounds: int, segments: int) -> tuple[SoundId, SegmentId]:
        """Reserves ids and returns the first sound id and the first segment id; ids are never reused."""
        with self._database.change():
            first = dict(self._database.rows("SELECT key, value FROM meta WHERE key IN ('next_sound', 'next_segment')"))
            self._database.run_many(
                "UPDATE meta SET value = value + ? WHERE key = ?", [(sounds, "next_sound"), (segments, "next_segment")]
            )
        return SoundId(first["next_sound"]), SegmentId(first["next_segment"])

    def store(self, batch: Sequence[IndexedSound], frames: Sequence[Frame]) -> int:
        """Stores sounds whose vectors are already in `frames`, in one transaction; returns the new sequence number.

        A sound with an existing id replaces that row: tags stay, former segments are deleted.

        Raises:
            StorageFull: no space; nothing of the batch is stored.
            ValueError: an id belongs to another path, or there are vectors but no current pack.
            apsw.ConstraintError: the path belongs to another id (use `files.at`), or the root is unknown.
        """
        with self._database.change() as sequence:
            run, connection = self._database.run_many, self._database.connection
            pack = self._database.rows("SELECT id, pack_id FROM pack JOIN meta ON key = 'pack' AND value = pack.id")
            number, pack_id = pack[0] if pack else (None, None)
            if frames and pack_id is None:
                raise ValueError("vectors without a pack: call packs.set_searched first")
            roots = {id: FilePath(path) for id, path in self._database.rows("SELECT id, path FROM root")}
            ids = np.array([sound.id for sound in batch], dtype=np.int64)
            known: dict[int, bytes] = {}
            if len(ids) and ids.min() <= (self._database.rows("SELECT max(id) FROM sound")[0][0] or 0):
                known = self._make_way(batch, ids, number, sequence)
            paths = [sound.stamp.path.raw for sound in batch]
            folders = folder_ids(connection, paths)
            of = [folders[folder_of(path)] for path in paths]
            run(UPSERT_SOUND, [sound_values(s, number, folder, sequence) for s, folder in zip(batch, of, strict=True)])
            run(_INSERT_DETAIL, [detail_values(sound) for sound in batch])
            index_texts(connection, [text_values(s.id, s.stamp.path, roots[s.root], s.metadata) for s in batch])
            store_fields(connection, [(int(sound.id), sound.metadata) for sound in batch])
            told = [sound.metadata for sound in batch]
            store_starts(connection, np.array([sound.id for sound in batch], np.int64), told)
            forget_ear(connection, [int(sound.id) for sound in batch])
            forget_quality(connection, [int(sound.id) for sound in batch])
            digests = [(int(sound.id), sound.payload_digest) for sound in batch if sound.payload_digest]
            give_back(connection, [(id, digest) for id, digest in digests if known.get(id) != digest])
            note_changes(self._database, [(sound.id, sound.stamp) for sound in batch])
            add_frames(self._database, frames, sequence)
        return sequence

    def remove(self, ids: Sequence[SoundId] | Ids) -> None:
        """Removes sounds; the user's marks are kept until the same payload is stored again."""
        with self._database.change() as sequence:
            forget(self._database, np.array(ids, dtype=np.int64), sequence)

    def _make_way(self, batch: Sequence[IndexedSound], ids: Ids, pack: int | None, sequence: int) -> dict[int, bytes]:
        """Deletes the segments of the rows that the batch replaces, and returns the rows' former payload digests.

        Results of other packs stay if the payload is unchanged.
        """
        sounds = {sound.id: sound for sound in batch}
        rows = self._database.rows(
            "SELECT id, path, payload_digest, pack FROM sound WHERE id IN carray(?)", apsw.carray(ids)
        )
        for id, path, _, _ in rows:
            if (found := sounds[id].stamp.path.raw) != path:
                raise ValueError(f"sound {id} is {path!r}, not {found!r}: take ids from reserve_ids")
        make_way(
            self._database.connection,
            [(id, made_by) for id, _, digest, made_by in rows if digest and digest == sounds[id].payload_digest],
            [id for id, _, digest, _ in rows if not digest or digest != sounds[id].payload_digest],
            pack,
            sequence,
        )
        names = [(int(row[0]), sounds[row[0]].name_text) for row in rows]
        names_changed(self._database.connection, names)
        self._database.run("DELETE FROM trouble WHERE sound_id IN carray(?)", apsw.carray(ids))
        return {id: digest or b"" for id, _, digest, _ in rows}


def note_changes(database: Database, seen: Iterable[tuple[SoundId, FileStamp]]) -> None:
    """Stores the ctimes of sounds' files. Inside a change."""
    rows = [(id, stamp.changed_ns) for id, stamp in seen]
    database.run_many(
        "DELETE FROM file_change WHERE sound_id = ?", [(id,) for id, changed_ns in rows if not changed_ns]
    )
    database.run_many("REPLACE INTO file_change VALUES (?, ?)", [row for row in rows if row[1]])


def forget(database: Database, ids: Ids, sequence: int) -> None:
    """Removes sounds and keeps the user's marks. Inside a change."""
    if not len(ids):
        return
    keep(database.connection, ids)
    forget_made(database.connection, ids, sequence)
    bury(database, ids, sequence)
    database.run("DELETE FROM sound_text WHERE rowid IN carray(?)", apsw.carray(ids))
    database.run("DELETE FROM sound WHERE id IN carray(?)", apsw.carray(ids))


def bury(database: Database, ids: Ids, sequence: int) -> None:
    """Tells indexes that these sounds and their segments are gone or replaced. Inside a change."""
    database.run(_BURY, sequence, apsw.carray(ids))
