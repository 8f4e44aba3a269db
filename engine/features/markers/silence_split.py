"""Finds the stretches of sound between silences, as regions: takes of a session, cries of a recording.

Silence is what stays below a threshold in all channels for long enough, as FFmpeg's `silencedetect` has it. Without a
threshold of the user's, the lower one of Rabiner & Sambur 1975 (Bell System Technical Journal 54, 297-315: "An
Algorithm for Determining the Endpoints of Isolated Utterances") is taken: `min(0.03 (max - min) + min, 4 min)`. Their
figures are sums of magnitudes, and their `min` is from the first .1 s; ours are peaks, and the tenth percentile of the
whole. Their second, higher threshold is left out: it drops soft sounds, and `SplitRule.sound_s` drops short noises.
"""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.decode import open_audio
from engine.audio.markers import Marker, MarkerKind
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import MarkerError
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.markers.marker_store import MOST_MARKERS
from engine.features.markers.messages import MarkerAdvice, MarkerFault

_BLOCK_S = 0.01
_QUIET_PERCENTILE = 10
_LEAST_DBFS, _MOST_DBFS = -96.0, 0.0
_MOST_S = 600.0
"""Longest of the times of a rule."""


class SplitRule(Struct, frozen=True):
    """What counts as silence and as sound.

    Raises:
        MarkerError: a value is out of its range.
    """

    threshold_dbfs: float
    """Sample peaks below are silent: -96 to 0."""
    silence_s: float = 0.5
    """Shorter silences are part of a sound: 0.01 to 600."""
    sound_s: float = 0.1
    """Shorter sounds are dropped: 0 to 600."""
    margin_s: float = 0.02
    """Kept before and after each sound, at most half of a silence: 0 to 600."""

    def __post_init__(self) -> None:
        is_odd = not _LEAST_DBFS <= self.threshold_dbfs <= _MOST_DBFS or not _BLOCK_S <= self.silence_s <= _MOST_S
        if is_odd or not (0.0 <= self.sound_s <= _MOST_S and 0.0 <= self.margin_s <= _MOST_S):
            raise MarkerError(MarkerFault.SPLIT_ODD, advice=MarkerAdvice.SPLIT_RANGES)


class SoundLevels(Struct, frozen=True):
    """Levels of a sound, from which regions of any rule are found without reading it again."""

    peaks: NDArray[np.float16]
    """float16 [N], at least 0: the highest magnitude in each block, of all channels. 72 MB for 100 hours."""
    block_s: float
    duration_s: float

    @property
    def quiet_dbfs(self) -> float:
        """The threshold of the method above, rounded to whole dB, -96 to 0."""
        if not len(self.peaks):
            return _LEAST_DBFS
        low, high = float(np.percentile(self.peaks, _QUIET_PERCENTILE)), float(self.peaks.max())
        level = min(0.03 * (high - low) + low, 4.0 * low)
        return float(np.clip(np.round(20.0 * np.log10(max(level, 1e-9))), _LEAST_DBFS, _MOST_DBFS))


def read_levels(path: FilePath, cancel: Cancel = never) -> SoundLevels:
    """Reads a sound for its levels.

    Raises:
        AudioError: it cannot be read.
        StopRequested: cancelled.
    """
    with open_audio(path) as stream:
        rate_hz = stream.info.sample_rate_hz
        size = max(1, round(_BLOCK_S * rate_hz))
        found, frames, rest = [np.zeros(0, np.float16)], 0, np.zeros(0, np.float32)
        for block in stream.blocks():
            check(cancel)
            frames += len(block)
            magnitudes = np.concatenate([rest, np.abs(block).max(axis=1)])  # blocks have any length
            whole = len(magnitudes) // size * size
            found.append(magnitudes[:whole].reshape(-1, size).max(axis=1).astype(np.float16))
            rest = magnitudes[whole:]
        if len(rest):
            found.append(rest.max(keepdims=True).astype(np.float16))
    return SoundLevels(np.concatenate(found), size / rate_hz, frames / rate_hz)


def regions_between(levels: SoundLevels, rule: SplitRule) -> tuple[Marker, ...]:
    """Returns a region for each stretch of sound, in order of time; none of a sound without any.

    Raises:
        MarkerError: there are more than a sound may have.
    """
    is_loud = levels.peaks.astype(np.float32) >= 10.0 ** (rule.threshold_dbfs / 20.0)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], is_loud, [False]]).astype(np.int8))).reshape(-1, 2)
    spans = np.minimum(edges * levels.block_s, levels.duration_s)
    spans = _joined(spans, rule.silence_s)
    spans = spans[spans[:, 1] - spans[:, 0] >= rule.sound_s - 1e-9]
    if len(spans) > MOST_MARKERS:
        raise MarkerError(told(MarkerFault.REGIONS_MANY, len(spans), MOST_MARKERS), advice=MarkerAdvice.SPLIT_COARSER)
    return tuple(_with_margins(spans, rule.margin_s, levels.duration_s))


def new_regions(found: tuple[Marker, ...], present: tuple[Marker, ...]) -> tuple[Marker, ...]:
    """Returns the regions that a sound does not have yet, to a millisecond: splitting twice adds nothing."""
    taken = {(round(one.start_s, 3), round(one.end_s or 0.0, 3)) for one in present if one.kind is MarkerKind.REGION}
    return tuple(one for one in found if (round(one.start_s, 3), round(one.end_s or 0.0, 3)) not in taken)


def _joined(spans: NDArray[np.float64], silence_s: float) -> NDArray[np.float64]:
    """float64 [N, 2]: without the gaps that are too short to be silence."""
    if not len(spans):
        return spans
    is_gap = spans[1:, 0] - spans[:-1, 1] >= silence_s - 1e-9
    return np.stack([spans[np.append(True, is_gap), 0], spans[np.append(is_gap, True), 1]], axis=1)


def _with_margins(spans: NDArray[np.float64], margin_s: float, duration_s: float) -> Iterator[Marker]:
    starts, ends = spans[:, 0], spans[:, 1]
    gaps = starts[1:] - ends[:-1]
    inner = np.minimum(margin_s, gaps / 2.0)
    first = np.maximum(0.0, starts - np.append(margin_s, inner)[: len(starts)])
    last = np.minimum(duration_s, ends + np.append(inner, margin_s)[: len(ends)])
    for start_s, end_s in zip(first.tolist(), last.tolist(), strict=True):
        yield Marker(MarkerKind.REGION, start_s, end_s)
