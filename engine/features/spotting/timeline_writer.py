"""Writes picks as an OpenTimelineIO timeline: each sound at its cue's time, on as many tracks as needed.

The timeline begins at the full hour of timecode before the first cue, as films do. A clip is as long as its cue, if
that has an end, but never longer than the sound; cues without a time follow after the last one. Only OpenTimelineIO's
core writes the file: its adapters would load plug-ins that others installed.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.atomic_files import replacing
from engine.base.clocks import FrameClock
from engine.base.errors import CueError
from engine.base.lazy_import import later
from engine.features.spotting.messages import CueAdvice, CueFault
from engine.features.spotting.picks import PickedSound

if TYPE_CHECKING:
    import opentimelineio as otio
else:
    otio = later("opentimelineio")

_USUAL_S = 2.0
"""Length of a clip whose sound has no known length."""
_BETWEEN_S = 1.0


def has_timelines() -> bool:
    """Whether OpenTimelineIO is installed: it is not published for Macs with Intel processors."""
    return find_spec("opentimelineio") is not None


def write_timeline(picked: Sequence[PickedSound], clock: FrameClock, title: str, path: Path) -> int:
    """Writes the picks as a timeline; returns their number. Replaces an existing file.

    Args:
        picked: in any order; overlapping ones go on different tracks.
        clock: sets the timeline's rate.
        title: of the timeline.
        path: the .otio file.

    Raises:
        CueError: no picks, or OpenTimelineIO is not installed.
        StorageFull, LibraryError: it cannot be written.
    """
    if not picked:
        raise CueError(CueFault.NOTHING_PICKED, advice=CueAdvice.PICK_FIRST)
    if not has_timelines():
        raise CueError(CueFault.NO_OTIO, advice=CueAdvice.OTIO_INSTALL)
    text = _timeline(picked, clock, title).to_json_string()
    with replacing(path) as file:
        file.write(text)
    return len(picked)


def _timeline(picked: Sequence[PickedSound], clock: FrameClock, title: str) -> "otio.schema.Timeline":
    rate = float(clock.rate.exact)
    placed = _placed(picked, clock)
    begins = _hour_before(min(first for first, _, _ in placed), clock)
    timeline = otio.schema.Timeline(title or "Earshot")
    timeline.global_start_time = otio.opentime.RationalTime(begins, rate)
    ends: list[int] = []
    for first, length, one in placed:
        at = next((row for row, end in enumerate(ends) if end <= first), len(ends))
        if at == len(ends):
            ends.append(begins)
            timeline.tracks.append(otio.schema.Track(f"A{at + 1}", kind=otio.schema.TrackKind.Audio))
        track = timeline.tracks[at]
        if first > ends[at]:
            track.append(otio.schema.Gap(duration=otio.opentime.RationalTime(first - ends[at], rate)))
        track.append(_clip(one, length, clock))
        ends[at] = first + length
    return timeline


def _placed(picked: Sequence[PickedSound], clock: FrameClock) -> list[tuple[int, int, PickedSound]]:
    """First frame, length in frames and pick, by first frame; cues without a time follow in sequence at the end."""
    timed = [one for one in picked if one.row.cue.start_s is not None]
    placed = [(clock.frames(one.row.cue.start_s or 0.0), _frames(one, clock), one) for one in timed]
    placed.sort(key=lambda place: place[0])
    at = max((first + length for first, length, _ in placed), default=0)
    for one in picked:
        if one.row.cue.start_s is None:
            at += clock.frames(_BETWEEN_S) if placed else 0
            placed.append((at, _frames(one, clock), one))
            at += placed[-1][1]
    return placed


def _frames(one: PickedSound, clock: FrameClock) -> int:
    """Length of a clip in frames: as long as its cue, and no longer than the sound."""
    cue = one.row.cue
    there_s = one.length_s if one.length_s is not None else _USUAL_S
    if cue.start_s is not None and cue.end_s is not None:
        info = one.sound.info
        rest_s = there_s if info is None else info.duration_s - (one.start_s or 0.0)
        there_s = min(cue.end_s - cue.start_s, max(rest_s, there_s))
    return max(1, clock.frames(there_s))


def _clip(one: PickedSound, length: int, clock: FrameClock) -> "otio.schema.Clip":
    rate, cue, info = float(clock.rate.exact), one.row.cue, one.sound.info

    def stretch(first: int, count: int) -> "otio.opentime.TimeRange":
        return otio.opentime.TimeRange(otio.opentime.RationalTime(first, rate), otio.opentime.RationalTime(count, rate))

    whole = None if info is None else stretch(0, max(1, clock.frames(info.duration_s)))
    media = otio.schema.ExternalReference(one.sound.path.uri, whole)
    media.name = one.sound.path.name
    clip = otio.schema.Clip(cue.name or cue.text, media, stretch(clock.frames(one.start_s or 0.0), length))
    clip.metadata["earshot"] = {
        "cue": cue.number,
        "text": cue.text,
        "query": one.row.query,
        "start_s": one.start_s,
        "end_s": one.end_s,
        "has_time": cue.start_s is not None,
    }
    return clip


def _hour_before(first: int, clock: FrameClock) -> int:
    hours = int(clock.write(float(first / clock.rate.exact))[:2])
    return clock.frames(clock.read(f"{hours:02d}:00:00:00") or 0.0)
