"""Makes a change of what the user keeps in one transaction, and keeps the rows it replaced to take it back."""

from collections.abc import Callable, Sequence

import apsw
import numpy as np

from engine.error_wording.asking import KeepingAdvice, KeepingFault, KeptWord
from engine.errors import KeepingError
from engine.keeping import changesets
from engine.keeping.undo import KeptChange, Undo, UndoPart, put_back, take
from engine.store.catalogue import Catalogue
from engine.text_forms import composed
from engine.types import Ids, SoundId
from engine.wording import Said, told

LONGEST_NAME = 200
"""Letters of a name of a collection, tag or saved search."""


class KeepingBase:
    """What the parts of `Keeping` share. Library's thread only."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def undo(self, undo: Undo) -> Undo:
        """Takes a change back; gives what makes it again.

        Sounds that left the library since are left out. What was changed since on the same rows is overwritten, so
        take the latest back first; taking an import back leaves it alone.

        Raises:
            KeepingError: the name it would bring back has been given to another since.
        """
        if undo.what is KeptChange.IMPORT:
            return self._put_import_back(undo)

        def put_all_back(connection: apsw.Connection) -> None:
            for snapshot in undo.before:
                put_back(connection, snapshot)

        try:
            return self._apply(undo.what, [snapshot.part for snapshot in undo.before], put_all_back, sounds=undo.sounds)
        except apsw.ConstraintError as err:
            raise KeepingError(KeepingFault.NAME_TAKEN_SINCE, advice=KeepingAdvice.RENAME_OTHER) from err

    def undo_import(self) -> int | None:
        """Takes the newest import back, even an earlier session's; gives how many rows stay because they changed since.

        None where there is none to take back.
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
        what: KeptChange,
        parts: Sequence[UndoPart],
        change: Callable[[apsw.Connection], object],
        *,
        sounds: int = 0,
    ) -> Undo:
        """Makes a change in one transaction, after the rows of `parts` were taken."""
        with self._catalogue.database.keeping() as connection:
            before = tuple(take(connection, part) for part in parts)
            change(connection)
        return Undo(what, sounds, before)


def as_ids(ids: Sequence[SoundId] | Ids | SoundId) -> Ids:
    """Distinct sound ids in the order they were given."""
    given = np.atleast_1d(np.asarray(ids, dtype=np.int64))
    _, first = np.unique(given, return_index=True)
    return given[np.sort(first)]


def tidy_name(name: str, what: KeptWord) -> str:
    """A name on one line, without blanks around it, and composed.

    Raises:
        KeepingError: nothing is left of it, or it is too long.
    """
    tidy = composed(" ".join(name.split()))
    if not tidy:
        raise KeepingError(told(KeepingFault.NO_NAME, Said(what)), advice=KeepingAdvice.ONE_LETTER)
    if len(tidy) > LONGEST_NAME:
        raise KeepingError(
            told(KeepingFault.NAME_TOO_LONG, Said(what), len(tidy)),
            advice=told(KeepingAdvice.AT_MOST_LETTERS, LONGEST_NAME),
        )
    return tidy


def refuse_twice(name: str, what: KeptWord) -> KeepingError:
    """The error for a name that another has."""
    return KeepingError(told(KeepingFault.NAME_TAKEN, Said(what), name), advice=KeepingAdvice.OTHER_NAME)
