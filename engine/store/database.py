"""The catalogue's one connection to SQLite: its transactions, its versions, and how its parts ask.

It knows no table but `meta`, which holds the sequence numbers. Every part of a `Catalogue` has the same Database, so
what several of them change in one block of `change` is one transaction.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Any

import apsw
import numpy as np

from engine.error_wording.library import LibraryFault
from engine.held import refuse_held
from engine.store.connection import sqlite_errors
from engine.store.faults import damaged
from engine.store.presence import LibraryMark
from engine.types import Ids
from engine.wording import told

SequenceStamp = tuple[int, int, int]
"""Sequence numbers of sounds, of what the user keeps, and of plays and uses."""
LEARNING = "learning_sequence"
"""Counts what is stored of a pack that is not searched: nobody who searches has anything to catch up with."""
LOOKING = "looking_sequence"
"""Counts what is noted of files that hold what they held: nobody has anything to catch up with."""

Catching = Callable[[apsw.Connection], AbstractContextManager[None]]


class Kept(StrEnum):
    """What the user keeps, by what has to be asked again when it changes."""

    LABELS = "keeping"
    """Tags, ratings, colours, notes and collections."""
    LISTENING = "hearing"
    """Plays and uses."""
    SEARCHES = "searches"
    """What was searched for; no filter asks about it."""


class Database:
    """A connection and its transactions. One thread owns it; several processes may have the same file open.

    Every block that changes something raises LibraryGone where the library is not there any more, LibraryHeld where it
    failed a check and was not mended since, StorageFull where there is no space, and LibraryError where it cannot be
    written; nothing of it is kept then.
    """

    is_mending = False
    """Set by what mends the library: only that may write into one that is held."""

    def __init__(self, folder: Path, connection: apsw.Connection) -> None:
        self.folder = folder
        """The library's."""
        self.catching: Catching = lambda connection: nullcontext()
        """Sees what a block of `keeping` changes: `engine.store.shared`."""
        self.mark = LibraryMark(folder)
        """Where it lies, which may cease to be so."""
        self.connection = connection
        """For the parts, and for what looks below what a catalogue can be asked."""
        self._is_snapshot = False
        self._sequence: int | None = None
        """Of the snapshot, once it was asked for: it stays the same there."""

    @property
    def is_read_only(self) -> bool:
        """Whether the library was opened to be read: nothing of its folder is to be changed then."""
        return self.connection.readonly("main")

    def close(self) -> None:
        """Ends the connection; calling it twice does no harm."""
        with sqlite_errors(self.folder):
            self.connection.close()

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What a statement gives."""
        with sqlite_errors(self.folder):
            return self.connection.execute(sql, values).fetchall()

    def run(self, sql: str, *values: object) -> None:
        """Runs a statement that changes something, inside a block of `change`."""
        self.connection.execute(sql, values)

    def run_many(self, sql: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Runs it once for every row of values, inside a block of `change`."""
        self.connection.executemany(sql, rows)

    def stream(self, sql: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, read as they are asked for."""
        with sqlite_errors(self.folder):
            yield from self.connection.execute(sql, values)

    def ids(self, sql: str, *values: object) -> Ids:
        """int64 [N]: the ids that a query gives in its first column, in its order."""
        with sqlite_errors(self.folder):
            rows: Iterator[tuple[int]] = self.connection.execute(sql, values)
            return np.fromiter((row[0] for row in rows), dtype=np.int64)

    def ascending(self, sql: str, *values: object) -> Ids:
        """int64 [N]: the ids that a query gives in its one column, ascending; quick where they are many."""
        joined = f"WITH found(id) AS ({sql}) SELECT group_concat(id) FROM found"
        text = self.rows(joined, *values)[0][0]
        if text is None:
            return np.empty(0, np.int64)
        return np.sort(np.fromstring(str(text), np.int64, sep=","), kind="stable")

    def sequence(self) -> int:
        """Counts committed changes of sounds; greater after every one."""
        if self._sequence is not None:
            return self._sequence
        sequence = int(self.rows("SELECT value FROM meta WHERE key = 'sequence'")[0][0])
        self._sequence = sequence if self._is_snapshot else None
        return sequence

    def stamp(self, *, follows_keeping: bool = False, follows_hearing: bool = False) -> SequenceStamp:
        """What an answer depends on: as long as it is the same, so is the answer.

        Args:
            follows_keeping: it is of ratings, colours, tags, notes or collections.
            follows_hearing: it is of what was heard and used.
        """
        meta = dict(self.rows("SELECT key, value FROM meta WHERE key LIKE '%sequence'"))
        keeping, hearing = meta["keeping_sequence"], meta["hearing_sequence"]
        return meta["sequence"], keeping if follows_keeping else 0, hearing if follows_hearing else 0

    @contextmanager
    def change(self, counter: str = "sequence") -> Iterator[int]:
        """One transaction; gives the sequence number that its changes carry."""
        self.mark.refuse_gone()
        if not self.is_mending:
            refuse_held(self.folder)
        with sqlite_errors(self.folder):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                rows = self.rows("UPDATE meta SET value = value + 1 WHERE key = ? RETURNING value", counter)
                yield int(rows[0][0])
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    @contextmanager
    def keeping(self, kept: Kept = Kept.LABELS) -> Iterator[apsw.Connection]:
        """One transaction over what the user keeps; in a library that is joined to a shared one, for everybody.

        It raises a sequence number of its own: indexes have nothing to catch up with, and filters that ask nothing of
        it stay remembered.
        """
        with self.change(f"{kept}_sequence"):
            if kept is Kept.LISTENING or self.is_mending:
                yield self.connection
            else:
                with self.catching(self.connection):
                    yield self.connection

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is asked in this block is answered by one state of the catalogue, whatever is committed meanwhile.

        A block may lie in another.
        """
        if self.connection.in_transaction:
            yield
            return
        with sqlite_errors(self.folder):
            self.connection.execute("BEGIN")
        self._is_snapshot = True
        try:
            yield
        finally:
            self._is_snapshot, self._sequence = False, None
            with sqlite_errors(self.folder):
                self.connection.execute("ROLLBACK")

    @contextmanager
    def aside(self) -> Iterator[apsw.Connection]:
        """One state of the catalogue, and private tables in `temp`, which are gone at the end."""
        with sqlite_errors(self.folder):
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")

    @contextmanager
    def staging(self) -> Iterator[apsw.Connection]:
        """A transaction over private tables in `temp` alone, which stay until the catalogue is closed."""
        with sqlite_errors(self.folder):
            self.connection.execute("BEGIN")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            finally:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")

    def integrity_check(self) -> None:
        """Reads the whole catalogue.

        Raises:
            LibraryDamaged: something in it is damaged.
        """
        problems = [row[0] for row in self.rows("PRAGMA integrity_check") if row[0] != "ok"]
        problems += [f"row {row[1]} of {row[0]} points nowhere" for row in self.rows("PRAGMA foreign_key_check")]
        if problems:
            raise damaged(self.folder, told(LibraryFault.CATALOGUE_DAMAGED, self.folder, "; ".join(problems[:3])))
