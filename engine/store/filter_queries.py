"""Applies filters: which sounds pass, how many, and how often each value of a column occurs among them.

Each query reads the table of sounds once; a million rows take tenths of a second.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from msgspec.structs import replace

from engine.audio.custom_fields import AFTER_PREFIX, PREFIX
from engine.base.types import FAVOURITE, Ids
from engine.store.column_cache import CachedSounds
from engine.store.columns import CatalogueColumns
from engine.store.database import Database, SequenceStamp
from engine.store.export_log import export_change
from engine.store.filters import (
    CATEGORIES,
    CUSTOM,
    FORMATS,
    TAGS,
    Column,
    Dependency,
    Filters,
    NameColumn,
    NumberColumn,
    TextColumn,
    where,
)

_ALWAYS = "sound.error = '' AND "
"""The beginning of every condition by `where`."""
_TAGS = (
    "SELECT tag.name, count(*) FROM tag JOIN sound ON sound.id = tag.sound_id JOIN root ON root.id = sound.root_id"
    f" WHERE tag.name != '{FAVOURITE}' AND "
)


_FILE_TEXTS = (
    "SELECT min(text), count(DISTINCT sound.id) FROM file_text JOIN file_field ON text_id = file_text.id"
    " JOIN sound ON sound.id = sound_id JOIN root ON root.id = sound.root_id WHERE field = ? AND {} GROUP BY folded"
)
"""Texts that differ only in case count as one."""
_WITH_CUSTOM = (
    "count(DISTINCT sound.id) FROM file_text JOIN file_field ON text_id = file_text.id"
    " JOIN sound ON sound.id = sound_id JOIN root ON root.id = sound.root_id"
    f" WHERE field >= '{PREFIX}' AND field < '{AFTER_PREFIX}' AND {{}} GROUP BY field"
)
_CUSTOM_TEXTS = (
    f"SELECT substr(field, {len(PREFIX) + 1}) || '=', {_WITH_CUSTOM}",
    f"SELECT substr(field, {len(PREFIX) + 1}) || '=' || min(text), {_WITH_CUSTOM}, folded",
)
"""Sounds with any text in a field of users, and with each text."""


class FilterQueries:
    """Applies filters to the catalogue. One thread owns it."""

    def __init__(self, database: Database, before: Callable[[], CachedSounds | None]) -> None:
        """`before` returns the kept list of all sounds, which is then brought up to date."""
        self._database = database
        self._columns = CatalogueColumns(database)
        self._before = before
        self._living: tuple[int, Ids] | None = None
        """With its sequence number."""
        self._filtered: tuple[Filters, SequenceStamp, Ids] | None = None

    def ids(self, filters: Filters) -> Ids:
        """int64 [N]: ids of the sounds that pass, ascending, read-only. Failed files never pass.

        Repeated filters, as while someone types, are answered from memory.
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
        """All sounds that did not fail; reads only the changes since the last call."""
        if self._living is None:
            kept = self._before()
            self._living = None if kept is None else (kept.sequence, kept.sounds)
        if self._living is None:
            self._living = sequence, self._columns.living()
        elif self._living[0] != sequence:
            self._living = sequence, self._columns.living_since(*self._living)
        return self._living[1]

    def stamp(self, filters: Filters) -> SequenceStamp:
        """The state that an answer to `filters` depends on: equal stamps mean equal answers.

        What the user keeps counts only if the filters depend on it.
        """
        follows_uses = filters.follows(Dependency.USES)
        sounds, keeping, hearing = self._database.stamp(
            follows_keeping=filters.follows(Dependency.KEEPING),
            follows_hearing=follows_uses or filters.follows(Dependency.HEARING),
        )
        return sounds, keeping, hearing + (export_change(self._database.folder) if follows_uses else 0)

    def count(self, filters: Filters) -> int:
        """Number of sounds that pass; ignores `filters.among`."""
        condition, values = where(filters)
        sql = f"SELECT count(*) FROM sound JOIN root ON root.id = sound.root_id WHERE {condition}"
        return int(self._database.rows(sql, *values)[0][0])

    def values(self, column: Column, filters: Filters) -> dict[str | int, int]:
        """The values of a column among the sounds that pass, with the number of sounds for each.

        Args:
            column: formats (see `formats`), tags, texts of files, a number, or names with a `value` to count by.

        Raises:
            ValueError: the column's values cannot be listed.
        """
        condition, asked = _condition(filters)
        if column == FORMATS:
            return self.formats(filters)
        if column == CUSTOM:
            asks = [sql.format(condition) for sql in _CUSTOM_TEXTS]
            return {value: count for sql in asks for value, count in self._database.rows(sql, *asked)}
        if column == TAGS:
            found = self._database.rows(f"{_TAGS}{condition} GROUP BY tag.name", *asked)
        elif isinstance(column, NameColumn | TextColumn) and column.field is not None:
            found = self._database.rows(_FILE_TEXTS.format(condition), column.field.value, *asked)
        else:
            # The index on categories suffices for an unfiltered count; with filters SQLite would jump around in the
            # table.
            source = (
                column.sql
                if isinstance(column, NumberColumn)
                else column.value
                if isinstance(column, NameColumn)
                else ""
            )
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
        """The formats of the sounds that pass, in lower case; as in the filter, a file suffix counts as a format."""
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
        """Number of sounds that pass `filters` and each of `choices`."""
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
    """The tables for a condition: root joins only if the condition uses it."""
    return "sound JOIN root ON root.id = sound.root_id" if "root." in condition else "sound"


def _is_name(text: str | None) -> bool:
    """Whether a filter can name it: one short word."""
    return text is not None and re.fullmatch(r"\w{1,12}", text) is not None


def _condition(filters: Filters) -> tuple[str, list[Any]]:
    """The SQL condition of filters, including `among`."""
    condition, asked = where(replace(filters, among=None))
    if filters.among is None:
        return condition, asked
    picked = ",".join(map(str, filters.among.ids.tolist()))
    return f"{condition} AND sound.id IN (SELECT value FROM json_each(?))", [*asked, f"[{picked}]"]
