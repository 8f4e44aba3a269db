"""Collections: lists of sounds that the user makes, names, orders and fills."""

from collections.abc import Callable, Sequence

import apsw
import numpy as np
from msgspec import Struct

from engine.base.errors import CollectionGone
from engine.base.text_forms import folded
from engine.base.types import Ids, SoundId
from engine.library.messages import KeepingAdvice, KeepingFault, NamedThing
from engine.library.user_data.base import UserDataPart, as_ids, refuse_twice, tidy_name
from engine.library.user_data.undo import ChangeKind, Scope, Snapshot, Undo, UndoPart
from engine.store.connection import id_list

_ADD = (
    "INSERT OR IGNORE INTO collection_item(collection_id, sound_id, position) SELECT ?, id, ? FROM sound WHERE id = ?"
)


class Collection(Struct, frozen=True):
    """A list of sounds in the user's order."""

    id: int
    name: str
    count: int
    """Its sounds that are in the library."""
    position: int
    """Sort key among the collections, ascending, with gaps."""


class UserDataCollections(UserDataPart):
    """Collections. Library's thread only. A missing collection raises CollectionGone."""

    def collections(self) -> list[Collection]:
        """Returns all collections in the user's order."""
        return [
            Collection(*row)
            for row in self._catalogue.database.rows(
                "SELECT id, name, (SELECT count(*) FROM collection_item WHERE collection_id = collection.id), position"
                " FROM collection ORDER BY position, id"
            )
        ]

    def collection(self, id: int) -> Collection:
        """Returns one collection.

        Raises:
            CollectionGone: an import, another program or another user of this library removed it.
        """
        found = next((one for one in self.collections() if one.id == id), None)
        if found is None:
            raise CollectionGone(KeepingFault.COLLECTION_GONE, advice=KeepingAdvice.OTHER_COLLECTION)
        return found

    def collection_named(self, name: str) -> Collection | None:
        """Returns the collection of this name, ignoring case."""
        wanted = folded(" ".join(name.split()))
        return next((one for one in self.collections() if folded(one.name) == wanted), None)

    def collection_ids(self, id: int) -> Ids:
        """Returns the sounds of a collection in its order: int64 [N]."""
        self.collection(id)
        rows = self._catalogue.database.rows(
            "SELECT sound_id FROM collection_item WHERE collection_id = ? ORDER BY position, sound_id", id
        )
        return np.array([row[0] for row in rows], dtype=np.int64)

    def collections_of(self, ids: Sequence[SoundId] | Ids) -> list[tuple[int, int]]:
        """Returns the collections of some sounds as (collection, how many of the sounds are in it)."""
        return self._catalogue.database.rows(
            "SELECT collection_id, count(*) FROM collection_item WHERE sound_id IN carray(?) GROUP BY collection_id",
            id_list(as_ids(ids)),
        )

    def make_collection(self, name: str, ids: Sequence[SoundId] | Ids = ()) -> tuple[Collection, Undo]:
        """Makes a collection at the end, empty or of these sounds.

        Raises:
            KeepingError: the name is empty, too long, or taken.
        """
        tidy = tidy_name(name, NamedThing.A_COLLECTION)
        made: list[int] = []

        def change(connection: apsw.Connection) -> None:
            row = connection.execute(
                "INSERT INTO collection(name, folded, position)"
                " SELECT ?, ?, coalesce(max(position), 0) + 1 FROM collection RETURNING id",
                (tidy, folded(tidy)),
            ).fetchone()
            made.append(int(row[0]))  # type: ignore[index]

        try:
            self._apply(ChangeKind.COLLECTION, [], change)
        except apsw.ConstraintError as err:
            raise refuse_twice(tidy, NamedThing.A_COLLECTION) from err
        gone = np.array(made, dtype=np.int64)
        items = self.add_to(made[0], ids).before if len(ids) else ()
        before = (Snapshot(UndoPart(Scope.COLLECTION, gone), ()), *items)
        return self.collection(made[0]), Undo(ChangeKind.COLLECTION, len(ids), before)

    def rename_collection(self, id: int, name: str) -> Undo:
        """Raises:
        KeepingError: the name is empty, too long, or taken.
        """
        tidy = tidy_name(name, NamedThing.A_COLLECTION)
        self.collection(id)
        try:
            return self._apply(
                ChangeKind.COLLECTION,
                [UndoPart(Scope.COLLECTION, as_ids(SoundId(id)))],
                lambda connection: connection.execute(
                    "UPDATE collection SET name = ?, folded = ? WHERE id = ?", (tidy, folded(tidy), id)
                ),
            )
        except apsw.ConstraintError as err:
            raise refuse_twice(tidy, NamedThing.A_COLLECTION) from err

    def move_collection(self, id: int, to: int) -> Undo:
        """Moves a collection to another place; 0 is the first."""
        ids = [collection.id for collection in self.collections()]
        ids.remove(self.collection(id).id)
        ids.insert(to, id)
        return self._apply(
            ChangeKind.COLLECTION,
            [UndoPart(Scope.COLLECTION, np.array(ids, dtype=np.int64))],
            lambda connection: connection.executemany(
                "UPDATE collection SET position = ? WHERE id = ?", list(enumerate(ids, start=1))
            ),
        )

    def remove_collection(self, id: int) -> Undo:
        """Removes a collection; its sounds stay in the library."""
        sounds = self.collection_ids(id)
        own = as_ids(SoundId(id))
        parts = [
            UndoPart(Scope.COLLECTION, own),
            UndoPart(Scope.ITEM, sounds, collection=id),
            UndoPart(Scope.KEPT_ITEM, own),
        ]
        return self._apply(
            ChangeKind.COLLECTION,
            parts,
            lambda connection: connection.execute("DELETE FROM collection WHERE id = ?", (id,)),
        )

    def add_to(self, collection: int, ids: Sequence[SoundId] | Ids) -> Undo:
        """Appends sounds in the given order; those already in it stay where they are."""
        self.collection(collection)
        wanted = as_ids(ids)

        def change(connection: apsw.Connection) -> None:
            # An import or another user may have removed it since.
            if connection.execute("SELECT 1 FROM collection WHERE id = ?", (collection,)).fetchone() is None:
                raise CollectionGone(KeepingFault.COLLECTION_GONE, advice=KeepingAdvice.OTHER_COLLECTION)
            row = connection.execute(
                "SELECT coalesce(max(position), 0) + 1 FROM collection_item WHERE collection_id = ?", (collection,)
            ).fetchone()
            first = int(row[0])  # type: ignore[index]
            connection.executemany(_ADD, [(collection, first + at, id) for at, id in enumerate(wanted.tolist())])

        return self._items(collection, wanted, change, sounds=len(wanted))

    def take_out(self, collection: int, ids: Sequence[SoundId] | Ids) -> Undo:
        """Removes sounds from a collection; they stay in the library."""
        self.collection(collection)
        wanted = as_ids(ids)
        return self._items(
            collection,
            wanted,
            lambda connection: connection.execute(
                "DELETE FROM collection_item WHERE collection_id = ? AND sound_id IN carray(?)",
                (collection, id_list(wanted)),
            ),
            sounds=len(wanted),
        )

    def move_within(self, collection: int, ids: Sequence[SoundId] | Ids, before: SoundId | None) -> Undo:
        """Moves sounds of a collection, as a block in their order, before another one; None is the end."""
        order = self.collection_ids(collection)
        moved = np.isin(order, as_ids(ids))
        rest, block = order[~moved], order[moved]
        at = len(rest)
        if before is not None:
            # Dropped on a moved sound: insert before the next one that stays.
            after = order[int(np.flatnonzero(order == before)[0]) :] if before in order else order[:0]
            left = after[np.isin(after, rest)]
            at = int(np.flatnonzero(rest == left[0])[0]) if len(left) else len(rest)
        placed = np.concatenate([rest[:at], block, rest[at:]])
        return self._items(
            collection,
            order,
            lambda connection: connection.executemany(
                "UPDATE collection_item SET position = ? WHERE collection_id = ? AND sound_id = ?",
                [(place, collection, id) for place, id in enumerate(placed.tolist(), start=1)],
            ),
            sounds=len(block),
        )

    def _items(self, collection: int, ids: Ids, change: Callable[[apsw.Connection], object], *, sounds: int) -> Undo:
        return self._apply(
            ChangeKind.COLLECTION, [UndoPart(Scope.ITEM, ids, collection=collection)], change, sounds=sounds
        )
