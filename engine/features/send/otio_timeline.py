"""Writes clips as an OpenTimelineIO timeline, counted in samples, on as many tracks as needed.

A marker says where a moment begins behind its first handle.

Only OpenTimelineIO's core writes the file: its adapters would load plug-ins that others installed. `otioconvert` makes
AAF, FCPXML or EDL of it where their adapters are installed.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.atomic_files import replacing
from engine.base.errors import TransferError
from engine.base.lazy_import import later
from engine.base.types import FilePath
from engine.features.send.clips import ProjectClip, lanes
from engine.features.send.messages import SendAdvice, SendFault

if TYPE_CHECKING:
    import opentimelineio as otio
else:
    otio = later("opentimelineio")


def check_otio() -> None:
    """Raises TransferError where OpenTimelineIO is not installed."""
    if find_spec("opentimelineio") is None:
        raise TransferError(SendFault.NO_TIMELINES, advice=SendAdvice.SEND_TO_REAPER)


def write_otio(clips: Sequence[ProjectClip], title: str, path: Path) -> None:
    """Writes a timeline that begins with the project, at 0 s; replaces an existing file.

    Args:
        clips: by place.
        title: of the timeline.
        path: the .otio file.

    Raises:
        TransferError: OpenTimelineIO is not installed.
        StorageFull, LibraryError: it cannot be written.
    """
    check_otio()
    timeline = otio.schema.Timeline(title)
    timeline.global_start_time = otio.opentime.RationalTime(0, clips[0].sample_rate_hz)
    for number, lane in enumerate(lanes(clips), start=1):
        track = otio.schema.Track(f"A{number}", kind=otio.schema.TrackKind.Audio)
        timeline.tracks.append(track)
        at = 0
        for clip in lane:
            if clip.first_frame > at:
                track.append(otio.schema.Gap(duration=_time(clip.first_frame - at, clip)))
            track.append(_clip(clip))
            at = clip.end_frame
    with replacing(path) as file:
        file.write(timeline.to_json_string())


def _clip(clip: ProjectClip) -> "otio.schema.Clip":
    whole = otio.opentime.TimeRange(_time(0, clip), _time(clip.frames, clip))
    media = otio.schema.ExternalReference(FilePath.of(clip.path).uri, whole)
    media.name = clip.path.name
    made = otio.schema.Clip(clip.name, media, whole)
    if clip.head_frames:
        moment = otio.opentime.TimeRange(_time(clip.head_frames, clip), _time(0, clip))
        made.markers.append(otio.schema.Marker(clip.name, moment))
    made.metadata["earshot"] = {"source": clip.file.source.text}
    return made


def _time(frames: int, clip: ProjectClip) -> "otio.opentime.RationalTime":
    return otio.opentime.RationalTime(frames, clip.sample_rate_hz)
