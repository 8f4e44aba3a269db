"""Writes a user data file: one pass over the catalogue, a page of sounds at a time."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw
import numpy as np

from engine.base.atomic_files import replacing
from engine.base.cancellation import Cancel, check, never
from engine.base.types import FAVOURITE, Colour
from engine.features.user_data import file_format
from engine.features.user_data.file_format import (
    CollectionLine,
    End,
    Header,
    Line,
    SavedLine,
    SearchLine,
    SoundLine,
    ThesaurusLine,
    place_of,
)
from engine.features.user_data.records import MOST_NAMED, ExportResult
from engine.search.thesaurus import entries
from engine.store.catalogue import Catalogue
from engine.store.connection import id_list

_PAGE = 2_000
_COUNTED: tuple[type[Line], ...] = (CollectionLine, SoundLine, SavedLine, SearchLine, ThesaurusLine)
_GATHER = """
CREATE TEMP TABLE out_given AS
    SELECT sound_id FROM mark WHERE rating OR colour IS NOT NULL OR note != '' OR plays OR uses
    UNION SELECT sound_id FROM tag UNION SELECT sound_id FROM collection_item;
-- A copy of a sound that was given something is written too, though it was given nothing: so it stays without.
CREATE TEMP TABLE out_sound(n INTEGER PRIMARY KEY, sound_id INTEGER, payload BLOB, place TEXT);
INSERT INTO out_sound(sound_id, payload, place)
    SELECT sound.id, payload_digest, place_of(sound.path, root.path) AS place FROM sound JOIN root ON root.id = root_id
    WHERE sound.id IN (SELECT sound_id FROM out_given) OR payload_digest IN
        (SELECT payload_digest FROM sound JOIN out_given ON sound_id = id WHERE payload_digest IS NOT NULL
        UNION SELECT payload_digest FROM kept_mark WHERE NOT is_restored)
    ORDER BY payload_digest, place, sound.id;
CREATE TEMP TABLE out_item AS
    SELECT collection_id, sound_id, payload,
        row_number() OVER (PARTITION BY collection_id ORDER BY position, payload, place, sound_id) AS place
    FROM (
        SELECT collection_id, collection_item.sound_id, position, payload, place FROM collection_item
            JOIN out_sound USING (sound_id)
        UNION ALL SELECT collection_id, NULL, position, payload_digest, NULL FROM kept_item
            JOIN kept_mark USING (payload_digest) WHERE NOT is_restored
    );
CREATE INDEX temp.out_item_by_sound ON out_item(sound_id);
CREATE INDEX temp.out_item_by_payload ON out_item(payload) WHERE sound_id IS NULL;
"""
_SOUNDS = (
    "SELECT n, sound_id, payload, place, rating, colour, note, plays, last_played_s, uses, last_used_s"
    " FROM out_sound LEFT JOIN mark USING (sound_id) WHERE n > ? ORDER BY n LIMIT ?"
)
_WAITING = (
    "SELECT payload_digest, rating, colour, note, plays, last_played_s, uses, last_used_s"
    " FROM kept_mark WHERE NOT is_restored AND payload_digest > ? ORDER BY payload_digest LIMIT ?"
)


def write(
    catalogue: Catalogue,
    path: Path,
    *,
    cancel: Cancel = never,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> ExportResult:
    """Writes all user data, replacing an existing file once the new one is complete.

    Args:
        progress: receives the sounds written and their total.

    Raises:
        StopRequested: `cancel` returned True; there is no file, or the former one.
        StorageFull, LibraryError: the file cannot be written, or the catalogue cannot be read.
    """
    with replacing(path) as file, catalogue.database.aside() as connection:
        writing = _Export(connection, cancel, progress)
        for line in writing.lines():
            file.write(line)
    return writing.done()


class _Export:
    def __init__(self, connection: apsw.Connection, cancel: Cancel, progress: Callable[[int, int], None]) -> None:
        self._connection = connection
        self._cancel = cancel
        self._progress = progress
        self._written = 0
        self._counts: dict[type[Line], int] = {kind: 0 for kind in _COUNTED}
        self._waiting = 0
        self._unknown = 0
        self._unknown_names: list[str] = []
        self._too_long: list[str] = []

    def done(self) -> ExportResult:
        return ExportResult(
            sounds=self._counts[SoundLine],
            waiting=self._waiting,
            collections=self._counts[CollectionLine],
            saved=self._counts[SavedLine],
            searches=self._counts[SearchLine],
            thesaurus=self._counts[ThesaurusLine],
            unknown=self._unknown,
            unknown_names=tuple(self._unknown_names),
            too_long=tuple(self._too_long),
        )

    def lines(self) -> Iterator[str]:
        run = self._connection.execute
        self._connection.create_scalar_function("place_of", place_of, 2, deterministic=True)  # type: ignore[arg-type]
        run(_GATHER)
        check(self._cancel)
        thesaurus = entries(self._rows)
        version = file_format.VERSION if thesaurus else file_format.WITHOUT_THESAURUS
        yield from self._texts(Header(file_format.FORMAT, version))
        for row in run("SELECT name FROM collection ORDER BY position, id"):
            yield from self._texts(CollectionLine(*row))
        for sound in self._sounds():
            yield from self._texts(sound)
        for row in run("SELECT name, text FROM saved_search ORDER BY position, id"):
            yield from self._texts(SavedLine(*row))
        for row in run("SELECT text, asked_s, times FROM history ORDER BY number"):
            yield from self._texts(SearchLine(*row))
        for entry in thesaurus:
            yield from self._texts(ThesaurusLine(entry))
        yield file_format.to_text(End(self._written))

    def _texts(self, line: Line) -> Iterator[str]:
        """The line as text; none if it is longer than any reader accepts."""
        text = file_format.to_text(line)
        if isinstance(line, SoundLine):
            if len(text) * 4 > file_format.LONGEST_LINE and len(text.encode()) > file_format.LONGEST_LINE:
                self._too_long.append(line.place)
                return
            self._waiting += line.is_waiting
            if line.payload is None:
                self._unknown += 1
                if len(self._unknown_names) < MOST_NAMED:
                    self._unknown_names.append(line.place)
        if type(line) in self._counts:
            self._counts[type(line)] += 1
        self._written += 1
        yield text

    def _sounds(self) -> Iterator[SoundLine]:
        total = self._number("SELECT count(*) FROM out_sound")
        total += self._number("SELECT count(*) FROM kept_mark WHERE NOT is_restored")
        done, last = 0, 0
        while rows := self._rows(_SOUNDS, last, _PAGE):
            check(self._cancel)
            ids = id_list(np.array([row[1] for row in rows], dtype=np.int64))
            tags = self._by("SELECT sound_id, name FROM tag WHERE sound_id IN carray(?) ORDER BY folded(name)", ids)
            items = self._by(
                "SELECT sound_id, name, place FROM out_item JOIN collection ON id = collection_id"
                " WHERE sound_id IN carray(?) ORDER BY position, id",
                id_list(np.array([row[1] for row in rows], dtype=np.int64)),
            )
            for _, id, payload, place, *marks in rows:
                yield _line(payload, place, marks, tags.get(id, []), items.get(id, []))
            last, done = rows[-1][0], done + len(rows)
            self._progress(done, total)
        yield from self._waiting_sounds(done, total)

    def _waiting_sounds(self, done: int, total: int) -> Iterator[SoundLine]:
        last = b""
        while rows := self._rows(_WAITING, last, _PAGE):
            check(self._cancel)
            bounds = (rows[0][0], rows[-1][0])
            tags = self._by(
                "SELECT payload_digest, name FROM kept_tag WHERE payload_digest BETWEEN ? AND ? ORDER BY folded(name)",
                *bounds,
            )
            items = self._by(
                "SELECT payload, name, place FROM out_item JOIN collection ON id = collection_id"
                " WHERE sound_id IS NULL AND payload BETWEEN ? AND ? ORDER BY position, id",
                *bounds,
            )
            for payload, *marks in rows:
                yield _line(payload, "", marks, tags.get(payload, []), items.get(payload, []), is_waiting=True)
            last, done = rows[-1][0], done + len(rows)
            self._progress(done, total)

    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()

    def _number(self, sql: str) -> int:
        return int(self._connection.execute(sql).fetchone()[0])  # type: ignore[index]

    def _by(self, sql: str, *values: Any) -> dict[Any, list[tuple[Any, ...]]]:
        """Rows by their first column."""
        found: dict[Any, list[tuple[Any, ...]]] = {}
        for first, *rest in self._connection.execute(sql, values):
            found.setdefault(first, []).append(tuple(rest))
        return found


def _line(
    payload: bytes | None,
    place: str,
    marks: list[Any],
    tags: list[tuple[Any, ...]],
    items: list[tuple[Any, ...]],
    *,
    is_waiting: bool = False,
) -> SoundLine:
    rating, colour, note, plays, last_played_s, uses, last_used_s = marks
    names = [name for (name,) in tags]
    return SoundLine(
        payload=payload,
        place=place,
        is_waiting=is_waiting,
        rating=rating or 0,
        colour=None if colour is None else Colour(colour),
        is_favourite=FAVOURITE in names,
        tags=tuple(name for name in names if name != FAVOURITE),
        note=note or "",
        plays=plays or 0,
        last_played_s=last_played_s,
        uses=uses or 0,
        last_used_s=last_used_s,
        collections=tuple((name, place) for name, place in items),
    )
