"""Ratings, colours, favourites, tags, notes, and counts of plays and uses."""

import time
from collections.abc import Iterable, Sequence

import apsw
import numpy as np

from engine.base.errors import KeepingError
from engine.base.messages import told
from engine.base.text_forms import folded
from engine.base.types import FAVOURITE, Colour, Ids, SoundId
from engine.library.messages import KeepingAdvice, KeepingFault, NamedThing
from engine.library.user_data.base import UserDataPart, as_ids, tidy_name
from engine.library.user_data.undo import TIDY, ChangeKind, Scope, Undo, UndoPart
from engine.store.connection import id_list
from engine.store.database import UserDataKind
from engine.store.marks import SPELLINGS

BEST = 5
LONGEST_NOTE = 10_000
_ADD_TAG = "INSERT OR IGNORE INTO tag(sound_id, name) SELECT id, ? FROM sound WHERE id IN carray(?)"
_DROP_TAG = "DELETE FROM tag WHERE name = ? AND sound_id IN carray(?)"

Sounds = Sequence[SoundId] | Ids
"""Ids that are not in the library are ignored."""


class UserDataMarks(UserDataPart):
    """The user's marks, many sounds at a time. Library's thread only."""

    def set_rating(self, ids: Sounds, rating: int) -> Undo:
        """Rates sounds 1 to 5; 0 removes the rating."""
        if not 0 <= rating <= BEST:
            raise ValueError(f"a rating is 0 to {BEST}, not {rating}")
        return self._mark(ChangeKind.RATING, ids, "rating", rating)

    def set_colour(self, ids: Sounds, colour: Colour | None) -> Undo:
        return self._mark(ChangeKind.COLOUR, ids, "colour", None if colour is None else str(colour))

    def set_note(self, ids: Sounds | SoundId, text: str) -> Undo:
        """Replaces the note of each sound; an empty text removes it.

        Raises:
            KeepingError: it is longer than LONGEST_NOTE.
        """
        note = text.strip()
        if len(note) > LONGEST_NOTE:
            raise KeepingError(
                told(KeepingFault.NOTE_TOO_LONG, len(note)), advice=told(KeepingAdvice.UNDER_LETTERS, LONGEST_NOTE)
            )
        return self._mark(ChangeKind.NOTE, as_ids(ids), "note", note)

    def add_to_notes(self, ids: Sounds, text: str) -> Undo:
        """Appends a line to the note of each sound.

        Raises:
            KeepingError: a note would be longer than LONGEST_NOTE; none is changed.
        """
        wanted, line = as_ids(ids), text.strip()
        longest = self._catalogue.database.rows(
            "SELECT coalesce(max(length(note)), 0) FROM mark WHERE sound_id IN carray(?)", id_list(wanted)
        )[0][0]
        length = longest + bool(longest) + len(line)
        if length > LONGEST_NOTE:
            raise KeepingError(
                told(KeepingFault.NOTE_TOO_LONG, length), advice=told(KeepingAdvice.UNDER_LETTERS, LONGEST_NOTE)
            )

        def change(connection: apsw.Connection) -> None:
            connection.execute(
                "INSERT INTO mark(sound_id, note) SELECT id, ? FROM sound WHERE id IN carray(?)"
                " ON CONFLICT(sound_id) DO UPDATE SET note = CASE WHEN note = '' THEN excluded.note"
                " ELSE note || char(10) || excluded.note END",
                (line, id_list(wanted)),
            )
            connection.execute(TIDY, (id_list(wanted),))

        return self._apply(ChangeKind.NOTE, [UndoPart(Scope.MARK, wanted, ("note",))], change, sounds=len(wanted))

    def set_favourite(self, ids: Sounds, is_favourite: bool) -> Undo:
        return self._tag(ChangeKind.FAVOURITE, ids, (FAVOURITE,), _ADD_TAG if is_favourite else _DROP_TAG)

    def add_tags(self, ids: Sounds, names: Iterable[str]) -> Undo:
        """Adds tags to each sound, in the library's existing spelling if there is one.

        Raises:
            KeepingError: a name is empty or too long.
        """
        wanted = tuple((self._spellings(name) or (name,))[0] for name in tag_names(names))
        return self._tag(ChangeKind.TAGS, ids, wanted, _ADD_TAG)

    def remove_tags(self, ids: Sounds, names: Iterable[str]) -> Undo:
        """Removes tags from each sound, ignoring case.

        Raises:
            KeepingError: a name is empty or too long.
        """
        wanted = tuple(one for name in tag_names(names) for one in self._spellings(name))
        return self._tag(ChangeKind.TAGS, ids, wanted, _DROP_TAG)

    def rename_tag(self, name: str, to: str) -> Undo:
        """Renames a tag on every sound that has it; `to` may be an existing tag.

        Raises:
            KeepingError: the new name is empty or too long.
        """
        (tidy,) = tag_names([to])
        old = self._spellings(name)
        if folded(tidy) != folded(name):
            tidy = (self._spellings(tidy) or (tidy,))[0]
        marks = ", ".join("?" * len(old))
        rows = self._catalogue.database.rows(f"SELECT DISTINCT sound_id FROM tag WHERE name IN ({marks})", *old)

        def change(connection: apsw.Connection) -> None:
            for one in old:
                if one != tidy:
                    connection.execute(
                        "INSERT OR IGNORE INTO tag(sound_id, name) SELECT sound_id, ? FROM tag WHERE name = ?",
                        (tidy, one),
                    )
                    connection.execute("DELETE FROM tag WHERE name = ?", (one,))

        ids = np.array([row[0] for row in rows], dtype=np.int64)
        names = tuple(dict.fromkeys((*old, tidy)))
        return self._apply(ChangeKind.TAGS, [UndoPart(Scope.TAG, ids, names)], change, sounds=len(ids))

    def tags(self) -> list[tuple[str, int]]:
        """Returns every tag with its number of sounds, by name, without the favourite mark."""
        return self._catalogue.database.rows(
            "SELECT name, count(*) FROM tag WHERE name != ? GROUP BY name ORDER BY folded(name), name", FAVOURITE
        )

    def played(self, id: SoundId, *, now_s: float | None = None) -> None:
        """Counts a play. Cheap: affects only filters on plays."""
        self._count([id], "plays", "last_played_s", now_s)

    def used(self, ids: Sounds, *, now_s: float | None = None) -> None:
        """Counts that sounds were dragged or copied out."""
        self._count(ids, "uses", "last_used_s", now_s)

    def _spellings(self, name: str) -> tuple[str, ...]:
        return tuple(row[0] for row in self._catalogue.database.rows(SPELLINGS, folded(name)))

    def _mark(self, what: ChangeKind, ids: Sounds, column: str, value: object) -> Undo:
        wanted = as_ids(ids)

        def change(connection: apsw.Connection) -> None:
            connection.execute(
                f"INSERT INTO mark(sound_id, {column}) SELECT id, ? FROM sound WHERE id IN carray(?)"
                f" ON CONFLICT(sound_id) DO UPDATE SET {column} = excluded.{column}",
                (value, id_list(wanted)),
            )
            connection.execute(TIDY, (id_list(wanted),))

        return self._apply(what, [UndoPart(Scope.MARK, wanted, (column,))], change, sounds=len(wanted))

    def _tag(self, what: ChangeKind, ids: Sounds, names: tuple[str, ...], sql: str) -> Undo:
        wanted = as_ids(ids)

        def change(connection: apsw.Connection) -> None:
            for name in names:
                connection.execute(sql, (name, id_list(wanted)))

        return self._apply(what, [UndoPart(Scope.TAG, wanted, names)], change, sounds=len(wanted))

    def _count(self, ids: Sounds, counter: str, last: str, now_s: float | None) -> None:
        now = time.time() if now_s is None else now_s
        with self._catalogue.database.keeping(UserDataKind.LISTENING) as connection:
            connection.execute(
                f"INSERT INTO mark(sound_id, {counter}, {last}) SELECT id, 1, ? FROM sound WHERE id IN carray(?)"
                f" ON CONFLICT(sound_id) DO UPDATE SET {counter} = {counter} + 1, {last} = excluded.{last}",
                (now, id_list(as_ids(ids))),
            )


def tag_names(names: Iterable[str]) -> tuple[str, ...]:
    """Normalises tags: one line, each once ignoring case, in its first spelling.

    Raises:
        KeepingError: a name is empty or too long, or is the favourite mark.
    """
    tidy: dict[str, str] = {}
    for name in names:
        own = tidy_name(name, NamedThing.A_TAG)
        tidy.setdefault(folded(own), own)
    if FAVOURITE in tidy:
        raise KeepingError(told(KeepingFault.TAG_RESERVED, FAVOURITE), advice=KeepingAdvice.OTHER_TAG)
    return tuple(tidy.values())
