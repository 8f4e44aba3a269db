"""A demo sound's recipe, and its building blocks: noise, filters, oscillators, envelopes, rooms.

Everything is float64 at RATE_HZ and vectorised; filters are zero-phase and process the whole sound by FFT, since demo
sounds are made once and never streamed.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

RATE_HZ = 44_100
"""Of all demo sounds."""

Samples = NDArray[np.float64]
"""float64 [T], or [T, 2] for stereo; any level until `finish`."""


def count(seconds: float) -> int:
    """Returns the number of samples in a stretch of time."""
    return round(seconds * RATE_HZ)


def clock(seconds: float) -> Samples:
    """Returns the time of every sample, in seconds."""
    return np.arange(count(seconds)) / RATE_HZ


def noise(rng: np.random.Generator, seconds: float, colour: float = 0.0) -> Samples:
    """Makes noise whose power falls as 1 / frequency ** colour.

    Args:
        colour: 0 white, 1 pink, 2 brown, -1 blue, -2 violet.

    Returns:
        float64 [T] with a standard deviation of 1.
    """
    white = rng.standard_normal(count(seconds))
    if colour == 0.0:
        return white
    spectrum = np.fft.rfft(white)
    frequency = np.maximum(np.fft.rfftfreq(len(white), 1 / RATE_HZ), 20.0)
    shaped = np.fft.irfft(spectrum * frequency ** (-colour / 2), len(white))
    return np.asarray(shaped / np.std(shaped))


def band(samples: Samples, low_hz: float = 0.0, high_hz: float = RATE_HZ / 2, order: int = 2) -> Samples:
    """Keeps the band between two frequencies, with the magnitude response of a Butterworth filter and no phase."""
    frequency = np.fft.rfftfreq(len(samples), 1 / RATE_HZ)
    gain = np.ones_like(frequency)
    if low_hz > 0:
        ratio = low_hz / np.maximum(frequency, 1e-3)
        gain /= np.sqrt(1 + np.minimum(ratio, 1e6) ** (2 * order))
    if high_hz < RATE_HZ / 2:
        gain /= np.sqrt(1 + (frequency / high_hz) ** (2 * order))
    return np.asarray(np.fft.irfft(np.fft.rfft(samples) * gain, len(samples)))


def resonate(samples: Samples, peaks: Iterable[tuple[float, float, float]]) -> Samples:
    """Adds up resonances of the input: (frequency in Hz, width in Hz, gain) each, with Lorentzian peaks."""
    frequency = np.fft.rfftfreq(len(samples), 1 / RATE_HZ)
    gain = np.zeros_like(frequency)
    for centre_hz, width_hz, level in peaks:
        gain += level / np.sqrt(1 + ((frequency - centre_hz) / (width_hz / 2)) ** 2)
    return np.asarray(np.fft.irfft(np.fft.rfft(samples) * gain, len(samples)))


def tone(frequency_hz: float | Samples, seconds: float, phase: float = 0.0) -> Samples:
    """Makes a sine of a fixed frequency, or of one that changes with every sample (float64 [T])."""
    steps = np.broadcast_to(np.asarray(frequency_hz, dtype=np.float64), (count(seconds),))
    return np.asarray(np.sin(2 * np.pi * np.cumsum(steps) / RATE_HZ + phase))


def harmonics(frequency_hz: float | Samples, seconds: float, levels: Sequence[float]) -> Samples:
    """Makes a sum of sines at 1, 2, 3, … times a frequency, up to 20 kHz."""
    highest = float(np.max(frequency_hz))
    steps = np.broadcast_to(np.asarray(frequency_hz, dtype=np.float64), (count(seconds),))
    turn = np.exp(2j * np.pi / RATE_HZ * np.cumsum(steps))
    partial, out = np.ones_like(turn), np.zeros(len(turn))
    for k, level in enumerate(levels, start=1):
        if k * highest >= 20_000:
            break
        partial *= turn  # the k-th power: a third of the time of a sine per partial
        if level:
            out += level * partial.imag
    return out


def saw(partials: int = 24) -> list[float]:
    """Returns the harmonic levels of a sawtooth."""
    return [1 / k for k in range(1, partials + 1)]


def square(partials: int = 24) -> list[float]:
    """Returns the harmonic levels of a square wave."""
    return [1 / k if k % 2 else 0.0 for k in range(1, partials + 1)]


def decay(seconds: float, fall_s: float, attack_s: float = 0.001) -> Samples:
    """Makes an envelope that rises at once and falls by 60 dB in `fall_s`."""
    time = clock(seconds)
    return np.asarray(np.minimum(time / attack_s, 1.0) * 10 ** (-3 * time / fall_s))


def curve(seconds: float, *points: tuple[float, float]) -> Samples:
    """Makes an envelope of straight lines through (time in seconds, value) points."""
    times, values = zip(*points, strict=True)
    return np.asarray(np.interp(clock(seconds), times, values))


def wander(rng: np.random.Generator, seconds: float, per_second: float, low: float, high: float) -> Samples:
    """Makes a smooth random curve between two values, with about `per_second` turns a second."""
    knots = max(int(seconds * per_second) + 2, 4)
    values = rng.uniform(low, high, knots)
    where = clock(seconds) / seconds * (knots - 1)
    left = np.minimum(where.astype(int), knots - 2)
    blend = (1 - np.cos(np.pi * (where - left))) / 2
    return np.asarray(values[left] * (1 - blend) + values[left + 1] * blend)


def scatter(seconds: float, grains: Iterable[tuple[float, Samples]]) -> Samples:
    """Adds short sounds into a silent stretch, each at its time in seconds; cuts them at its end."""
    out = np.zeros(count(seconds))
    for start_s, grain in grains:
        first = count(start_s)
        if first >= len(out):
            continue
        piece = grain[: len(out) - first]
        out[first : first + len(piece)] += piece
    return out


def room(rng: np.random.Generator, samples: Samples, seconds: float, wet: float, dark_hz: float = 6000.0) -> Samples:
    """Puts a sound into a room: adds its convolution with decaying noise, and lets the tail run over by `seconds`."""
    tail = band(noise(rng, seconds), high_hz=dark_hz, order=1) * decay(seconds, seconds)
    size = len(samples) + len(tail) - 1
    spectrum = np.fft.rfft(samples, size) * np.fft.rfft(tail / np.sqrt(np.sum(tail**2)), size)
    out: Samples = np.fft.irfft(spectrum, size) * wet
    out[: len(samples)] += samples
    return out


def pan(samples: Samples, position: float | Samples) -> Samples:
    """Places a mono sound between the speakers: -1 left, 0 middle, 1 right, by equal power; float64 [T, 2]."""
    angle = (np.asarray(position) + 1) * np.pi / 4
    return np.stack([samples * np.cos(angle), samples * np.sin(angle)], axis=1)


def side_by_side(left: Samples, right: Samples) -> Samples:
    """Makes a stereo sound of two mono ones, with the length of the shorter."""
    shortest = min(len(left), len(right))
    return np.stack([left[:shortest], right[:shortest]], axis=1)


def finish(samples: Samples, peak: float = 0.8, fade_ms: float = 4.0) -> Samples:
    """Scales a sound to its peak level and fades its ends, so that it neither clips nor clicks."""
    out = samples - np.mean(samples, axis=0)
    out = out * (peak / max(float(np.max(np.abs(out))), 1e-9))
    ramp = np.linspace(0.0, 1.0, min(count(fade_ms / 1000), len(out) // 2))
    shape = ramp if out.ndim == 1 else ramp[:, None]
    out[: len(ramp)] *= shape
    out[len(out) - len(ramp) :] *= shape[::-1]
    return np.asarray(out)


class Recipe(Struct, frozen=True):
    """One demo sound before synthesis."""

    name: str
    """Its file name below the demo folder, with "/" and the suffix .wav or .flac."""
    text: str
    """Its description, at most 256 ASCII letters; stored in the file."""
    make: Callable[[np.random.Generator], Samples]
    """Synthesises it: float64 [T] or [T, 2] within [-1, 1]."""
    keywords: tuple[str, ...] = ()
    """More words for it; stored in the file."""
    bit_depth: int = 16
    """16 or 24."""
    has_bext: bool = False
    """Whether the description goes into a BEXT chunk instead of LIST/INFO (WAV only)."""
