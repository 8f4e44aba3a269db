"""Finds sound events: onset and decay of what stands out from a sound's background.

A sound event is a stretch in which bands of the spectrum rise over their own background: spectral flux (Bello et al.
2005, IEEE Trans. Speech Audio Process. 13, eq. 14; Dixon 2006, DAFx), but against the background, not the previous
frame, so that one curve shows both onset and decay. The background of a band is a low percentile of its level within
ten seconds to either side; it follows an ambience that grows. Steady sound, such as rain, has no events; nor has a
sound so full that no background shows. Strokes, loud at once and dying away, are an event each, even when the next
begins before one has died away; singing, cries and flutter stay one event. Nothing here recognises what an event is.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.base.types import NO_EVENTS, SoundEvents, Waves

_RATE_HZ = 16_000
"""Approximate analysis rate: the given rate, decimated by an integer; aliases are energy as well."""
_HOP_S, _WINDOW_S = 0.016, 0.032
_BANDS = 20
_LOWEST_HZ, _HIGHEST_HZ = 60.0, 8_000.0
_BATCH = 128
"""Frames transformed at once: a constant number, so that blocks of any size give the same bits."""
_SMOOTH = 5
"""Frames over which a band's power is averaged. Bounds lie up to half of that outside of the sound."""
_SILENT_DB = -90.0
"""Level of a band that counts as silence; a full-scale sine is 0."""
_RANGE_DB = 60.0
"""Levels this far below the loudest band within reach are ignored: a decay into silence ends as in a reverberation
time."""
_AROUND, _STEP = 625, 156
"""Frames to either side that make a background, and the step between backgrounds; it is interpolated between."""
_LOW, _MIDDLE = 5.0, 30.0
"""Percentiles of a band's levels: the background is the upper one, their distance 1.1 standard deviations of noise."""
_DEVIATIONS, _LEAST_RISE_DB = 3.0, 4.0
"""A band sounds this many deviations, and this many dB, over its background."""
_MOST_DEVIATION_DB = 5.0
"""A band that varies more has no background: a shot that dies away is not an event in its own reverberation."""
_NEVER_DB = 1_000.0
_LEAST_FRAMES, _SHORT_RANGE_DB = 375, 50.0
"""In a shorter sound, a band without background sounds within this many dB of the loudest band."""
_FLOOR, _FLAT_DB, _FLOOR_DB, _LEAST_FLOOR = 25.0, 2.0, 10.0, 60
"""A shorter sound, of more than `_LEAST_FLOOR` frames, has a floor where the percentile `_FLOOR` of its levels is at
most `_FLAT_DB` above percentile `_LOW`, and at least `_FLOOR_DB` below its highest."""
_SOUNDING_DB, _EVENT_DB = 0.5, 2.5
"""Root mean square, over all bands, of the excess over the sounding level: of each frame of an event, and of its
highest."""
_LEAST_STRENGTH = 0.5
"""dB times seconds: shorter or weaker events count as ambience."""
_NEAR, _GAP, _ALIKE = 6, 31, 0.5
"""Sounding frames at most `_NEAR` apart are one event. So are those at most `_GAP` apart if the lower is at least the
share `_ALIKE` of the higher, as in chirps and rattles."""
_ATTACK, _APART = 6, 22
"""Longest attack, and least distance between attacks of separate events, in frames: .1 and .35 s."""
_STRUCK_DB, _VALLEY, _DIP_DB = 6.0, 0.6, 12.0
"""An attack rises to at least `_STRUCK_DB` from a dip: at most the share `_VALLEY` of, or `_DIP_DB` below, both it and
the peak before."""
_AT_ONCE, _EARLY = 0.8, 0.4
"""A stroke reaches the share `_AT_ONCE` of its highest within its attack, and the middle of its decay lies within the
share `_EARLY` of its length."""
_PAGE = 3_750
"""Frames examined at once, with `_AROUND` more to either side."""
MOST_EVENTS, MOST_A_MINUTE = 4_096, 150
"""Limits per sound, and per minute of it, the first minute counted whole; the strongest are kept."""


class _Run(NamedTuple):
    """Uninterrupted sounding frames, up to an attack that starts another event."""

    start: int
    end: int
    attack: int
    """The last one in it; its start without one."""
    highest: float
    sum: float
    is_stroke: bool
    """Whether it is loud at once and dies away from there, as a shot, a knock or a step does."""


_Frames: TypeAlias = NDArray[np.float32]
"""float32 [F, B], the power of each band in each frame."""


class EventDetector:
    """Analyses a streamed sound; the result does not depend on block sizes. Memory is some two minutes."""

    def __init__(self, sample_rate_hz: int) -> None:
        self._step = max(1, sample_rate_hz // _RATE_HZ)
        rate = sample_rate_hz / self._step
        self._hop = round(_HOP_S * rate)
        self._hop_s = self._hop / rate
        self._size = 2 * round(_WINDOW_S * rate / 2)
        edges = np.geomspace(_LOWEST_HZ, min(_HIGHEST_HZ, rate / 2), _BANDS + 1) * self._size / rate
        bins = np.unique(np.ceil(edges).astype(np.int64))
        self._bins = bins[bins <= self._size // 2]
        self._window = (np.hanning(self._size) * 4.0 / self._size).astype(np.float32)
        self._phase = 0
        self._samples = np.zeros(self._size // 2, np.float32)  # the first frame is centred on the first sample
        self._count = 0
        self._frames: list[_Frames] = []
        self._held = 0
        self._first = self._done = 0
        self._open = np.zeros(0)
        self._chain: list[_Run] = []
        """Runs that the next one may still join."""
        self._joined: list[_Run] = []
        self._taken = 0

    def add(self, mono: Waves) -> None:
        thinned = mono[self._phase :: self._step]
        self._phase = (self._phase - len(mono)) % self._step
        self._count += len(thinned)
        self._samples = np.concatenate([self._samples, thinned])
        while len(self._samples) >= self._size + (_BATCH - 1) * self._hop:
            self._take(_BATCH)
            while self._first + self._held >= self._done + _PAGE + _AROUND:
                self._look(self._done + _PAGE, self._done + _PAGE + _AROUND)

    @property
    def done_s(self) -> float:
        """Everything up to here is analysed; an event in progress may begin before, but not more than a page."""
        return self._done * self._hop_s

    def settled(self) -> SoundEvents:
        """Events that ended since the last call and no later sound can change, float32 [N, 3], in order of time.

        Without the limits of `finish`, which are known only at the end.
        """
        found, self._taken = self._joined[self._taken :], len(self._joined)
        return self._as_events([run for run in found if run.sum * self._hop_s >= _LEAST_STRENGTH])

    def finish(self) -> SoundEvents:
        """The events in order of time; afterwards only `settled` may be called, for the last ones."""
        self._samples = np.concatenate([self._samples, np.zeros(self._size // 2, np.float32)])
        left = (len(self._samples) - self._size) // self._hop + 1
        while self._count and left > 0:
            self._take(min(left, _BATCH))
            left -= _BATCH
        if self._held:
            self._look(self._first + self._held, self._first + self._held)
        return self._events()

    def _take(self, count: int) -> None:
        rows = np.lib.stride_tricks.sliding_window_view(self._samples, self._size)[:: self._hop][:count]
        spectra = np.fft.rfft(rows * self._window, axis=1)
        power = spectra.real**2
        power += spectra.imag**2
        self._frames.append(np.add.reduceat(power[:, : self._bins[-1]], self._bins[:-1], axis=1).astype(np.float32))
        self._held += count
        self._samples = self._samples[count * self._hop :]

    def _look(self, until: int, seen: int) -> None:
        frames = np.concatenate(self._frames)
        level = _risen(frames[: seen - self._first], self._done - self._first, until - self._first)
        level = np.concatenate([self._open, level])
        first = until - len(level)
        if until == seen < _LEAST_FRAMES:
            level = np.maximum(level - _floor(level), 0.0)
        is_sounding = np.concatenate([[False], level > _SOUNDING_DB, [False]])
        edges = np.flatnonzero(is_sounding[1:] != is_sounding[:-1]).reshape(-1, 2).tolist()
        self._open = level[:0]
        if until < seen and edges and edges[-1][1] == len(level) and edges[-1][1] - edges[-1][0] < _PAGE:
            self._open = level[edges.pop()[0] :]
        for start, end in edges:
            for run in _runs(level[start:end], first + start):
                self._join(run)
        if self._chain and until - len(self._open) - self._chain[-1].end > _GAP:
            self._close()
        self._done = until
        dropped = max(0, until - _AROUND - self._first)
        self._frames = [frames[dropped:]]
        self._first, self._held = self._first + dropped, len(frames) - dropped

    def _join(self, run: _Run) -> None:
        """Adds a run to the chain, or closes the chain and begins another."""
        if self._chain:
            highest = max(one.highest for one in self._chain)
            is_alike = min(run.highest, highest) >= _ALIKE * max(run.highest, highest)
            if run.start - self._chain[-1].end > (_GAP if is_alike else _NEAR):
                self._close()
        self._chain.append(run)

    def _close(self) -> None:
        self._joined += _parted(self._chain, max((run.highest for run in self._chain), default=0.0))
        self._chain = []

    def _events(self) -> SoundEvents:
        self._close()
        duration_s = self._duration_s
        most = min(MOST_EVENTS, int(MOST_A_MINUTE * max(1.0, duration_s / 60.0)))
        joined = [run for run in self._joined if run.sum * self._hop_s >= _LEAST_STRENGTH]
        return self._as_events(sorted(sorted(joined, key=lambda run: -run.sum)[:most]))

    @property
    def _duration_s(self) -> float:
        return self._count * self._hop_s / self._hop

    def _as_events(self, joined: list[_Run]) -> SoundEvents:
        hop_s, duration_s = self._hop_s, self._duration_s
        events = [(run.start * hop_s, min(duration_s, run.end * hop_s), run.sum * hop_s) for run in joined]
        return np.array(events, np.float32).reshape(-1, 3) if events else NO_EVENTS


def _parted(chain: list[_Run], highest: float) -> list[_Run]:
    """Joins a chain into one event, or into several where all runs of about the full height are strokes."""
    loud = [run for run in chain if run.highest >= _ALIKE * highest]
    strokes = {run.start for run in loud} if all(run.is_stroke for run in loud) else set()
    found = chain[:1]
    for run in chain[1:]:
        before = found[-1]
        if run.start in strokes and run.start - before.attack >= _APART:
            found.append(run)
            continue
        attack = run.attack if run.is_stroke else before.attack
        found[-1] = _Run(
            before.start, run.end, attack, max(before.highest, run.highest), before.sum + run.sum, before.is_stroke
        )
    return found


def _is_stroke(level: NDArray[np.float64]) -> bool:
    """See `_Run`; counts the decay above its lowest level, before it may break off."""
    at = int(level[: _ATTACK + 1].argmax())
    if level[at] < max(_STRUCK_DB, _AT_ONCE * float(level.max())):
        return False
    low = float(level[at : max(at + 1, len(level) - _ATTACK)].min())
    fall = np.maximum(level[at:] - (low if low <= _valleys(level)[at] else level[at:].min()), 0.0)
    return float(fall @ np.arange(len(fall))) <= _EARLY * len(fall) * float(fall.sum())


def _floor(level: NDArray[np.float64]) -> float:
    """The level that a short sound hardly falls below; 0 without one, as in a sound that dies away."""
    low, floor = np.percentile(level, (_LOW, _FLOOR))
    is_floor = len(level) > _LEAST_FLOOR and floor - low <= _FLAT_DB and level.max() - floor >= _FLOOR_DB
    return float(floor) + _FLAT_DB if is_floor else 0.0


def _valleys(level: NDArray[np.float64]) -> NDArray[np.float64]:
    """The level that a peak must fall to before a separate attack."""
    return np.maximum(_VALLEY * level, level - _DIP_DB)


def _runs(level: NDArray[np.float64], first: int) -> list[_Run]:
    """Uninterrupted sounding frames from number `first` on, cut before each attack far enough from the last."""
    ahead = np.lib.stride_tricks.sliding_window_view(np.pad(level, (0, _ATTACK)), _ATTACK + 1).max(axis=1)
    valleys = _valleys(level)
    starts, attacks = [0], [0]
    for place in np.flatnonzero((level <= _valleys(ahead)) & (ahead >= _STRUCK_DB)).tolist():
        if place <= attacks[-1] or level[place] > valleys[attacks[-1] : place].max():
            continue
        attack = place + int(level[place : place + _ATTACK].argmin())
        if attack - attacks[-1] >= _APART:
            starts.append(attack)
            attacks.append(attack)
        attacks[-1] = attack
    runs = []
    for start, end, attack in zip(starts, [*starts[1:], len(level)], attacks, strict=True):
        part = level[start:end]
        runs.append(
            _Run(first + start, first + end, first + attack, float(part.max()), float(part.sum()), _is_stroke(part))
        )
    return [run for run in runs if run.highest >= _EVENT_DB]


def _risen(power: _Frames, first: int, end: int) -> NDArray[np.float64]:
    """float64 [end - first]: RMS over bands of the excess over their sounding level, dB."""
    padded = np.pad(power, ((_SMOOTH // 2 + 1, _SMOOTH // 2), (0, 0)), mode="edge").astype(np.float64)
    sums = np.cumsum(padded, axis=0)
    level = 10.0 * np.log10(np.maximum(sums[_SMOOTH:] - sums[:-_SMOOTH], 0.0) / _SMOOTH + 1e-12)
    np.maximum(level, max(_SILENT_DB, float(level.max()) - _RANGE_DB), out=level)
    heard = np.stack([_sounding_from(level, place) for place in range(first, end + _STEP, _STEP)])
    at = np.arange(end - first) / _STEP
    before = at.astype(np.int64)
    share = (at - before)[:, None]
    threshold = heard[before] * (1.0 - share) + heard[np.minimum(before + 1, len(heard) - 1)] * share
    risen = np.maximum(level[first:end] - threshold, 0.0)
    return np.asarray(np.sqrt(np.square(risen).mean(axis=1)), dtype=np.float64)


def _sounding_from(level: NDArray[np.float64], place: int) -> NDArray[np.float64]:
    """float64 [B]: the level from which each band sounds at a frame, from its nearest `2 * _AROUND` frames."""
    start = max(0, min(place - _AROUND, len(level) - 2 * _AROUND))
    low, middle = np.percentile(level[start : start + 2 * _AROUND : 2], (_LOW, _MIDDLE), axis=0)
    deviation = (middle - low) / 1.1
    never = _NEVER_DB if len(level) >= _LEAST_FRAMES else max(_SILENT_DB, float(level.max()) - _SHORT_RANGE_DB)
    rise = np.maximum(_LEAST_RISE_DB, _DEVIATIONS * deviation)
    return np.asarray(np.where(deviation <= _MOST_DEVIATION_DB, middle + rise, never), dtype=np.float64)
