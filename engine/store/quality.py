"""The measured quality of sounds, stored for filters, the column and the page of what to mend.

This is a cache: a sound whose audio changes loses its row, and the next pass measures it again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import apsw
import numpy as np
from msgspec import Struct
from msgspec.structs import astuple

from engine.base.quality import Flaw, SoundQuality
from engine.base.types import FilePath, Ids, SoundId
from engine.store.connection import id_list
from engine.store.database import Database
from engine.store.sound_rows import AT_HAND

_FIGURES = ", ".join(SoundQuality.__struct_fields__)


class UnmeasuredSound(Struct, frozen=True):
    """A sound at hand that has no figures yet."""

    id: SoundId
    path: FilePath
    duration_s: float


class MeasuredSound(Struct, frozen=True):
    """A sound and its figures."""

    id: SoundId
    path: FilePath
    quality: SoundQuality


class QualityRows:
    """The figures of one library. Belongs to the thread of the catalogue."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def waiting(self, rules: int, *, retries: bool = False) -> tuple[int, float]:
        """Returns the number of sounds at hand without figures by these rules, and their length in seconds.

        Args:
            rules: version of the methods; figures of another are measured again.
            retries: includes sounds that could not be read before.
        """
        sql = f"SELECT count(*), coalesce(sum(duration_s), 0) FROM {_waiting(retries)}"
        count, length_s = self._database.rows(sql, rules)[0]
        return int(count), float(length_s)

    def next_waiting(
        self, rules: int, after: tuple[float, int], most: int, *, retries: bool = False
    ) -> list[UnmeasuredSound]:
        """Returns the next of these sounds, short ones first.

        Args:
            rules: as for `waiting`.
            after: length in seconds and id of the last one before; (-1, 0) for the first call.
            most: at most so many.
            retries: as for `waiting`.
        """
        rows = self._database.rows(
            f"SELECT sound.id, sound.path, coalesce(duration_s, 0) AS length_s FROM {_waiting(retries)}"
            " AND (coalesce(duration_s, 0), sound.id) > (?, ?) ORDER BY length_s, sound.id LIMIT ?",
            rules,
            *after,
            most,
        )
        return [UnmeasuredSound(SoundId(id), FilePath(path), float(length_s)) for id, path, length_s in rows]

    def store(self, found: Mapping[SoundId, SoundQuality | str], rules: int) -> None:
        """Stores figures, or the code of what kept a sound from being measured; skips sounds removed meanwhile."""
        there = set(self._database.ids("SELECT id FROM sound WHERE id IN carray(?)", id_list(_ids(found))).tolist())
        marks = ", ".join("?" * (3 + len(SoundQuality.__struct_fields__)))
        with self._database.change():
            self._database.run_many(
                f"INSERT OR REPLACE INTO quality(sound_id, rules, error, {_FIGURES}) VALUES ({marks})",
                [_row(id, rules, result) for id, result in found.items() if id in there],
            )

    def counts(self) -> dict[Flaw, int]:
        """Returns how many sounds have each flaw."""
        sums = ", ".join(f"coalesce(sum(flaws & {int(flaw)} != 0), 0)" for flaw in Flaw)
        return dict(zip(Flaw, self._database.rows(f"SELECT {sums} FROM quality")[0], strict=True))

    def totals(self) -> tuple[int, int, int]:
        """Returns the numbers of measured sounds, of those with a flaw, and of those that could not be read."""
        row = self._database.rows(
            "SELECT count(*) FILTER (WHERE error IS NULL), count(*) FILTER (WHERE flaws != 0), count(error)"
            " FROM quality"
        )[0]
        return int(row[0]), int(row[1]), int(row[2])

    def flawed(self, flaw: Flaw, most: int) -> list[MeasuredSound]:
        """Returns sounds with any of these flaws, by path, at most so many."""
        rows = self._database.rows(
            f"SELECT sound.id, sound.path, {_FIGURES} FROM quality JOIN sound ON sound.id = sound_id"
            " WHERE flaws & ? != 0 ORDER BY sound.path LIMIT ?",
            int(flaw),
            most,
        )
        return [MeasuredSound(SoundId(id), FilePath(path), _quality(figures)) for id, path, *figures in rows]

    def one(self, id: SoundId) -> SoundQuality | None:
        """Returns the figures of a sound; None if it was not measured."""
        rows = self._database.rows(f"SELECT {_FIGURES} FROM quality WHERE sound_id = ? AND error IS NULL", id)
        return _quality(rows[0]) if rows else None


def forget_quality(connection: apsw.Connection, ids: Sequence[int]) -> None:
    """Deletes the figures of sounds whose audio has changed. Inside a change."""
    connection.execute("DELETE FROM quality WHERE sound_id IN carray(?)", (id_list(_ids(ids)),))


def _waiting(retries: bool) -> str:
    known = f"SELECT sound_id FROM quality WHERE rules = ?{' AND error IS NULL' if retries else ''}"
    return f"sound JOIN root ON root.id = root_id WHERE {AT_HAND} AND sound.id NOT IN ({known})"


def _row(id: SoundId, rules: int, result: SoundQuality | str) -> tuple[object, ...]:
    if isinstance(result, str):
        return (id, rules, result, *astuple(SoundQuality()))
    return (id, rules, None, *astuple(result))


def _quality(figures: Sequence[Any]) -> SoundQuality:
    named: dict[str, Any] = dict(zip(SoundQuality.__struct_fields__, figures, strict=True))
    fits = named["seam_fits"]
    return SoundQuality(**{**named, "seam_fits": None if fits is None else bool(fits), "flaws": Flaw(named["flaws"])})


def _ids(ids: Sequence[int] | Mapping[SoundId, object]) -> Ids:
    return np.array(list(ids), np.int64)
