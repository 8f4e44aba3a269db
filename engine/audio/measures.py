"""Measures sounds for filters and the details panel, in the decoding pass: loudness, peaks, silence, …

Streaming, in constant memory. It sees samples only; `metadata` reads loop chunks.
"""

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.audio.loudness import LoudnessMeter
from engine.audio.resample import mix_to_mono
from engine.audio.true_peak import TruePeakMeter
from engine.base.types import Measures, Waves

SILENCE_DBFS = -60.0
"""A stretch of 10 ms whose highest sample is under this counts as silent."""

_FRAME_S = 0.01
_SPECTRUM = 2048
_DENSE_WINDOWS = 32
_SPARSE_STEP = 4
_EDGE_S = 0.05
_LOOP_MIN_S = 0.25
_DIES_AWAY_DB = 20.0
_LEVEL_STEP_DB = 6.0
_SEAM_FACTOR = 4.0


class Measurer:
    """Measures streamed blocks; the result does not depend on their sizes."""

    def __init__(self, sample_rate_hz: int, channels: int, layout: str = "") -> None:
        """Args: `layout` of the channels, see `engine.audio.channel_layout`; empty for the usual one of that count."""
        self._rate = sample_rate_hz
        self._loudness = LoudnessMeter(sample_rate_hz, channels, layout)
        self._true_peak = TruePeakMeter(channels)
        self._frames = 0
        self._silence = _SilenceCounter(max(1, round(_FRAME_S * sample_rate_hz)), channels)
        self._spectrum = _Spectrum(sample_rate_hz)
        self._energy = 0.0
        self._edge = max(8, round(_EDGE_S * sample_rate_hz))
        self._head = np.zeros(0, dtype=np.float32)
        self._tail = np.zeros(0, dtype=np.float32)

    def add(self, block: NDArray[np.float32], mono: Waves | None = None) -> None:
        """Takes the next block, float32 [T, C], finite; `mono` is its mix, float32 [T], if the caller has it."""
        if not len(block):
            return
        mixed = mix_to_mono(block) if mono is None else mono
        self._frames += len(block)
        planar = np.ascontiguousarray(block.T)
        self._loudness.add(planar)
        self._true_peak.add(planar)
        self._silence.add(block)
        self._spectrum.add(mixed)
        self._energy += float(np.einsum("t,t->", mixed, mixed))
        if len(self._head) < self._edge:
            self._head = np.concatenate([self._head, mixed[: self._edge - len(self._head)]])
        self._tail = np.concatenate([self._tail, mixed])[-self._edge :]

    def finish(self) -> Measures:
        peak = self._silence.finish()
        if not self._frames or peak == 0.0:
            return Measures(silence_ratio=1.0 if self._frames else None)
        return Measures(
            loudness_lufs=self._loudness.finish(),
            peak_dbfs=20.0 * math.log10(peak),
            silence_ratio=self._silence.ratio,
            brightness_hz=self._spectrum.finish(),
            is_loop=self._joins(),
            true_peak_dbtp=20.0 * math.log10(max(peak, self._true_peak.finish())),
        )

    def _joins(self) -> bool | None:
        """Whether the end runs into the start without a step in level or a click.

        Our rule, not a standard's: a sound loops when its last 50 ms have not died away (20 dB under the whole), are
        within 6 dB of its first 50 ms, and the seam is at most four times the typical step beside it.
        """
        if self._frames < _LOOP_MIN_S * self._rate:
            return None
        head, tail = _rms(self._head), _rms(self._tail)
        whole = math.sqrt(self._energy / self._frames)
        if min(head, tail, whole) <= 10.0 ** (SILENCE_DBFS / 20.0):
            return False
        if tail < whole * 10.0 ** (-_DIES_AWAY_DB / 20.0) or abs(20.0 * math.log10(tail / head)) > _LEVEL_STEP_DB:
            return False
        seam = abs(float(self._head[0]) - float(self._tail[-1]))
        steps = _rms(np.concatenate([np.diff(self._head), np.diff(self._tail)]))
        return seam <= _SEAM_FACTOR * steps


class _SilenceCounter:
    """Counts silent stretches of 10 ms, and keeps the highest sample."""

    def __init__(self, frames: int, channels: int) -> None:
        self._width = frames * channels
        self._held = np.zeros(0, dtype=np.float32)
        self._silent = 0
        self._counted = 0
        self._peak = 0.0
        self._threshold = 10.0 ** (SILENCE_DBFS / 20.0)

    def add(self, block: NDArray[np.float32]) -> None:
        flat = block.reshape(-1)  # a stretch over all channels is contiguous in memory
        if len(self._held):
            fill = min(len(flat), self._width - len(self._held))
            self._held = np.concatenate([self._held, flat[:fill]])
            flat = flat[fill:]
            if len(self._held) < self._width:
                return
            self._count(self._held.reshape(1, -1))
        rows = len(flat) // self._width
        if rows:
            self._count(flat[: rows * self._width].reshape(rows, self._width))
        self._held = flat[rows * self._width :].copy()

    def finish(self) -> float:
        if len(self._held):
            self._count(self._held.reshape(1, -1))
            self._held = self._held[:0]
        return self._peak

    @property
    def ratio(self) -> float:
        return self._silent / self._counted

    def _count(self, rows: NDArray[np.float32]) -> None:
        highest = np.maximum(rows.max(axis=1), -rows.min(axis=1))
        self._silent += int((highest < self._threshold).sum()) * rows.shape[1]
        self._counted += rows.size
        self._peak = max(self._peak, float(highest.max()))


class _Spectrum:
    """Sums the power spectra of windows of 2048 samples: all of the first 32, then every fourth, counted four times."""

    def __init__(self, sample_rate_hz: int) -> None:
        self._rate = sample_rate_hz
        self._held = np.zeros(0, dtype=np.float32)
        self._power = np.zeros(_SPECTRUM // 2 + 1)
        self._windows = 0

    def add(self, mono: Waves) -> None:
        joined = np.concatenate([self._held, mono]) if len(self._held) else mono
        count = len(joined) // _SPECTRUM
        if count:
            rows = joined[: count * _SPECTRUM].reshape(count, _SPECTRUM)
            dense = max(0, min(count, _DENSE_WINDOWS - self._windows))
            if dense:
                self._power += _powers(rows[:dense] * _window())
            sparse = dense + -(self._windows + dense) % _SPARSE_STEP
            if sparse < count:
                self._power += _SPARSE_STEP * _powers(rows[sparse::_SPARSE_STEP] * _window())
            self._windows += count
        self._held = joined[count * _SPECTRUM :].copy()

    def finish(self) -> float | None:
        power = self._power
        if not self._windows and len(self._held):  # shorter than one window: pad it
            power = _powers(np.pad(self._held, (0, _SPECTRUM - len(self._held)))[None, :])
        total = float(power.sum())
        if total <= 0.0:
            return None
        frequencies = np.arange(len(power)) * (self._rate / _SPECTRUM)
        return float((power * frequencies).sum() / total)


@cache
def _window() -> NDArray[np.float32]:
    return np.hanning(_SPECTRUM).astype(np.float32)


def _powers(rows: NDArray[np.float32]) -> NDArray[np.float64]:
    spectra = np.fft.rfft(rows, axis=1)
    power = spectra.real**2
    power += spectra.imag**2
    return np.asarray(power.sum(axis=0, dtype=np.float64))


def _rms(samples: Waves) -> float:
    return math.sqrt(float(np.dot(samples, samples)) / max(1, len(samples)))
