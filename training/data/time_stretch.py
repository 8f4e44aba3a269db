"""Makes a wave longer or shorter, with or without changing its pitch."""

import numpy as np
import soxr

from engine.base.types import Waves

_WINDOW = 2048
_HOP = _WINDOW // 4


def resampled(samples: Waves, factor: float) -> Waves:
    """Makes a wave `factor` times as long, like a slowed tape: its pitch falls by the same factor."""
    # Soxr takes any ratio; 48,000 is an arbitrary base.
    return np.asarray(soxr.resample(samples, 48_000.0, 48_000.0 * factor), np.float32)


def stretched(samples: Waves, factor: float) -> Waves:
    """Makes a wave `factor` times as long at the same pitch with a phase vocoder (Flanagan and Golden 1966).

    Returns:
        float32 [round(T * factor)].
    """
    length = round(len(samples) * factor)
    window = np.hanning(_WINDOW + 1)[:-1]
    padded = np.pad(samples.astype(np.float64), (_WINDOW, 2 * _WINDOW))
    frames = (len(padded) - _WINDOW) // _HOP
    spectra = np.fft.rfft([padded[at * _HOP : at * _HOP + _WINDOW] * window for at in range(frames)])
    steps = np.arange(0.0, frames - 1, 1.0 / factor)
    left = steps.astype(int)
    part = (steps - left)[:, None]
    sizes = np.abs(spectra)
    size = sizes[left] * (1 - part) + sizes[left + 1] * part
    expected = 2 * np.pi * _HOP * np.arange(_WINDOW // 2 + 1) / _WINDOW
    turn = np.diff(np.angle(spectra), axis=0) - expected
    turn = turn - 2 * np.pi * np.round(turn / (2 * np.pi)) + expected
    turned = np.empty(size.shape, np.complex128)
    phase = np.angle(spectra[0])
    for place, at in enumerate(left):
        turned[place] = size[place] * np.exp(1j * phase)
        # Loose phase locking (Puckette 1995): a bin follows its louder neighbours, whose signs alternate.
        locked = turned[place].copy()
        locked[1:] -= turned[place][:-1]
        locked[:-1] -= turned[place][1:]
        phase = np.angle(locked) + turn[at]
    pieces = np.fft.irfft(turned, _WINDOW) * window
    out = np.zeros(len(steps) * _HOP + _WINDOW)
    for place, piece in enumerate(pieces):
        out[place * _HOP : place * _HOP + _WINDOW] += piece
    start = round(_WINDOW * factor)
    found = out[start : start + length] / 1.5  # four squared Hann windows, a quarter apart, add up to 1.5
    return np.pad(found, (0, length - len(found))).astype(np.float32)


def pitched(samples: Waves, factor: float) -> Waves:
    """Multiplies every frequency by `factor` and keeps the length."""
    moved = resampled(stretched(samples, factor), 1.0 / factor)[: len(samples)]
    return np.pad(moved, (0, len(samples) - len(moved)))
