"""Applies the changes planned by `engine.features.user_data.merge`, in the same transaction."""

import heapq
from collections.abc import Iterable, Sequence

import apsw

from engine.base.text_forms import folded
from engine.features.user_data.file_format import SearchLine
from engine.features.user_data.records import MOST_NAMED, Count, DataDifference, RecordKind
from engine.library.user_data.base import LONGEST_NAME
from engine.library.user_data.searches import LONGEST_HISTORY

_BLANK_MARKS = (
    "INSERT OR IGNORE INTO mark(sound_id) SELECT sound_id FROM new_mark WHERE rating OR colour IS NOT NULL"
    " OR note != '' OR plays OR uses"
)
"""Inserts empty rows first, unrecorded, so that undoing a value changes one column and leaves later changes alone."""
_VALUES = "rating, colour, note, plays, last_played_s, uses, last_used_s"
_SET = ", ".join(f"{name} = file.{name}" for name in _VALUES.split(", "))
_IS_OTHER = " OR ".join(f"mark.{name} IS NOT file.{name}" for name in _VALUES.split(", "))
_UNRESTORED = "SELECT payload_digest FROM kept_mark WHERE NOT is_restored"
_SOUNDS = f"""
UPDATE mark SET {_SET} FROM new_mark AS file WHERE mark.sound_id = file.sound_id AND ({_IS_OTHER});
INSERT OR IGNORE INTO tag(sound_id, name) SELECT sound_id, name FROM new_tag;

-- What was given back once is of no account any more: these sounds have gone, or were changed, since.
DELETE FROM kept_tag WHERE payload_digest IN (SELECT payload_digest FROM new_kept)
    AND payload_digest NOT IN ({_UNRESTORED});
DELETE FROM kept_item WHERE payload_digest IN (SELECT payload_digest FROM new_kept)
    AND payload_digest NOT IN ({_UNRESTORED});
DELETE FROM kept_mark WHERE is_restored AND payload_digest IN (SELECT payload_digest FROM new_kept);
INSERT INTO kept_mark(payload_digest, {_VALUES}) SELECT payload_digest, {_VALUES} FROM new_kept WHERE true
    ON CONFLICT(payload_digest) DO UPDATE SET {_SET.replace("file.", "excluded.")};
INSERT OR IGNORE INTO kept_tag(payload_digest, name) SELECT payload_digest, name FROM new_kept_tag;
"""
_THESAURUS = (
    "INSERT INTO thesaurus(word, other, is_refused) SELECT word, other, is_refused FROM new_thesaurus ORDER BY n"
)
_COLLECTIONS = """
INSERT INTO collection(name, folded, position)
    SELECT name, folded, (SELECT coalesce(max(position), 0) FROM collection) + row_number() OVER (ORDER BY n)
    FROM new_collection ORDER BY n;
CREATE TEMP TABLE filled AS
    SELECT id, folded, max(coalesce((SELECT max(position) FROM collection_item WHERE collection_id = id), 0),
        coalesce((SELECT max(position) FROM kept_item WHERE collection_id = id), 0)) AS last
    FROM collection WHERE folded IN (SELECT folded FROM in_collection);
INSERT OR IGNORE INTO collection_item(collection_id, sound_id, position)
    SELECT id, sound_id, last + place FROM new_item JOIN filled USING (folded);
INSERT OR IGNORE INTO kept_item(payload_digest, collection_id, position)
    SELECT payload_digest, id, last + place FROM new_kept_item JOIN filled USING (folded);
"""
_INSERT_SAVED = (
    "INSERT INTO saved_search(name, folded, text, position)"
    " SELECT ?, ?, ?, coalesce(max(position), 0) + 1 FROM saved_search"
)
_INSERT_SEARCH = (
    "INSERT INTO history(text, number, asked_s, times) VALUES (?, ?, ?, ?) ON CONFLICT(text) DO UPDATE"
    " SET number = excluded.number, asked_s = excluded.asked_s, times = excluded.times"
)


def make_rows(connection: apsw.Connection) -> None:
    """Inserts the rows that `change_sounds` changes; call before the session that records changes."""
    connection.execute(_BLANK_MARKS)


def change_sounds(connection: apsw.Connection) -> None:
    """Changes marks, tags and collections, of sounds in the library and waiting ones; and the thesaurus."""
    connection.execute(_SOUNDS)
    connection.execute(_COLLECTIONS)
    connection.execute(_THESAURUS)


class Searches:
    """Saved searches and history, merged."""

    def __init__(self, connection: apsw.Connection, searches: Sequence[SearchLine]) -> None:
        self._connection = connection
        self._saved = _NumberedNames(connection.execute("SELECT name, text FROM saved_search ORDER BY position, id"))
        self._new_saved: list[tuple[str, str]] = []
        self._differences: list[DataDifference] = []
        different = 0
        for name, text in connection.execute("SELECT name, text FROM in_saved ORDER BY n"):
            here = self._saved.text_of(name)
            given = self._saved.add(name, text)
            if given is None:
                continue
            self._new_saved.append((given, text))
            if here is not None:
                different += 1
                if len(self._differences) < MOST_NAMED:
                    self._differences.append(DataDifference(RecordKind.SAVED, name, here, text))
        own = [
            SearchLine(*row) for row in connection.execute("SELECT text, asked_s, times FROM history ORDER BY number")
        ]
        merged = _merged(own, searches)
        self._history = merged[-LONGEST_HISTORY:]
        known = {line.text for line in own}
        self._has_history = {line.text: line for line in own} != {line.text: line for line in self._history}
        self.forgotten = sum(line.text not in known for line in merged[:-LONGEST_HISTORY])
        self.counts = [
            Count(RecordKind.SAVED, len(self._new_saved) - different, different),
            Count(RecordKind.SEARCHES, sum(line.text not in known for line in self._history)),
        ]

    @property
    def differences(self) -> list[DataDifference]:
        """Saved searches whose name has another text here."""
        return self._differences

    def change(self) -> None:
        rows = [(name, folded(name), text) for name, text in self._new_saved]
        self._connection.executemany(_INSERT_SAVED, rows)
        if not self._has_history:
            return
        first = self._first_number()
        kept = {line.text for line in self._history}
        gone = [(text,) for (text,) in self._connection.execute("SELECT text FROM history") if text not in kept]
        self._connection.executemany("DELETE FROM history WHERE text = ?", gone)
        self._connection.executemany(
            _INSERT_SEARCH,
            [(line.text, first + at, line.asked_s, line.times) for at, line in enumerate(self._history)],
        )

    def _first_number(self) -> int:
        row = self._connection.execute("SELECT coalesce(min(number), 1) FROM history").fetchone()
        return int(row[0])  # type: ignore[index]


class _NumberedNames:
    """Names of saved searches; a taken one gets a number: Doors (2)."""

    def __init__(self, rows: Iterable[tuple[str, str]]) -> None:
        self._texts = {folded(name): text for name, text in rows}
        self._next: dict[str, int] = {}
        self._known: dict[str, set[str]] = {}

    def text_of(self, name: str) -> str | None:
        """Returns the text of a taken name, or None."""
        return self._texts.get(folded(name))

    def add(self, name: str, text: str) -> str | None:
        """Returns the name for a text; None if this name, or a numbered one, already has it."""
        same = folded(name)
        known = self._known.setdefault(same, set())
        number = self._next.get(same, 1)
        while (taken := self._texts.get(folded(_numbered(name, number)))) is not None:
            known.add(taken)
            number += 1
        self._next[same] = number
        if text in known:
            return None
        given = _numbered(name, number)
        self._texts[folded(given)] = text
        return given


def _numbered(name: str, number: int) -> str:
    behind = "" if number == 1 else f" ({number})"
    return f"{name[: LONGEST_NAME - len(behind)].rstrip()}{behind}"


def _merged(own: Sequence[SearchLine], its: Sequence[SearchLine]) -> list[SearchLine]:
    """Each search once, by its last use; each side keeps its order, whatever the clock said."""
    sides = (_newest(own), _newest(its))
    texts = sides[0].keys() & sides[1].keys()
    for text in texts:
        mine, theirs = sides[0][text], sides[1][text]
        line = SearchLine(text, max(mine.asked_s, theirs.asked_s), max(mine.times, theirs.times))
        later, earlier = (sides[0], sides[1]) if mine.asked_s >= theirs.asked_s else (sides[1], sides[0])
        later[text] = line
        del earlier[text]
    return list(heapq.merge(sides[0].values(), sides[1].values(), key=lambda line: line.asked_s))


def _newest(lines: Sequence[SearchLine]) -> dict[str, SearchLine]:
    """Lines by text, in order; the later one of duplicates."""
    newest: dict[str, SearchLine] = {}
    for line in lines:
        newest.pop(line.text, None)
        newest[line.text] = line
    return newest
