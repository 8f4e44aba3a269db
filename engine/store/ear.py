"""Categories that are suggested by ear for sounds whose files say none, kept for a filter to ask.

A cache: it is made anew for another pack or list of categories, and for a sound whose content or metadata changed.
"""

from collections.abc import Mapping, Sequence

import apsw
import numpy as np

from engine.store.connection import id_list
from engine.store.database import Database
from engine.types import Ids

_KEY = "ear_pack"


class EarCategories:
    """What is kept of one library. Belongs to the thread of the catalogue."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, made_by: str) -> None:
        """Forgets what was made by anything else, such as another pack."""
        if self._database.rows("SELECT 1 FROM meta WHERE key = ? AND value = ?", _KEY, made_by):
            return
        with self._database.change():
            self._database.run("DELETE FROM ear_category")
            self._database.run("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", _KEY, made_by)

    def waiting(self) -> Ids:
        """int64 [N]: the sounds whose files say no category of UCS and for which nothing is kept, ascending."""
        return self._database.ascending(
            "SELECT id FROM sound WHERE error = '' AND cat_id IS NULL AND id NOT IN (SELECT sound_id FROM ear_category)"
        )

    def with_words(self, ids: Ids) -> Ids:
        """int64 [M]: those of these whose files name a category in words of their own."""
        sql = "SELECT sound_id FROM detail WHERE sound_id IN carray(?) AND metadata ->> '$.category' != ''"
        return self._database.ids(sql, id_list(ids))

    def keep(self, found: Mapping[int, str]) -> None:
        """Notes CatIDs of sounds, empty for none; sounds that have gone meanwhile are left out."""
        there = set(self._database.ids("SELECT id FROM sound WHERE id IN carray(?)", id_list(_ids(found))).tolist())
        with self._database.change():
            self._database.connection.executemany(
                "INSERT OR REPLACE INTO ear_category(sound_id, cat_id) VALUES (?, ?)",
                [(id, cat_id.lower()) for id, cat_id in found.items() if id in there],
            )


def forget_ear(connection: apsw.Connection, ids: Sequence[int]) -> None:
    """Forgets what is kept of sounds that changed. In a change."""
    connection.execute("DELETE FROM ear_category WHERE sound_id IN carray(?)", (id_list(_ids(ids)),))


def _ids(ids: Sequence[int] | Mapping[int, str]) -> Ids:
    return np.array(list(ids), np.int64)
