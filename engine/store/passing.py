"""Which sounds pass some filters, how many, and how many of them have each value of a column.

One pass over the table of sounds a question, so that a million rows take tenths of a second.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.audio.custom_fields import AFTER_PREFIX, PREFIX
from engine.store.bulk import CatalogueColumns
from engine.store.database import Database, SequenceStamp
from engine.store.filters import (
    CATEGORIES,
    CUSTOM,
    FORMATS,
    TAGS,
    Column,
    Filters,
    Follows,
    Names,
    Number,
    Texts,
    where,
)
from engine.store.kept_columns import KeptSounds
from engine.types import FAVOURITE, Ids

_ALWAYS = "sound.error = '' AND "
"""What every condition of `where` begins with."""
_TAGS = (
    "SELECT tag.name, count(*) FROM tag JOIN sound ON sound.id = tag.sound_id JOIN root ON root.id = sound.root_id"
    f" WHERE tag.name != '{FAVOURITE}' AND "
)


_FILE_TEXTS = (
    "SELECT min(text), count(DISTINCT sound.id) FROM file_text JOIN file_field ON text_id = file_text.id"
    " JOIN sound ON sound.id = sound_id JOIN root ON root.id = sound.root_id WHERE field = ? AND {} GROUP BY folded"
)
"""Texts that are the same but for their case are one."""
_WITH_CUSTOM = (
    "count(DISTINCT sound.id) FROM file_text JOIN file_field ON text_id = file_text.id"
    " JOIN sound ON sound.id = sound_id JOIN root ON root.id = sound.root_id"
    f" WHERE field >= '{PREFIX}' AND field < '{AFTER_PREFIX}' AND {{}} GROUP BY field"
)
_CUSTOM_TEXTS = (
    f"SELECT substr(field, {len(PREFIX) + 1}) || '=', {_WITH_CUSTOM}",
    f"SELECT substr(field, {len(PREFIX) + 1}) || '=' || min(text), {_WITH_CUSTOM}, folded",
)
"""Those that have any text in a field that users made, and those that have each."""


class Passing:
    """Asks for the sounds that pass filters. One thread owns it."""

    def __init__(self, database: Database, before: Callable[[], KeptSounds | None]) -> None:
        """Args:
        database: the catalogue's.
        before: gives the list of all sounds as it was kept, from which it is brought up to date.
        """
        self._database = database
        self._columns = CatalogueColumns(database)
        self._before = before
        self._living: tuple[int, Ids] | None = None
        """At a sequence number."""
        self._filtered: tuple[Filters, SequenceStamp, Ids] | None = None

    def ids(self, filters: Filters) -> Ids:
        """Ids of the sounds that pass, ascending: int64 [N], not to be written. Failed files never do.

        Asked again with the same filters, as while someone types, it answers from memory.
        """
        now = self.stamp(filters)
        if self._filtered is not None and self._filtered[:2] == (filters, now):
            return self._filtered[2]
        if filters.among is not None:
            ids = np.intersect1d(self.ids(replace(filters, among=None)), filters.among.ids, assume_unique=True)
        elif filters.is_empty:
            ids = self._all(now[0])
        else:
            condition, values = where(filters)
            ids = self._database.ascending(
                f"SELECT sound.id FROM sound JOIN root ON root.id = sound.root_id WHERE {condition}", *values
            )
        ids.setflags(write=False)
        self._filtered = (filters, now, ids)
        return ids

    def _all(self, sequence: int) -> Ids:
        """Every sound that is not failed; only what changed since the last time is read."""
        if self._living is None:
            kept = self._before()
            self._living = None if kept is None else (kept.sequence, kept.sounds)
        if self._living is None:
            self._living = sequence, self._columns.living()
        elif self._living[0] != sequence:
            self._living = sequence, self._columns.living_since(*self._living)
        return self._living[1]

    def stamp(self, filters: Filters) -> SequenceStamp:
        """What an answer to `filters` depends on: as long as it is the same, so is the answer.

        What the user keeps counts only where the filters ask about it.
        """
        return self._database.stamp(
            follows_keeping=filters.follows(Follows.KEEPING), follows_hearing=filters.follows(Follows.HEARING)
        )

    def count(self, filters: Filters) -> int:
        """How many sounds pass, whatever they are picked out of."""
        condition, values = where(filters)
        sql = f"SELECT count(*) FROM sound JOIN root ON root.id = sound.root_id WHERE {condition}"
        return int(self._database.rows(sql, *values)[0][0])

    def values(self, column: Column, filters: Filters) -> dict[str | int, int]:
        """The values of a column that occur among the sounds that pass, and how many sounds have each.

        Args:
            column: formats (as `formats` gives them), tags, texts of files, a number, or names that are counted by a
                value.
            filters: what they must pass.

        Raises:
            ValueError: a column whose values are no list.
        """
        condition, asked = _condition(filters)
        if column == FORMATS:
            return self.formats(filters)
        if column == CUSTOM:
            asks = [sql.format(condition) for sql in _CUSTOM_TEXTS]
            return {value: count for sql in asks for value, count in self._database.rows(sql, *asked)}
        if column == TAGS:
            found = self._database.rows(f"{_TAGS}{condition} GROUP BY tag.name", *asked)
        elif isinstance(column, Names | Texts) and column.field is not None:
            found = self._database.rows(_FILE_TEXTS.format(condition), column.field.value, *asked)
        else:
            # The index of categories answers alone; beside other filters SQLite would go to and fro over the table.
            source = column.sql if isinstance(column, Number) else column.value if isinstance(column, Names) else ""
            if not source:
                raise ValueError(f"the values of {column} are no list")
            is_by_index = column == CATEGORIES and filters.is_empty
            known = f" AND {source} IS NOT NULL" if is_by_index else ""
            found = self._database.rows(
                f"SELECT {'' if is_by_index else '+'}{source} AS value, count(*) FROM {_tables(condition)}"
                f" WHERE {condition}{known} GROUP BY value HAVING value IS NOT NULL",
                *asked,
            )
        return dict(found)

    def formats(self, filters: Filters) -> dict[str | int, int]:
        """The formats of the sounds that pass, in lower case; as in the filter, a file's ending counts as one."""
        condition, asked = _condition(filters)
        found = self._database.rows(
            f"SELECT lower(sound.format), +sound.suffix, count(*) FROM {_tables(condition)} WHERE {condition}"
            " GROUP BY sound.format, +sound.suffix",
            *asked,
        )
        names = {form if _is_name(form) else suffix for form, suffix, _ in found}
        return {
            name: sum(count for form, suffix, count in found if name in (form, suffix))
            for name in names
            if _is_name(name)
        }

    def counts(self, choices: Sequence[Filters], filters: Filters) -> tuple[int, ...]:
        """How many of the sounds that pass `filters` pass each of the choices too."""
        if not choices:
            return ()
        condition, asked = _condition(filters)
        sums, before = [], []
        for choice in choices:
            clause, own = _condition(choice)
            sums.append(f"coalesce(sum({clause.removeprefix(_ALWAYS)}), 0)")
            before += own
        tables = _tables(f"{condition} {' '.join(sums)}")
        found = self._database.rows(f"SELECT {', '.join(sums)} FROM {tables} WHERE {condition}", *before, *asked)
        return tuple(int(count) for count in found[0])


def _tables(condition: str) -> str:
    """What a condition is asked of: roots take part only where it is asked whether they are at hand."""
    return "sound JOIN root ON root.id = sound.root_id" if "root." in condition else "sound"


def _is_name(text: str | None) -> bool:
    """Whether a filter can name it: one word."""
    return text is not None and re.fullmatch(r"\w{1,12}", text) is not None


def _condition(filters: Filters) -> tuple[str, list[Any]]:
    """The condition of some filters, the sounds that were picked out too."""
    condition, asked = where(replace(filters, among=None))
    if filters.among is None:
        return condition, asked
    picked = ",".join(map(str, filters.among.ids.tolist()))
    return f"{condition} AND sound.id IN (SELECT value FROM json_each(?))", [*asked, f"[{picked}]"]
