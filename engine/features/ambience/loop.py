"""Extends a stretch of background to any length: it repeats without audible joins or end.

The stretch plays from a start to an end, cross-fades back to a place near its beginning, and so on until the wanted
length is reached; a long enough stretch is not repeated. The last samples cross-fade into what precedes the first one,
so that the result itself can be repeated. Joins are placed where the surroundings are most alike: first by the spectrum
over the length of the fade, then, within a few milliseconds, by the correlation of the waves, which keeps a hum or a
chirp in phase.

A fade keeps the power: with cos and sin as gains two uncorrelated backgrounds add up to the level of one. With
correlation r the excess, 1 + 2 r cos sin (from the variance of a sum), is divided out.
"""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.resample import mix_to_mono
from engine.features.ambience.floor import hop_of, levels_of

LEAST_S = 1.0
"""A shorter stretch repeats too soon to pass for a background."""
_FADE_S, _FADE_SHARE = 0.75, 10
"""Length of a cross-fade, and the part of the stretch that limits it: a lap, at least 45 %, has room for both joins."""
_EDGE_SHARE = 0.25
"""Joins lie in the first and the last part of the stretch."""
_GRID = 160
"""Places examined at each end."""
_REFINED = 24
"""Pairs of places whose waves are compared."""
_SHIFT_S = 0.012
"""How far a join may move to align the waves."""
_CORRELATION_DB = 6.0
"""Equal waves outweigh this many dB of spectral difference."""

Samples = NDArray[np.float32]
"""float32 [T, C]."""


class Join(Struct, frozen=True):
    """A join of two parts of the stretch."""

    leave: int
    """Frame before which the fade of the outgoing part ends."""
    enter: int
    """Frame at which the incoming part continues after the fade."""
    correlation: float
    """Of the faded waves, 0 to 1."""
    difference_db: float
    """Between their spectra, mean over the bands."""


class LoopPlan(Struct, frozen=True):
    """How a stretch is played."""

    frames: int
    """Of the result."""
    fade: int
    """Frames of a cross-fade."""
    start: int
    """The frame of the stretch at which the result begins."""
    round: Join | None
    """Where it repeats; None if the stretch is long enough."""
    closing: Join
    """Joins the end of the result to its beginning."""

    @property
    def laps(self) -> int:
        """How often the stretch, or a part of it, is played."""
        if self.round is None:
            return 1
        lap = self.round.leave - self.round.enter
        return 1 + (self.start - self.round.enter + self.frames - 1) // lap


def least_frames(sample_rate_hz: int) -> int:
    """Returns the fewest frames that can be looped."""
    return round(LEAST_S * sample_rate_hz)


def plan_loop(samples: Samples, sample_rate_hz: int, frames: int) -> LoopPlan:
    """Chooses the joins.

    Args:
        samples: the stretch, at least `least_frames`.
        frames: of the result, at least 1.

    Raises:
        ValueError: the stretch is too short.
    """
    length = len(samples)
    if length < least_frames(sample_rate_hz):
        raise ValueError(f"{length} frames are too short to be looped")
    fade = max(1, min(round(_FADE_S * sample_rate_hz), length // _FADE_SHARE, frames // 2))
    likeness = _Likeness(mix_to_mono(samples), sample_rate_hz, fade)
    if frames <= length - fade:
        entered = _spread(fade, length - frames)
        closing = likeness.best(entered + frames, entered, shift=False)
        return LoopPlan(frames, fade, closing.enter, None, closing)
    edge = int(_EDGE_SHARE * (length - fade))
    leaving, entering = _spread(length - edge, length), _spread(fade, fade + edge)
    pairs = np.stack(np.meshgrid(leaving, entering), axis=-1).reshape(-1, 2)
    back = likeness.best(pairs[:, 0], pairs[:, 1])
    lap = back.leave - back.enter
    begun = _spread(back.enter, back.leave - fade)
    ended = back.enter + (begun - back.enter + frames) % lap
    fits = (ended >= back.enter + fade) & (ended <= back.leave - fade)
    closing = likeness.best(ended[fits], begun[fits], shift=False)
    return LoopPlan(frames, fade, closing.enter, back, closing)


def looped(samples: Samples, plan: LoopPlan, block: int = 65_536) -> Iterator[Samples]:
    """Yields the result in blocks: float32 [T, C], T <= `block`, `plan.frames` in total."""
    at = 0
    tail = max(0, plan.frames - plan.fade)
    while at < plan.frames:
        end = min(at + block, plan.frames)
        part = _played(samples, plan, at, end)
        if end > tail:
            first = max(at, tail)
            inside = np.arange(first - tail, end - tail)
            into = samples[plan.closing.enter - plan.fade + inside]
            part[first - at :] = _faded(part[first - at :], into, inside, plan.fade, plan.closing.correlation)
        yield part
        at = end


def _played(samples: Samples, plan: LoopPlan, at: int, end: int) -> Samples:
    """The frames `at` to `end` before the closing join."""
    if plan.round is None:
        return samples[plan.start + at : plan.start + end].copy()
    enter, lap = plan.round.enter, plan.round.leave - plan.round.enter
    gone = np.arange(at, end) + plan.start - enter
    place = enter + gone % lap
    part = samples[place]
    inside = place - (plan.round.leave - plan.fade)
    is_fading = inside >= 0
    into = samples[place[is_fading] - lap]
    part[is_fading] = _faded(part[is_fading], into, inside[is_fading], plan.fade, plan.round.correlation)
    return part


def _faded(out: Samples, into: Samples, inside: NDArray[np.int64], fade: int, correlation: float) -> Samples:
    """Cross-fades; `inside` is each frame's position in the fade."""
    angle = (inside + 1.0) / (fade + 1.0) * (np.pi / 2)
    falls, rises = np.cos(angle), np.sin(angle)
    power = np.sqrt(1.0 + 2.0 * correlation * falls * rises)
    mixed: Samples = (out * (falls / power)[:, None] + into * (rises / power)[:, None]).astype(np.float32)
    return mixed


class _Likeness:
    """Similarity of the surroundings of two frames: of the fades that end there."""

    def __init__(self, mono: NDArray[np.float32], rate: int, fade: int) -> None:
        self._mono, self._fade, self._hop = mono, fade, hop_of(rate)
        self._shift = round(_SHIFT_S * rate)
        levels = levels_of(mono, rate)
        sums = np.cumsum(levels[:, ~np.isnan(levels[0])], axis=0, dtype=np.float64)
        self._sums = np.concatenate([np.zeros((1, sums.shape[1])), sums])

    def best(self, leave: NDArray[np.int64], enter: NDArray[np.int64], *, shift: bool = True) -> Join:
        """The best pair of places; `shift` lets the incoming part move a little to align the waves."""
        differences = np.abs(self._spectra(leave) - self._spectra(enter)).mean(axis=1)
        joins = []
        for pair in np.argsort(differences, kind="stable")[:_REFINED]:
            moved, correlation = self._met(int(leave[pair]), int(enter[pair]), self._shift if shift else 0)
            joins.append(Join(int(leave[pair]), moved, correlation, float(differences[pair])))
        return min(joins, key=lambda join: join.difference_db - _CORRELATION_DB * join.correlation)

    def _spectra(self, places: NDArray[np.int64]) -> NDArray[np.float64]:
        """float64 [N, bands]: mean levels of the fades that end at the places."""
        frames = len(self._sums) - 1
        end = np.clip(places // self._hop, 1, frames)
        first = np.clip((places - self._fade) // self._hop, 0, end - 1)
        means: NDArray[np.float64] = (self._sums[end] - self._sums[first]) / (end - first)[:, None]
        return means

    def _met(self, leave: int, enter: int, shift: int) -> tuple[int, float]:
        """Where near `enter` the waves best match those that end at `leave`, and their correlation, 0 to 1."""
        out = self._mono[leave - self._fade : leave].astype(np.float64)
        low = max(0, enter - self._fade - shift)
        near = self._mono[low : enter + shift].astype(np.float64)
        size = 1 << int(np.ceil(np.log2(len(near) + len(out))))
        products = np.fft.irfft(np.fft.rfft(near, size) * np.conj(np.fft.rfft(out, size)), size)
        products = products[: len(near) - len(out) + 1]
        squares = np.concatenate([[0.0], np.cumsum(near**2)])
        energies = squares[len(out) :] - squares[: -len(out)]
        found = products / np.sqrt(np.maximum(energies * float(out @ out), 1e-20))
        best = int(np.argmax(found))
        return low + best + self._fade, float(np.clip(found[best], 0.0, 1.0))


def _spread(first: int, last: int) -> NDArray[np.int64]:
    """Places on a grid from `first` to `last`, inclusive."""
    return np.unique(np.linspace(first, max(first, last), _GRID).astype(np.int64))
