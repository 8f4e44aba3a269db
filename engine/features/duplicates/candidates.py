"""Finds pairs of sounds with similar lengths and nearly equal vectors, among many, in bounded memory.

Sounds are compared inside buckets of length. A bucket that is too large is first split into cells around some of its
own vectors, each sound in its two nearest cells: near-identical sounds share a cell. The index is not used: that would
take a million queries, for neighbours of any length.
"""

import itertools
from collections.abc import Callable, Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.types import Ids
from engine.store.mean_vectors import MeanVectors

LONGEST_RATIO = 1.5
"""A trimmed copy is at least two thirds as long as the whole."""
_WHOLE_CELL = 6000
"""Sounds that are compared directly: 18 million cosines."""
_CELL = 2000
_NEAREST = 2
_BLOCK = 1024
_MOST_OF_ONE = 32
"""Nearest sounds kept for each: of a thousand takes that all agree, each still finds a place in some group."""
_SEED = 20
_TIES = 1e-3
"""fp16 rounding: a cosine may be this much too small."""


class Pairs(Struct, frozen=True):
    """Pairs of places, each once, `first` < `second`."""

    first: Ids
    second: Ids
    similarities: NDArray[np.float32]


def candidate_pairs(
    means: MeanVectors, durations_s: NDArray[np.float64], least: float, step: Callable[[float], None]
) -> Pairs:
    """Returns the pairs with a cosine of at least `least` and lengths within `LONGEST_RATIO`.

    Args:
        durations_s: float64 [N], above 0.
        least: smallest cosine.
        step: receives the share done, 0 to 1; may raise to end the search.
    """
    count = len(durations_s)
    bucket = np.floor(np.log(durations_s) / np.log(LONGEST_RATIO)).astype(np.int64)
    order = np.argsort(durations_s, kind="stable")
    numbers, starts = np.unique(bucket[order], return_index=True)
    ends = np.append(starts[1:], count)
    codes: list[Ids] = [np.empty(0, np.int64)]
    cosines: list[NDArray[np.float32]] = [np.empty(0, np.float32)]
    for at, number in enumerate(numbers):
        follows = at + 1 < len(numbers) and numbers[at + 1] == number + 1
        pool = order[starts[at] : ends[at + 1] if follows else ends[at]]
        own = bucket[pool] == number
        before = starts[at] / max(1, count)
        share = (ends[at] - starts[at]) / max(1, count)

        def told(part: float, before: float = before, share: float = share) -> None:
            step(before + share * part)

        for first, second, values in _in_pool(means, pool, own, durations_s, least, told):
            codes.append(np.minimum(first, second) * count + np.maximum(first, second))
            cosines.append(values)
        if len(codes) > 256:  # cells overlap: drop repeated pairs before they pile up
            codes, cosines = _once(codes, cosines)
        step(before + share)
    (code,), (value,) = _once(codes, cosines)
    return Pairs(code // max(1, count), code % max(1, count), value)


def _once(codes: list[Ids], cosines: list[NDArray[np.float32]]) -> tuple[list[Ids], list[NDArray[np.float32]]]:
    code, kept = np.unique(np.concatenate(codes), return_index=True)
    return [code], [np.concatenate(cosines)[kept]]


def _in_pool(
    means: MeanVectors,
    pool: Ids,
    own: NDArray[np.bool_],
    durations_s: NDArray[np.float64],
    least: float,
    step: Callable[[float], None],
) -> Iterator[tuple[Ids, Ids, NDArray[np.float32]]]:
    """The pool's pairs with at least one sound of its own; other pools yield the others."""
    is_own = np.zeros(int(pool.max()) + 1, dtype=np.bool_)
    is_own[pool[own]] = True
    done = 0
    for cell, share in _cells(means, pool, np.random.default_rng(_SEED), depth=0):
        vectors = means.of(cell)
        for start in range(0, len(cell), _BLOCK):
            rows = slice(start, start + _BLOCK)
            cosines = vectors[rows] @ vectors.T
            lengths, all_lengths = durations_s[cell[rows], None], durations_s[cell][None]
            near = cosines >= least - _TIES
            near &= np.maximum(lengths, all_lengths) <= LONGEST_RATIO * np.minimum(lengths, all_lengths)
            near &= is_own[cell[rows], None] | is_own[cell][None]
            near[np.arange(near.shape[0]), np.arange(start, start + near.shape[0])] = False
            _thin(near, cosines)
            first, second = np.nonzero(near)
            yield cell[rows][first], cell[second], np.minimum(cosines[first, second], np.float32(1.0))
            step(min(1.0, (done + share * (start + near.shape[0]) / len(cell)) / len(pool)))
        done += share


def _thin(near: NDArray[np.bool_], cosines: NDArray[np.float32]) -> None:
    """Keeps only the nearest few of each row."""
    full = np.flatnonzero(near.sum(axis=1) > _MOST_OF_ONE)
    if len(full):
        values = np.where(near[full], cosines[full], -2.0)
        kept = np.argpartition(-values, _MOST_OF_ONE, axis=1)[:, :_MOST_OF_ONE]
        near[full] = False
        near[full[:, None], kept] = True


def _cells(means: MeanVectors, pool: Ids, draw: "np.random.Generator", depth: int) -> Iterator[tuple[Ids, int]]:
    """Splits a pool into small cells; yields each with the number of sounds it stands for."""
    if len(pool) <= _WHOLE_CELL:
        yield pool, len(pool)
        return
    count = -(-len(pool) // _CELL)
    centres = means.of(draw.choice(pool, count, replace=False))
    nearest = np.empty((len(pool), _NEAREST), dtype=np.int64)
    for start in range(0, len(pool), _BLOCK):
        cosines = means.of(pool[start : start + _BLOCK]) @ centres.T
        nearest[start : start + _BLOCK] = np.argpartition(-cosines, _NEAREST - 1, axis=1)[:, :_NEAREST]
    cell_of = nearest.reshape(-1)
    member = np.repeat(pool, _NEAREST)
    order = np.argsort(cell_of, kind="stable")
    edges = np.searchsorted(cell_of[order], np.arange(count + 1))
    for low, high in itertools.pairwise(edges.tolist()):
        cell = member[order[low:high]]
        share = (high - low) // _NEAREST
        if len(cell) <= _WHOLE_CELL:
            if len(cell):
                yield cell, share
        elif len(cell) > len(pool) // 2 or depth > 8:  # indistinguishable sounds: compare neighbours by length
            for start in range(0, len(cell), _CELL):
                yield cell[start : start + 2 * _CELL], min(_CELL, len(cell) - start)
        else:
            yield from _cells(means, cell, draw, depth + 1)
