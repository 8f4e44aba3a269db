"""Folds near-identical takes into one row: the best one leads, the others follow it.

Two sounds are takes of each other if their vectors nearly agree, or if they share a folder and a name apart from
numbers (door_slam_01, door_slam_02) and their vectors are similar. Recorders number everything they record, so sounds
with uninformative names (ZOOM0001, ZOOM0002) must be more similar. docs/decisions/0110 has the figures. Works on ranked
hits.
"""

import functools
import os
import re
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from engine.base.text_forms import folded
from engine.base.types import FilePath, Ids, Vectors
from engine.store.uninformative_names import says_nothing

SAME_FROM = 0.98
"""Minimum cosine of two sounds that are the same whatever their names: copies and re-encodings."""
TAKE_FROM = 0.7
"""Minimum cosine of takes with the same folder and name apart from numbers."""
NAMELESS_FROM = 0.85
"""Likewise for uninformative names."""
_BLOCK = 256
_NONE = np.empty(0, np.int64)


class Stack(Struct, frozen=True):
    """One row and the takes folded under it, as positions in the ranked list."""

    leader: int
    folded: tuple[int, ...]


def fold(paths: Sequence[FilePath], vectors: Vectors) -> tuple[Stack, ...]:
    """Stacks in the order of their leaders; every position is in exactly one.

    Each sound joins the first leader it is a take of, so a leader is always the best ranked of its stack.

    Args:
        paths: N paths, best ranked first.
        vectors: float32 [N, D], unit; zeros for a sound without a vector, which stacks with nothing.
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
    """The later rows that are takes of each row, ascending; rows without any are absent."""
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
        # Multiplies a block of rows at a time: as fast as one large product, with less memory.
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
    """The common key of takes: the folder, and the name without numbers, take letters and suffix."""
    return os.path.split(path.raw)[0], re.sub(r"\d+", "#", folded(common_name(path)))


def least_for(path: FilePath) -> float:
    """The minimum cosine of takes in this sound's family."""
    return NAMELESS_FROM if says_nothing(family(path)[1]) else TAKE_FROM


def common_name(path: FilePath) -> str:
    """The name without suffix, running number and take letter: "Door Slam" for "Door Slam take 3.wav"."""
    name = os.path.split(path.raw)[1].decode("utf-8", errors="replace")
    stem = re.sub(r"\(\d+\)$", "", name.rsplit(".", 1)[0])
    # Possessive: no backtracking into a run.
    ending = r"(?<![\W_])[\W_]++(?:(?:take|tk|alt|v|ver|copy)[\W_]*+)?\d*+[a-d]?$"
    return re.sub(ending, "", stem, flags=re.IGNORECASE)
