"""Reads whole columns of the catalogue as arrays: SQLite joins the values of many rows, numpy splits them.

No Python object is created per row, and SQLite releases the interpreter while it reads. A million numbers take a fifth
of a second; row by row they would block Python for half a second. Each call reads all its values in one pass.
"""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import apsw
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.types import FAVOURITE, Ids
from engine.store.connection import id_list, sqlite_errors
from engine.store.database import Database

Number = TypeVar("Number", np.int64, np.float64)

_OTHERS = "(SELECT sound_id AS id, pack, first_segment, segments, bounds, sequence FROM embedding)"
_ROWS = 50_000
"""Rows per read: the interpreter is held for some milliseconds each."""


class BulkTexts(Struct, frozen=True, eq=False):
    """Many texts as UTF-8, concatenated."""

    letters: NDArray[np.uint8]
    lengths: NDArray[np.int64]
    """int64 [N], bytes of each text."""


class SegmentColumns(Struct, frozen=True, eq=False):
    """Segments of many sounds."""

    sounds: Ids
    """int64 [S]."""
    ranges: NDArray[np.int64]
    """int64 [S, 2]: first segment and number of segments of each sound."""
    bounds: NDArray[np.float64]
    """float64 [N, 2]: start and end of every segment, grouped by sound."""


class CatalogueColumns:
    """Reads columns of one catalogue. Belongs to the thread of its connection."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def living(self) -> Ids:
        """int64 [N]: ids of all sounds that did not fail, ascending."""
        with sqlite_errors(self._database.folder):
            return ids(self._database.connection, "sound WHERE error = ''")

    def living_since(self, sequence: int, before: Ids) -> Ids:
        """Updates `before`, the result of `living` at this sequence number, with the changes made since."""
        with sqlite_errors(self._database.folder):
            rows: list[Any] = self._database.connection.execute(
                "SELECT id, error = '' FROM sound WHERE sequence > ?1"
                " UNION ALL SELECT sound_id, 0 FROM tombstone WHERE sequence > ?1 AND sound_id IS NOT NULL"
                " AND sound_id NOT IN (SELECT id FROM sound)",
                (sequence,),
            ).fetchall()
        if not rows:
            return before
        changed = np.array(rows, np.int64)
        others = before[~np.isin(before, changed[:, 0])]
        return np.union1d(others, changed[changed[:, 1] == 1, 0])

    def numbers(self, column: str, source: str = "sound") -> NDArray[np.float64]:
        """float64 [N, 2]: sound ids and a numeric column, nan for unknown values; see `numbers`."""
        with sqlite_errors(self._database.folder):
            return numbers(self._database.connection, [column], source)

    def texts(self, column: str, source: str = "sound") -> tuple[Ids, BulkTexts]:
        with sqlite_errors(self._database.folder):
            return texts(self._database.connection, column, source)

    def names(self) -> tuple[Ids, BulkTexts]:
        with sqlite_errors(self._database.folder):
            return names(self._database.connection)

    def numbers_of(self, sounds: Ids, column: str) -> NDArray[np.float64]:
        """Like `numbers`, for some sounds, in no particular order."""
        sql = f"SELECT {', '.join(_number_columns([column]))} FROM sound WHERE sound.id IN carray(?)"
        row: Any = self._database.rows(sql, id_list(sounds))[0]
        return np.empty((0, 2)) if row[0] is None else _table(row, np.float64)

    def texts_of(self, sounds: Ids, column: str, source: str = "sound") -> tuple[Ids, BulkTexts]:
        """Like `texts`, for those of `sounds` that the source contains, in no particular order."""
        text = f"CAST(coalesce({column}, '') AS BLOB)"
        return self._pairs(f"SELECT sound.id, {text} FROM {source} WHERE sound.id IN carray(?)", id_list(sounds))

    def names_of(self, sounds: Ids) -> tuple[Ids, BulkTexts]:
        """Like `names`, for some sounds, in no particular order."""
        name = "substr(CAST(sound.path AS BLOB), octet_length(folder.path) + 2)"
        source = "sound JOIN folder ON folder.id = folder_id"
        return self._pairs(f"SELECT sound.id, {name} FROM {source} WHERE sound.id IN carray(?)", id_list(sounds))

    def changed_or_gone_since(self, sequence: int) -> Ids:
        """int64 [N]: sounds stored, moved, changed or removed after a sequence number, ascending."""
        sql = (  # UNION would make SQLite scan all sounds
            "SELECT id FROM sound WHERE sequence > ?1"
            " UNION ALL SELECT sound_id FROM tombstone WHERE sequence > ?1 AND sound_id IS NOT NULL"
        )
        return np.unique(self._database.ids(sql, sequence))

    def folders(self) -> tuple[Ids, BulkTexts]:
        """Folder ids, as in `numbers("folder_id")`, and their paths."""
        return self._pairs("SELECT id, path FROM folder")

    def folder_paths(self) -> dict[int, bytes]:
        """Paths by folder id."""
        with sqlite_errors(self._database.folder):
            return dict(self._database.connection.execute("SELECT id, path FROM folder"))

    def tags(self) -> tuple[Ids, BulkTexts]:
        """Sounds with tags, and each sound's tags joined in order of name, without the favourite mark."""
        names = "CAST(group_concat(name, ' ' ORDER BY folded(name)) AS BLOB)"
        return self._pairs(f"SELECT sound_id, {names} FROM tag WHERE name != ? GROUP BY sound_id", FAVOURITE)

    def _pairs(self, sql: str, *values: object) -> tuple[Ids, BulkTexts]:
        with sqlite_errors(self._database.folder):
            rows: list[Any] = self._database.connection.execute(sql, values).fetchall()
        letters = np.frombuffer(b"".join(row[1] for row in rows), np.uint8)
        ids = np.array([row[0] for row in rows], np.int64)
        return ids, BulkTexts(letters, np.array([len(row[1]) for row in rows], np.int64))


def segments(connection: apsw.Connection, since: int) -> SegmentColumns:
    """Segments that the current pack made of sounds, stored after a sequence number."""
    number = connection.execute("SELECT value FROM meta WHERE key = 'pack'").fetchall()
    pack = int(number[0][0]) if number else -1  # type: ignore[arg-type]
    found = [
        _segments(connection, since, "sound JOIN detail ON detail.sound_id = sound.id", own_pack(pack)),
        _segments(connection, since, f"{_OTHERS} AS sound", f"pack = {pack}"),
    ]
    return SegmentColumns(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def own_pack(pack: int | str) -> str:
    """SQL condition that the segments in tables sound and detail belong to this pack, or predate packs.

    Segments by other packs are in the table embedding, in the same form.
    """
    return f"(sound.pack IS NULL OR sound.pack = {pack})"


def _segments(
    connection: apsw.Connection, since: int, tables: str, condition: str
) -> tuple[Ids, NDArray[np.int64], NDArray[np.float64]]:
    """The arrays of `SegmentColumns`, for the rows that meet a condition."""
    source = f"{tables} WHERE segments > 0 AND {condition}"
    wanted = [f"group_concat({name})" for name in ("sound.id", "first_segment", "segments")]
    wanted.append("CAST(group_concat(bounds, '') AS BLOB)")
    if since < 0:
        rows = list(_stretches(connection, wanted, source))
    else:
        sql = f"SELECT {', '.join(wanted)} FROM {source} AND sequence > ?"
        rows = [row for row in connection.execute(sql, (since,)) if row[0] is not None]
    if not rows:
        return np.empty(0, np.int64), np.empty((0, 2), np.int64), np.empty((0, 2))
    numbers = np.concatenate([_table(row[:3], np.int64) for row in rows])
    bounds = np.frombuffer(b"".join(row[3] for row in rows), "<f8").reshape(-1, 2).astype(np.float64, copy=False)
    return numbers[:, 0], numbers[:, 1:], bounds


def numbers(connection: apsw.Connection, columns: Sequence[str], source: str = "sound") -> NDArray[np.float64]:
    """float64 [N, 1 + C]: the id of every sound in a source and C numeric columns, nan for NULL.

    Args:
        columns: SQL expressions.
        source: what follows FROM, with an optional WHERE clause at the end; must name the table sound.
    """
    found = [_table(row, np.float64) for row in _stretches(connection, _number_columns(columns), source)]
    return np.concatenate(found) if found else np.empty((0, 1 + len(columns)))


def _number_columns(columns: Sequence[str]) -> list[str]:
    return ["group_concat(sound.id)", *(f"group_concat(coalesce({name}, 'nan'))" for name in columns)]


def ids(connection: apsw.Connection, source: str = "sound") -> Ids:
    """int64 [N]: the id of every sound in a source, ascending. Arguments as for `numbers`."""
    found = [_table(row, np.int64)[:, 0] for row in _stretches(connection, ["group_concat(sound.id)"], source)]
    return np.concatenate(found) if found else np.empty(0, np.int64)


def texts(connection: apsw.Connection, column: str, source: str = "sound") -> tuple[Ids, BulkTexts]:
    """The id of every sound in a source and one column of text or bytes; NULL becomes empty.

    Arguments as for `numbers`.
    """
    value = f"coalesce({column}, '')"
    own_ids, letters, lengths = [np.empty(0, np.int64)], [], [np.empty(0, np.int64)]
    wanted = ["group_concat(sound.id)", f"group_concat(octet_length({value}))"]
    for row in _stretches(connection, [*wanted, f"CAST(group_concat({value}, '') AS BLOB)"], source):
        own_ids.append(np.fromstring(row[0], np.int64, sep=","))
        lengths.append(np.fromstring(row[1], np.int64, sep=","))
        letters.append(row[2])
    joined = np.frombuffer(b"".join(letters), np.uint8)
    return np.concatenate(own_ids), BulkTexts(joined, np.concatenate(lengths))


def names(connection: apsw.Connection, source: str = "sound") -> tuple[Ids, BulkTexts]:
    """The id of every sound in a source and its file name. Arguments as for `numbers`."""
    folders = dict(connection.execute("SELECT id, octet_length(path) FROM folder"))
    widths = np.zeros(max(folders, default=0) + 1, np.int64)
    widths[list(folders)] = list(folders.values())
    found: list[tuple[Ids, BulkTexts]] = [
        (np.empty(0, np.int64), BulkTexts(np.empty(0, np.uint8), np.empty(0, np.int64)))
    ]
    wanted = [f"group_concat({column})" for column in ("sound.id", "octet_length(sound.path)", "folder_id")]
    for row in _stretches(connection, [*wanted, "CAST(group_concat(sound.path, '') AS BLOB)"], source):
        own_ids, lengths, folder = (np.fromstring(text, np.int64, sep=",") for text in row[:3])
        skipped = widths[folder] + 1
        starts = np.cumsum(lengths) - lengths + skipped
        lengths = lengths - skipped
        places = np.repeat(starts - (np.cumsum(lengths) - lengths), lengths) + np.arange(lengths.sum())
        found.append((own_ids, BulkTexts(np.frombuffer(row[3], np.uint8)[places], lengths)))
    return np.concatenate([own for own, _ in found]), joined([own for _, own in found])


def joined(parts: Sequence[BulkTexts]) -> BulkTexts:
    """Concatenates texts."""
    if not parts:
        return BulkTexts(np.empty(0, np.uint8), np.empty(0, np.int64))
    return BulkTexts(np.concatenate([part.letters for part in parts]), np.concatenate([part.lengths for part in parts]))


def _table(row: tuple[str, ...], kind: type[Number]) -> NDArray[Number]:
    return np.stack([np.fromstring(text, kind, sep=",") for text in row], axis=1)


def _stretches(connection: apsw.Connection, wanted: Sequence[str], source: str) -> Iterator[tuple[Any, ...]]:
    """Yields the joined values of each range of `_ROWS` ids that contains rows, in order."""
    joint = " AND " if " WHERE " in source else " WHERE "
    sql = f"SELECT {', '.join(wanted)} FROM {source}{joint}sound.id BETWEEN ? AND ?"
    most: Any = connection.execute("SELECT max(id) FROM sound").fetchall()[0][0] or 0
    for first in range(0, most + 1, _ROWS):
        row = connection.execute(sql, (first, first + _ROWS - 1)).fetchall()[0]
        if row[0] is not None:
            yield row
