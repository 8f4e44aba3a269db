"""Times in lists of cues: timecode at a frame rate, clock times, seconds.

The `timecode` library counts frames and drop-frame numbers; a rate is a fraction, so that 23.976 is exactly 24000/1001.
A timecode that does not exist at the rate (frame 25 at 25, 00:01:00;00 in drop-frame) is an error.
"""

import re
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.base.lazy_import import later

if TYPE_CHECKING:
    import timecode.timecode as timecode
else:
    timecode = later("timecode.timecode")

_TIMECODE = re.compile(r"(\d{1,2})[:;](\d{2})[:;](\d{2})([:;])(\d{2})")
_CLOCK = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):(\d{2}(?:[.,]\d{1,6})?)")
_SECONDS = re.compile(r"\d{1,7}(?:[.,]\d{1,9})?")
_DAY_S = 86_400


class Rate(StrEnum):
    """Frames per second, by the names of editing programs."""

    R23_976 = "23.976"
    R24 = "24"
    R25 = "25"
    R29_97 = "29.97"
    R30 = "30"
    R50 = "50"
    R59_94 = "59.94"
    R60 = "60"

    @property
    def exact(self) -> Fraction:
        """The exact rate: 23.976 is 24000/1001."""
        whole = round(float(self.value))
        return Fraction(whole) if str(whole) == self.value else Fraction(whole * 1000, 1001)

    @property
    def can_drop(self) -> bool:
        return self in (Rate.R29_97, Rate.R59_94)


class NoSuchTime(ValueError):
    """A timecode that does not exist at the rate."""


class FrameClock(Struct, frozen=True):
    """How the times of a list are parsed and written."""

    rate: Rate = Rate.R25
    is_drop: bool = False
    """Whether timecode is drop-frame even without a semicolon; only some rates can be."""

    def read(self, text: str) -> float | None:
        """Returns a time in seconds from timecode, a clock time (1:02.5) or seconds; None for other texts.

        Raises:
            NoSuchTime: timecode of a frame that the rate does not have.
        """
        text = text.strip()
        if _TIMECODE.fullmatch(text):
            return self._of_timecode(text)
        if clock := _CLOCK.fullmatch(text):
            hours, minutes, seconds = clock.groups()
            return 3600 * int(hours or 0) + 60 * int(minutes) + float(seconds.replace(",", "."))
        return float(text.replace(",", ".")) if _SECONDS.fullmatch(text) else None

    def frames(self, at_s: float) -> int:
        """The frame nearest to a time, counted from 0."""
        return round(at_s * self.rate.exact)

    def write(self, at_s: float) -> str:
        """Returns a time as timecode; it wraps around after a day."""
        frame = self.frames(at_s) % self.frames(_DAY_S)
        drops = self.is_drop and self.rate.can_drop
        code = timecode.Timecode(self.rate.value, frames=frame + 1, force_non_drop_frame=not drops)
        return str(code)

    def _of_timecode(self, text: str) -> float:
        drops = self.rate.can_drop and (self.is_drop or ";" in text)
        plain = text.replace(";", ":").zfill(11)
        code = timecode.Timecode(self.rate.value, plain, force_non_drop_frame=not drops)
        if str(code).replace(";", ":") != plain:  # the library carries excess frames over; no recorder writes those
            raise NoSuchTime(text)
        return float(Fraction(code.frame_number) / self.rate.exact)


USUAL_CLOCK = FrameClock()


def is_timecode(text: str) -> bool:
    """Whether a text looks like timecode."""
    return _TIMECODE.fullmatch(text.strip()) is not None


def is_time(text: str) -> bool:
    """Whether a text looks like timecode, a clock time or a number of seconds, at any rate."""
    text = text.strip()
    return any(form.fullmatch(text) for form in (_TIMECODE, _CLOCK, _SECONDS))


LEADING_TIMES = re.compile(
    r"[\[(]?(\d{1,2}[:;]\d{2}[:;]\d{2}[:;]\d{2}|(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,6})?)[\])]?"
    r"(?:\s*(?:-+>?|–|to)\s*[\[(]?(\d{1,2}[:;]\d{2}[:;]\d{2}[:;]\d{2}|(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,6})?)[\])]?)?"
    r"(?=[\s\-–:.|])[\s\-–:.|]*"
)
"""A time, perhaps with an end time, at the beginning of a line without leading blanks."""
