"""Changes how long a sound lasts and leaves its pitch, block by block: a phase vocoder that keeps attacks.

Frames are analysed at one pace and added at another. The bins around a peak turn together: identity phase locking, J.
Laroche and M. Dolson, Improved phase vocoder time-scale modification of audio, IEEE Trans. SAP 7(3), 1999. Their phase
advance is measured between two frames that lie one output hop apart, so that nothing is unwrapped. Unlike there, the
frames around an onset keep the sound's own pace and phases, and the time is made up before and after. All channels turn
by the same phases: the image of a stereo sound stays. Pitch is the part of `effects`: it resamples.
"""

import math
from collections import deque
from typing import Final

import numpy as np
from numpy.typing import NDArray

_WINDOW_S = 0.07
"""Least length of a frame; the power of two above it is taken: 85 ms at 48 kHz."""
_OVERLAP = 4
_ENERGY_S = 0.0025
"""Length of a step in which energy is compared, to find onsets."""
_BEFORE = 16
"""Steps whose mean energy an onset exceeds."""
_ONSET_RATIO = 8.0
_FLOOR = 1e-9
"""Mean square below which nothing is an onset: -90 dBFS."""
_TINY = 1e-20

Block = NDArray[np.float32]


class TimeStretch:
    """Stretches float32 [T, C] to `ratio` times its length. One thread owns it.

    The result does not depend on block sizes.
    """

    def __init__(self, ratio: float, *, channels: int, sample_rate_hz: int) -> None:
        """Sets it up for one sound.

        Args:
            ratio: length afterwards to length before, 1/16 to 16.
            channels: of the sound.
            sample_rate_hz: of the sound.

        Raises:
            ValueError: the ratio is out of range.
        """
        if not 1 / 16 <= ratio <= 16:
            raise ValueError(f"a sound can be stretched to between 1/16 and 16 times its length, not {ratio}")
        self._ratio: Final = ratio
        self._size = 1 << max(6, math.ceil(math.log2(_WINDOW_S * sample_rate_hz)))
        self._hop = self._size // _OVERLAP
        self._window = np.hanning(self._size + 1)[:-1].astype(np.float32)
        # Squared Hann windows a quarter apart add up to 1.5.
        self._gain = self._window / np.float32(1.5)
        self._input = np.zeros((channels, 0), np.float32)
        self._base = 0
        """Frame of the sound that `_input` begins with."""
        self._count = 0
        """Frames of the sound taken so far."""
        self._is_over = False
        self._onsets = _Onsets(round(_ENERGY_S * sample_rate_hz))
        self._last: NDArray[np.complex64] | None = None
        self._mixed = np.zeros((channels, self._size), np.float32)
        self._at = -self._hop
        """Where in the output the middle of the next frame comes."""
        self._given = 0
        self._was_onset = False

    def push(self, block: Block) -> Block:
        """Takes float32 [T, C]; returns what is ready, float32 [T', C], maybe empty."""
        self._onsets.push(block)
        self._count += len(block)
        self._input = np.concatenate([self._input, block.T], axis=1)
        return self._ready()

    def finish(self) -> Block:
        """Returns the remaining samples; the result as a whole has ratio times the frames taken, rounded."""
        self._is_over = True
        return self._ready()

    def _ready(self) -> Block:
        parts = []
        end = round(self._count * self._ratio) if self._is_over else None
        while end is None or self._given < end:
            if not self._is_over and self._wanted() > self._count:
                break
            part = self._step()
            if end is not None:
                part = part[:, : end - self._given]
            self._given += part.shape[1]
            parts.append(part)
        if not parts:
            return np.zeros((0, len(self._input)), np.float32)
        return np.ascontiguousarray(np.concatenate(parts, axis=1).T)

    def _wanted(self) -> int:
        """Frames of the sound that have to be there before the next step, those that tell of onsets included."""
        half = self._size // 2
        return math.ceil(max(self._at / self._ratio, (self._at + half) / self._ratio)) + self._size

    def _step(self) -> NDArray[np.float32]:
        """Adds a frame and returns the samples that no later one changes, float32 [C, hop], at the start fewer."""
        middle, is_onset = self._source()
        now = self._spectrum(middle)
        if self._last is None or (is_onset and not self._was_onset):
            turned = now
        else:
            turned = now * _turn(self._last * np.conj(self._spectrum(middle - self._hop)), np.abs(now))
        self._last, self._was_onset = turned, is_onset
        self._mixed += np.fft.irfft(turned, axis=1).astype(np.float32) * self._gain
        done = self._mixed[:, : self._hop].copy()
        self._mixed = np.concatenate([self._mixed[:, self._hop :], np.zeros_like(done)], axis=1)
        first = self._at - self._size // 2
        self._at += self._hop
        self._forget()
        return done[:, max(0, -first) :]

    def _source(self) -> tuple[int, bool]:
        """The frame of the sound that comes to the next place, and whether an onset is near."""
        half, at, ratio = self._size // 2, self._at, self._ratio
        after = half * min(1.0, ratio)
        linear = at / ratio
        self._onsets.forget(min(linear, (at - half) / ratio) - self._size)
        low, high = -math.inf, math.inf
        near: int | None = None
        for onset in self._onsets.places:
            away = at - onset * ratio
            if -half <= away <= after and (near is None or abs(away) < abs(at - near * ratio)):
                near = onset
            elif away > after:
                low = onset + half
            elif away < -half and high == math.inf:
                high = onset - half
        if near is not None:
            return near + round(at - near * ratio), True
        return round(max(low, min(high, linear)) if low <= high else linear), False

    def _spectrum(self, middle: int) -> NDArray[np.complex64]:
        """complex64 [C, bins] of the frame around a place; silence before the sound and behind it."""
        first = middle - self._size // 2 - self._base
        last = first + self._size
        have = self._input.shape[1]
        part = self._input[:, min(max(0, first), have) : max(0, min(last, have))]
        if part.shape[1] < self._size:
            left = min(self._size, max(0, -first))
            part = np.pad(part, ((0, 0), (left, self._size - left - part.shape[1])))
        return np.asarray(np.fft.rfft(part * self._window, axis=1), np.complex64)

    def _forget(self) -> None:
        """Drops what no later frame reads."""
        keep = math.floor(self._at / self._ratio - self._size * max(1.0, 1.0 / self._ratio)) - 2 * self._size
        drop = min(keep - self._base, self._input.shape[1])
        if drop > self._size:
            self._input = self._input[:, drop:].copy()
            self._base += drop


class _Onsets:
    """Where energy jumps up, in frames of the sound. The beginning is one."""

    def __init__(self, step: int) -> None:
        self._step = max(1, step)
        self._rest = np.zeros(0, np.float64)
        self._energies: deque[float] = deque([0.0] * _BEFORE, maxlen=_BEFORE)
        self._at = 0
        self._quiet_until = _BEFORE * self._step
        self.places: list[int] = [0]

    def push(self, block: Block) -> None:
        """Takes float32 [T, C]."""
        power = np.square(block, dtype=np.float64).mean(axis=1) if len(block) else np.zeros(0)
        power = np.concatenate([self._rest, power])
        steps = len(power) // self._step
        for energy in power[: steps * self._step].reshape(steps, self._step).mean(axis=1):
            before = sum(self._energies) / _BEFORE
            if energy > _FLOOR and energy > _ONSET_RATIO * before and self._at >= self._quiet_until:
                self.places.append(self._at)
                self._quiet_until = self._at + _BEFORE * self._step
            self._energies.append(float(energy))
            self._at += self._step
        self._rest = power[steps * self._step :]

    def forget(self, before: float) -> None:
        """Drops onsets before a frame, all but one."""
        while len(self.places) > 1 and self.places[1] < before:
            self.places.pop(0)


def _turn(advance: NDArray[np.complex64], magnitude: NDArray[np.float32]) -> NDArray[np.complex64]:
    """The turn of each bin, complex64 [bins] of length 1: one for all bins around a peak, and for all channels."""
    total, level = advance.sum(axis=0), magnitude.sum(axis=0)
    peaks = (
        np.flatnonzero(
            (level[2:-2] >= level[1:-3])
            & (level[2:-2] >= level[:-4])
            & (level[2:-2] > level[3:-1])
            & (level[2:-2] > level[4:])
        )
        + 2
    )
    if not len(peaks):
        return np.ones(len(level), np.complex64)
    starts = np.concatenate([[0], (peaks[:-1] + peaks[1:] + 1) // 2])
    sums = np.add.reduceat(total, starts)
    sizes = np.abs(sums)
    turns = np.where(sizes > _TINY, sums / np.maximum(sizes, _TINY), 1.0).astype(np.complex64)
    return np.repeat(turns, np.diff(np.append(starts, len(level))))
