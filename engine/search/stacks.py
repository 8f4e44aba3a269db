"""Folds near-identical takes into one row: the best of them leads, the others stand behind it.

Two sounds are takes of one another when their vectors nearly agree, or when they lie in one folder, bear one name apart
from its numbers (door_slam_01, door_slam_02) and their vectors are alike. Works on hits that are ranked already.
"""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.types import FilePath, Vectors

SAME_FROM = 0.98
"""Cosine from which two sounds are one, whatever their names: copies and re-encodings."""
TAKE_FROM = 0.85
"""Cosine from which two sounds of one folder and one name apart from numbers are takes."""
_BLOCK = 256


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
    numbers: dict[tuple[bytes, str], int] = {}
    families = np.array([numbers.setdefault(family(path), len(numbers)) for path in paths], np.int64)
    is_free = np.ones(len(paths), np.bool_)
    stacks: list[Stack] = []
    for first in range(0, len(paths), _BLOCK):
        # Products of a block of rows at a time: as fast as one big product, without its memory.
        cosines = vectors[first : first + _BLOCK] @ vectors[first:].T
        for row in range(first, min(first + _BLOCK, len(paths))):
            if not is_free[row]:
                continue
            is_free[row] = False
            own = cosines[row - first, row - first :]
            related = families[row:] == families[row]
            joins = ((own >= SAME_FROM) | (related & (own >= TAKE_FROM))) & is_free[row:]
            folded = np.flatnonzero(joins) + row
            is_free[folded] = False
            stacks.append(Stack(row, tuple(folded.tolist())))
    return tuple(stacks)


def family(path: FilePath) -> tuple[bytes, str]:
    """What takes of one recording share: the folder, and the name without numbers, take letters and ending."""
    folder, name = os.path.split(path.raw)
    stem = name.decode("utf-8", errors="replace").rsplit(".", 1)[0].lower()
    plain = re.sub(r"[\W_]+(take|tk|alt|v|ver|copy)?[\W_]*\d*[a-d]?$", "", re.sub(r"\(\d+\)$", "", stem))
    return folder, re.sub(r"\d+", "#", plain)
