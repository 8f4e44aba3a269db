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
    families = [family(path) for path in paths]
    leaders: list[int] = []
    members: list[list[int]] = []
    for row in range(len(paths)):
        cosines = vectors[leaders] @ vectors[row] if leaders else np.zeros(0, np.float32)
        related = np.array([families[leader] == families[row] for leader in leaders], bool)
        joins = np.flatnonzero((cosines >= SAME_FROM) | (related & (cosines >= TAKE_FROM)))
        if len(joins):
            members[int(joins[0])].append(row)
        else:
            leaders.append(row)
            members.append([])
    return tuple(Stack(leader, tuple(folded)) for leader, folded in zip(leaders, members, strict=True))


def family(path: FilePath) -> tuple[bytes, str]:
    """What takes of one recording share: the folder, and the name without numbers, take letters and ending."""
    folder, name = os.path.split(path.raw)
    stem = name.decode("utf-8", errors="replace").rsplit(".", 1)[0].lower()
    plain = re.sub(r"[\W_]+(take|tk|alt|v|ver|copy)?[\W_]*\d*[a-d]?$", "", re.sub(r"\(\d+\)$", "", stem))
    return folder, re.sub(r"\d+", "#", plain)
