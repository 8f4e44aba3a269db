"""Columns of the whole catalogue, for what sorts and counts: see `engine.store.bulk`."""

from pathlib import Path
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from engine.store import bulk
from engine.store.connection import sqlite_errors
from engine.store.records import FAVOURITE
from engine.types import Ids


class CatalogueColumns:
    """Reads columns of one catalogue. Belongs to the thread of its connection."""

    def __init__(self, folder: Path, connection: apsw.Connection) -> None:
        self._folder = folder
        self._connection = connection

    def stamp(self, *, follows_keeping: bool = False, follows_hearing: bool = False) -> tuple[int, int, int]:
        """What a column depends on: as long as it is the same, so is the column.

        Args:
            follows_keeping: it is of ratings, colours, tags or notes.
            follows_hearing: it is of what was heard and used.
        """
        with sqlite_errors(self._folder):
            meta = dict(self._connection.execute("SELECT key, value FROM meta WHERE key LIKE '%sequence'"))
        keeping, hearing = meta["keeping_sequence"], meta["hearing_sequence"]
        return meta["sequence"], keeping if follows_keeping else 0, hearing if follows_hearing else 0

    def living(self) -> Ids:
        """int64 [N]: the id of every sound that is not failed, ascending."""
        with sqlite_errors(self._folder):
            return bulk.ids(self._connection, "sound WHERE error = ''")

    def numbers(self, column: str, source: str = "sound") -> NDArray[np.float64]:
        """float64 [N, 2]: sound ids and a numeric column, nan where it is not known; see `bulk.numbers`."""
        with sqlite_errors(self._folder):
            return bulk.numbers(self._connection, [column], source)

    def texts(self, column: str, source: str = "sound") -> tuple[Ids, bulk.BulkTexts]:
        """Sound ids and a column of text; see `bulk.texts`."""
        with sqlite_errors(self._folder):
            return bulk.texts(self._connection, column, source)

    def names(self) -> tuple[Ids, bulk.BulkTexts]:
        """Sound ids and the names of their files."""
        with sqlite_errors(self._folder):
            return bulk.names(self._connection)

    def folders(self) -> tuple[Ids, bulk.BulkTexts]:
        """Folder ids, as `numbers("folder_id")` gives them, and their paths."""
        return self._pairs("SELECT id, path FROM folder")

    def tags(self) -> tuple[Ids, bulk.BulkTexts]:
        """Sounds that have tags, and the tags of each joined by name; the favourite mark is left out."""
        names = "CAST(group_concat(name, ' ' ORDER BY folded(name)) AS BLOB)"
        return self._pairs(f"SELECT sound_id, {names} FROM tag WHERE name != ? GROUP BY sound_id", FAVOURITE)

    def _pairs(self, sql: str, *values: object) -> tuple[Ids, bulk.BulkTexts]:
        with sqlite_errors(self._folder):
            rows: list[Any] = self._connection.execute(sql, values).fetchall()
        letters = np.frombuffer(b"".join(row[1] for row in rows), np.uint8)
        ids = np.array([row[0] for row in rows], np.int64)
        return ids, bulk.BulkTexts(letters, np.array([len(row[1]) for row in rows], np.int64))
