"""The catalogue: what is known of every sound, in one SQLite file; the truth beside the vector log.

A catalogue is one connection (`database`) and its parts, each with all that is asked of and changed in the tables it is
about. Every change is one transaction and raises the sequence number, by which windows and indexes catch up. Jobs that
append vectors hold `engine.store.lock.WriterLock`; small changes by the user (tags) need no lock, SQLite serialises
them. A thread that only reads has the same parts over a connection of its own.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Self, TypeVar

import apsw

from engine.store.bulk import CatalogueColumns
from engine.store.choices import Choices
from engine.store.connection import connect
from engine.store.database import Database
from engine.store.ear import EarCategories
from engine.store.files import Files
from engine.store.filters import holds
from engine.store.folders import Folders
from engine.store.frames import Frames
from engine.store.kept_columns import (
    KeptNames,
    KeptSegments,
    KeptSounds,
    columns_file,
    kept_names,
    kept_segments,
    kept_sounds,
)
from engine.store.learning import PackLearning
from engine.store.marks import UserMarks
from engine.store.own_fields import OwnFields
from engine.store.packs import Packs
from engine.store.passing import Passing
from engine.store.roots import Roots
from engine.store.segments import Segments
from engine.store.shared import catching
from engine.store.sounds import Sounds
from engine.store.text_index import TextIndex
from engine.store.words import in_folder
from engine.text_forms import folded, plain

Columns = TypeVar("Columns", KeptNames, KeptSegments, KeptSounds)


class Catalogue:
    """A library's catalogue. One thread owns the object; several processes may have the same library open."""

    def __init__(self, folder: Path, connection: apsw.Connection) -> None:
        """Use `open`."""
        self.folder = folder
        """The library's."""
        self.database = Database(folder, connection)
        """Transactions and sequence numbers."""
        self.database.catching = catching
        self.roots = Roots(self.database)
        """The folders the user added."""
        self.folders = Folders(self.database)
        """The folders that sounds lie in."""
        self.sounds = Sounds(self.database)
        """What is known of sounds, and the storing of them."""
        self.files = Files(self.database)
        """Where their files are, and what became of these."""
        self.texts = TextIndex(self.database)
        """Words of names, folders and metadata."""
        self.marks = UserMarks(self.database)
        """What the user says of sounds."""
        self.own_fields = OwnFields(self.database)
        """Which fields the user made."""
        self.ear = EarCategories(self.database)
        """Which categories are suggested by ear."""
        self.choices = Choices(self.database)
        """What the user chose for the words of searches."""
        self.packs = Packs(self.database)
        """The packs that made vectors here."""
        self.learning = PackLearning(self.database, self.packs)
        """What re-embedding asks and stores."""
        self.segments = Segments(self.database, self._kept_segments)
        """The segments of the pack that is searched."""
        self.frames = Frames(self.database)
        """The blocks of vectors that count."""
        self.passing = Passing(self.database, self._kept_sounds)
        """Which sounds pass filters."""
        self.columns = CatalogueColumns(self.database)
        """Whole columns, for what sorts and counts."""

    @classmethod
    def open(cls, folder: Path, *, read_only: bool = False, makes: bool = True) -> Self:
        """Opens the library in `folder`, and migrates it unless `read_only`.

        Args:
            folder: the library's.
            read_only: nothing is to be changed.
            makes: where there is none, one is made; whoever was not asked for a new one says False.

        Raises:
            LibraryNewer: a later Earshot made it.
            LibraryError: it is missing, damaged, or its disk cannot hold it.
            StorageFull: no space to make it.
        """
        connection = connect(folder, read_only=read_only, makes=makes)
        connection.create_scalar_function("in_folder", in_folder, 2, deterministic=True)  # type: ignore[arg-type]
        connection.create_scalar_function("folded", folded, 1, deterministic=True)  # type: ignore[arg-type]
        connection.create_scalar_function("plain", plain, 1, deterministic=True)  # type: ignore[arg-type]
        connection.create_scalar_function("holds", holds, 2, deterministic=True)  # type: ignore[arg-type]
        return cls(folder, connection)

    @property
    def id(self) -> str:
        """Which library this is: 32 hexadecimal digits, the same wherever its folder is moved to."""
        return str(self.database.rows("SELECT value FROM meta WHERE key = 'library'")[0][0])

    def kept_names(self) -> KeptNames | None:
        """Which names say nothing, as it was kept beside the base; None where nothing was."""
        return self._kept(kept_names)

    def _kept_sounds(self) -> KeptSounds | None:
        return self._kept(kept_sounds)

    def _kept_segments(self) -> KeptSegments | None:
        return self._kept(kept_segments)

    def _kept(self, read: Callable[[Path], Columns | None]) -> Columns | None:
        """What was kept of the pack that is searched, unless it is ahead of the catalogue."""
        searched = self.packs.searched()
        kept = None if searched is None else read(columns_file(self.folder, searched[0]))
        return kept if kept is not None and kept.sequence <= self.database.sequence() else None

    def close(self) -> None:
        """Ends the connection; calling it twice does no harm."""
        self.database.close()

    def __enter__(self) -> Self:
        """The catalogue, closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes."""
        self.close()
