"""Folds near-identical takes into one row: the best of them leads, the others stand behind it.

Two sounds are takes of one another when their vectors nearly agree, or when they lie in one folder, bear one name apart
from its numbers (door_slam_01, door_slam_02) and their vectors are alike. A recorder numbers whatever it records, so
that sounds with names that say nothing (ZOOM0001, ZOOM0002) must be more alike. docs/decisions/0110 has the figures.
Works on hits that are ranked already.
"""

import functools
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.store.empty_names import says_nothing
from engine.text_forms import folded
from engine.types import FilePath, Ids, Vectors

SAME_FROM = 0.98
"""Cosine from which two sounds are one, whatever their names: copies and re-encodings."""
TAKE_FROM = 0.7
"""Cosine from which two sounds of one folder and one name apart from numbers are takes."""
NAMELESS_FROM = 0.85
"""Likewise where that name says nothing."""
_BLOCK = 256
_NONE = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Stack:
    """One row and what is folded under it; positions in the ranked list."""

    leader: int
    folded: tuple[int, ...]


def fold(paths: Sequence[FilePath], vectors: Vectors) -> tuple[Stack, ...]:
    """Gives stacks in the order of their leaders; every position is in exactly one.

    Each sound goes to the first leader it is a take of, so a leader is always the best ranked of its stack.

    Args:
        paths: N paths, best ranked first.
        vectors: float32 [N, D], unit; a vector of zeros for a sound without one, which stacks with nothing.
    """
    joined = _joined(paths, vectors)
    is_free = np.ones(len(paths), np.bool_)
    stacks: list[Stack] = []
    for row in range(len(paths)):
        if is_free[row]:
            others = joined.get(row, _NONE)
            folded = others[is_free[others]]
            is_free[folded] = False
            stacks.append(Stack(row, tuple(folded.tolist())))
    return tuple(stacks)


def _joined(paths: Sequence[FilePath], vectors: Vectors) -> dict[int, Ids]:
    """The later rows that are takes of each row, ascending; rows without any are left out."""
    numbers: dict[tuple[bytes, str], int] = {}
    families = np.array([numbers.setdefault(family(path), len(numbers)) for path in paths], np.int64)
    is_alone = np.bincount(families, minlength=len(numbers)) < 2
    least = np.array(
        [
            NAMELESS_FROM if one or says_nothing(name) else TAKE_FROM
            for (_, name), one in zip(numbers, is_alone, strict=True)
        ],
        np.float32,
    )
    found: dict[int, Ids] = {}
    for first in range(0, len(paths), _BLOCK):
        # Products of a block of rows at a time: as fast as one big product, without its memory.
        own = families[first : first + _BLOCK, None]
        cosines = vectors[first : first + _BLOCK] @ vectors[first:].T
        joins = (cosines >= SAME_FROM) | ((own == families[first:]) & (cosines >= least[own]))
        rows, others = np.nonzero(joins)
        is_later = others > rows
        rows, others = rows[is_later] + first, others[is_later] + first
        if len(rows):
            starts = np.flatnonzero(np.diff(rows, prepend=-1))
            found.update(zip(rows[starts].tolist(), np.split(others, starts[1:]), strict=True))
    return found


@functools.lru_cache(maxsize=16_384)
def family(path: FilePath) -> tuple[bytes, str]:
    """What takes of one recording share: the folder, and the name without numbers, take letters and ending."""
    return os.path.split(path.raw)[0], re.sub(r"\d+", "#", folded(common_name(path)))


def least_for(path: FilePath) -> float:
    """The cosine from which a sound of this one's family is a take of it."""
    return NAMELESS_FROM if says_nothing(family(path)[1]) else TAKE_FROM


def common_name(path: FilePath) -> str:
    """The name without ending, running number and take letter: "Door Slam" of "Door Slam take 3.wav"."""
    name = os.path.split(path.raw)[1].decode("utf-8", errors="replace")
    stem = re.sub(r"\(\d+\)$", "", name.rsplit(".", 1)[0])
    ending = r"(?<![\W_])[\W_]++(?:(?:take|tk|alt|v|ver|copy)[\W_]*+)?\d*+[a-d]?$"  # a run is tried once, as a whole
    return re.sub(ending, "", stem, flags=re.IGNORECASE)
