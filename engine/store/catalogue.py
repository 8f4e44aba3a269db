"""The catalogue: everything known about every sound, in one SQLite file. With the vector log it is the source of truth.

A catalogue is one connection (`database`) and one part per group of tables, which holds their queries and changes.
Every change is one transaction and raises the sequence number, which windows and indexes use to catch up. Jobs that
append vectors hold `engine.store.lock.WriterLock`; small changes by the user (tags) need no lock, because SQLite
serialises them. A thread that only reads uses the same parts over its own connection.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Self, TypeVar

import apsw

from engine.base.text_forms import folded, plain
from engine.store.choices import Choices
from engine.store.column_cache import (
    CachedNameClasses,
    CachedSegments,
    CachedSounds,
    columns_file,
    kept_names,
    kept_segments,
    kept_sounds,
)
from engine.store.columns import CatalogueColumns
from engine.store.connection import connect
from engine.store.custom_fields import OwnFields
from engine.store.database import Database
from engine.store.export_log import uses_of
from engine.store.files import Files
from engine.store.filter_queries import FilterQueries
from engine.store.filters import holds
from engine.store.folders import Folders
from engine.store.frames import Frames
from engine.store.marks import UserMarks
from engine.store.outbox import catching
from engine.store.packs import Packs
from engine.store.quality import QualityRows
from engine.store.reembedding import Reembedding
from engine.store.roots import Roots
from engine.store.segments import Segments
from engine.store.sounds import Sounds
from engine.store.suggested_categories import SuggestedCategories
from engine.store.text_index import TextIndex
from engine.store.word_splitting import in_folder

Columns = TypeVar("Columns", CachedNameClasses, CachedSegments, CachedSounds)


class Catalogue:
    """A library's catalogue. One thread owns the object; several processes may have the same library open."""

    def __init__(self, folder: Path, connection: apsw.Connection) -> None:
        """Private; use `open`."""
        self.folder = folder
        self.database = Database(folder, connection)
        self.database.catching = catching
        self.roots = Roots(self.database)
        self.folders = Folders(self.database)
        self.sounds = Sounds(self.database)
        self.files = Files(self.database)
        self.texts = TextIndex(self.database)
        self.marks = UserMarks(self.database)
        self.own_fields = OwnFields(self.database)
        self.ear = SuggestedCategories(self.database)
        """Suggested categories."""
        self.quality = QualityRows(self.database)
        self.choices = Choices(self.database)
        self.packs = Packs(self.database)
        self.learning = Reembedding(self.database, self.packs)
        self.segments = Segments(self.database, self._kept_segments)
        self.frames = Frames(self.database)
        self.passing = FilterQueries(self.database, self._kept_sounds)
        """Filters."""
        self.columns = CatalogueColumns(self.database)

    @classmethod
    def open(cls, folder: Path, *, read_only: bool = False, makes: bool = True) -> Self:
        """Opens the library in `folder`, and migrates it unless `read_only`.

        Args:
            read_only: opens it for reading only.
            makes: creates a library where there is none.

        Raises:
            LibraryNewer: a later version of Earshot made it.
            LibraryError: it is missing or damaged, or its disk cannot hold it.
            StorageFull: no space to create it.
        """
        connection = connect(folder, read_only=read_only, makes=makes)
        connection.create_scalar_function("in_folder", in_folder, 2, deterministic=True)  # type: ignore[arg-type]
        connection.create_scalar_function("folded", folded, 1, deterministic=True)  # type: ignore[arg-type]
        connection.create_scalar_function("plain", plain, 1, deterministic=True)  # type: ignore[arg-type]
        connection.create_scalar_function("holds", holds, 2, deterministic=True)  # type: ignore[arg-type]
        connection.create_scalar_function("exported", uses_of(folder), 3)
        return cls(folder, connection)

    @property
    def id(self) -> str:
        """The library's identity: 32 hexadecimal digits that stay the same when its folder moves."""
        return str(self.database.rows("SELECT value FROM meta WHERE key = 'library'")[0][0])

    def kept_names(self) -> CachedNameClasses | None:
        """The uninformative names kept with the index's base; None if none were kept."""
        return self._kept(kept_names)

    def _kept_sounds(self) -> CachedSounds | None:
        return self._kept(kept_sounds)

    def _kept_segments(self) -> CachedSegments | None:
        return self._kept(kept_segments)

    def _kept(self, read: Callable[[Path], Columns | None]) -> Columns | None:
        """Reads what was kept for the current pack, unless it is ahead of the catalogue."""
        searched = self.packs.searched()
        kept = None if searched is None else read(columns_file(self.folder, searched[0]))
        return kept if kept is not None and kept.sequence <= self.database.sequence() else None

    def close(self) -> None:
        """Closes the connection; may be called twice."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
