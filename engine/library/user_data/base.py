"""Changes user data in one transaction, and keeps the replaced rows for undo."""

from collections.abc import Callable, Sequence

import apsw
import numpy as np

from engine.base.errors import KeepingError
from engine.base.messages import Message, told
from engine.base.text_forms import composed
from engine.base.types import Ids, SoundId
from engine.library.messages import KeepingAdvice, KeepingFault, NamedThing
from engine.library.user_data import changesets
from engine.library.user_data.undo import ChangeKind, Undo, UndoPart, put_back, take
from engine.store.catalogue import Catalogue

LONGEST_NAME = 200
"""Letters in the name of a collection, tag or saved search."""


class UserDataPart:
    """The base of the parts of `Keeping`. Library's thread only."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def undo(self, undo: Undo) -> Undo:
        """Undoes a change; returns the Undo that redoes it.

        Omits sounds that left the library since. Later changes of the same rows are overwritten, so undo the latest
        change first; undoing an import leaves later changes alone.

        Raises:
            KeepingError: the former name is taken now.
        """
        if undo.what is ChangeKind.IMPORT:
            return self._put_import_back(undo)

        def put_all_back(connection: apsw.Connection) -> None:
            for snapshot in undo.before:
                put_back(connection, snapshot)

        try:
            return self._apply(undo.what, [snapshot.part for snapshot in undo.before], put_all_back, sounds=undo.sounds)
        except apsw.ConstraintError as err:
            raise KeepingError(KeepingFault.NAME_TAKEN_SINCE, advice=KeepingAdvice.RENAME_OTHER) from err

    def undo_import(self) -> int | None:
        """Undoes the newest import, even of an earlier session; returns how many rows stay because they changed since.

        None if there is no import to undo.
        """
        with self._catalogue.database.keeping() as connection:
            reverse = changesets.remembered(connection)
            if not reverse:
                return None
            changesets.remember(connection, b"")
            with changesets.recording(connection):
                return changesets.put_back(connection, reverse)

    def _put_import_back(self, undo: Undo) -> Undo:
        with self._catalogue.database.keeping() as connection:
            changesets.remember(connection, b"")
            with changesets.recording(connection) as done:
                changesets.put_back(connection, undo.reverse)
        return Undo(undo.what, undo.sounds, (), done.reverse)

    def _apply(
        self,
        what: ChangeKind,
        parts: Sequence[UndoPart],
        change: Callable[[apsw.Connection], object],
        *,
        sounds: int = 0,
    ) -> Undo:
        """Saves the rows of `parts`, then makes a change, in one transaction."""
        with self._catalogue.database.keeping() as connection:
            before = tuple(take(connection, part) for part in parts)
            change(connection)
        return Undo(what, sounds, before)


def as_ids(ids: Sequence[SoundId] | Ids | SoundId) -> Ids:
    """Returns distinct sound ids in the given order."""
    given = np.atleast_1d(np.asarray(ids, dtype=np.int64))
    _, first = np.unique(given, return_index=True)
    return given[np.sort(first)]


def tidy_name(name: str, what: NamedThing) -> str:
    """Normalises a name: one line, trimmed, NFC.

    Raises:
        KeepingError: it is empty or too long.
    """
    tidy = composed(" ".join(name.split()))
    if not tidy:
        raise KeepingError(told(KeepingFault.NO_NAME, Message(what)), advice=KeepingAdvice.ONE_LETTER)
    if len(tidy) > LONGEST_NAME:
        raise KeepingError(
            told(KeepingFault.NAME_TOO_LONG, Message(what), len(tidy)),
            advice=told(KeepingAdvice.AT_MOST_LETTERS, LONGEST_NAME),
        )
    return tidy


def refuse_twice(name: str, what: NamedThing) -> KeepingError:
    """Returns the error for a name that is taken."""
    return KeepingError(told(KeepingFault.NAME_TAKEN, Message(what), name), advice=KeepingAdvice.OTHER_NAME)
