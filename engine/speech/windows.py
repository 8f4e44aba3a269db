"""Which stretches of speech are heard as words: windows of several lengths that slide, and short regions whole.

A word said alone is its region; a word in a sentence lies near one of the windows. Both are listened to.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.speech.detector import Region
from engine.types import Vectors, Waves

FLOOR_DB = 35.0
_FRAME_S = 0.010
_TRIM_MARGIN_S = 0.02
_SHARED = 0.5
"""Of the time that two stretches cover, from which they are neighbours."""
_OWN = 0.7
"""What a stretch itself counts beside all of its neighbours."""
_AT_ONCE = 256


def stretches(
    region: Region, samples: Waves, rate_hz: int, windows_s: Sequence[float], hop_s: float, longest_s: float
) -> Iterator[tuple[int, int]]:
    """Yields stretches of a region as samples from and to, each once.

    Args:
        region: where somebody may be speaking.
        samples: float32 [T], the sound around it; the region's seconds count from its start.
        rate_hz: of samples.
        windows_s: lengths, rising; those longer than the region are left out.
        hop_s: between two windows of one length.
        longest_s: up to here the region itself, without the silence at its ends, is a stretch.
    """
    first, last = round(region.start_s * rate_hz), min(len(samples), round(region.end_s * rate_hz))
    seen: set[tuple[int, int]] = set()
    if last - first <= round(longest_s * rate_hz):
        start, end = trimmed(samples[first:last], rate_hz)
        seen.add((first + start, first + end))
        yield first + start, first + end
    hop = round(hop_s * rate_hz)
    for length_s in windows_s:
        length = round(length_s * rate_hz)
        for start in range(first, last - length + 1, hop):
            if (start, start + length) not in seen:
                seen.add((start, start + length))
                yield start, start + length


def trimmed(samples: Waves, rate_hz: int, floor_db: float = FLOOR_DB) -> tuple[int, int]:
    """Gives where the sound within float32 [T] begins and ends, as words for learning are cut; all of it if silent."""
    frame = max(1, round(_FRAME_S * rate_hz))
    count = -(-len(samples) // frame)
    blocks = np.pad(samples, (0, count * frame - len(samples))).reshape(count, frame).astype(np.float64)
    power = (blocks**2).mean(axis=1)
    loud = np.flatnonzero(power > power.max(initial=0.0) * 10.0 ** (-floor_db / 10.0))
    if not len(loud):
        return 0, len(samples)
    margin = round(_TRIM_MARGIN_S * rate_hz)
    return max(0, int(loud[0]) * frame - margin), min(len(samples), (int(loud[-1]) + 1) * frame + margin)


def agreeing(
    starts_s: NDArray[np.float64], ends_s: NDArray[np.float64], vectors: Vectors
) -> tuple[Vectors, NDArray[np.float64]]:
    """Gives what stretches and those that overlap them say together.

    A word is heard in every window that nearly holds it; what only one of them hears is chance. So each vector becomes
    seven tenths itself and three tenths the mean of all that share half of the time with it, itself among them.

    Args:
        starts_s: float64 [N].
        ends_s: float64 [N].
        vectors: float32 [N, D], unit vectors.

    Returns:
        Unit vectors, float32 [N, D], and the lengths that they had, float64 [N]: 1 where all hear the same.
    """
    mixed = np.empty_like(vectors)
    for first in range(0, len(vectors), _AT_ONCE):
        own = slice(first, first + _AT_ONCE)
        both = np.minimum(ends_s[own, None], ends_s[None]) - np.maximum(starts_s[own, None], starts_s[None])
        either = np.maximum(ends_s[own, None], ends_s[None]) - np.minimum(starts_s[own, None], starts_s[None])
        near = (both >= _SHARED * either).astype(np.float32)
        mixed[own] = _OWN * vectors[own] + (1.0 - _OWN) * (near @ vectors) / near.sum(axis=1, keepdims=True)
    lengths = np.linalg.norm(mixed, axis=1)
    return mixed / np.maximum(lengths, 1e-12)[:, None], lengths.astype(np.float64)
