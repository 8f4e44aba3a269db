"""Writes clips as an edit decision list (CMX 3600): an event each, on the four audio tracks that the format has.

The timecode of a source is that of its file: a broadcast wave's time reference is its place, so the source's timecode
is the project's. Other files begin with 00:00:00:00. A locator says where the moment begins. The text is UTF-8;
`otio-cmx3600-adapter` and `pycmx` read it, the format itself says nothing about letters outside ASCII.
"""

from collections.abc import Sequence
from pathlib import Path

from engine.base.atomic_files import replacing
from engine.base.clocks import FrameClock
from engine.base.errors import TransferError
from engine.base.messages import told
from engine.features.send.clips import ProjectClip, lanes, plain_text
from engine.features.send.frame_places import FramePlace, frame_places, largest_shift_s, timecode
from engine.features.send.messages import SendAdvice, SendFault

_TRACKS = ("A", "A2", "A3", "A4")
_MOST_EVENTS = 999
"""Numbers of events have three digits."""


def write_edl(clips: Sequence[ProjectClip], clock: FrameClock, title: str, path: Path) -> float:
    """Writes a list; replaces an existing file.

    Args:
        clips: by place.
        clock: of the timecode.
        title: of the list.
        path: the .edl file.

    Returns:
        How far, in seconds, the clip that was moved most stands from where it was sent.

    Raises:
        TransferError: more clips than the format holds, in all or at once, or one after the 24 hours of timecode.
        StorageFull, LibraryError: it cannot be written.
    """
    places = frame_places(clips, clock, cuts_all=False)
    tracks = lanes(places)
    if len(places) > _MOST_EVENTS:
        raise TransferError(told(SendFault.EDL_EVENTS, len(places)), advice=SendAdvice.NOT_AS_EDL)
    if len(tracks) > len(_TRACKS):
        raise TransferError(told(SendFault.EDL_TRACKS, len(tracks)), advice=SendAdvice.NOT_AS_EDL)
    events = sorted(
        ((place, track) for track, lane in zip(_TRACKS, tracks, strict=False) for place in lane),
        key=lambda event: event[0].first,
    )
    drops = clock.is_drop and clock.rate.can_drop
    lines = [f"TITLE: {plain_text(title)}", f"FCM: {'DROP FRAME' if drops else 'NON-DROP FRAME'}", ""]
    for number, (place, track) in enumerate(events, start=1):
        lines += _event(number, place, track, clock)
    with replacing(path) as file:
        file.write("\r\n".join(lines) + "\r\n")
    return largest_shift_s(places)


def _event(number: int, place: FramePlace, track: str, clock: FrameClock) -> list[str]:
    clip = place.clip
    source = place.first if clip.has_time_reference else 0
    frames = (source, source + place.count, place.first, place.end)
    times = " ".join(timecode(frame, clock) for frame in frames)
    moment = clip.first_frame + clip.head_frames
    return [
        f"{number:03d}  AX       {track:<5} C        {times}",
        f"* FROM CLIP NAME: {plain_text(clip.path.name)}",
        f"* FROM FILE: {plain_text(str(clip.path))}",
        f"* LOC: {clock.write(moment / clip.sample_rate_hz)} GREEN   {plain_text(clip.name)}",
        "",
    ]
