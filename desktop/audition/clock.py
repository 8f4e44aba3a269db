"""Works out the place being heard from what was given to the device and how much it still holds."""

import time
from dataclasses import dataclass

from desktop.audition.take import Take


@dataclass(frozen=True, slots=True)
class Clock:
    """From what `position_s` reckons."""

    take: Take
    mixed: int
    written_at: float
    is_change: bool

    def position_s(self) -> float:
        """The place being heard now."""
        form = self.take.form
        elapsed_s = min(time.monotonic() - self.written_at, form.latency_s)
        heard = self.mixed - (form.latency_s - elapsed_s) * form.sample_rate_hz
        return self.take.place_s(heard if self.is_change else max(0.0, heard))
