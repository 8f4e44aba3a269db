"""The catalogue: what is known of every sound, in one SQLite file; the truth beside the vector log.

Every change is one transaction and raises the sequence number, by which windows and indexes catch up. Jobs that append
vectors hold `engine.store.lock.WriterLock`; small changes by the user (tags) need no lock, SQLite serialises them.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Self

import apsw
import numpy as np

from engine.held import refuse_held
from engine.store import other_packs
from engine.store.connection import connect, id_list, sqlite_errors
from engine.store.filters import holds
from engine.store.folders import folder_ids, folder_of, in_folder, suffix_of
from engine.store.kept import give_back, keep
from engine.store.reads import CatalogueReads
from engine.store.records import (
    FAVOURITE,
    UPSERT_FAILED,
    UPSERT_SOUND,
    IndexedSound,
    Move,
    detail_values,
    metadata_from,
    metadata_json,
    moved_values,
    sound_values,
    text_values,
)
from engine.store.tags import folded, spelling
from engine.store.text_index import index_texts
from engine.store.vectors import Frame
from engine.trouble import Trouble
from engine.types import ContentId, FilePath, FileStamp, Ids, PackId, RootId, SegmentId, SoundId, SoundMetadata

_INSERT_DETAIL = "INSERT OR REPLACE INTO detail VALUES (?, ?, ?, ?, ?, ?)"
_INSERT_FRAME = (
    "INSERT INTO frame(pack_id, kind, file, offset, count, checksum, sequence)"
    " SELECT pack_id, ?, ?, ?, ?, ?, ? FROM pack JOIN meta ON key = 'pack' AND value = pack.id"
)
_DIGESTS = "SELECT id, payload_digest FROM sound WHERE payload_digest IS NOT NULL AND id IN carray(?)"
_BURY = (
    "INSERT INTO tombstone(sound_id, first_segment, segments, sequence)"
    " SELECT id, first_segment, segments, ? FROM sound WHERE id IN carray(?)"
)

LEARNING = "learning_sequence"
"""Counts what is stored of a pack that is not searched: nobody who searches has anything to catch up with."""


class Kept(StrEnum):
    """What the user keeps, by what has to be asked again when it changes."""

    LABELS = "keeping"
    """Tags, ratings, colours, notes and collections."""
    LISTENING = "hearing"
    """Plays and uses."""
    SEARCHES = "searches"
    """What was searched for; no filter asks about it."""


class Catalogue(CatalogueReads):
    """A library's catalogue. One thread owns the object; several processes may have the same library open.

    Whatever changes it raises LibraryHeld where it failed a check and was not mended since.
    """

    is_mending = False
    """Set by what mends it: only that may write into a library that is held."""

    @classmethod
    def open(cls, folder: Path, *, read_only: bool = False) -> Self:
        """Opens the library in `folder`; makes or migrates it unless `read_only`.

        Raises:
            LibraryNewer: a later Earshot made it.
            LibraryError: it is missing (read only), damaged, or its disk cannot hold it.
            StorageFull: no space to make it.
        """
        connection = connect(folder, read_only=read_only)
        connection.create_scalar_function("in_folder", in_folder, 2, deterministic=True)  # type: ignore[arg-type]
        connection.create_scalar_function("folded", folded, 1, deterministic=True)  # type: ignore[arg-type]
        connection.create_scalar_function("holds", holds, 2, deterministic=True)  # type: ignore[arg-type]
        return cls(folder, connection)

    def close(self) -> None:
        """Ends the connection; calling it twice does no harm."""
        with sqlite_errors(self._folder):
            self._connection.close()

    def __enter__(self) -> Self:
        """The catalogue, closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes."""
        self.close()

    def add_root(self, path: FilePath) -> RootId:
        """The root of this path, added where it is not one yet."""
        with self._change():
            self._connection.execute("INSERT INTO root(path) VALUES (?) ON CONFLICT(path) DO NOTHING", (path.raw,))
            return RootId(self._all("SELECT id FROM root WHERE path = ?", path.raw)[0][0])

    def remove_root(self, root: RootId) -> None:
        """Forgets a root and all its sounds; the files are untouched."""
        with self._change() as sequence:
            self._forget(self._ids("SELECT id FROM sound WHERE root_id = ?", root), sequence)
            self._connection.execute("DELETE FROM root WHERE id = ?", (root,))

    def set_offline(self, root: RootId, is_offline: bool, *, is_missing: bool = False) -> None:
        """Says that a root cannot be read, because its drive is away or (is_missing) it is; or is back. Sounds stay."""
        with self._change():
            self._connection.execute(
                "UPDATE root SET is_offline = ?, is_missing = ? WHERE id = ?",
                (is_offline, is_offline and is_missing, root),
            )

    def set_mount(self, root: RootId, mount: FilePath) -> None:
        """Notes where the file system of a root is mounted, for the day the root cannot be found."""
        with self._change():
            self._connection.execute("UPDATE root SET mount = ? WHERE id = ?", (mount.raw, root))

    def set_watched(self, root: RootId, is_watched: bool) -> None:
        """Says whether changes in a root are taken in as they happen."""
        with self._change():
            self._connection.execute("UPDATE root SET is_watched = ? WHERE id = ?", (is_watched, root))

    def set_pack(self, pack_id: PackId, name: str) -> None:
        """Makes this the pack whose vectors are stored and searched from now on."""
        with self._change() as sequence:
            self._set_pack(pack_id, name, sequence)

    def aim_at_none(self) -> None:
        """Ends a re-embedding under way, see `engine.store.learning`; what it made is kept."""
        with self._change(LEARNING):
            self._connection.execute("DELETE FROM meta WHERE key = 'next_pack'")

    def reserve_ids(self, sounds: int, segments: int) -> tuple[SoundId, SegmentId]:
        """The first of `sounds` new sound ids and of `segments` new segment ids; they are never given out again."""
        with self._change():
            first = dict(self._all("SELECT key, value FROM meta WHERE key IN ('next_sound', 'next_segment')"))
            self._connection.executemany(
                "UPDATE meta SET value = value + ? WHERE key = ?", [(sounds, "next_sound"), (segments, "next_segment")]
            )
        return SoundId(first["next_sound"]), SegmentId(first["next_segment"])

    def store(self, batch: Sequence[IndexedSound], frames: Sequence[Frame]) -> int:
        """Stores sounds whose vectors `frames` already hold, in one transaction; returns the new sequence number.

        A sound whose id is a row already replaces it: tags stay, its former segments are forgotten.

        Raises:
            StorageFull: no space; nothing of the batch is stored.
            ValueError: an id belongs to another path, or there are vectors and no pack was set.
            apsw.ConstraintError: the path belongs to a row of another id (use `sound_at`), or the root is unknown.
        """
        with self._change() as sequence:
            run = self._connection.executemany
            pack = self._all("SELECT id, pack_id FROM pack JOIN meta ON key = 'pack' AND value = pack.id")
            number, pack_id = pack[0] if pack else (None, None)
            if frames and pack_id is None:
                raise ValueError("vectors without a pack: call set_pack first")
            roots = {root.id: root.path for root in self.roots()}
            ids = np.array([sound.id for sound in batch], dtype=np.int64)
            known: dict[int, bytes] = {}
            if len(ids) and ids.min() <= (self._all("SELECT max(id) FROM sound")[0][0] or 0):
                known = self._make_way(batch, ids, number, sequence)
            paths = [sound.stamp.path.raw for sound in batch]
            folders = folder_ids(self._connection, paths)
            of = [folders[folder_of(path)] for path in paths]
            run(UPSERT_SOUND, [sound_values(s, number, folder, sequence) for s, folder in zip(batch, of, strict=True)])
            run(_INSERT_DETAIL, [detail_values(sound) for sound in batch])
            index_texts(self._connection, [text_values(s.id, s.stamp.path, roots[s.root], s.metadata) for s in batch])
            digests = [(int(sound.id), sound.payload_digest) for sound in batch if sound.payload_digest]
            give_back(self._connection, [(id, digest) for id, digest in digests if known.get(id) != digest])
            run(_INSERT_FRAME, _frame_values(frames, sequence))
        return sequence

    def failed(self, stamp: FileStamp, trouble: Trouble, *, root: RootId) -> SoundId:
        """Notes that a file could not be indexed; a row of this path keeps its id and tags and loses its vectors."""
        with self._change() as sequence:
            known = self.sound_at(stamp.path)
            if known is not None:
                row = np.array([known], dtype=np.int64)
                keep(self._connection, row)  # its digest goes: should the row go next, what it was given would too
                other_packs.forget(self._connection, row, sequence)
                self._connection.execute(_BURY, (sequence, apsw.carray(row)))
                self._connection.execute("DELETE FROM detail WHERE sound_id = ?", (known,))
                self._connection.execute("DELETE FROM sound_text WHERE rowid = ?", (known,))
            rows = self._all("UPDATE meta SET value = value + 1 WHERE key = 'next_sound' RETURNING value - 1")
            id = SoundId(rows[0][0] if known is None else known)
            path = stamp.path.raw
            folder = folder_ids(self._connection, [path])[folder_of(path)]
            facts = (stamp.size_bytes, stamp.mtime_ns, trouble.what.name, folder, suffix_of(path), sequence)
            self._connection.execute(UPSERT_FAILED, (id, root, path, *facts))
            self._connection.execute("REPLACE INTO trouble VALUES (?, ?)", (id, json.dumps(trouble.record())))
        return id

    def touch(self, id: SoundId, stamp: FileStamp) -> None:
        """The file was written again and holds the same: only size and time are noted."""
        with self._change():
            self._connection.execute(
                "UPDATE sound SET size_bytes = ?, mtime_ns = ?, is_gone = 0 WHERE id = ?",
                (stamp.size_bytes, stamp.mtime_ns, id),
            )

    def relink(self, id: SoundId, stamp: FileStamp, root: RootId | None = None) -> None:
        """A gone file turned up at another path: the row, its vectors and tags go with it; see `relink_all`."""
        self.relink_all([Move(id, stamp, root)])

    def relink_all(self, moves: Sequence[Move], frames: Sequence[Frame] = ()) -> None:
        """Gone files turned up at other paths: their rows, vectors and tags go with them, in one transaction.

        Another row that stood for a new path is dropped; where it held the same payload its tags are taken over.

        Args:
            moves: rows may move to places that others of them leave.
            frames: blocks of kind names with new name vectors under the same sound ids.
        """
        ids = np.array([move.id for move in moves], dtype=np.int64)
        with self._change() as sequence:
            run = self._connection.executemany
            run("UPDATE sound SET path = ? WHERE id = ?", [(b"\0%d" % move.id, move.id) for move in moves])
            there = [self.sound_at(move.stamp.path) for move in moves]
            self._forget(np.array([id for id in there if id is not None], dtype=np.int64), sequence)
            folders = folder_ids(self._connection, [move.stamp.path.raw for move in moves])
            run(
                "UPDATE sound SET path = ?, folder_id = ?, suffix = ?, size_bytes = ?, mtime_ns = ?,"
                " root_id = coalesce(?, root_id), is_gone = 0, sequence = ? WHERE id = ?",
                [moved_values(move, folders, sequence) for move in moves],
            )
            names = [(int(move.id), move.name_text) for move in moves if move.name_text is not None]
            other_packs.names_changed(self._connection, names)
            run("UPDATE detail SET name_text = ?2 WHERE sound_id = ?1", names)
            if any(id is not None for id in there):
                give_back(self._connection, self._all(_DIGESTS, apsw.carray(ids)))
            for move in moves:
                self._index_text(move.id, None)
            run(_INSERT_FRAME, _frame_values(frames, sequence))

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
        """The file's metadata was written and its audio is the same: nothing is embedded again but the name.

        `frames`: a block of kind names with the new name vector under the same sound id.
        """
        with self._change() as sequence:
            self._connection.execute(
                "UPDATE sound SET size_bytes = ?, mtime_ns = ?, is_gone = 0, content_id = coalesce(?, content_id),"
                " cat_id = ?, sequence = ? WHERE id = ?",
                (stamp.size_bytes, stamp.mtime_ns, content_id, metadata.ucs_id.lower() or None, sequence, id),
            )
            other_packs.names_changed(self._connection, [(id, name_text)])
            self._connection.execute(
                "UPDATE detail SET metadata = ?, name_text = ? WHERE sound_id = ?",
                (metadata_json(metadata), name_text, id),
            )
            self._index_text(id, metadata)
            self._connection.executemany(_INSERT_FRAME, _frame_values(frames, sequence))

    def mark_gone(self, ids: Sequence[SoundId] | Ids, is_gone: bool = True) -> None:
        """The files are missing under a root that is there (or are back): the rows stay and show as missing."""
        with self._change():
            self._connection.execute(
                "UPDATE sound SET is_gone = ? WHERE id IN carray(?)",
                (is_gone, apsw.carray(np.array(ids, dtype=np.int64))),
            )

    def remove(self, ids: Sequence[SoundId] | Ids) -> None:
        """Forgets sounds; what the user gave them is kept for the day the same payload is stored again."""
        with self._change() as sequence:
            self._forget(np.array(ids, dtype=np.int64), sequence)

    def forget_frames(self, pack: PackId, frames: Sequence[Frame], sounds: Ids) -> None:
        """Forgets blocks of vectors that were lost; `sounds` lost some and are stale until read again."""
        with self._change() as sequence:
            number = self._number_of(pack)
            self._connection.executemany(
                "DELETE FROM frame WHERE pack_id = ? AND kind = ? AND file = ? AND offset = ? AND checksum = ?",
                [(pack, frame.kind, frame.file, frame.offset, frame.checksum) for frame in frames],
            )
            other_packs.forget(self._connection, sounds, sequence, pack=number)
            sql = "UPDATE sound SET pack = NULL WHERE pack = ? AND id IN carray(?)"
            self._connection.execute(sql, (number, id_list(sounds)))

    def set_tags(self, id: SoundId, tags: Sequence[str]) -> None:
        """Replaces the user's tags of a sound; the favourite mark stays as it is unless it is named."""
        with self.keeping():
            self._connection.execute("DELETE FROM tag WHERE sound_id = ? AND name != ?", (id, FAVOURITE))
            tidy = {folded(name): name for name in (" ".join(tag.split()) for tag in reversed(tags)) if name}
            names = [(id, spelling(self._connection, name)) for name in tidy.values()]
            self._connection.executemany("INSERT OR IGNORE INTO tag VALUES (?, ?)", names)

    def set_favourite(self, id: SoundId, is_favourite: bool) -> None:
        """Marks a sound as favourite, or takes the mark away."""
        add, drop = "INSERT OR IGNORE INTO tag VALUES (?, ?)", "DELETE FROM tag WHERE sound_id = ? AND name = ?"
        with self.keeping():
            self._connection.execute(add if is_favourite else drop, (id, FAVOURITE))

    @contextmanager
    def keeping(self, kept: Kept = Kept.LABELS) -> Iterator[apsw.Connection]:
        """One transaction over what the user keeps; for `engine.keeping`.

        It raises a sequence number of its own: indexes have nothing to catch up with, and filters that ask nothing of
        it stay remembered.
        """
        with self._change(f"{kept}_sequence"):
            yield self._connection

    def _set_pack(self, pack_id: PackId, name: str, sequence: int) -> None:
        known, run = self.pack(), self._connection.execute
        run(
            "INSERT INTO pack(pack_id, name) VALUES (?, ?) ON CONFLICT(pack_id) DO UPDATE SET name = excluded.name",
            (pack_id, name),
        )
        run("INSERT OR REPLACE INTO meta(key, value) SELECT 'pack', id FROM pack WHERE pack_id = ?", (pack_id,))
        if known is None or known[0] != pack_id:
            run("UPDATE meta SET value = ? WHERE key = 'switched'", (sequence,))
            run("DELETE FROM meta WHERE key = 'next_pack'")

    def _make_way(self, batch: Sequence[IndexedSound], ids: Ids, pack: int | None, sequence: int) -> dict[int, bytes]:
        """Forgets the segments of the rows that the batch replaces; gives the payload digests they had.

        What other packs made of a sound stays as long as its payload is the same.
        """
        sounds = {sound.id: sound for sound in batch}
        rows = self._all("SELECT id, path, payload_digest, pack FROM sound WHERE id IN carray(?)", apsw.carray(ids))
        for id, path, _, _ in rows:
            if (found := sounds[id].stamp.path.raw) != path:
                raise ValueError(f"sound {id} is {path!r}, not {found!r}: take ids from reserve_ids")
        other_packs.make_way(
            self._connection,
            [(id, made_by) for id, _, digest, made_by in rows if digest and digest == sounds[id].payload_digest],
            [id for id, _, digest, _ in rows if not digest or digest != sounds[id].payload_digest],
            pack,
            sequence,
        )
        other_packs.names_changed(self._connection, [(int(row[0]), sounds[row[0]].name_text) for row in rows])
        self._connection.execute("DELETE FROM trouble WHERE sound_id IN carray(?)", (apsw.carray(ids),))
        return {id: digest or b"" for id, _, digest, _ in rows}

    def _forget(self, ids: Ids, sequence: int) -> None:
        if not len(ids):
            return
        run = self._connection.execute
        keep(self._connection, ids)
        other_packs.forget(self._connection, ids, sequence)
        run(_BURY, (sequence, apsw.carray(ids)))
        run("DELETE FROM sound_text WHERE rowid IN carray(?)", (apsw.carray(ids),))
        run("DELETE FROM sound WHERE id IN carray(?)", (apsw.carray(ids),))

    def _index_text(self, id: SoundId, metadata: SoundMetadata | None) -> None:
        row = self._all(
            "SELECT sound.path, root.path, metadata FROM sound JOIN root ON root.id = root_id"
            " JOIN detail ON sound_id = sound.id WHERE sound.id = ?",
            id,
        )
        if row:
            path, root, stored = row[0]
            values = text_values(id, FilePath(path), FilePath(root), metadata or metadata_from(stored))
            index_texts(self._connection, [values])

    @contextmanager
    def _change(self, counter: str = "sequence") -> Iterator[int]:
        """One transaction; gives the sequence number that its changes carry."""
        if not self.is_mending:
            refuse_held(self._folder)
        with sqlite_errors(self._folder):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                rows = self._all("UPDATE meta SET value = value + 1 WHERE key = ? RETURNING value", counter)
                yield int(rows[0][0])
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


def _frame_values(frames: Sequence[Frame], sequence: int) -> list[tuple[object, ...]]:
    return [(frame.kind, frame.file, frame.offset, frame.count, frame.checksum, sequence) for frame in frames]
