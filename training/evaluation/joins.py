"""Measures how far a join stands out of a background, by spectrum and level, relative to the background itself.

Powers of 24 bands in frames of 20 ms, every 5 ms. Three differences between before and after are taken at each time, in
dB: of one frame's bands (a click), of the bands over a quarter of a second (a change of timbre), and of the level over
a quarter of a second (a jump). A join is rated by the largest value within its fade. It is *usual* if it does not
exceed the 95th percentile of equally long stretches of the background; a join that nothing distinguishes is usual in 95
of 100 cases, by each of the three.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.base.types import Waves
from engine.features.ambience.loop import LoopPlan, looped, plan_loop

_BANDS, _LOW_HZ, _HIGH_HZ = 24, 60.0, 14_000.0
_FRAME_S, _HOP_S, _WIDE_S = 0.020, 0.005, 0.25
_USUAL_PERCENT = 95.0
_FLOOR = 1e-12
_CONTEXT_S = 2.0


@dataclass(frozen=True, slots=True)
class JoinDifferences:
    """The largest differences around a join in dB, or the usual limits."""

    click_db: float
    timbre_db: float
    level_db: float

    def within(self, usual: "JoinDifferences") -> tuple[bool, bool, bool, bool]:
        """Returns whether each is usual, and whether all are."""
        click, timbre = self.click_db <= usual.click_db, self.timbre_db <= usual.timbre_db
        level = self.level_db <= usual.level_db
        return click, timbre, level, click and timbre and level


@dataclass(frozen=True, slots=True)
class LoopJoins:
    """Which joins of a background are usual, by way of looping; click, timbre, level and all of them."""

    engine: tuple[tuple[bool, bool, bool, bool], ...]
    """The jump back, if any, and the join of its end and beginning."""
    faded: tuple[bool, bool, bool, bool]
    """Its ends, cross-faded over the same length."""
    bare: tuple[bool, bool, bool, bool]
    """Its end and beginning, put together."""


def joins_of(samples: Waves, rate: int, wished_s: float) -> LoopJoins:
    """Loops a background to a wished length by the engine and two plain ways, and judges the joins.

    Args:
        samples: float32 [T], at least a second.
        rate: sample rate, Hz.
        wished_s: the length.
    """
    plan = plan_loop(samples[:, None], rate, round(wished_s * rate))
    result = np.concatenate(list(looped(samples[:, None], plan)))[:, 0]
    usual = usual_of(samples, rate, plan.fade)
    faded = faded_ends(samples, plan.fade)
    twice = np.concatenate([samples, samples])
    ends = len(samples)
    return LoopJoins(
        tuple(heard_at(*place, rate).within(usual) for place in _places(result, plan, rate)),
        heard_at(faded, ends - plan.fade, ends, rate).within(usual),
        heard_at(twice, ends - plan.fade // 2, ends + plan.fade // 2, rate).within(usual),
    )


def heard_at(samples: Waves, first: int, end: int, rate: int) -> JoinDifferences:
    """Returns the largest differences from frame `first` to `end`, using the surroundings where they exist."""
    context = round(_WIDE_S * rate) + round(_FRAME_S * rate)
    cut = samples[max(0, first - context) : end + context]
    values = _differences(cut, rate)
    hop = round(_HOP_S * rate)
    # Row r belongs to the time `_WIDE_S` and r hops after the start of the cut.
    begin = (first - max(0, first - context) - round(_WIDE_S * rate)) // hop
    rows = values[max(0, begin) : max(0, begin) + max(1, (end - first) // hop)]
    return JoinDifferences(*rows.max(axis=0).tolist())


def usual_of(samples: Waves, rate: int, length: int) -> JoinDifferences:
    """Returns the 95th percentile over the background's stretches of `length` frames."""
    values = _differences(samples, rate)
    size = min(len(values), max(1, length // round(_HOP_S * rate)))
    largest = np.lib.stride_tricks.sliding_window_view(values, size, axis=0).max(axis=-1)
    return JoinDifferences(*np.percentile(largest, _USUAL_PERCENT, axis=0).tolist())


def faded_ends(samples: Waves, fade: int) -> Waves:
    """Returns a background twice, with an equal-power cross-fade between end and beginning."""
    angle = (np.arange(fade) + 1.0) / (fade + 1.0) * (np.pi / 2)
    over = samples[-fade:] * np.cos(angle) + samples[:fade] * np.sin(angle)
    return np.concatenate([samples[:-fade], over.astype(np.float32), samples[fade:]])


def _places(result: Waves, plan: LoopPlan, rate: int) -> Sequence[tuple[Waves, int, int]]:
    """The result with its surroundings when repeated, and the places of its fades."""
    context = min(len(result), round(_CONTEXT_S * rate))
    around = np.concatenate([result[-context:], result, result[:context]])
    ends = [context + len(result)]
    if plan.round is not None:
        ends.append(context + plan.round.leave - plan.start)
    return [(around, end - plan.fade, end) for end in ends]


def _differences(samples: Waves, rate: int) -> NDArray[np.float64]:
    """Click, timbre and level at each hop, float64 [N, 3]; the first is a quarter of a second after the start."""
    hop, frame = round(_HOP_S * rate), round(_FRAME_S * rate)
    wide, step = round(_WIDE_S / _HOP_S), round(_FRAME_S / _HOP_S)
    frames = np.lib.stride_tricks.sliding_window_view(samples, frame)[::hop]
    spectra = np.fft.rfft(frames * np.hanning(frame), axis=1)
    powers = np.add.reduceat(np.abs(spectra) ** 2, _starts(frame, rate), axis=1)[:, :-1]
    sums = np.concatenate([np.zeros((1, powers.shape[1])), np.cumsum(powers, axis=0)])
    # Frame f begins at hop f: the last frame before time t is t - step, the first one after it t.
    times = np.arange(wide, len(powers) - (wide - step))
    count = wide - step + 1
    before = (sums[times - step + 1] - sums[times - step + 1 - count]) / count
    after = (sums[times + count] - sums[times]) / count
    click = np.abs(_db(powers[times]) - _db(powers[times - step])).mean(axis=1)
    timbre = np.abs(_db(after) - _db(before)).mean(axis=1)
    level = np.abs(_db(after.sum(axis=1)) - _db(before.sum(axis=1)))
    return np.stack([click, timbre, level], axis=1)


def _starts(frame: int, rate: int) -> NDArray[np.int64]:
    """First bins of the bands, equally wide in mel, and the bin after the last one."""
    low, high = (2595.0 * np.log10(1.0 + hz / 700.0) for hz in (_LOW_HZ, min(_HIGH_HZ, 0.45 * rate)))
    edges = 700.0 * (10.0 ** (np.linspace(low, high, _BANDS + 1) / 2595.0) - 1.0)
    bins = np.round(edges * frame / rate).astype(np.int64)
    return np.unique(np.maximum.accumulate(bins))


def _db(power: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = 10.0 * np.log10(power + _FLOOR)
    return found
