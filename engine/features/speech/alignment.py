"""Local alignment: where a string of units occurs in others, stretched or squeezed, many stretches at once.

After Smith and Waterman 1981, with likenesses of units in place of letters. A step advances one unit in both strings or
skips one in either, so a match may be up to twice as long or short as the pattern, as repetitions are.
"""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.features.speech.levels import Levels
from engine.features.speech.units_model import Codes

Likeness = NDArray[np.float32]
"""float32 [K + 1, K]: likeness of two units, 1 for equal ones, at least -1. The last row stands for past the end."""
_SKIP = np.float32(0.3)
_RANGE_STEPS = 100
"""In steps of `Levels`: units this far (40 dB) below the pattern's loudest do not count."""
_UNLIKE = 0.6
"""Share of the mean distance at which two units have likeness 0."""


class Pattern(Struct, frozen=True, eq=False):
    """The units to look for."""

    codes: Codes
    """uint8 [M], M at least 2."""
    weights: NDArray[np.float32]
    """float32 [M]: 1 where there is sound, 0 in pauses."""

    @classmethod
    def of(cls, codes: Codes, levels: Levels) -> "Pattern":
        heard = levels.astype(np.int64) > max(0, int(levels.max(initial=0)) - _RANGE_STEPS)
        return cls(codes, heard.astype(np.float32))

    @property
    def full(self) -> float:
        return float(self.weights.sum())


class Alignments(Struct, frozen=True, eq=False):
    """The best alignment of the pattern in each of R stretches."""

    shares: NDArray[np.float32]
    """float32 [R]: score divided by the pattern's score against itself, 0 to 1."""
    starts: NDArray[np.int64]
    """int64 [R]: first aligned unit of the stretch."""
    ends: NDArray[np.int64]
    """int64 [R]: one past the last aligned unit."""


def likeness_of(codebook: NDArray[np.float32], shares: NDArray[np.float32]) -> Likeness:
    """Returns how alike the units of a codebook are; see `Likeness`.

    1 - d / (0.6 D), at least -1, where d is the Euclidean distance and D its mean over two units drawn by their shares.

    Args:
        codebook: float32 [K, D].
        shares: float32 [K], how often each unit is used.
    """
    book = codebook.astype(np.float64)
    squares = np.square(book).sum(axis=1)
    apart = np.sqrt(np.maximum(squares[:, None] + squares[None] - 2.0 * book @ book.T, 0.0))
    weights = shares / max(float(shares.sum()), 1e-12)
    usual = max(float(weights @ apart @ weights), 1e-9)
    like = np.maximum(1.0 - apart / (_UNLIKE * usual), -1.0)
    np.fill_diagonal(like, 1.0)
    return np.concatenate([like, np.full((1, len(like)), -1.0)]).astype(np.float32)


def align(pattern: Pattern, stretches: NDArray[np.int16], likeness: Likeness) -> Alignments:
    """Aligns the pattern with many stretches.

    Args:
        pattern: M units.
        stretches: int16 [R, W], units; K past the end of a sound.
        likeness: of the units.
    """
    rows, width = stretches.shape
    none = np.full((rows, width), -np.inf, np.float32)
    here = np.arange(width, dtype=np.int32)
    # The last two rows of scores, and where the alignment that ends in each cell began.
    last, before = none, none
    last_from = before_from = np.broadcast_to(here, (rows, width))
    best = np.zeros(rows, np.float32)
    starts, ends = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
    every = np.arange(rows)
    for code, weight in zip(pattern.codes.tolist(), pattern.weights.tolist(), strict=True):
        gain = likeness[:, code][stretches] * np.float32(weight)
        score = np.zeros((rows, width), np.float32)
        origin = np.array(np.broadcast_to(here, (rows, width)))
        for values, places, back, cost in (
            (last, last_from, 1, np.float32(0.0)),
            (last, last_from, 2, _SKIP),
            (before, before_from, 1, _SKIP),
        ):
            moved = values[:, :-back] - cost
            is_better = moved > score[:, back:]
            np.copyto(score[:, back:], moved, where=is_better)
            np.copyto(origin[:, back:], places[:, :-back], where=is_better)
        score += gain
        at = score.argmax(axis=1)
        found = score[every, at]
        is_best = found > best
        best[is_best] = found[is_best]
        starts[is_best] = origin[every, at][is_best]
        ends[is_best] = at[is_best] + 1
        before, before_from, last, last_from = last, last_from, score, origin
    return Alignments(best / np.float32(max(pattern.full, 1e-9)), starts, ends)
