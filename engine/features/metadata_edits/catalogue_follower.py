"""Updates a library's catalogue for files whose metadata or name Earshot itself changed.

A row gets its new texts at once and its name is embedded again; the sound never is. One thread owns an Upkeep. Vectors
need the writer's lock: while an indexing job holds it, rows get their texts but keep their old modification time, so
the next scan adds their name vectors.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Self

import numpy as np
from msgspec import Struct

from engine.audio.files import stamp_of
from engine.audio.metadata import read_metadata
from engine.base.errors import AudioError, LibraryBusy, PackError
from engine.base.io_timeout import in_use
from engine.base.types import FilePath, FileStamp, Sound, SoundMetadata
from engine.ingest.name_text import name_text
from engine.models.encoder import TextEncoder
from engine.models.pack import Pack, load_pack_of
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.store.lock import WriterLock
from engine.store.vectors import Frame, VectorLog

_NEVER_NS = 0
"""A modification time that makes indexing read the file again."""
_BATCH = 24
"""Rows updated together: few enough to show soon, many enough for one write to disk."""
_log = logging.getLogger(__name__)


class _Row(Struct, frozen=True):
    sound: Sound
    stamp: FileStamp
    metadata: SoundMetadata
    name: str


class CatalogueFollower:
    """Carries changes of files into the catalogue; does nothing for a library without one."""

    def __init__(self, library: Path, *, pack: Path | None = None, told: Callable[[], None] = lambda: None) -> None:
        """Opens nothing yet.

        Args:
            library: the library's folder.
            pack: the pack it is searched with, if that is not installed.
            told: called after rows were updated.
        """
        self._library = library
        self._pack_folder = pack
        self._told = told
        self._catalogue: Catalogue | None = None
        self._pack: Pack | None = None
        self._encoder: TextEncoder | None = None
        self._waiting: dict[FilePath, FilePath] = {}

    def changed(self, path: FilePath) -> None:
        self._waiting.setdefault(path, path)
        self._flush_some()

    def moved(self, path: FilePath, new_path: FilePath) -> None:
        self._waiting[path] = new_path
        self._flush_some()

    def flush(self) -> None:
        """Updates all waiting rows. Raises LibraryError if the catalogue cannot be written."""
        waiting, self._waiting = self._waiting, {}
        catalogue = self._open() if waiting else None
        if catalogue is None:
            return
        rows = list(filter(None, (self._row(catalogue, old, new) for old, new in waiting.items())))
        if rows:
            try:
                with WriterLock(self._library):
                    self._store(catalogue, rows, self._frames(catalogue, rows), is_current=True)
            except LibraryBusy:
                self._store(catalogue, rows, [], is_current=False)
            self._told()

    def close(self) -> None:
        if self._catalogue is not None:
            self._catalogue.close()
            self._catalogue = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _flush_some(self) -> None:
        if len(self._waiting) >= _BATCH:
            self.flush()

    def _open(self) -> Catalogue | None:
        if self._catalogue is None and (self._library / FILE_NAME).is_file():
            self._catalogue = Catalogue.open(self._library, makes=False)
        return self._catalogue

    def _row(self, catalogue: Catalogue, old: FilePath, new: FilePath) -> _Row | None:
        """Returns a row's new content; None for files outside the library or missing."""
        id = catalogue.files.at(old)
        if id is None:
            return None
        sound = catalogue.sounds.one(id)
        try:
            metadata, status = in_use().run(lambda _: (read_metadata(new), new.native.stat()), new)
        except (AudioError, OSError) as err:  # its drive may be gone by now; the next scan finds the change
            _log.warning("%s cannot be read again: %s", new.text, err)
            return None
        stamp = stamp_of(new, status)
        root = next(root.path for root in catalogue.roots.all() if root.id == sound.root)
        return _Row(sound, stamp, metadata, name_text(new, root, metadata))

    def _frames(self, catalogue: Catalogue, rows: list[_Row]) -> list[Frame]:
        """Logs name vectors for these rows; empty if the library's pack is not available."""
        kept = catalogue.packs.searched()
        if kept is None:
            return []
        try:
            if self._encoder is None or self._pack is None or self._pack.info.pack_id != kept[0]:
                self._pack = load_pack_of(self._library, kept, self._pack_folder)
                self._encoder = TextEncoder(self._pack)
            vectors = self._encoder.encode([row.name for row in rows]).sentence
        except PackError as err:
            _log.warning("names are not embedded again: %s", err)
            return []
        log = VectorLog(self._library / "vectors", kept[0], "names", self._pack.info.sentence_dim)
        return [log.append(np.array([row.sound.id for row in rows], dtype=np.int64), vectors)]

    def _store(self, catalogue: Catalogue, rows: list[_Row], frames: list[Frame], *, is_current: bool) -> None:
        """Stores rows so that a kill between two of them leaves nothing that indexing would consider done.

        Name vectors come first, and a moved row counts as unread until its texts follow.
        """
        for number, row in enumerate(rows):
            path, stamp = row.stamp.path, row.stamp
            if not is_current:
                stamp = FileStamp(path, row.sound.size_bytes, row.sound.mtime_ns)
            if path != row.sound.path:
                catalogue.files.relink(row.sound.id, FileStamp(path, stamp.size_bytes, _NEVER_NS))
            catalogue.files.retag(row.sound.id, stamp, row.metadata, row.name, () if number else frames)
