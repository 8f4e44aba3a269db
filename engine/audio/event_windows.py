"""The windows of a streamed sound: those of the pack's plan and, in a long sound, one of each event that stands out.

In a window of five seconds a bark is a fifth of what the model hears; among the four thousand windows of three hours it
is lost. So an event of a long sound gets a window of its own, cut at its bounds like a file that holds nothing else.
Sounds of up to `LONG_S` have the plan's windows alone, and a sound's windows still depend on it alone.
"""

from collections.abc import Sequence

import numpy as np

from engine.audio.segments import Segment, Segmenter, SegmentPlan, fit_to_rung
from engine.audio.sound_events import EventDetector
from engine.base.types import NO_EVENTS, SoundEvents, Waves

LONG_S = 60.0
"""Only longer sounds have windows of events."""
MOST_SHARE = 0.5
"""Windows of events, as a share of the plan's windows in the same stretch at most: bounds index and time."""
LEAST_S = 0.25
"""A shorter event's window goes on for this long."""
_SLICE_S = 10.0
"""Sound taken at once: shorter than a page of the detector, so that blocks of any size give the same windows."""
_KEPT_S = 150.0
"""Sound kept for the windows of events: detection lags by a page and what surrounds it, 70 s, and an event may have
begun a page before."""


class SoundWindows:
    """Cuts the windows of one sound and finds its events. Memory is two and a half minutes of sound."""

    def __init__(self, plan: SegmentPlan) -> None:
        self._plan = plan
        self._segmenter = Segmenter(plan)
        self._detector = EventDetector(plan.sample_rate_hz)
        self._kept: list[Waves] = []
        self._first = self._count = 0
        """Number of the first sample kept, and of all samples so far."""
        self._waiting = NO_EVENTS
        """Settled events of a sound that is not known to be long yet."""
        self._cut_s = 0.0
        self._last_start = -1
        """First sample of the plan's last window, which need not be at a multiple of its hop."""
        self.events = NO_EVENTS
        """All events; complete once `finish` has returned."""

    def push(self, samples: Waves) -> list[Segment]:
        """Takes the next samples, float32 [T] at the plan's rate; returns the windows they complete.

        Windows of events come late, among later ones of the plan.
        """
        size = round(_SLICE_S * self._plan.sample_rate_hz)
        return [window for at in range(0, len(samples), size) for window in self._push(samples[at : at + size])]

    def finish(self) -> list[Segment]:
        """Returns the last windows; only `events` may be used afterwards."""
        last = self._segmenter.finish()
        if last:
            self._last_start = round(last[0].start_s * self._plan.sample_rate_hz)
        self.events = self._detector.finish()
        return last + self._of_events(self._count / self._plan.sample_rate_hz)

    def _push(self, samples: Waves) -> list[Segment]:
        self._keep(samples)
        self._detector.add(samples)
        return self._segmenter.push(samples) + self._of_events(self._detector.done_s)

    def _keep(self, samples: Waves) -> None:
        self._kept.append(samples.copy())
        self._count += len(samples)
        most = round(_KEPT_S * self._plan.sample_rate_hz)
        while self._count - self._first - len(self._kept[0]) >= most:
            self._first += len(self._kept.pop(0))

    def _of_events(self, done_s: float) -> list[Segment]:
        """The windows of the strongest events since the last call, in order of time."""
        self._waiting = np.concatenate([self._waiting, self._detector.settled()])
        if self._count <= LONG_S * self._plan.sample_rate_hz or done_s <= self._cut_s:
            return []
        most = int(MOST_SHARE * (done_s - self._cut_s) / self._plan.hop_s)
        strongest = np.sort(np.argsort(-self._waiting[:, 2], kind="stable")[:most])
        chosen: SoundEvents = self._waiting[strongest]
        self._waiting, self._cut_s = NO_EVENTS, done_s
        samples = np.concatenate(self._kept) if len(chosen) else np.empty(0, np.float32)
        found = (self._window(float(onset_s), float(end_s), samples) for onset_s, end_s, _ in chosen)
        return [window for window in found if window is not None]

    def _window(self, onset_s: float, end_s: float, samples: Waves) -> Segment | None:
        """The window of an event, at most a hop long, so that a window of the plan holds all of it."""
        rate, hop = self._plan.sample_rate_hz, self._plan.hop_samples
        start, least = round(onset_s * rate), min(hop, round(LEAST_S * rate))
        end = min(self._count, start + min(hop, max(least, round(end_s * rate) - start)))
        start = min(start, end - least)
        if start % hop == 0 or start == self._last_start:
            start += 1  # no two windows of a sound begin at the same time
        if start < self._first:
            return None
        return Segment(
            start / rate, end / rate, fit_to_rung(samples[start - self._first : end - self._first], self._plan)
        )


def by_start(bounds: Sequence[tuple[float, float]]) -> list[int]:
    """The places of windows, as they came, in order of their starts: the order in which they are stored."""
    return sorted(range(len(bounds)), key=bounds.__getitem__)
