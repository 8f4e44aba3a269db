"""The catalogue's single SQLite connection: queries, transactions and sequence numbers.

It knows only the table `meta`, which holds the sequence numbers. All parts of a `Catalogue` share one Database, so what
several of them change inside one `change` block is one transaction.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Any

import apsw
import numpy as np

from engine.base.library_messages import LibraryFault
from engine.base.messages import told
from engine.base.types import Ids
from engine.base.write_hold import refuse_held
from engine.store.connection import sqlite_errors
from engine.store.errors import damaged
from engine.store.library_identity import LibraryIdentity

SequenceStamp = tuple[int, int, int]
"""Sequence numbers of sounds, of what the user keeps, and of plays and uses."""
LEARNING = "learning_sequence"
"""Counts changes to packs other than the current one; searches need not catch up with them."""
LOOKING = "looking_sequence"
"""Counts new file stamps of unchanged files; nobody needs to catch up with them."""

Catching = Callable[[apsw.Connection], AbstractContextManager[None]]


class UserDataKind(StrEnum):
    """What the user keeps, grouped by what must be queried again after a change."""

    LABELS = "keeping"
    """Tags, ratings, colours, notes and collections."""
    LISTENING = "hearing"
    """Plays and uses."""
    SEARCHES = "searches"
    """Search history; no filter depends on it."""


class Database:
    """A connection and its transactions. One thread owns it; several processes may have the same file open.

    Every block that changes something may raise LibraryGone (the library has disappeared), LibraryHeld (it failed a
    check
    and was not repaired), StorageFull (no space) or LibraryError (it cannot be written). Nothing of the block is kept
    then.
    """

    is_mending = False
    """Set by repairs: only they may write to a held library."""

    def __init__(self, folder: Path, connection: apsw.Connection) -> None:
        self.folder = folder
        self.catching: Catching = lambda connection: nullcontext()
        """Observes the changes of a `keeping` block: `engine.store.outbox`."""
        self.mark = LibraryIdentity(folder)
        """Checks that the library is still where it was."""
        self.connection = connection
        """For the catalogue's parts, and for code that works below the catalogue's interface."""
        self._is_snapshot = False
        self._sequence: int | None = None
        """Cached sequence number of the snapshot."""

    @property
    def is_read_only(self) -> bool:
        """Whether the library is open for reading only; then nothing in its folder may change."""
        return self.connection.readonly("main")

    def close(self) -> None:
        """Closes the connection; may be called twice."""
        with sqlite_errors(self.folder):
            self.connection.close()

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Runs a query and returns all its rows."""
        with sqlite_errors(self.folder):
            return self.connection.execute(sql, values).fetchall()

    def run(self, sql: str, *values: object) -> None:
        """Runs a statement that changes something, inside a `change` block."""
        self.connection.execute(sql, values)

    def run_many(self, sql: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Runs a statement once for each row of values, inside a `change` block."""
        self.connection.executemany(sql, rows)

    def stream(self, sql: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """Yields the rows of a query as it reads them."""
        with sqlite_errors(self.folder):
            yield from self.connection.execute(sql, values)

    def ids(self, sql: str, *values: object) -> Ids:
        """int64 [N]: the first column of a query, in the query's order."""
        with sqlite_errors(self.folder):
            rows: Iterator[tuple[int]] = self.connection.execute(sql, values)
            return np.fromiter((row[0] for row in rows), dtype=np.int64)

    def ascending(self, sql: str, *values: object) -> Ids:
        """int64 [N]: the only column of a query, ascending; fast for many rows."""
        joined = f"WITH found(id) AS ({sql}) SELECT group_concat(id) FROM found"
        text = self.rows(joined, *values)[0][0]
        if text is None:
            return np.empty(0, np.int64)
        return np.sort(np.fromstring(str(text), np.int64, sep=","), kind="stable")

    def sequence(self) -> int:
        """Number of committed changes to sounds; every change raises it."""
        if self._sequence is not None:
            return self._sequence
        sequence = int(self.rows("SELECT value FROM meta WHERE key = 'sequence'")[0][0])
        self._sequence = sequence if self._is_snapshot else None
        return sequence

    def stamp(self, *, follows_keeping: bool = False, follows_hearing: bool = False) -> SequenceStamp:
        """The state that an answer depends on: equal stamps mean equal answers.

        Args:
            follows_keeping: the answer depends on ratings, colours, tags, notes or collections.
            follows_hearing: the answer depends on plays and uses.
        """
        meta = dict(self.rows("SELECT key, value FROM meta WHERE key LIKE '%sequence'"))
        keeping, hearing = meta["keeping_sequence"], meta["hearing_sequence"]
        return meta["sequence"], keeping if follows_keeping else 0, hearing if follows_hearing else 0

    @contextmanager
    def change(self, counter: str = "sequence") -> Iterator[int]:
        """Runs one transaction; yields the sequence number of its changes."""
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
    def keeping(self, kept: UserDataKind = UserDataKind.LABELS) -> Iterator[apsw.Connection]:
        """Runs one transaction on what the user keeps; a joined library shares the changes.

        It raises a separate sequence number: indexes need not catch up, and cached filters that do not depend on it
        stay valid.
        """
        with self.change(f"{kept}_sequence"):
            if kept is UserDataKind.LISTENING or self.is_mending:
                yield self.connection
            else:
                with self.catching(self.connection):
                    yield self.connection

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Answers all queries in this block from one state of the catalogue, whatever others commit meanwhile.

        Blocks may nest.
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
        """Yields one state of the catalogue, with private tables in `temp` that vanish at the end."""
        with sqlite_errors(self.folder):
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")

    @contextmanager
    def staging(self) -> Iterator[apsw.Connection]:
        """Runs a transaction on private tables in `temp` only, which stay until the catalogue is closed."""
        with sqlite_errors(self.folder):
            self.connection.execute("BEGIN")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            finally:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")

    def integrity_check(self) -> None:
        """Checks the whole catalogue.

        Raises:
            LibraryDamaged: it is damaged.
        """
        problems = [row[0] for row in self.rows("PRAGMA integrity_check") if row[0] != "ok"]
        problems += [f"row {row[1]} of {row[0]} points nowhere" for row in self.rows("PRAGMA foreign_key_check")]
        if problems:
            raise damaged(self.folder, told(LibraryFault.CATALOGUE_DAMAGED, self.folder, "; ".join(problems[:3])))
