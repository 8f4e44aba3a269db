"""Finds clicks: single samples, or a few, that jump out of what surrounds them; in constant memory.

The method is linear prediction, as in S. Vaseghi, "Advanced Digital Signal Processing and Noise Reduction" (4th ed.,
2008, ch. 13), which Essentia's ClickDetector uses too: what a short predictor cannot foresee stands out in its error.
The scale of the error is robust: its median. Ours is the test that it is lonely: a knock or a plosive goes on for
milliseconds after its onset, a click leaves nothing behind.
"""

import numpy as np
from numpy.typing import NDArray

from engine.base.types import Waves

ORDER = 16
WINDOW = 1024
TIMES = 30.0
"""A click's error, in standard deviations of the error around it."""
_LONELY = 5.0
"""A click's error over the largest one beside it."""
_CORE = 24
"""Samples after a click that its own error takes: the predictor's order and the click's width."""
_BESIDE = 120
_LEAST = 1e-3
"""Errors under -60 dBFS are no clicks."""
_FLOOR = 1e-5
_MAD = 0.6745
"""The median of the absolute value of a Gaussian, in standard deviations."""


class ClickCounter:
    """Counts in streamed blocks. A click in several channels counts in each."""

    def __init__(self, channels: int) -> None:
        self._held = np.zeros((channels, 0), np.float32)
        self._is_first = True
        self.count = 0

    def add(self, block: NDArray[np.float32]) -> None:
        """Takes the next block, float32 [T, C]."""
        joined = np.concatenate([self._held, block.T], axis=1)
        windows = joined.shape[1] // WINDOW
        if windows < 4:
            self._held = joined
            return
        self._count(joined[:, : windows * WINDOW], (windows - 1) * WINDOW)
        self._is_first = False
        self._held = joined[:, (windows - 2) * WINDOW :]

    def finish(self) -> int:
        if self._held.shape[1] >= WINDOW // 2:
            length = self._held.shape[1]
            mirrored = np.pad(self._held, ((0, 0), (0, -length % WINDOW)), "reflect")
            self._count(mirrored, length - _BESIDE)  # where the mirror stands the waveform has a kink
        return self.count

    def _count(self, samples: NDArray[np.float32], end: int) -> None:
        """Counts in float32 [C, N * WINDOW], from the second window (the first, where the sound begins) to `end`."""
        for channel in samples:
            errors = prediction_errors(channel)
            scales = np.maximum(np.median(np.abs(errors), axis=1) / _MAD, _FLOOR)
            around = scales.copy()
            around[1:] = np.maximum(around[1:], scales[:-1])
            around[:-1] = np.maximum(around[:-1], scales[1:])
            self.count += _lonely(np.abs(errors).reshape(-1), around, 0 if self._is_first else WINDOW, end)


def prediction_errors(samples: Waves) -> NDArray[np.float32]:
    """Returns the errors of a predictor of each window.

    Args:
        samples: float32 [N * WINDOW].

    Returns:
        float32 [N, WINDOW].
    """
    rows = samples.reshape(-1, WINDOW)
    windowed = rows * np.hanning(WINDOW).astype(np.float32)
    spectra = np.fft.rfft(windowed, 2 * WINDOW, axis=1)
    lags = np.fft.irfft(spectra.real**2 + spectra.imag**2, axis=1)[:, : ORDER + 1]
    lags[:, 0] = lags[:, 0] * (1 + 1e-6) + 1e-12
    at = np.abs(np.subtract.outer(np.arange(ORDER), np.arange(ORDER)))
    weights = np.linalg.solve(lags[:, at], lags[:, 1:, None])[:, :, 0].astype(np.float32)
    before = np.concatenate([np.zeros(ORDER, np.float32), samples])
    errors = rows.copy()
    for lag in range(1, ORDER + 1):
        past = before[ORDER - lag : ORDER - lag + len(samples)].reshape(-1, WINDOW)
        errors -= weights[:, lag - 1, None] * past
    return errors


def _lonely(errors: NDArray[np.float32], scales: NDArray[np.floating], start: int, end: int) -> int:
    """Counts clicks from sample `start` to before `end`; errors are absolute, [N * WINDOW]."""
    bounds = np.maximum(TIMES * scales, _LEAST)
    high = np.flatnonzero(errors.reshape(-1, WINDOW) > bounds[:, None])
    count, after = 0, -1
    for place in high[(high >= start) & (high < end)].tolist():
        if place < after:
            continue
        core = errors[place : place + _CORE]
        peak = float(core.max())
        left = errors[max(0, place - _BESIDE) : max(0, place - 1)]
        right = errors[place + _CORE : place + _CORE + _BESIDE]
        is_edge = len(left) < _CORE or len(right) < _CORE
        if not is_edge and peak > _LONELY * max(float(left.max()), float(right.max())):
            count += 1
        after = place + _CORE
    return count
