"""The files of sounds: their places, their stamps when last read, and whether they moved, changed or disappeared."""

import json
import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import apsw
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.file_messages import FileProblem
from engine.base.library_facts import FailedFile
from engine.base.text_forms import composed
from engine.base.types import ContentId, FilePath, FileStamp, Ids, RootId, SoundId, SoundMetadata
from engine.store.connection import id_list
from engine.store.database import LOOKING, Database
from engine.store.file_fields import forget_fields, store_fields
from engine.store.folders import folder_ids
from engine.store.frames import add_frames
from engine.store.marks import give_back, keep
from engine.store.packs import forget_made, names_changed
from engine.store.quality import forget_quality
from engine.store.recording_starts import store_starts
from engine.store.sound_rows import UPSERT_FAILED, metadata_json, trouble_from
from engine.store.sounds import bury, forget, note_changes
from engine.store.suggested_categories import forget_ear
from engine.store.text_index import index_anew
from engine.store.vectors import Frame
from engine.store.word_splitting import bounds_below, folder_of, suffix_of

_SEPARATOR = os.fsencode(os.sep)
_STAMPS = (
    "SELECT id, size_bytes, mtime_ns, content_id, error != '', coalesce(changed_ns, 0), path"
    " FROM sound LEFT JOIN file_change ON sound_id = id WHERE "
)
_DIGESTS = "SELECT id, payload_digest FROM sound WHERE payload_digest IS NOT NULL AND id IN carray(?)"

StampRow = tuple[int, int, int, ContentId | None, int, int, bytes]
"""Sound, bytes, mtime in ns, content id, whether it failed, ctime in ns or 0, path."""


class FileRow(NamedTuple):
    """A file as the catalogue knows it; unpacks as (id, stamp, content id, is failed)."""

    id: SoundId
    stamp: FileStamp
    content_id: ContentId | None
    is_failed: bool


class Move(Struct, frozen=True):
    """A file missing at its row's path and found elsewhere with an identical payload."""

    id: SoundId
    stamp: FileStamp
    """Its present path and state."""
    root: RootId | None = None
    """Its new root; None keeps the old one."""
    name_text: str | None = None
    """The new text of its name vector; None keeps the old one."""


class MissingRow(Struct, frozen=True):
    """A sound whose file or drive is missing."""

    id: SoundId
    path: FilePath
    root: RootId
    size_bytes: int
    content_id: bytes
    payload_digest: bytes
    """Empty if there is none."""


class KnownPayload(NamedTuple):
    """What identifies a recording; unpacks as (id, path, content id, payload digest, is away)."""

    id: SoundId
    path: FilePath
    content_id: ContentId
    payload_digest: bytes | None
    is_away: bool


class Files:
    """The files of a catalogue's sounds. One thread owns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def at(self, path: FilePath) -> SoundId | None:
        """The sound with exactly this path."""
        rows = self._database.rows("SELECT id FROM sound WHERE path = ?", path.raw)
        return SoundId(rows[0][0]) if rows else None

    def meant(self, path: FilePath) -> SoundId | None:
        """The sound with this path, or else the only one whose path differs just in Unicode composition.

        A typed path usually has composed letters where the disk may have decomposed ones. If another file exists at
        exactly
        this path, the user means that file and the result is None.
        """
        exact = self.at(path)
        if exact is not None or path.raw.isascii():
            return exact
        wanted, folder = composed(path.text), composed(FilePath(folder_of(path.raw)).text)
        folders = self._database.rows("SELECT id, path FROM folder")
        inside = np.array([id for id, raw in folders if composed(FilePath(raw).text) == folder], np.int64)
        rows = self._database.rows("SELECT id, path FROM sound WHERE folder_id IN carray(?)", id_list(inside))
        alike = [(SoundId(id), raw) for id, raw in rows if composed(FilePath(raw).text) == wanted]
        if len(alike) != 1:
            return None
        id, raw = alike[0]
        is_another = path.is_there and not (os.path.exists(raw) and os.path.samefile(path.raw, raw))  # noqa: PTH110, PTH121
        return None if is_another else id

    def paths(self, ids: Sequence[SoundId] | Ids) -> dict[int, bytes]:
        """Exact paths of those of `ids` that exist."""
        wanted = np.array(ids, dtype=np.int64)
        if not len(wanted):
            return {}
        return dict(self._database.rows("SELECT id, path FROM sound WHERE id IN carray(?)", apsw.carray(wanted)))

    def places(self, ids: Ids) -> dict[int, tuple[bytes, RootId]]:
        """Exact paths and roots of those of `ids` that exist."""
        rows = self._database.rows("SELECT id, path, root_id FROM sound WHERE id IN carray(?)", id_list(ids))
        return {id: (path, RootId(root)) for id, path, root in rows}

    def stamps(self, root: RootId) -> Iterator[FileRow]:
        """Yields every file of `root`, failed and missing ones included."""
        for id, size, mtime, content, is_failed, changed, path in self._database.rows(f"{_STAMPS} root_id = ?", root):
            yield FileRow(SoundId(id), FileStamp(FilePath(path), size, mtime, changed), content, bool(is_failed))

    def stamp_rows(self, root: RootId) -> dict[bytes, StampRow]:
        """Like `stamps`, by path, without creating objects."""
        return {row[6]: row for row in self._database.stream(f"{_STAMPS} root_id = ?", root)}

    def stamp_rows_at(self, path: FilePath) -> dict[RootId, dict[bytes, StampRow]]:
        """Like `stamp_rows`, for one file or everything below a folder, by root."""
        rows = self._database.rows(
            f"{_STAMPS.replace(' FROM', ', root_id FROM')} path = ? OR (path > ? AND path < ?)",
            path.raw,
            *bounds_below(path, _SEPARATOR),
        )
        found: dict[RootId, dict[bytes, StampRow]] = {}
        for row in rows:
            found.setdefault(RootId(row[7]), {})[row[6]] = row[:7]
        return found

    def stamp_rows_with(self, content_id: ContentId) -> dict[bytes, StampRow]:
        """Like `stamp_rows`, for all rows with this content id in any root."""
        return {row[6]: row for row in self._database.rows(f"{_STAMPS} content_id = ?", content_id)}

    def expected(self) -> list[tuple[FilePath, int, int, RootId]]:
        """Path, bytes, mtime in ns and root of every file not known to be missing."""
        rows = self._database.rows("SELECT path, size_bytes, mtime_ns, root_id FROM sound WHERE NOT is_gone")
        return [(FilePath(path), size_bytes, mtime_ns, RootId(root)) for path, size_bytes, mtime_ns, root in rows]

    def payloads(self) -> Iterator[KnownPayload]:
        """Yields every file that was read, by id."""
        sql = (
            "SELECT sound.id, sound.path, content_id, payload_digest, is_gone OR is_offline FROM sound"
            " JOIN root ON root.id = root_id WHERE content_id IS NOT NULL ORDER BY sound.id"
        )
        for id, path, content_id, digest, is_away in self._database.rows(sql):
            yield KnownPayload(SoundId(id), FilePath(path), content_id, digest, bool(is_away))

    def missing(self, among: Ids | None = None) -> Ids:
        """int64 [N]: sounds whose file is missing under an available root, ascending; of `among` if given."""
        if among is None:
            return self._database.ids("SELECT id FROM sound WHERE is_gone ORDER BY id")
        return self._database.ids(
            "SELECT id FROM sound WHERE is_gone AND id IN carray(?) ORDER BY id", apsw.carray(among)
        )

    def away(self, *, is_offline: bool | None = None, root: RootId | None = None) -> Iterator[MissingRow]:
        """Yields sounds that were read and whose file or drive is missing, by path.

        Args:
            is_offline: True for missing drives only, False for missing files only.
            root: limits the result to this root.
        """
        sql = (
            "SELECT sound.id, sound.path, root_id, size_bytes, coalesce(content_id, x''), coalesce(payload_digest, x'')"
            " FROM sound JOIN root ON root.id = root_id WHERE error = '' AND (is_gone OR is_offline)"
        )
        values: tuple[int, ...] = ()
        if is_offline is not None:
            sql += " AND is_offline" if is_offline else " AND NOT is_offline"
        if root is not None:
            sql += " AND root_id = ?"
            values = (root,)
        for id, path, *rest in self._database.stream(f"{sql} ORDER BY sound.path", *values):
            yield MissingRow(SoundId(id), FilePath(path), *rest)

    def sizes(self, ids: Ids) -> Ids:
        """int64 [N]: bytes of each file."""
        return self._numbers(ids, "size_bytes")

    def mtimes_ns(self, ids: Ids) -> Ids:
        """int64 [N]: mtime of each file when it was indexed."""
        return self._numbers(ids, "mtime_ns")

    def inside(self, ids: Ids, folder: FilePath) -> NDArray[np.bool_]:
        """bool [N]: which of `ids` lie in a folder or below it."""
        whole = FilePath(folder.raw.rstrip(b"/\\"))
        sql = (
            "SELECT id FROM sound WHERE id IN carray(?) AND"
            " (path >= ? AND path < ? OR path >= ? AND path < ?) ORDER BY id"
        )
        return np.isin(
            ids, self._database.ids(sql, id_list(ids), *bounds_below(whole, b"/"), *bounds_below(whole, b"\\"))
        )

    def failed(self, limit: int) -> list[FailedFile]:
        """Files that could not be indexed, and why, by path."""
        rows = self._database.rows(
            "SELECT path, error, advice, record FROM sound LEFT JOIN trouble ON sound_id = id WHERE error != ''"
            " ORDER BY path LIMIT ?",
            limit,
        )
        return [FailedFile(FilePath(path), trouble_from(*values)) for path, *values in rows]

    def note_failed(self, stamp: FileStamp, trouble: FileProblem, *, root: RootId) -> SoundId:
        """Records a file that could not be indexed; an existing row of this path keeps id and tags, but no vectors."""
        with self._database.change() as sequence:
            known = self.at(stamp.path)
            if known is not None:
                row = np.array([known], dtype=np.int64)
                # The row loses its digest; without this, removing it later would lose the user's marks.
                keep(self._database.connection, row)
                forget_made(self._database.connection, row, sequence)
                bury(self._database, row, sequence)
                self._database.run("DELETE FROM detail WHERE sound_id = ?", known)
                self._database.run("DELETE FROM sound_text WHERE rowid = ?", known)
                forget_fields(self._database.connection, [known])
                forget_ear(self._database.connection, [known])
                forget_quality(self._database.connection, [known])
                self._database.run("DELETE FROM recording_start WHERE sound_id = ?", known)
            rows = self._database.rows("UPDATE meta SET value = value + 1 WHERE key = 'next_sound' RETURNING value - 1")
            id = SoundId(rows[0][0] if known is None else known)
            path = stamp.path.raw
            folder = folder_ids(self._database.connection, [path])[folder_of(path)]
            facts = (stamp.size_bytes, stamp.mtime_ns, trouble.what.name, folder, suffix_of(path), sequence)
            self._database.run(UPSERT_FAILED, id, root, path, *facts)
            self._database.run("REPLACE INTO trouble VALUES (?, ?)", id, json.dumps(trouble.record()))
            note_changes(self._database, [(id, stamp)])
        return id

    def relink(self, id: SoundId, stamp: FileStamp, root: RootId | None = None) -> None:
        """Moves one sound to the path where its missing file turned up; see `relink_all`."""
        self.relink_all([Move(id, stamp, root)])

    def relink_all(self, moves: Sequence[Move], frames: Sequence[Frame] = ()) -> None:
        """Moves sounds with their vectors and tags to where their missing files turned up, in one transaction.

        Any other row at a new path is dropped; if it held the same payload, its tags move over.

        Args:
            moves: a row may move to a path that another one leaves.
            frames: blocks of kind names with new name vectors under the same sound ids.
        """
        ids = np.array([move.id for move in moves], dtype=np.int64)
        with self._database.change() as sequence:
            run, connection = self._database.run_many, self._database.connection
            run("UPDATE sound SET path = ? WHERE id = ?", [(b"\0%d" % move.id, move.id) for move in moves])
            there = [self.at(move.stamp.path) for move in moves]
            forget(self._database, np.array([id for id in there if id is not None], dtype=np.int64), sequence)
            folders = folder_ids(connection, [move.stamp.path.raw for move in moves])
            run(
                "UPDATE sound SET path = ?, folder_id = ?, suffix = ?, size_bytes = ?, mtime_ns = ?,"
                " root_id = coalesce(?, root_id), is_gone = 0, sequence = ? WHERE id = ?",
                [_moved_values(move, folders, sequence) for move in moves],
            )
            note_changes(self._database, [(move.id, move.stamp) for move in moves])
            names = [(int(move.id), move.name_text) for move in moves if move.name_text is not None]
            names_changed(connection, names)
            run("UPDATE detail SET name_text = ?2 WHERE sound_id = ?1", names)
            if any(id is not None for id in there):
                give_back(connection, self._database.rows(_DIGESTS, apsw.carray(ids)))
            for move in moves:
                index_anew(self._database, move.id)
            add_frames(self._database, frames, sequence)

    def retag(
        self,
        id: SoundId,
        stamp: FileStamp,
        metadata: SoundMetadata,
        name_text: str,
        frames: Sequence[Frame] = (),
        *,
        content_id: ContentId | None = None,
    ) -> None:
        """Stores new metadata of a file whose audio is unchanged: only its name is embedded again.

        `frames`: a block of kind names with the new name vector under the same sound id.
        """
        with self._database.change() as sequence:
            self._database.run(
                "UPDATE sound SET size_bytes = ?, mtime_ns = ?, is_gone = 0, content_id = coalesce(?, content_id),"
                " cat_id = ?, sequence = ? WHERE id = ?",
                *(stamp.size_bytes, stamp.mtime_ns, content_id, metadata.ucs_id.lower() or None, sequence, id),
            )
            note_changes(self._database, [(id, stamp)])
            names_changed(self._database.connection, [(id, name_text)])
            sql = "UPDATE detail SET metadata = ?, name_text = ? WHERE sound_id = ?"
            self._database.run(sql, metadata_json(metadata), name_text, id)
            index_anew(self._database, id, metadata)
            store_fields(self._database.connection, [(id, metadata)])
            store_starts(self._database.connection, np.array([id], np.int64), [metadata])
            forget_ear(self._database.connection, [id])
            add_frames(self._database, frames, sequence)

    def settle(self, seen: Sequence[tuple[SoundId, FileStamp]]) -> None:
        """Stores new stamps of files whose content is unchanged.

        The stamps' size and mtime equal those of the rows.
        """
        with self._database.change(LOOKING):
            note_changes(self._database, seen)

    def mark_gone(self, ids: Sequence[SoundId] | Ids, is_gone: bool = True) -> None:
        """Marks files as missing under an available root, or as back; their rows stay and show as missing."""
        with self._database.change():
            sql = "UPDATE sound SET is_gone = ? WHERE id IN carray(?)"
            self._database.run(sql, is_gone, apsw.carray(np.array(ids, dtype=np.int64)))

    def _numbers(self, ids: Ids, column: str) -> Ids:
        rows = self._database.rows(f"SELECT id, {column} FROM sound WHERE id IN carray(?)", id_list(ids))
        found = np.array(rows, dtype=np.int64).reshape(-1, 2)
        found = found[np.argsort(found[:, 0])]
        values: Ids = found[np.searchsorted(found[:, 0], ids), 1]
        return values


def _moved_values(move: Move, folders: dict[bytes, int], sequence: int) -> tuple[object, ...]:
    """Values of a moved row: path, folder, suffix, size, mtime, root, sequence, id."""
    path = move.stamp.path.raw
    place = (path, folders[folder_of(path)], suffix_of(path))
    return (*place, move.stamp.size_bytes, move.stamp.mtime_ns, move.root, sequence, move.id)
