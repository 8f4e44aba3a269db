"""Dynamic time warping of many pairs of sounds at once, in numpy: the distance of two sequences of frames.

The distance of two frames is their angle; the cost of the best path is divided by its length, as in libri-light's ABX,
by default. Serves ABX, and as the baseline without learning for embeddings.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from training.base.progress import working

Frames = NDArray[np.floating]
"""[F, D], one sound."""

_MOST_CELLS = 2_000_000
"""Frame pairs in memory at once, some 50 bytes each."""


_SAME = 1e-12
"""Frames whose cosine differs from 1 by less are equal."""


def dtw_pairs(
    first: Sequence[Frames], second: Sequence[Frames], pairs: NDArray[np.integer], *, by_length: bool = True
) -> NDArray[np.float32]:
    """Returns the distance of each pair, float32 [P], within [0, 1], or up to the path's length without `by_length`.

    The distance of two frames is arccos(cosine) / pi; a frame of zeros is at 1 from all others but zeros. Steps go one
    frame on in either or both; the sum along the cheapest path is divided by the path's length. The path is traced
    backwards: among equal costs it prefers both, then the first sound's frame alone, then the second's.

    Args:
        first: sounds, none of them empty.
        second: sounds, of the same D.
        pairs: integers [P, 2], rows of first and of second.
        by_length: whether to divide by the path's length.
    """
    out = np.zeros(len(pairs), dtype=np.float32)
    if not len(pairs):
        return out
    one, two = [_spread(frames) for frames in first], [_spread(frames) for frames in second]
    lengths_one = np.array([len(frames) for frames in one])
    lengths_two = np.array([len(frames) for frames in two])
    if not lengths_one.all() or not lengths_two.all():
        raise ValueError("a sound without frames has no distance")
    rows, columns = lengths_one[pairs[:, 0]], lengths_two[pairs[:, 1]]
    order = np.lexsort((columns, rows))  # pairs of similar size share a batch
    begin = 0
    with working("warping pairs", len(order)) as work:
        while begin < len(order):
            width, height, end = 0, 0, begin
            while end < len(order):
                height = max(height, int(rows[order[end]]))
                width = max(width, int(columns[order[end]]))
                if end > begin and (end + 1 - begin) * height * width > _MOST_CELLS:
                    break
                end += 1
            chosen = order[begin:end]
            out[chosen] = _batch(one, two, pairs[chosen], by_length)
            work.at(end)
            begin = end
    return out


def dtw_matrix(first: Sequence[Frames], second: Sequence[Frames]) -> NDArray[np.float32]:
    """Returns the distances of all of first to all of second, float32 [N, M]; see `dtw_pairs`."""
    grid = np.stack(np.meshgrid(np.arange(len(first)), np.arange(len(second)), indexing="ij"), axis=-1)
    pairs = grid.reshape(-1, 2).astype(np.int64)
    return dtw_pairs(first, second, pairs).reshape(len(first), len(second))


def _spread(frames: Frames) -> NDArray[np.float64]:
    """Returns unit frames with one more coordinate, which is 1 only in a frame of zeros."""
    # In float64: arccos near 1 turns float32's rounding into distances of 1e-4 between equal frames.
    values = np.asarray(frames, dtype=np.float64)
    norms = np.linalg.norm(values, axis=1, keepdims=True)
    return np.concatenate([values / np.where(norms > 0.0, norms, 1.0), norms == 0.0], axis=1)


def _batch(
    one: Sequence[NDArray[np.float64]],
    two: Sequence[NDArray[np.float64]],
    pairs: NDArray[np.integer],
    by_length: bool,
) -> NDArray[np.float32]:
    used_one, place_one = np.unique(pairs[:, 0], return_inverse=True)
    used_two, place_two = np.unique(pairs[:, 1], return_inverse=True)
    rows = np.array([len(one[row]) for row in pairs[:, 0]])
    columns = np.array([len(two[row]) for row in pairs[:, 1]])
    left, right = _padded([one[row] for row in used_one]), _padded([two[row] for row in used_two])
    cosine = np.matmul(left[place_one], right[place_two].transpose(0, 2, 1))
    # A frame of zeros against any other has the largest distance.
    zero = (left[place_one, :, -1:] > 0.0) ^ (right[place_two, :, -1:] > 0.0).transpose(0, 2, 1)
    cosine = np.where(cosine > 1.0 - _SAME, 1.0, np.clip(cosine, -1.0, 1.0))
    cost = np.where(zero, 1.0, np.arccos(cosine) / np.pi).astype(np.float32)
    return _walked(np.ascontiguousarray(cost.transpose(1, 2, 0)), rows, columns, by_length)


def _padded(sounds: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    longest = max(len(frames) for frames in sounds)
    out = np.zeros((len(sounds), longest, sounds[0].shape[1]))
    for row, frames in enumerate(sounds):
        out[row, : len(frames)] = frames
    return out


def _walked(
    cost: NDArray[np.float32], rows: NDArray[np.int64], columns: NDArray[np.int64], by_length: bool
) -> NDArray[np.float32]:
    """Returns the cost of the best paths through [rows, columns, P] over their lengths, up to each pair's corner."""
    height, width, count = cost.shape
    total = np.empty_like(cost)
    steps = np.empty((height, width, count), dtype=np.int32)
    total[:, 0], total[0] = np.cumsum(cost[:, 0], axis=0), np.cumsum(cost[0], axis=0)
    steps[:, 0], steps[0] = np.arange(1, height + 1)[:, None], np.arange(1, width + 1)[:, None]
    for i in range(1, height):
        for j in range(1, width):
            both, up, left = total[i - 1, j - 1], total[i - 1, j], total[i, j - 1]
            least = np.minimum(np.minimum(both, up), left)
            total[i, j] = least + cost[i, j]
            steps[i, j] = 1 + np.where(
                both == least, steps[i - 1, j - 1], np.where(left == least, steps[i, j - 1], steps[i - 1, j])
            )
    pair = np.arange(count)
    ends = total[rows - 1, columns - 1, pair]
    return np.asarray(ends / steps[rows - 1, columns - 1, pair] if by_length else ends, dtype=np.float32)
