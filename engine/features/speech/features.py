"""MFCCs and log-mels of speech with their deltas, equal to librosa 0.11, in numpy.

Written here because no installed package computes them, and librosa itself would bring numba. Takes one wave at the
config's rate; the caller reads and resamples.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Features = NDArray[np.float32]
"""float32 [F, D], one row per hop."""

_LEAST_POWER = 1e-10
_RANGE_DB = 80.0
"""librosa's top_db: cells further below the loudest of a wave are raised to this. `_LEAST_POWER` is its amin."""
_DELTA_WIDTH = 9
"""Frames that a delta is fitted over (librosa.feature.delta)."""
_LEAST_SPREAD = 1e-3


@dataclass(frozen=True, slots=True)
class SpeechConfig:
    """Settings of the front end. The defaults suit telephone speech, as in the paper on word embeddings."""

    sample_rate_hz: int = 8_000
    window_s: float = 0.025
    hop_s: float = 0.010
    points: int = 0
    """Length of the Fourier transform; 0 for the next power of two that holds the window."""
    mels: int = 40
    low_hz: float = 0.0
    high_hz: float = 0.0
    """Upper edge of the highest filter; 0 for half the sample rate."""
    kind: Literal["mfcc", "logmel"] = "mfcc"
    coefficients: int = 12
    """Number of MFCCs, from number 0. 12 with both deltas make 36 numbers per frame, as in the paper; 13 make 39."""
    deltas: int = 2
    """Orders of deltas to append: 0, 1 or 2."""
    normalise: Literal["segment", "none"] = "segment"
    """segment: every feature has mean 0 and spread 1 over its wave, so that microphone and level do not matter."""

    def __post_init__(self) -> None:
        if not 0 < self.hop <= self.window <= self.fft_points:
            raise ValueError("hop_s, window_s and points must be more than 0 and not decrease in this order")
        if not 0.0 <= self.low_hz < self.top_hz <= self.sample_rate_hz / 2:
            raise ValueError(f"mels from {self.low_hz} to {self.top_hz} Hz do not fit {self.sample_rate_hz} Hz")
        if not 1 <= self.coefficients <= self.mels or self.deltas not in (0, 1, 2):
            raise ValueError("coefficients must be within 1 and mels, deltas 0, 1 or 2")

    @property
    def window(self) -> int:
        return round(self.window_s * self.sample_rate_hz)

    @property
    def hop(self) -> int:
        return round(self.hop_s * self.sample_rate_hz)

    @property
    def fft_points(self) -> int:
        return self.points or 1 << max(0, self.window - 1).bit_length()

    @property
    def top_hz(self) -> float:
        """Upper edge of the highest filter."""
        return self.high_hz or self.sample_rate_hz / 2

    @property
    def width(self) -> int:
        """D, the numbers per frame."""
        return (self.coefficients if self.kind == "mfcc" else self.mels) * (1 + self.deltas)


def speech_features(samples: NDArray[np.float32], config: SpeechConfig) -> Features:
    """Returns the features of one wave, float32 [F, D], F = 1 + T // hop.

    Args:
        samples: float32 [T], mono, at the config's rate, not empty.
        config: of the front end.
    """
    picture = log_mels(samples, config)
    if config.kind == "mfcc":
        picture = picture @ _cosines(config.mels, config.coefficients)
    parts = [picture, *(differences(picture, order) for order in range(1, config.deltas + 1))]
    whole = np.concatenate(parts, axis=1)
    if config.normalise == "segment":
        whole = (whole - whole.mean(axis=0)) / np.maximum(whole.std(axis=0), _LEAST_SPREAD)
    return np.ascontiguousarray(whole, dtype=np.float32)


def log_mels(samples: NDArray[np.float32], config: SpeechConfig) -> NDArray[np.float64]:
    """Returns mel powers in dB, float64 [F, M], at most 80 dB below the loudest.

    10 log10(max(power, 1e-10)), as librosa.power_to_db of librosa.feature.melspectrogram.
    """
    power = magnitudes(samples, config) ** 2 @ _slaney_bank(config).T
    decibels = 10.0 * np.log10(np.maximum(power, _LEAST_POWER))
    raised: NDArray[np.float64] = np.maximum(decibels, decibels.max() - _RANGE_DB)
    return raised


def magnitudes(samples: NDArray[np.float32], config: SpeechConfig) -> NDArray[np.float64]:
    """Returns linear magnitudes, float64 [F, points // 2 + 1]: a frame centred on every hop, silence past both ends."""
    points, window = config.fft_points, config.window
    padded = np.pad(np.asarray(samples, dtype=np.float64), points // 2)
    if len(padded) < points:
        padded = np.pad(padded, (0, points - len(padded)))
    frames = np.lib.stride_tricks.sliding_window_view(padded, points)[:: config.hop][: 1 + len(samples) // config.hop]
    left = (points - window) // 2
    hann = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(window) / window)
    shape = np.pad(hann, (left, points - window - left))
    spectra: NDArray[np.float64] = np.abs(np.fft.rfft(frames * shape, axis=1))
    return spectra


def differences(values: NDArray[np.float64], order: int) -> NDArray[np.float64]:
    """Returns deltas over time, float64 [F, D], as librosa.feature.delta; `order` is 1 or 2.

    Fits a polynomial of that degree to nine frames around each (Savitzky and Golay 1964) and differentiates it; the
    first and last frames use the outermost fit. A shorter wave uses the largest odd width that fits; if that is too
    short for a fit, the deltas are 0.
    """
    frames = len(values)
    width = min(_DELTA_WIDTH, frames - 1 + frames % 2)
    if width <= order:
        return np.zeros_like(values)
    half = width // 2
    places = np.arange(-half, half + 1, dtype=np.float64)
    # The nth derivative of a polynomial of degree n is n! times its leading coefficient, constant everywhere.
    fit = np.linalg.pinv(np.vander(places, order + 1))[0] * (1.0 if order == 1 else 2.0)
    inner = np.tensordot(np.lib.stride_tricks.sliding_window_view(values, width, axis=0), fit, axes=(2, 0))
    after = frames - half - len(inner)
    return np.concatenate([np.repeat(inner[:1], half, axis=0), inner, np.repeat(inner[-1:], after, axis=0)])


@cache
def _slaney_bank(config: SpeechConfig) -> NDArray[np.float64]:
    """Returns librosa's mel filters, float64 [M, points // 2 + 1]: linear in Hz between Slaney mels, of equal area.

    mel(f) = 3 f / 200 below 1 kHz and 15 + 27 ln(f / 1 kHz) / ln 6.4 above.
    """
    limits = [_to_mel(config.low_hz), _to_mel(config.top_hz)]
    edges = _from_mel(np.linspace(limits[0], limits[1], config.mels + 2))
    bins_hz = np.arange(config.fft_points // 2 + 1) * config.sample_rate_hz / config.fft_points
    left, centre, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    rise, fall = (bins_hz - left) / (centre - left), (right - bins_hz) / (right - centre)
    bank: NDArray[np.float64] = np.maximum(0.0, np.minimum(rise, fall)) * (2.0 / (right - left))
    return bank


@cache
def _cosines(mels: int, coefficients: int) -> NDArray[np.float64]:
    """Returns the first columns of the orthonormal DCT-II, float64 [M, C]."""
    angles = np.pi * (np.arange(mels)[:, None] + 0.5) * np.arange(coefficients)[None] / mels
    matrix: NDArray[np.float64] = np.cos(angles) * np.sqrt(2.0 / mels)
    matrix[:, 0] /= np.sqrt(2.0)
    return matrix


def _to_mel(hz: float) -> float:
    return hz * 3.0 / 200.0 if hz < 1000.0 else 15.0 + 27.0 * float(np.log(hz / 1000.0)) / float(np.log(6.4))


def _from_mel(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    bent = 1000.0 * np.exp((np.maximum(mels, 15.0) - 15.0) * np.log(6.4) / 27.0)
    hz: NDArray[np.float64] = np.where(mels < 15.0, mels * 200.0 / 3.0, bent)
    return hz
