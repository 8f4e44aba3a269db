"""Estimates tempo and key in the decoding pass, with confidences; values stated by the file take precedence.

Our own, along the usual lines: the autocorrelation of an onset curve (spectral flux) peaks at the beat, and a
pitch-class profile is compared with the probe-tone profiles of Krumhansl and Kessler (1982, table 1). Only the first
minute is analysed. Both assume music: effects and ambiences mostly give None.
"""

import math
from functools import cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.audio.key_names import TONICS
from engine.base.types import Measures, Waves

_HEARD_S = 60.0
_RATE_HZ = 16_000
"""Approximate analysis rate: the pack's rate, decimated by an integer."""
_HOP = 256
_WINDOW = 512
_CHROMA_WINDOW = 4096
_SLOWEST_BPM, _FASTEST_BPM = 60.0, 200.0
_LEAST_S = 1.5
"""Shorter sounds have no tempo: two beats cannot be told from one event."""
_USUAL_BPM = 120.0
_SPREAD_OCTAVES = 0.9
"""Standard deviation of likely tempos around the usual one; the form is that of Ellis (2007), J. New Music Res. 36."""
_LEAST_RISE = 0.1
"""Mean rise over all bands, in natural logarithms, that the strongest onset must reach: a sustained tone has none."""
_PHRASE_S = 30.0
"""Up to this length a sound with a beat is likely a phrase of whole bars."""
_BARS_GAIN = 1.35
_LOWEST_HZ, _HIGHEST_HZ = 65.0, 2_000.0
_MAJOR = (6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88)
_MINOR = (6.33, 2.68, 3.52, 5.38, 2.60, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17)


class TempoEstimate(Struct, frozen=True):
    """A detected beat."""

    bpm: float
    confidence: float


class KeyEstimate(Struct, frozen=True):
    """A detected tonal centre."""

    name: str
    confidence: float


class TempoKeyEstimator:
    """Collects a streamed sound; the result does not depend on block sizes."""

    def __init__(self, sample_rate_hz: int) -> None:
        self._step = max(1, sample_rate_hz // _RATE_HZ)
        self._rate = sample_rate_hz / self._step
        self._held: list[Waves] = []
        self._count = 0
        self._frames = 0
        self._phase = 0

    def add(self, mono: Waves) -> None:
        """Takes the next samples, float32 [T] at the given rate; those beyond the first minute are only counted."""
        self._frames += len(mono)
        if self._count < _HEARD_S * self._rate and len(mono):
            # Averaging neighbours is filter enough: neither flux nor pitch classes under 2 kHz notice the aliases.
            thinned = mono[self._phase :: self._step]
            self._phase = (self._phase - len(mono)) % self._step
            self._held.append(thinned.copy())
            self._count += len(thinned)

    def tempo(self, *, is_loop: bool | None) -> TempoEstimate | None:
        """Returns the beat, None without one. A loop holds whole beats, which makes its tempo exact."""
        wave = self._wave()
        if len(wave) < _LEAST_S * self._rate:
            return None
        whole_s = self._frames / (self._rate * self._step)
        found = _beat(_onsets(wave), self._rate / _HOP, whole_s)
        return _snapped(found, whole_s) if found is not None and is_loop else found

    def key(self) -> KeyEstimate | None:
        """Returns the key, None unless at least three pitch classes stand out."""
        wave = self._wave()
        if len(wave) < _CHROMA_WINDOW:
            return None
        return _key_of(_chroma(wave, self._rate))

    def _wave(self) -> Waves:
        if len(self._held) > 1:
            self._held = [np.concatenate(self._held)]
        return self._held[0][: int(_HEARD_S * self._rate)] if self._held else np.zeros(0, np.float32)


def heard(measures: Measures, listener: TempoKeyEstimator) -> Measures:
    """Returns the measures with tempo and key where detected."""
    tempo, key = listener.tempo(is_loop=measures.is_loop), listener.key()
    return replace(
        measures,
        tempo_bpm=tempo.bpm if tempo else None,
        tempo_confidence=tempo.confidence if tempo else None,
        key=key.name if key else None,
        key_confidence=key.confidence if key else None,
    )


def _onsets(wave: Waves) -> NDArray[np.float64]:
    """Spectral flux per frame of 16 ms: rises of log magnitudes, less their local mean, never negative."""
    count = 1 + (len(wave) - _WINDOW) // _HOP
    rows = np.lib.stride_tricks.sliding_window_view(wave, _WINDOW)[::_HOP][:count]
    magnitudes = np.abs(np.fft.rfft(rows * _hann(_WINDOW), axis=1))
    level = max(float(magnitudes.max()), 1e-9)
    rises = np.diff(np.log1p(1000.0 * magnitudes / level), axis=0)
    flux = np.maximum(rises, 0.0).sum(axis=1, dtype=np.float64)
    width = 31
    local = np.convolve(np.pad(flux, width // 2, mode="edge"), np.ones(width) / width, mode="valid")
    return np.asarray(np.maximum(flux - local, 0.0), dtype=np.float64)


def _beat(onsets: NDArray[np.float64], frames_hz: float, whole_s: float) -> TempoEstimate | None:
    """The lag with the strongest autocorrelation of the onsets.

    Likely tempos are preferred; in a short sound, those that fill it with one, two, four or eight bars of four.
    """
    curve = onsets - onsets.mean()
    power = float(np.dot(curve, curve))
    if onsets.max(initial=0.0) < _LEAST_RISE * (_WINDOW // 2 + 1) or np.count_nonzero(onsets > 0.3 * onsets.max()) < 4:
        return None
    size = 1 << (2 * len(curve) - 1).bit_length()
    spectrum = np.fft.rfft(curve, size)
    full = np.fft.irfft(np.abs(spectrum) ** 2, size)[: len(curve)] / power
    lags = np.arange(len(curve))
    # Fewer frames overlap at longer lags; past three quarters of the length too few remain.
    full = np.where(lags < 0.75 * len(curve), full * len(curve) / np.maximum(1, len(curve) - lags), 0.0)
    full = np.maximum(full, np.maximum(_shifted(full, 1), _shifted(full, -1)) * 0.9)
    first = max(2, math.floor(60.0 * frames_hz / _FASTEST_BPM))
    last = min(len(curve) - 2, math.ceil(60.0 * frames_hz / _SLOWEST_BPM))
    if last <= first:
        return None
    places = np.arange(first, last + 1)
    raw = full[places] + 0.5 * _at(full, 2 * places) + 0.25 * _at(full, 4 * places)
    octaves = np.log2(60.0 * frames_hz / places / _USUAL_BPM)
    likely = np.exp(-0.5 * (octaves / _SPREAD_OCTAVES) ** 2)
    if whole_s <= _PHRASE_S:
        likely = likely * np.where(_is_bars(whole_s * frames_hz / places), _BARS_GAIN, 1.0)
    weighed = raw * likely
    best = int(places[np.argmax(weighed)])
    related = np.abs(np.log2(places / best)[:, None] - np.array([-1.0, 0.0, 1.0])).min(axis=1) < 0.08
    others = float(weighed[~related].max(initial=0.0))
    lead = float(np.clip(1.0 - others / weighed.max(), 0.0, 1.0))
    strength = float(full[best])
    if strength <= 0.05:
        return None
    lag = _refined(full, best)
    return TempoEstimate(round(60.0 * frames_hz / lag, 2), round(_sure_of(strength, lead), 3))


def _is_bars(beats: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether a number of beats is 4, 8, 16 or 32, within 2 %."""
    bars = 2.0 ** np.clip(np.rint(np.log2(np.maximum(beats, 1e-9))), 2.0, 5.0)
    return np.asarray(np.abs(beats / bars - 1.0) < 0.02)


def _refined(full: NDArray[np.float64], lag: int) -> float:
    """The lag at sub-frame precision, from the peak at its longest multiple still present."""
    exact = float(lag)
    for multiple in (1, 2, 4, 8):
        near = round(exact * multiple)
        if near + 2 >= 0.75 * len(full):
            break
        low = max(1, near - 2)
        peak = low + int(np.argmax(full[low : near + 3]))
        if full[peak] < 0.5 * full[lag]:
            break
        left, middle, right = full[peak - 1], full[peak], full[peak + 1]
        bend = left - 2.0 * middle + right
        exact = float(peak + (0.5 * (left - right) / bend if bend < 0 else 0.0)) / multiple
    return exact


def _snapped(found: TempoEstimate, whole_s: float) -> TempoEstimate:
    """The tempo at which a loop of this length holds a whole number of beats, if one is within 3 %."""
    beats = round(whole_s * found.bpm / 60.0)
    if beats < 2:
        return found
    exact = 60.0 * beats / whole_s
    if abs(exact / found.bpm - 1.0) > 0.03:
        return found
    return TempoEstimate(round(exact, 2), round(min(0.95, found.confidence + 0.2), 3))


def _sure_of(strength: float, lead: float) -> float:
    """Confidence of a tempo, 0 to 0.9: from the autocorrelation at its lag and its lead over unrelated tempos."""
    return float(np.clip(1.3 * (strength - 0.08), 0.0, 0.6) + np.clip(0.9 * lead, 0.0, 0.3))


def _chroma(wave: Waves, rate_hz: float) -> NDArray[np.float64]:
    """Strength of each pitch class, float64 [12], from spectral peaks between 65 Hz and 2 kHz."""
    count = len(wave) // _CHROMA_WINDOW
    rows = wave[: count * _CHROMA_WINDOW].reshape(count, _CHROMA_WINDOW)
    magnitudes = np.abs(np.fft.rfft(rows * _hann(_CHROMA_WINDOW), axis=1)).astype(np.float64)
    is_peak = np.zeros_like(magnitudes, dtype=bool)
    middle = magnitudes[:, 1:-1]
    is_peak[:, 1:-1] = (middle > magnitudes[:, :-2]) & (middle >= magnitudes[:, 2:])
    loud = magnitudes.max(axis=1, keepdims=True)
    strengths = np.where(is_peak & (magnitudes > 0.03 * loud), np.sqrt(magnitudes), 0.0).sum(axis=0)
    frequencies = np.fft.rfftfreq(_CHROMA_WINDOW, 1.0 / rate_hz)
    heard = (frequencies >= _LOWEST_HZ) & (frequencies <= _HIGHEST_HZ)
    notes = 12.0 * np.log2(np.maximum(frequencies, 1.0) / 440.0) + 9.0
    classes = np.rint(notes).astype(int) % 12
    in_tune = 1.0 - np.abs(notes - np.rint(notes)) * 1.2
    weights = np.where(heard, np.maximum(in_tune, 0.0), 0.0)
    return np.asarray(np.bincount(classes, weights=strengths * weights, minlength=12)[:12], dtype=np.float64)


def _key_of(chroma: NDArray[np.float64]) -> KeyEstimate | None:
    if chroma.max() <= 0.0 or np.count_nonzero(chroma > 0.25 * chroma.max()) < 3:
        return None
    standard = (chroma - chroma.mean()) / max(float(chroma.std()), 1e-12)
    likeness = _profiles() @ standard / 12.0
    order = np.argsort(-likeness)
    best, second = int(order[0]), int(order[1])
    margin = float(likeness[best] - likeness[second])
    confidence = float(np.clip((likeness[best] - 0.5) * 1.2, 0.0, 0.55) + np.clip(margin * 1.5, 0.0, 0.35))
    if likeness[best] < 0.5:
        return None
    return KeyEstimate(f"{TONICS[best % 12]} {'major' if best < 12 else 'minor'}", round(confidence, 3))


@cache
def _profiles() -> NDArray[np.float64]:
    """float64 [24, 12], mean 0 and deviation 1 per row: twelve major keys from C up, then twelve minor ones."""
    rows = [np.roll(profile, tonic) for profile in (_MAJOR, _MINOR) for tonic in range(12)]
    table = np.array(rows)
    return np.asarray((table - table.mean(axis=1, keepdims=True)) / table.std(axis=1, keepdims=True))


@cache
def _hann(size: int) -> NDArray[np.float32]:
    return np.hanning(size).astype(np.float32)


def _at(values: NDArray[np.float64], places: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.where(places < len(values), values[np.minimum(places, len(values) - 1)], 0.0)


def _shifted(values: NDArray[np.float64], by: int) -> NDArray[np.float64]:
    return np.roll(values, by)
