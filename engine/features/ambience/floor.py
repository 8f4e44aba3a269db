"""The floor of a stretch: the spectrum of its background, which remains when nothing happens.

In each of 40 bands, equally wide in mel from 60 Hz to 14 kHz, the floor is the level that 30 % of the frames stay
below. An event (a step, a word, a bark) raises some frames in some bands; while each band is at rest for a third of
the time, the floor does not move. Two floors are compared in shape: the median difference of their bands, which is one
of level, is removed; the mean of the rest over the bands in dB is their distance. docs/experiments/background.md lists
alternatives.

This is minimum statistics as in noise estimation (Martin 2001), with a quantile instead of the minimum as in Stahl,
Fischer and Bippus (2000): the minimum of a short stretch depends on its length, a quantile does not.
"""

from functools import lru_cache
from itertools import pairwise

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

BANDS = 40
_LOW_HZ, _HIGH_HZ = 60.0, 14_000.0
_FRAME_S = 0.046
"""Approximate length of a frame, which is a power of two in samples; frames overlap by half."""
_QUIET_PERCENT = 30.0
SILENT_DB = -120.0
"""Band level that counts as silence, in dB of full scale squared per hertz; 16-bit dither is at about -140."""
_HEARD_BANDS = 4
"""Fewest bands above `SILENT_DB`."""
_HALF_DB = 4.0
"""The distance that halves the likeness."""

Levels = NDArray[np.float32]
"""float32 [F, 40]: dB per hertz of each band in each frame, at least `SILENT_DB`; NaN in bands above Nyquist."""


class Floor(Struct, frozen=True, eq=False):
    """The background of a stretch."""

    bands_db: NDArray[np.float32]
    """float32 [40]: see `Levels`."""
    spread_db: float
    """Restlessness: from the 10 % to the 90 % quantile of the frames, the median over bands. White noise has 5 dB."""

    @property
    def is_silent(self) -> bool:
        return int(np.count_nonzero(self.bands_db > SILENT_DB + 1.0)) < _HEARD_BANDS

    @property
    def level_db(self) -> float:
        """Power over all bands, weighted by their widths, in dB of full scale squared."""
        known = ~np.isnan(self.bands_db)
        power = 10.0 ** (self.bands_db[known].astype(np.float64) / 10.0)
        return float(10.0 * np.log10((power * np.diff(_edges_hz())[known]).sum()))


def hop_of(sample_rate_hz: int) -> int:
    """Returns the samples between two frames."""
    return _frame_of(sample_rate_hz) // 2


def levels_of(samples: NDArray[np.float32], sample_rate_hz: int) -> Levels:
    """Measures the bands of each frame, as the mean power of the channels: mixing them first would cancel some.

    Args:
        samples: float32 [T] or [T, C]; less than a frame is padded with silence.

    Returns:
        float32 [F, 40]; frame f begins at sample f * `hop_of`.
    """
    size = _frame_of(sample_rate_hz)
    channels = samples.reshape(len(samples), -1).T
    if channels.shape[1] < size:
        channels = np.pad(channels, ((0, 0), (0, size - channels.shape[1])))
    frames = np.lib.stride_tricks.sliding_window_view(channels, size, axis=1)[:, :: size // 2]
    window = np.hanning(size).astype(np.float32)
    scale = 2.0 / (sample_rate_hz * float((window**2).sum()))
    found = np.full((frames.shape[1], BANDS), np.nan, np.float32)
    shares = _shares(sample_rate_hz, size)
    for at in range(0, len(found), 128):  # fits a processor's cache
        power = np.zeros((len(found[at : at + 128]), size // 2 + 1), np.float32)
        for channel in frames:
            spectra = np.fft.rfft(channel[at : at + 128] * window, axis=1)
            power += spectra.real**2 + spectra.imag**2
        means = power @ shares * np.float32(scale / len(frames))
        found[at : at + 128, : shares.shape[1]] = 10.0 * np.log10(np.maximum(means, 10.0 ** (SILENT_DB / 10.0)))
    return found


def floor_of(levels: Levels) -> Floor:
    """Returns the floor of at least one frame."""
    known = ~np.isnan(levels[0])
    low, quiet, high = np.percentile(levels[:, known], (10.0, _QUIET_PERCENT, 90.0), axis=0)
    bands = np.full(BANDS, np.nan, np.float32)
    bands[known] = quiet
    return Floor(bands, float(np.median(high - low)))


def distance_db(one: Floor, other: Floor) -> float:
    """Returns how two backgrounds differ in shape, without level: the mean absolute difference of their bands."""
    difference = (one.bands_db - other.bands_db)[~np.isnan(one.bands_db + other.bands_db)]
    return float(np.mean(np.abs(difference - np.median(difference))))


def gain_between(one: Floor, other: Floor) -> float:
    """Returns the gain in dB that brings the other background to the level of the first."""
    known = ~np.isnan(one.bands_db + other.bands_db)
    cut = [Floor(np.where(known, floor.bands_db, np.nan).astype(np.float32), 0.0) for floor in (one, other)]
    return cut[0].level_db - cut[1].level_db


def likeness_of(distance: float) -> float:
    """Converts a distance in dB to a likeness from 0 to 1: 2 ^ -(dB / 4)."""
    return float(2.0 ** (-distance / _HALF_DB))


def quietest(levels: Levels, frames: int) -> int:
    """Returns the start of the quietest run of `frames` frames."""
    sums = np.concatenate([[0.0], np.cumsum(np.nanmean(levels, axis=1, dtype=np.float64))])
    return int(np.argmin(sums[frames:] - sums[:-frames])) if len(levels) > frames else 0


def _frame_of(sample_rate_hz: int) -> int:
    return int(2 ** round(np.log2(max(64.0, _FRAME_S * sample_rate_hz))))


@lru_cache(maxsize=1)
def _edges_hz() -> NDArray[np.float64]:
    """float64 [41]; mel after O'Shaughnessy: 2595 log10(1 + Hz / 700)."""
    low, high = (2595.0 * np.log10(1.0 + hz / 700.0) for hz in (_LOW_HZ, _HIGH_HZ))
    edges: NDArray[np.float64] = 700.0 * (10.0 ** (np.linspace(low, high, BANDS + 1) / 2595.0) - 1.0)
    return edges


@lru_cache(maxsize=16)
def _shares(sample_rate_hz: int, size: int) -> NDArray[np.float32]:
    """float32 [bins, bands]: each bin's weight in the mean of each band below Nyquist; at least one bin per band."""
    edges = _edges_hz()
    step = sample_rate_hz / size
    held = int(np.count_nonzero(edges[1:] <= sample_rate_hz / 2))
    shares = np.zeros((size // 2 + 1, held), np.float32)
    for band, (low, high) in enumerate(pairwise(edges[: held + 1])):
        first = int(np.ceil(low / step))
        end = int(np.ceil(high / step))
        if end == first:  # narrower than a bin: use the nearest one
            first = round((low + high) / 2 / step)
            end = first + 1
        shares[first:end, band] = 1.0 / (end - first)
    return shares
