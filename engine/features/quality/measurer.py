"""Measures the quality of a sound block by block, in constant memory, and says which figures amount to a flaw.

- clipped: `clipping`; clicks: `clicks`.
- DC: mean of the samples, as the "DC offset" of sox.
- silence: under -60 dBFS, as `engine.audio.measures` counts it.
- cut: level of the last 3 ms beside the loudest 50 ms. The idea is that of Essentia's StartStopCut, which asks how soon
  before its end a sound falls silent.
- mono: level of the difference from the first channel. Essentia's FalseStereoDetector asks for a correlation near 1,
  which the same shape at another level has too.
- phase: correlation of left and right without their means (Pearson), as on a correlation meter.
- seam: error of linear prediction over the seam, as for clicks, and the levels of both ends.

The bounds at which a figure is a flaw are ours; docs/experiments/quality.md says how often they find and miss.
"""

import functools
import math
import operator

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.audio.measures import SILENCE_DBFS
from engine.base.quality import Flaw, SoundQuality
from engine.features.quality.clicks import ORDER, WINDOW, ClickCounter, prediction_errors
from engine.features.quality.clipping import ClippingCounter

RULES = 1
"""Version of methods and bounds: figures of another are measured again."""

CLIPPED_FROM = 2
CLICKS_FROM = 1
DC_FROM = 0.003
"""-50 dBFS."""
DC_SHARE = 0.02
"""An offset is this share of the sound's level or more: a second of loud noise does not average to zero."""
SILENT_FROM_S = 1.0
CUT_FROM_DB = -20.0
MONO_UP_TO_DB = -60.0
PHASE_UP_TO = -0.3
SEAM_UP_TO_DB = 17.0

_SILENCE = 10.0 ** (SILENCE_DBFS / 20.0)
_FLOOR_DB = -150.0
_FRAME_S = 0.01
_LOUD_FRAMES = 5
_EDGE_S = 0.003
_SEAM_S = 0.05
_SEAM_LEVEL_DB = 9.0
_LEAST_LOOP_S = 0.25
_LEAST_SCALE = 1e-5
_MAD = 0.6745
"""The median of the absolute value of a Gaussian, in standard deviations."""


class QualityMeasurer:
    """Measures streamed blocks of one sound."""

    def __init__(self, sample_rate_hz: int, channels: int, bit_depth: int | None = None) -> None:
        self._rate, self._channels = sample_rate_hz, channels
        self._clipping = ClippingCounter(channels, bit_depth)
        self._clicks = ClickCounter(channels)
        self._ends = _Ends(sample_rate_hz, channels)
        self._frames = 0
        self._sums = np.zeros(channels)
        self._powers = np.zeros(channels)
        self._differences = np.zeros(channels)
        self._product = 0.0
        self._first: int | None = None
        self._last = 0

    def add(self, block: NDArray[np.float32]) -> None:
        """Takes the next block, float32 [T, C], finite."""
        if not len(block):
            return
        self._clipping.add(block)
        self._clicks.add(block)
        self._ends.add(block)
        wide = block.astype(np.float64)
        self._sums += wide.sum(axis=0)
        self._powers += np.einsum("tc,tc->c", wide, wide)
        if self._channels > 1:
            apart = wide - wide[:, :1]
            self._differences += np.einsum("tc,tc->c", apart, apart)
            self._product += float(wide[:, 0] @ wide[:, 1])
        heard = np.flatnonzero(np.abs(block).max(axis=1) >= _SILENCE)
        if len(heard):
            self._first = self._frames + int(heard[0]) if self._first is None else self._first
            self._last = self._frames + int(heard[-1]) + 1
        self._frames += len(block)

    @property
    def length_s(self) -> float:
        """Seconds taken so far."""
        return self._frames / self._rate

    def finish(self, *, is_loop: bool = False) -> SoundQuality:
        """Returns the figures.

        Args:
            is_loop: whether the file itself says that it is a loop, so that a seam that does not fit is a flaw.
        """
        if not self._frames:
            return SoundQuality()
        length_s = self.length_s
        if self._first is None:
            return _judged(
                SoundQuality(clipped=0, clicks=0, dc=self._dc(), head_s=length_s, tail_s=length_s), is_loop, 0.0
            )
        seam_db, fits = self._ends.seam() if length_s >= _LEAST_LOOP_S else (None, None)
        figures = SoundQuality(
            clipped=self._clipping.finish(),
            clicks=self._clicks.finish(),
            dc=self._dc(),
            head_s=self._first / self._rate,
            tail_s=(self._frames - self._last) / self._rate,
            end_db=self._ends.end_db(),
            side_db=self._side_db(),
            phase=self._phase(),
            seam_db=seam_db,
            seam_fits=fits,
        )
        return _judged(figures, is_loop, math.sqrt(float(self._powers.max()) / self._frames))

    def _dc(self) -> float:
        means = self._sums / self._frames
        return float(means[np.abs(means).argmax()])

    def _side_db(self) -> float | None:
        if self._channels < 2:
            return None
        return _decibels(float(self._differences.max()), float(self._powers[0]))

    def _phase(self) -> float | None:
        if self._channels < 2:
            return None
        means = self._sums[:2] / self._frames
        powers = self._powers[:2] / self._frames - means**2
        if powers.min() <= _SILENCE**2:
            return None
        return float(np.clip((self._product / self._frames - means.prod()) / math.sqrt(powers.prod()), -1.0, 1.0))


class _Ends:
    """The beginning and the end of a sound, and its loudest 50 ms."""

    def __init__(self, sample_rate_hz: int, channels: int) -> None:
        self._edge = max(8, round(_EDGE_S * sample_rate_hz))
        self._level = max(8, round(_SEAM_S * sample_rate_hz))
        self._kept = max(2 * WINDOW, self._level)
        self._frame = max(1, round(_FRAME_S * sample_rate_hz))
        self._head = np.zeros((0, channels), np.float32)
        self._tail = np.zeros((0, channels), np.float32)
        self._rest = np.zeros(0)
        self._powers = np.zeros(0)
        self._loudest = 0.0

    def add(self, block: NDArray[np.float32]) -> None:
        if len(self._head) < self._kept:
            self._head = np.concatenate([self._head, block[: self._kept - len(self._head)]])
        self._tail = np.concatenate([self._tail, block[-self._kept :]])[-self._kept :]
        powers = np.concatenate([self._rest, np.einsum("tc,tc->t", block, block, dtype=np.float64)])
        frames = len(powers) // self._frame
        means = powers[: frames * self._frame].reshape(frames, self._frame).mean(axis=1)
        self._rest = powers[frames * self._frame :]
        joined = np.concatenate([self._powers, means])
        if len(joined) >= _LOUD_FRAMES:
            self._loudest = max(
                self._loudest, float(np.convolve(joined, np.ones(_LOUD_FRAMES) / _LOUD_FRAMES, "valid").max())
            )
        self._powers = joined[1 - _LOUD_FRAMES :]

    def end_db(self) -> float:
        """Level of the last 3 ms over the loudest 50 ms; of a shorter sound, over the whole."""
        return _decibels(_power(self._tail[-self._edge :]), self._loudest or _power(self._head))

    def seam(self) -> tuple[float, bool]:
        """The step from end to start over the noise around it, in dB, and whether the end runs into the start."""
        joined = np.concatenate([self._tail[-WINDOW // 2 :], self._head[: WINDOW // 2]])
        seam = min(len(self._tail), WINDOW // 2)
        heights = []
        for samples in np.pad(joined, ((0, WINDOW - len(joined)), (0, 0))).T:
            errors = np.abs(prediction_errors(np.ascontiguousarray(samples)))[0]
            around = np.concatenate([errors[ORDER:seam], errors[seam + ORDER : len(joined)]])
            scale = max(_LEAST_SCALE, float(np.median(around)) / _MAD)
            heights.append(float(errors[seam : seam + ORDER].max()) / scale)
        height_db = 20.0 * math.log10(max(*heights, 1e-3))
        levels = [_power(part) for part in (self._tail[-self._level :], self._head[: self._level])]
        is_level = min(levels) > _SILENCE**2 and abs(_decibels(*levels)) <= _SEAM_LEVEL_DB
        return height_db, bool(is_level and height_db <= SEAM_UP_TO_DB)


def _judged(figures: SoundQuality, is_loop: bool, level: float) -> SoundQuality:
    """The figures with the flaws that they amount to; `level` is the root mean square of the loudest channel."""
    found = {
        Flaw.CLIPPED: (figures.clipped or 0) >= CLIPPED_FROM,
        Flaw.DC: abs(figures.dc or 0.0) >= max(DC_FROM, DC_SHARE * level),
        Flaw.CLICKS: (figures.clicks or 0) >= CLICKS_FROM,
        Flaw.SILENT_HEAD: (figures.head_s or 0.0) >= SILENT_FROM_S,
        Flaw.SILENT_TAIL: (figures.tail_s or 0.0) >= SILENT_FROM_S,
        Flaw.CUT: figures.end_db is not None and figures.end_db >= CUT_FROM_DB and not figures.seam_fits,
        Flaw.MONO: figures.side_db is not None and figures.side_db <= MONO_UP_TO_DB,
        Flaw.PHASE: figures.phase is not None and figures.phase <= PHASE_UP_TO,
        Flaw.SEAM: is_loop and figures.seam_fits is False,
    }
    flaws = functools.reduce(operator.or_, (flaw for flaw, is_there in found.items() if is_there), Flaw(0))
    return replace(figures, flaws=flaws)


def _power(samples: NDArray[np.float32]) -> float:
    """Mean over time of the sum over channels."""
    return float(np.einsum("tc,tc->", samples, samples, dtype=np.float64)) / max(1, len(samples))


def _decibels(power: float, reference: float) -> float:
    return max(_FLOOR_DB, 10.0 * math.log10(max(power, 1e-30) / max(reference, 1e-30)))
