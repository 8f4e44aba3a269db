"""Suggested UCS categories of sounds whose files state none, stored for filters.

This is a cache: another pack or list of categories replaces all of it, a change of content or metadata one sound's row.
"""

from collections.abc import Mapping, Sequence

import apsw
import numpy as np

from engine.base.types import Ids
from engine.store.connection import id_list
from engine.store.database import Database

_KEY = "ear_pack"


class SuggestedCategories:
    """The stored suggestions of one library. Belongs to the thread of the catalogue."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, made_by: str) -> None:
        """Deletes the suggestions of any other source, such as another pack."""
        if self._database.rows("SELECT 1 FROM meta WHERE key = ? AND value = ?", _KEY, made_by):
            return
        with self._database.change():
            self._database.run("DELETE FROM ear_category")
            self._database.run("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", _KEY, made_by)

    def waiting(self) -> Ids:
        """int64 [N]: sounds whose files state no UCS category and that have no stored suggestion, ascending."""
        return self._database.ascending(
            "SELECT id FROM sound WHERE error = '' AND cat_id IS NULL AND id NOT IN (SELECT sound_id FROM ear_category)"
        )

    def with_words(self, ids: Ids) -> Ids:
        """int64 [M]: those of `ids` whose files name a category in their own words."""
        sql = "SELECT sound_id FROM detail WHERE sound_id IN carray(?) AND metadata ->> '$.category' != ''"
        return self._database.ids(sql, id_list(ids))

    def keep(self, found: Mapping[int, str]) -> None:
        """Stores CatIDs of sounds, empty for none; skips sounds removed meanwhile."""
        there = set(self._database.ids("SELECT id FROM sound WHERE id IN carray(?)", id_list(_ids(found))).tolist())
        with self._database.change():
            self._database.connection.executemany(
                "INSERT OR REPLACE INTO ear_category(sound_id, cat_id) VALUES (?, ?)",
                [(id, cat_id.lower()) for id, cat_id in found.items() if id in there],
            )


def forget_ear(connection: apsw.Connection, ids: Sequence[int]) -> None:
    """Deletes the suggestions for changed sounds. Inside a change."""
    connection.execute("DELETE FROM ear_category WHERE sound_id IN carray(?)", (id_list(_ids(ids)),))


def _ids(ids: Sequence[int] | Mapping[int, str]) -> Ids:
    return np.array(list(ids), np.int64)
