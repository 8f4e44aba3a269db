"""Waves from magnitudes alone: short-time Fourier transform, its inverse, and phases by Griffin and Lim.

Hann windows centred on every hop, silence beyond both ends, as in the speech features. Pure numpy, so that the product
can play a network's output without torch.
"""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.types import Waves

_LEAST_WEIGHT = 1e-8
_LEAST_MAGNITUDE = 1e-12


class StftFrame(Struct, frozen=True):
    """Framing of a wave for the transform, in samples."""

    points: int
    """Size of the transform; even."""
    window: int
    """Length of the periodic Hann window, centred in the points."""
    hop: int

    def __post_init__(self) -> None:
        if not 0 < 2 * self.hop <= self.window <= self.points or self.points % 2:
            raise ValueError(
                f"hop {self.hop}, window {self.window}, points {self.points}: need 2 hop <= window <= points"
            )

    @property
    def bins(self) -> int:
        return self.points // 2 + 1

    def shape(self) -> NDArray[np.float64]:
        """Returns the window, float64 [points]."""
        hann = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(self.window) / self.window)
        left = (self.points - self.window) // 2
        return np.pad(hann, (left, self.points - self.window - left))


def transform(samples: NDArray[np.floating], frame: StftFrame) -> NDArray[np.complex128]:
    """Returns the spectra of a wave [T], complex128 [F, bins], F = 1 + T // hop."""
    padded = np.pad(np.asarray(samples, dtype=np.float64), frame.points // 2)
    count = 1 + len(samples) // frame.hop
    padded = np.pad(padded, (0, max(0, (count - 1) * frame.hop + frame.points - len(padded))))
    frames = np.lib.stride_tricks.sliding_window_view(padded, frame.points)[:: frame.hop][:count]
    return np.fft.rfft(frames * frame.shape(), axis=1)


def inverse(spectra: NDArray[np.complex128], frame: StftFrame, length: int | None = None) -> NDArray[np.float64]:
    """Returns the wave [T] whose transform is nearest to `spectra` by least squares.

    x = sum of w y over sum of w^2, equation 6 of Griffin and Lim 1984.

    Args:
        spectra: [F, bins], F at least 1.
        frame: their framing.
        length: T; None for (F - 1) hop.
    """
    count, weight = len(spectra), frame.shape()
    whole = (count - 1) * frame.hop + frame.points
    summed, weights = np.zeros(whole), np.zeros(whole)
    waves = np.fft.irfft(spectra, n=frame.points, axis=1) * weight
    for number in range(count):
        place = slice(number * frame.hop, number * frame.hop + frame.points)
        summed[place] += waves[number]
        weights[place] += weight**2
    found = np.where(weights > _LEAST_WEIGHT, summed / np.maximum(weights, _LEAST_WEIGHT), 0.0)[frame.points // 2 :]
    wanted = (count - 1) * frame.hop if length is None else length
    return np.pad(found[:wanted], (0, max(0, wanted - len(found))))


def griffin_lim(
    magnitudes: NDArray[np.floating],
    frame: StftFrame,
    *,
    rounds: int = 60,
    momentum: float = 0.99,
    seed: int = 0,
    length: int | None = None,
) -> Waves:
    """Returns a wave, float32 [T], whose magnitudes approximate the given ones.

    Griffin and Lim 1984, with the momentum of Perraudin, Balazs and Søndergaard 2013 ("fast Griffin-Lim"), which
    reaches in tens of rounds what took hundreds.

    Args:
        magnitudes: [F, bins], not negative.
        frame: their framing.
        rounds: iterations of the phases, two transforms each.
        momentum: 0 is the method of 1984; below 1.
        seed: of the initial phases, so that the same magnitudes sound the same.
        length: T in samples; None for (F - 1) hop.

    Raises:
        ValueError: wrong number of bins, or settings out of range.
    """
    target = np.maximum(np.asarray(magnitudes, dtype=np.float64), 0.0)
    if target.ndim != 2 or not len(target) or target.shape[1] != frame.bins:
        raise ValueError(f"magnitudes are {target.shape}, need [F, {frame.bins}] with F at least 1")
    if rounds < 0 or not 0.0 <= momentum < 1.0:
        raise ValueError(f"rounds {rounds} must not be negative, momentum {momentum} within 0 and 1")
    angles = np.random.default_rng(seed).uniform(0.0, 2.0 * np.pi, target.shape)
    phases = np.exp(1j * angles)
    before = np.zeros_like(phases)
    inner = (len(target) - 1) * frame.hop
    for _ in range(rounds):
        rebuilt = transform(inverse(target * phases, frame, inner), frame)
        pushed = rebuilt + momentum * (rebuilt - before)
        phases = pushed / np.maximum(np.abs(pushed), _LEAST_MAGNITUDE)
        before = rebuilt
    return inverse(target * phases, frame, length).astype(np.float32)


def misfit(samples: NDArray[np.floating], magnitudes: NDArray[np.floating], frame: StftFrame) -> float:
    """Returns the distance between a wave's magnitudes and its target: 0 for a perfect match, 1 for silence.

    Spectral convergence: the norm of the difference over the norm of the target.
    """
    found = np.abs(transform(samples, frame))[: len(magnitudes)]
    wanted = np.asarray(magnitudes, dtype=np.float64)[: len(found)]
    return float(np.linalg.norm(found - wanted) / max(float(np.linalg.norm(wanted)), _LEAST_MAGNITUDE))
