"""Saved searches and the search history."""

import time
from collections.abc import Sequence

import apsw
import numpy as np
from msgspec import Struct

from engine.base.text_forms import folded
from engine.base.types import SoundId
from engine.library.messages import NamedThing
from engine.library.user_data.base import UserDataPart, as_ids, refuse_twice, tidy_name
from engine.library.user_data.undo import ChangeKind, Scope, Snapshot, Undo, UndoPart
from engine.store.database import UserDataKind

LONGEST_HISTORY = 1000
"""Searches remembered; older ones are dropped."""
LONGEST_TEXT = 20_000
"""Letters of a remembered or saved search."""


class SavedSearch(Struct, frozen=True):
    """A named search."""

    id: int
    name: str
    text: str


class UserDataSearches(UserDataPart):
    """Saved searches and the history. Library's thread only."""

    def saved(self) -> list[SavedSearch]:
        """Returns the saved searches in the user's order; new ones come last."""
        return [
            SavedSearch(*row)
            for row in self._catalogue.database.rows("SELECT id, name, text FROM saved_search ORDER BY position, id")
        ]

    def save_search(self, name: str, text: str) -> tuple[SavedSearch, Undo]:
        """Saves a search under a name, replacing one of that name.

        Raises:
            KeepingError: the name is empty or too long.
        """
        tidy = tidy_name(name, NamedThing.A_SAVED_SEARCH)
        former = {folded(saved.name): saved.id for saved in self.saved()}.get(folded(tidy))
        made: list[int] = []

        def change(connection: apsw.Connection) -> None:
            row = connection.execute(
                "INSERT INTO saved_search(name, folded, text, position)"
                " SELECT ?, ?, ?, coalesce(max(position), 0) + 1 FROM saved_search WHERE true"
                " ON CONFLICT(folded) DO UPDATE SET name = excluded.name, text = excluded.text RETURNING id",
                (tidy, folded(tidy), text[:LONGEST_TEXT]),
            ).fetchone()
            made.append(int(row[0]))  # type: ignore[index]

        undo = self._apply(ChangeKind.SEARCH, [] if former is None else [_part(former)], change)
        if former is None:
            undo = Undo(ChangeKind.SEARCH, 0, (Snapshot(_part(made[0]), ()),))
        return SavedSearch(made[0], tidy, text[:LONGEST_TEXT]), undo

    def rename_saved(self, id: int, name: str) -> Undo:
        """Raises:
        KeepingError: the name is empty, too long, or taken.
        """
        tidy = tidy_name(name, NamedThing.A_SAVED_SEARCH)
        try:
            return self._apply(
                ChangeKind.SEARCH,
                [_part(id)],
                lambda connection: connection.execute(
                    "UPDATE saved_search SET name = ?, folded = ? WHERE id = ?", (tidy, folded(tidy), id)
                ),
            )
        except apsw.ConstraintError as err:
            raise refuse_twice(tidy, NamedThing.A_SAVED_SEARCH) from err

    def order_saved(self, ids: Sequence[int]) -> Undo:
        """Sorts the saved searches; those not named follow in their former order."""
        others = [saved.id for saved in self.saved() if saved.id not in ids]
        placed = [(place, id) for place, id in enumerate([*ids, *others], start=1)]
        return self._apply(
            ChangeKind.SEARCH,
            [UndoPart(Scope.SAVED, np.array([id for _, id in placed], dtype=np.int64))],
            lambda connection: connection.executemany("UPDATE saved_search SET position = ? WHERE id = ?", placed),
        )

    def remove_saved(self, id: int) -> Undo:
        return self._apply(
            ChangeKind.SEARCH,
            [_part(id)],
            lambda connection: connection.execute("DELETE FROM saved_search WHERE id = ?", (id,)),
        )

    def history(self, limit: int = 100) -> list[str]:
        """Returns past searches, each once, newest first."""
        rows = self._catalogue.database.rows("SELECT text FROM history ORDER BY number DESC LIMIT ?", limit)
        return [row[0] for row in rows]

    def add_history(self, text: str, *, now_s: float | None = None) -> None:
        """Remembers a search, moving a known one to the front."""
        tidy = " ".join(text[:LONGEST_TEXT].split())
        if not tidy:
            return
        with self._catalogue.database.keeping(UserDataKind.SEARCHES) as connection:
            connection.execute(
                "INSERT INTO history(text, number, asked_s, times)"
                " SELECT ?, coalesce(max(number), 0) + 1, ?, 1 FROM history WHERE true"
                " ON CONFLICT(text) DO UPDATE SET number = excluded.number, asked_s = excluded.asked_s,"
                " times = times + 1",
                (tidy, time.time() if now_s is None else now_s),
            )
            connection.execute(
                "DELETE FROM history"
                " WHERE number <= (SELECT number FROM history ORDER BY number DESC LIMIT 1 OFFSET ?)",
                (LONGEST_HISTORY,),
            )

    def clear_history(self) -> None:
        with self._catalogue.database.keeping(UserDataKind.SEARCHES) as connection:
            connection.execute("DELETE FROM history")


def _part(id: int) -> UndoPart:
    return UndoPart(Scope.SAVED, as_ids(SoundId(id)))
