"""Finds where somebody may be speaking: loud stretches that vary like syllables, scored by a small logistic model.

It spares costlier listeners what is clearly not speech, and prefers passing a bark to losing a word. A sound is
cut into islands, stretches louder than their surroundings, and long islands into pieces of two seconds. Some thirty
numbers describe each piece (mean and spread of its cepstrum, how harmonic it is, how its pitch and level move), and a
logistic regression on them and their squares gives the probability of speech. `earshot-train words detector` learns its
weights; they are in resources/speech/detector.npz.
"""

import importlib.resources
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.resample import resample
from engine.base.types import Waves

RATE_HZ = 8_000
_HOP, _WINDOW, _POINTS = 80, 256, 512
_HOP_S = _HOP / RATE_HZ
_FLOOR_DB = 35.0
"""Sound this far below the loudest of its surroundings is not part of an island."""
_LEAST_DBFS = -60.0
_AROUND_S = 4.0
"""On each side: the surroundings an island's level is compared with."""
_PAUSE_S = 0.15
"""Shorter gaps do not split islands."""
_SHORTEST_S = 0.10
_PIECE_S = 2.0
_MARGIN_S = 0.03
_BANDS, _CEPSTRUM = 20, 12
_LAGS = slice(RATE_HZ // 400, RATE_HZ // 70 + 1)
"""Pitches from 400 down to 70 Hz."""
_VOICED = 0.6
FEATURES = 2 * _CEPSTRUM + 9
THRESHOLD = 0.15
"""Least probability at which a piece is listened to."""


class SpeechRegion(Struct, frozen=True):
    """A stretch in which somebody may be speaking."""

    start_s: float
    end_s: float
    probability: float


class SpeechFinder:
    """Finds speech regions in one sound, shared by its listeners. One thread owns it.

    Words and units ask about the same sound in turn, each at its own rate; the sound is analysed once.
    """

    def __init__(self) -> None:
        self._samples: Waves | None = None
        self._pieces: list[tuple[int, int, float]] = []

    def regions(self, samples: Waves, rate_hz: int, threshold: float = THRESHOLD) -> list[SpeechRegion]:
        """Returns the stretches of float32 [T] that may be speech, in order and without overlaps."""
        looked_at = resample(samples, rate_hz, RATE_HZ)
        if self._samples is None or not np.array_equal(self._samples, looked_at):
            self._samples, self._pieces = looked_at, scored_pieces(looked_at)
        return _regions(looked_at, self._pieces, threshold)


def _regions(samples: Waves, pieces: list[tuple[int, int, float]], threshold: float) -> list[SpeechRegion]:
    found: list[SpeechRegion] = []
    for start, end, chance in pieces:
        if chance < threshold:
            continue
        start_s, end_s = max(0.0, start * _HOP_S - _MARGIN_S), min(len(samples) / RATE_HZ, end * _HOP_S + _MARGIN_S)
        if found and start_s <= found[-1].end_s:
            found[-1] = SpeechRegion(found[-1].start_s, end_s, max(found[-1].probability, chance))
        else:
            found.append(SpeechRegion(start_s, end_s, chance))
    return found


def scored_pieces(samples: Waves) -> list[tuple[int, int, float]]:
    """Returns the pieces of a sound: first frame, one past the last frame, and probability of speech."""
    spans, rows = described_pieces(samples)
    if not spans:
        return []
    mean, spread, weights, bias = _model()
    bent = expanded((rows - mean) / spread)
    chances = 1.0 / (1.0 + np.exp(-np.clip(bent @ weights + bias, -50.0, 50.0)))
    return [(start, end, float(chance)) for (start, end), chance in zip(spans, chances, strict=True)]


def described_pieces(samples: Waves) -> tuple[list[tuple[int, int]], NDArray[np.float64]]:
    """Returns the pieces of a sound as (first, end) frames, and their features, float64 [N, FEATURES]."""
    if len(samples) < _WINDOW:
        return [], np.zeros((0, FEATURES))
    frames = np.lib.stride_tricks.sliding_window_view(samples.astype(np.float32), _WINDOW)[::_HOP]
    level = 10.0 * np.log10(np.einsum("ft,ft->f", frames, frames, dtype=np.float64) / _WINDOW + 1e-12)
    spans = _islands(level)
    return spans, np.array([_described(frames[start:end], level[start:end]) for start, end in spans]).reshape(
        -1, FEATURES
    )


def expanded(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the features, clipped to 4 spreads, and their squares: float64 [N, 2 FEATURES]."""
    held = np.clip(rows, -4.0, 4.0)
    return np.concatenate([held, held**2], axis=1)


def _islands(level: NDArray[np.float64]) -> list[tuple[int, int]]:
    around = round(_AROUND_S / _HOP_S)
    loudest = _running_max(level, around)
    is_loud = (level > loudest - _FLOOR_DB) & (level > _LEAST_DBFS)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], is_loud.astype(np.int8), [0]])))
    spans: list[list[int]] = []
    for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        if spans and (start - spans[-1][1]) * _HOP_S < _PAUSE_S:
            spans[-1][1] = end
        else:
            spans.append([start, end])
    pieces: list[tuple[int, int]] = []
    for start, end in spans:
        if (end - start) * _HOP_S < _SHORTEST_S:
            continue
        count = max(1, round((end - start) * _HOP_S / _PIECE_S))
        cuts = np.linspace(start, end, count + 1).round().astype(int).tolist()
        pieces += list(pairwise(cuts))
    return pieces


def _running_max(values: NDArray[np.float64], around: int) -> NDArray[np.float64]:
    """Returns the maximum within about `around` places on each side, to the nearest half of that."""
    size = max(1, around // 2)
    blocks = np.pad(values, (0, -len(values) % size), constant_values=-np.inf).reshape(-1, size).max(axis=1)
    padded = np.pad(blocks, 2, constant_values=-np.inf)
    wide = np.max([padded[shift : shift + len(blocks)] for shift in range(5)], axis=0)
    widened: NDArray[np.float64] = np.repeat(wide, size)[: len(values)]
    return widened


def _described(frames: NDArray[np.float32], level: NDArray[np.float64]) -> NDArray[np.float64]:
    shaped = frames * _window()
    spectra = np.fft.rfft(shaped, _POINTS, axis=1)
    power = np.abs(spectra) ** 2
    bands = 10.0 * np.log10(power @ _bank().T + 1e-10)
    cepstrum = (bands @ _cosines())[:, 1:]
    correlation = np.fft.irfft(power, axis=1)[:, : _LAGS.stop]
    correlation = correlation / np.maximum(correlation[:, :1], 1e-12) / _taper()
    lags = correlation[:, _LAGS]
    harmonic = np.clip(lags.max(axis=1), 0.0, 1.0)
    pitch = np.log2(RATE_HZ / (lags.argmax(axis=1) + _LAGS.start))
    loud = level > level.max() - 25.0
    voiced = loud & (harmonic > _VOICED)
    has_pitch = voiced.sum() >= 3
    moves = np.abs(np.diff(cepstrum, axis=0)).mean() if len(cepstrum) > 1 else 0.0
    rest = [
        harmonic[loud].mean(),
        harmonic[loud].std(),
        voiced.sum() / max(1, loud.sum()),
        level.std(),
        np.abs(np.diff(level)).mean() if len(level) > 1 else 0.0,
        moves,
        float(np.median(pitch[voiced])) if has_pitch else 7.0,
        float(pitch[voiced].std()) if has_pitch else 0.0,
        np.log(len(level)),
    ]
    return np.concatenate([cepstrum[loud].mean(axis=0), cepstrum[loud].std(axis=0), rest])


@cache
def _window() -> NDArray[np.float32]:
    return np.hanning(_WINDOW).astype(np.float32)


@cache
def _taper() -> NDArray[np.float64]:
    """Returns the window's overlap with itself at each lag, float64 [lags]."""
    shape = np.hanning(_WINDOW)
    overlaps = np.correlate(shape, shape, "full")[_WINDOW - 1 :][: _LAGS.stop]
    taper: NDArray[np.float64] = overlaps / overlaps[0]
    return taper


@cache
def _bank() -> NDArray[np.float32]:
    """Returns triangles at equal steps of mel = 1127 ln(1 + f / 700), float32 [bands, bins]."""
    mels = np.linspace(0.0, 1127.0 * np.log1p(RATE_HZ / 2 / 700.0), _BANDS + 2)
    edges = 700.0 * np.expm1(mels / 1127.0)
    hz = np.arange(_POINTS // 2 + 1) * RATE_HZ / _POINTS
    rise = (hz - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    fall = (edges[2:, None] - hz) / (edges[2:] - edges[1:-1])[:, None]
    return np.maximum(0.0, np.minimum(rise, fall)).astype(np.float32)


@cache
def _cosines() -> NDArray[np.float64]:
    places = np.arange(_BANDS)[:, None] + 0.5
    matrix: NDArray[np.float64] = np.cos(np.pi * places * np.arange(_CEPSTRUM + 1)[None] / _BANDS) / _BANDS
    return matrix


@cache
def _model() -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], float]:
    """Returns mean and spread of the features, the weights of the features and their squares, and the bias."""
    path = Path(str(importlib.resources.files("resources"))) / "speech" / "detector.npz"
    with np.load(path) as kept:
        return kept["mean"], kept["spread"], kept["weights"], float(kept["bias"])
