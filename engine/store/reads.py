"""Everything that is asked of the catalogue; `engine.store.catalogue` adds what changes it."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from engine.audio.peaks import from_bytes
from engine.contents import FailedFile
from engine.error_wording.library import LibraryFault
from engine.errors import SoundGone
from engine.store import bulk
from engine.store.columns import CatalogueColumns
from engine.store.connection import FILE_NAME, sqlite_errors
from engine.store.faults import damaged
from engine.store.filters import Filters, Follows, where
from engine.store.pack_reads import PackReads
from engine.store.records import (
    IS_MISSING,
    IS_OFFLINE,
    SOUND_COLUMNS,
    SOUND_TABLES,
    CatalogueCounts,
    Changes,
    KnownFile,
    Root,
    sound_from,
    trouble_from,
)
from engine.store.segment_table import SegmentRows, SegmentTable, spread
from engine.store.vectors import Frame, VectorKind
from engine.store.words import match_expression
from engine.types import ContentId, FilePath, FileStamp, Ids, PackId, Peaks, RootId, Sound, SoundId
from engine.wording import told

_SEPARATOR = os.fsencode(os.sep)


FilterStamp = tuple[int, int, int]
"""Sequence numbers of sounds, of what the user keeps, and of plays and uses."""


class CatalogueReads(PackReads):
    """A catalogue's questions. One thread owns the object."""

    def __init__(self, folder: Path, connection: apsw.Connection) -> None:
        """Use `Catalogue.open`."""
        super().__init__(folder, connection)
        self._segments = SegmentTable()
        self._filtered: tuple[Filters, FilterStamp, Ids] | None = None

    @property
    def folder(self) -> Path:
        """The library's folder."""
        return self._folder

    @property
    def connection(self) -> apsw.Connection:
        """For `engine.verifying`, which looks below what a catalogue can be asked."""
        return self._connection

    @property
    def columns(self) -> CatalogueColumns:
        """Whole columns of it."""
        return CatalogueColumns(self._folder, self._connection)

    def roots(self) -> list[Root]:
        """The folders the user added, by path."""
        rows = self._all("SELECT id, path, is_offline, is_missing, is_watched FROM root ORDER BY path")
        return [Root(RootId(row[0]), FilePath(row[1]), bool(row[2]), bool(row[3]), bool(row[4])) for row in rows]

    def mount(self, root: RootId) -> FilePath | None:
        """Where the file system of a root was mounted when it was last seen; None when it never was."""
        rows = self._all("SELECT mount FROM root WHERE id = ?", root)
        return FilePath(rows[0][0]) if rows and rows[0][0] is not None else None

    def folders(self) -> list[tuple[FilePath, int]]:
        """Every folder that holds sounds itself, by path, and how many."""
        rows = self._all(
            "SELECT folder.path, own.sounds FROM (SELECT folder_id, count(*) AS sounds FROM sound WHERE error = ''"
            " GROUP BY folder_id) AS own JOIN folder ON folder.id = own.folder_id ORDER BY folder.path"
        )
        return [(FilePath(path), sounds) for path, sounds in rows]

    def stamps(self, root: RootId) -> Iterator[KnownFile]:
        """What is known of every file of `root`, failed and gone ones included."""
        rows = self._all("SELECT id, path, size_bytes, mtime_ns, content_id, error FROM sound WHERE root_id = ?", root)
        for id, path, size, mtime, content, error in rows:
            yield KnownFile(SoundId(id), FileStamp(FilePath(path), size, mtime), content, bool(error))

    def stamp_rows(self, root: RootId) -> dict[bytes, tuple[int, int, int, ContentId | None, int, bytes]]:
        """What `stamps` gives, by path, as (id, size, mtime, content id, is failed, path), without objects."""
        sql = "SELECT id, size_bytes, mtime_ns, content_id, error != '', path FROM sound WHERE root_id = ?"
        with sqlite_errors(self._folder):
            return {row[5]: row for row in self._connection.execute(sql, (root,))}

    def stamp_rows_at(
        self, path: FilePath
    ) -> dict[RootId, dict[bytes, tuple[int, int, int, ContentId | None, int, bytes]]]:
        """What `stamp_rows` gives for a file, or for all below a folder, by the root a row belongs to."""
        inside = path.raw.rstrip(_SEPARATOR) + _SEPARATOR
        past = inside[:-1] + bytes([inside[-1] + 1])  # the first path after all that begin with `inside`
        rows = self._all(
            "SELECT id, size_bytes, mtime_ns, content_id, error != '', path, root_id FROM sound"
            " WHERE path = ? OR (path > ? AND path < ?)",
            path.raw,
            inside,
            past,
        )
        found: dict[RootId, dict[bytes, tuple[int, int, int, ContentId | None, int, bytes]]] = {}
        for row in rows:
            found.setdefault(RootId(row[6]), {})[row[5]] = row[:6]
        return found

    def stamp_rows_with(self, content_id: ContentId) -> dict[bytes, tuple[int, int, int, ContentId | None, int, bytes]]:
        """What `stamp_rows` gives, of all rows with this content id in any root."""
        sql = "SELECT id, size_bytes, mtime_ns, content_id, error != '', path FROM sound WHERE content_id = ?"
        return {row[5]: row for row in self._all(sql, content_id)}

    def sound_at(self, path: FilePath) -> SoundId | None:
        """The row of this very path."""
        rows = self._all("SELECT id FROM sound WHERE path = ?", path.raw)
        return SoundId(rows[0][0]) if rows else None

    def missing_ids(self, among: Ids | None = None) -> Ids:
        """Sounds whose file is missing under a root that is there, ascending: int64 [N]; `among`: of these."""
        if among is None:
            return self._ids("SELECT id FROM sound WHERE is_gone ORDER BY id")
        return self._ids("SELECT id FROM sound WHERE is_gone AND id IN carray(?) ORDER BY id", apsw.carray(among))

    def payload_digest(self, id: SoundId) -> bytes:
        """The digest of the whole payload taken when the sound was stored; empty when none was."""
        rows = self._all("SELECT payload_digest FROM sound WHERE id = ?", id)
        return rows[0][0] or b"" if rows else b""

    def sound(self, id: SoundId) -> Sound:
        """One row.

        Raises:
            SoundGone: it is not, or no longer, there.
        """
        return self.sounds([id])[0]

    def sounds(self, ids: Sequence[SoundId] | Ids) -> list[Sound]:
        """Rows in the order of `ids`.

        Raises:
            SoundGone: one of them is not there.
        """
        wanted = [int(id) for id in ids]
        if not wanted:
            return []
        rows = self._all(
            f"SELECT {SOUND_COLUMNS} FROM {SOUND_TABLES} WHERE sound.id IN carray(?)",
            apsw.carray(np.array(wanted, dtype=np.int64)),
        )
        found = {row[0]: sound_from(row) for row in rows}
        if gone := next((id for id in wanted if id not in found), None):
            raise SoundGone(gone)
        return [found[id] for id in wanted]

    def paths(self, ids: Sequence[SoundId] | Ids) -> dict[int, bytes]:
        """The exact path of each of `ids` that is there."""
        wanted = np.array(ids, dtype=np.int64)
        if not len(wanted):
            return {}
        return dict(self._all("SELECT id, path FROM sound WHERE id IN carray(?)", apsw.carray(wanted)))

    def numbers(self, ids: Ids, columns: Sequence[str]) -> NDArray[np.float64]:
        """float64 [N, C]: numeric columns of the sound table, nan where there is none, and for a sound that is gone."""
        values = np.full((len(ids), len(columns)), np.nan)
        if len(ids):
            sql = f"SELECT id, {', '.join(columns)} FROM sound WHERE id IN carray(?) ORDER BY id"
            rows = np.array(self._all(sql, apsw.carray(np.array(ids, dtype=np.int64))), dtype=np.float64)
            rows = rows.reshape(-1, len(columns) + 1)
            at = np.searchsorted(rows[:, 0], ids)
            there = at < len(rows)
            there[there] = rows[at[there], 0] == ids[there]
            values[there] = rows[at[there], 1:]
        return values

    def newest(self, limit: int, offset: int = 0) -> list[Sound]:
        """Sounds that are not failed, last stored first."""
        rows = self._all(
            f"SELECT {SOUND_COLUMNS} FROM {SOUND_TABLES} WHERE error = '' ORDER BY sound.id DESC LIMIT ? OFFSET ?",
            limit,
            offset,
        )
        return [sound_from(row) for row in rows]

    def failed_files(self, limit: int) -> list[FailedFile]:
        """Files that could not be indexed, by path, with why."""
        rows = self._all(
            "SELECT path, error, advice, record FROM sound LEFT JOIN trouble ON sound_id = id WHERE error != ''"
            " ORDER BY path LIMIT ?",
            limit,
        )
        return [FailedFile(FilePath(path), trouble_from(*values)) for path, *values in rows]

    def peaks_bytes(self, id: SoundId) -> bytes:
        """The waveform overview as it was stored; empty for none."""
        rows = self._all("SELECT peaks FROM detail WHERE sound_id = ?", id)
        return bytes(rows[0][0]) if rows else b""

    def peaks(self, id: SoundId) -> Peaks | None:
        """The waveform overview of a sound; None when there is none."""
        kept = self.peaks_bytes(id)
        return from_bytes(kept) if kept else None

    def tags(self, id: SoundId) -> tuple[str, ...]:
        """The user's tags of a sound, sorted."""
        return tuple(
            row[0] for row in self._all("SELECT name FROM tag WHERE sound_id = ? ORDER BY folded(name), name", id)
        )

    def heard_order(self, limit: int = -1) -> Ids:
        """Sounds that were listened to, last first: int64 [N]; a negative limit is none."""
        return self._ids(
            "SELECT sound_id FROM mark WHERE last_played_s IS NOT NULL ORDER BY last_played_s DESC LIMIT ?", limit
        )

    def used_order(self, limit: int = -1) -> Ids:
        """Sounds that were dragged or copied out, last first: int64 [N]; a negative limit is none."""
        return self._ids(
            "SELECT sound_id FROM mark WHERE last_used_s IS NOT NULL ORDER BY last_used_s DESC LIMIT ?", limit
        )

    def collection_order(self, name: str) -> Ids:
        """The sounds of the collection of this name, whatever the case, in its order: int64 [N]."""
        return self._ids(
            "SELECT sound_id FROM collection_item JOIN collection ON collection.id = collection_id WHERE folded = ?"
            " ORDER BY collection_item.position, sound_id",
            name.casefold(),
        )

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What a statement that changes nothing gives; for rooms that keep tables of their own in the catalogue."""
        return self._all(sql, *values)

    def segments_of(self, sound_ids: Sequence[SoundId] | Ids) -> Ids:
        """Segment ids of these sounds, ascending: int64 [N]."""
        return self._table().ids_of(np.asarray(sound_ids, dtype=np.int64))

    def segment_rows(self, segment_ids: Ids) -> SegmentRows:
        """Sound, start and end of each segment, in that order."""
        return self._table().rows(np.asarray(segment_ids, dtype=np.int64))

    def live_segments(self) -> Ids:
        """Every segment id that is in the catalogue, ascending."""
        return self._table().ids

    def filter_ids(self, filters: Filters) -> Ids:
        """Ids of the sounds that pass, ascending: int64 [N], not to be written. Failed files never do.

        Asked again with the same filters, as while someone types, it answers from memory.
        """
        now = self.stamp_of(filters)
        if self._filtered is not None and self._filtered[:2] == (filters, now):
            return self._filtered[2]
        if filters.among is not None:
            ids = np.intersect1d(self.filter_ids(replace(filters, among=None)), filters.among.ids, assume_unique=True)
        elif filters.is_empty:
            ids = self.columns.living()
        else:
            condition, values = where(filters)
            ids = self._ascending(
                f"SELECT sound.id FROM sound JOIN root ON root.id = sound.root_id WHERE {condition}", *values
            )
        ids.setflags(write=False)
        self._filtered = (filters, now, ids)
        return ids

    def matching(self, text: str, *, is_prefix: bool = False) -> Ids:
        """Sounds whose name, folder or metadata holds `text` as neighbouring words, ascending: int64 [N].

        With `is_prefix` the last word may go on ("doo" finds "door"). Text without a word finds nothing.
        """
        expression = match_expression(text, is_prefix=is_prefix)
        if expression is None:
            return np.empty(0, dtype=np.int64)
        return self._ascending("SELECT rowid FROM sound_text WHERE sound_text MATCH ?", expression)

    def keyword(
        self, words: Sequence[str], *, is_last_prefix: bool = False, limit: int = 10_000
    ) -> dict[SoundId, tuple[str, ...]]:
        """Sounds with at least one of `words`, and which of them each holds; at most `limit`, most words first."""
        found = [self.matching(word, is_prefix=is_last_prefix and word is words[-1]) for word in words]
        if not found or not sum(map(len, found)):
            return {}
        ids, counts = np.unique(np.concatenate(found), return_counts=True)
        best = ids[np.argsort(-counts, kind="stable")[:limit]]
        held = [np.isin(best, ids_of_word) for ids_of_word in found]
        return {
            SoundId(int(id)): tuple(word for word, has in zip(words, held, strict=True) if has[row])
            for row, id in enumerate(best)
        }

    def sequence(self) -> int:
        """Counts committed changes; greater after every one."""
        return int(self._all("SELECT value FROM meta WHERE key = 'sequence'")[0][0])

    def stamp_of(self, filters: Filters) -> FilterStamp:
        """What an answer to `filters` depends on: as long as it is the same, so is the answer.

        What the user keeps counts only where the filters ask about it.
        """
        meta = dict(self._all("SELECT key, value FROM meta WHERE key LIKE '%sequence'"))
        keeping = meta["keeping_sequence"] if filters.follows(Follows.KEEPING) else 0
        return meta["sequence"], keeping, meta["hearing_sequence"] if filters.follows(Follows.HEARING) else 0

    def frames(self, pack: PackId, kind: VectorKind, since: int = 0) -> list[Frame]:
        """Blocks of vectors stored after the sequence number `since`, oldest first."""
        rows = self._all(
            "SELECT kind, file, offset, count, checksum FROM frame"
            " WHERE pack_id = ? AND kind = ? AND sequence > ? ORDER BY id",
            pack,
            kind,
            since,
        )
        return [Frame(*row) for row in rows]

    def changes_since(self, sequence: int, pack: PackId) -> Changes:
        """What happened after `sequence`: new blocks of vectors of `pack` and ids to forget."""
        with sqlite_errors(self._folder), self._connection:  # one snapshot
            now = self.sequence()
            frames = [*self.frames(pack, "segments", sequence), *self.frames(pack, "names", sequence)]
            gone = self._all("SELECT first_segment, segments FROM tombstone WHERE sequence > ? AND segments", sequence)
            sounds = self._ids(
                "SELECT DISTINCT sound_id FROM tombstone WHERE sequence > ? AND sound_id IS NOT NULL"
                " AND sound_id NOT IN (SELECT id FROM sound WHERE error = '')",
                sequence,
            )
        return Changes(now, tuple(frames), sounds, spread(gone))

    def counts(self) -> CatalogueCounts:
        """Numbers for people."""
        row = self._all(
            "SELECT count(*) FILTER (WHERE error = ''),"
            f" coalesce(sum(segments) FILTER (WHERE {bulk.own_pack('?1')}), 0)"
            " + (SELECT coalesce(sum(segments), 0) FROM embedding WHERE pack = ?1),"
            " count(*) FILTER (WHERE error != ''), count(*)"
            f" FILTER (WHERE error = '' AND {IS_OFFLINE}), count(*) FILTER (WHERE error = '' AND {IS_MISSING})"
            " FROM sound JOIN root ON root.id = root_id",
            self._number_of(None),
        )[0]
        return CatalogueCounts(*row)

    def size_bytes(self) -> int:
        """Bytes of the catalogue's files."""
        return sum(path.stat().st_size for path in self._folder.glob(FILE_NAME + "*"))

    def integrity_check(self) -> None:
        """Reads the whole catalogue.

        Raises:
            LibraryDamaged: something in it is damaged.
        """
        problems = [row[0] for row in self._all("PRAGMA integrity_check") if row[0] != "ok"]
        problems += [f"row {row[1]} of {row[0]} points nowhere" for row in self._all("PRAGMA foreign_key_check")]
        if problems:
            raise damaged(self._folder, told(LibraryFault.CATALOGUE_DAMAGED, self._folder, "; ".join(problems[:3])))

    def _table(self) -> SegmentTable:
        with sqlite_errors(self._folder):
            sequence = self.sequence()
            try:
                self._segments.catch_up(self._connection, sequence)
            except (ValueError, LookupError, TypeError) as err:
                raise damaged(self._folder, told(LibraryFault.SEGMENTS_DAMAGED, self._folder, str(err))) from err
        return self._segments

    def _ascending(self, sql: str, *values: object) -> Ids:
        """The ids that a query gives in its one column, each once, ascending."""
        with sqlite_errors(self._folder):
            return bulk.ids_of(self._connection, sql, values)
