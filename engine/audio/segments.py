"""Cuts a streamed sound into the windows that a pack embeds.

Padding depends on a window's length alone, so that its vector never depends on its neighbours or on the batch. Nothing
here knows files or models.
"""

import numpy as np
from msgspec import Struct

from engine.base.types import Waves

LAST_WINDOW_OVER_S = 0.25
"""A last window is added when more than this is left uncovered at the end."""

PADDINGS = ("zeros", "repeat", "repeat_whole", "repeat_sounding")
_SILENT_DB = -60.0
"""Relative to the loudest 10 ms of a window: anything below it at both ends is silence to "repeat_sounding"."""
_STEP_S = 0.01
_LEAST_S = 0.05
"""Shorter sound keeps its silence."""
_LEAST_DB = -35.0
"""RMS, against full scale, to which "repeat_sounding" lifts a quieter window."""
_MOST_GAIN_DB = 40.0
"""Largest lift: quieter windows may be noise alone."""


class SegmentPlan(Struct, frozen=True):
    """A pack's windowing."""

    sample_rate_hz: int
    segment_s: float
    hop_s: float
    """Distance between the starts of two full windows; at most `segment_s`."""
    ladder_s: tuple[float, ...]
    """Allowed lengths of a wave, ascending; the last holds a full window."""
    padding: str
    """How a wave is filled up to its rung: "zeros"; "repeat" for the sound again from its start, cut at the rung;
    "repeat_whole" for as many whole repetitions as fit, then zeros (CLAP's "repeatpad"); "repeat_sounding" as "repeat",
    after cutting the silence at both ends and lifting quiet windows: for networks that average over time and depend on
    levels."""

    def __post_init__(self) -> None:
        if self.sample_rate_hz <= 0:
            raise ValueError(f"sample_rate_hz must be positive, is {self.sample_rate_hz}")
        if not 0 < self.hop_s <= self.segment_s:
            raise ValueError(f"hop_s must be over 0 and at most segment_s {self.segment_s}, is {self.hop_s}")
        if not self.ladder_s or list(self.ladder_s) != sorted(set(self.ladder_s)) or self.ladder_s[0] <= 0:
            raise ValueError(f"ladder_s must be positive lengths in ascending order, is {self.ladder_s}")
        if self.ladder_s[-1] < self.segment_s:
            raise ValueError(f"ladder_s {self.ladder_s} has no rung for a window of {self.segment_s} s")
        if self.padding not in PADDINGS:
            raise ValueError(f"padding must be one of {PADDINGS}, is {self.padding!r}")

    @property
    def segment_samples(self) -> int:
        """Samples in a full window, before padding."""
        return round(self.segment_s * self.sample_rate_hz)

    @property
    def hop_samples(self) -> int:
        return max(1, round(self.hop_s * self.sample_rate_hz))

    @property
    def rungs(self) -> tuple[int, ...]:
        return tuple(round(rung_s * self.sample_rate_hz) for rung_s in self.ladder_s)


class Segment(Struct, frozen=True):
    """One window of a sound."""

    start_s: float
    end_s: float
    """Where the sound of this window ends, padding excluded."""
    wave: Waves
    """float32 [L], mono, padded to its rung."""


def fit_to_rung(samples: Waves, plan: SegmentPlan) -> Waves:
    """Pads samples to the smallest rung that holds them.

    Args:
        samples: float32 [T], 0 < T <= the last rung.
        plan: the pack's windows.

    Returns:
        A new float32 [L], L being one of `plan.rungs`.

    Raises:
        ValueError: no samples, or more than the last rung holds.
    """
    if plan.padding == "repeat_sounding":
        samples = _lifted(_sounding(samples, plan.sample_rate_hz))
    length = len(samples)
    rung = next((rung for rung in plan.rungs if rung >= length), 0)
    if length == 0 or rung == 0:
        raise ValueError(f"{length} samples fit no rung of {plan.rungs}")
    wave = np.zeros(rung, dtype=np.float32)
    wave[:length] = samples
    if plan.padding != "zeros":
        end = rung // length * length if plan.padding == "repeat_whole" else rung
        filled = length
        while filled < end:
            taken = min(filled, end - filled)
            wave[filled : filled + taken] = wave[:taken]
            filled += taken
    return wave


def _sounding(samples: Waves, sample_rate_hz: int) -> Waves:
    """The part from the first to the last step that is not silent beside the loudest; everything if little remains."""
    step = round(_STEP_S * sample_rate_hz)
    steps = len(samples) // step if step else 0
    if steps < 2:
        return samples
    power = np.square(samples[: steps * step]).reshape(steps, step).mean(axis=1)
    heard = np.flatnonzero(power > power.max() * 10.0 ** (_SILENT_DB / 10.0))
    if not len(heard):
        return samples
    end = len(samples) if heard[-1] == steps - 1 else (heard[-1] + 1) * step
    found = samples[heard[0] * step : end]
    return found if len(found) >= _LEAST_S * sample_rate_hz else samples


def _lifted(samples: Waves) -> Waves:
    """Samples lifted to `_LEAST_DB` where quieter; silence stays."""
    power = float(np.square(samples).mean()) if len(samples) else 0.0
    if power <= 0.0:
        return samples
    gain_db = min(_MOST_GAIN_DB, _LEAST_DB - 10.0 * np.log10(power))
    return samples if gain_db <= 0.0 else (samples * 10.0 ** (gain_db / 20.0)).astype(np.float32)


class Segmenter:
    """Cuts windows from a mono stream; memory is two windows whatever the length of the sound.

    Windows start at k · hop_s while they fit. One more, ending with the sound, is added when over `LAST_WINDOW_OVER_S`
    is left uncovered. A sound shorter than a window is one window, padded to its rung.
    """

    def __init__(self, plan: SegmentPlan) -> None:
        self._plan = plan
        self._window = np.zeros(plan.segment_samples, dtype=np.float32)
        self._filled = 0
        self._start = 0
        self._last: Waves | None = None

    def push(self, samples: Waves) -> list[Segment]:
        """Takes the next samples, float32 [T] at the plan's rate; returns the windows they complete."""
        plan, window = self._plan, self._window
        size, hop = plan.segment_samples, plan.hop_samples
        done: list[Segment] = []
        taken = 0
        while taken < len(samples):
            count = min(size - self._filled, len(samples) - taken)
            window[self._filled : self._filled + count] = samples[taken : taken + count]
            self._filled += count
            taken += count
            if self._filled == size:
                self._last = window.copy()
                done.append(self._segment(self._start, self._last))
                self._start += hop
                self._filled = size - hop
                window[: self._filled] = self._last[hop:]
        return done

    def finish(self) -> list[Segment]:
        """Returns the last window, if one is due; the segmenter cannot be used afterwards."""
        if self._last is None:
            return [self._segment(0, self._window[: self._filled])] if self._filled else []
        covered = self._plan.segment_samples - self._plan.hop_samples
        uncovered = self._filled - covered
        if uncovered <= LAST_WINDOW_OVER_S * self._plan.sample_rate_hz:
            return []
        tail = np.concatenate([self._last[uncovered:], self._window[covered : self._filled]])
        return [self._segment(self._start - self._plan.hop_samples + uncovered, tail)]

    def _segment(self, start: int, samples: Waves) -> Segment:
        rate = self._plan.sample_rate_hz
        return Segment(start / rate, (start + len(samples)) / rate, fit_to_rung(samples, self._plan))


def cut(samples: Waves, plan: SegmentPlan) -> list[Segment]:
    """Cuts a whole sound, float32 [T], into the same windows as `Segmenter`."""
    if 0 < len(samples) < plan.segment_samples:  # one window: no buffering needed
        return [Segment(0.0, len(samples) / plan.sample_rate_hz, fit_to_rung(samples, plan))]
    segmenter = Segmenter(plan)
    return segmenter.push(samples) + segmenter.finish()
