"""Where clips stand in projects that count in frames, as edit decision lists and FCPXML do.

A file begins between two frames more often than not. Where it has a handle, the clip begins with the next frame and
leaves out what comes before it: then each sample stands where it was sent to. Without a handle the clip moves to the
nearest frame, as nothing that was asked for may be left out.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor

from msgspec import Struct

from engine.base.clocks import FrameClock
from engine.base.errors import TransferError
from engine.base.messages import told
from engine.features.send.clips import ProjectClip
from engine.features.send.messages import SendAdvice, SendFault

DAY_S = 86_400


class FramePlace(Struct, frozen=True):
    """Where a clip stands."""

    clip: ProjectClip
    rate: Fraction
    """Frames per second."""
    first: int
    """Frame of the project at which it begins."""
    count: int
    """Number of whole frames, at least one."""
    cut_s: Fraction
    """Length of what is left out at the file's beginning; less than a frame."""
    shift_s: Fraction
    """How far it stands from where it was sent; negative when it stands earlier."""

    @property
    def end(self) -> int:
        return self.first + self.count

    @property
    def start_s(self) -> float:
        return float(self.first / self.rate)

    @property
    def end_s(self) -> float:
        return float(self.end / self.rate)


def frame_places(clips: Iterable[ProjectClip], clock: FrameClock, *, cuts_all: bool) -> list[FramePlace]:
    """Places clips on frames.

    Args:
        clips: in any order.
        clock: counts the frames.
        cuts_all: whether a cut within a frame is possible in any file; otherwise only in those with a time reference.

    Raises:
        TransferError: one ends after the 24 hours of timecode.
    """
    places = [_place(clip, clock.rate.exact, may_cut=cuts_all or clip.has_time_reference) for clip in clips]
    for place in places:
        if place.end >= clock.frames(DAY_S):
            raise TransferError(told(SendFault.AFTER_A_DAY, place.clip.name), advice=SendAdvice.FILES_STAY)
    return places


def largest_shift_s(places: Iterable[FramePlace]) -> float:
    """How far the clip that was moved most stands from where it was sent, in seconds."""
    return float(max((abs(place.shift_s) for place in places), default=Fraction(0)))


def timecode(frame: int, clock: FrameClock) -> str:
    """Writes a frame of the project as timecode."""
    return clock.write(float(frame / clock.rate.exact))


def hour_before(frame: int, clock: FrameClock) -> int:
    """The frame of the full hour of timecode before a frame."""
    return clock.frames(clock.read(f"{timecode(frame, clock)[:2]}:00:00:00") or 0.0)


def _place(clip: ProjectClip, rate: Fraction, *, may_cut: bool) -> FramePlace:
    starts = clip.first_frame * rate / clip.sample_rate_hz
    length = clip.frames * rate / clip.sample_rate_hz
    head = clip.head_frames * rate / clip.sample_rate_hz if may_cut else 0
    cut = ceil(starts) - starts
    if cut <= head:
        return FramePlace(clip, rate, ceil(starts), max(1, floor(length - cut)), cut / rate, Fraction(0))
    first = round(starts)
    return FramePlace(clip, rate, first, max(1, floor(length)), Fraction(0), (first - starts) / rate)
