"""Writes clips as an FCPXML project: audio clips below a gap, a lane for each track.

Version 1.8, which Final Cut Pro since 10.4 and DaVinci Resolve read; Apple, "FCPXML Reference". Clips begin and end on
frames, as the format wants. An asset begins with its file's time reference, so that a clip's time within it is the
project's; times are exact fractions of a second.
"""

import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from engine.base.atomic_files import replacing
from engine.base.clocks import FrameClock
from engine.base.types import FilePath
from engine.features.send.clips import ProjectClip, lanes, plain_text
from engine.features.send.frame_places import FramePlace, frame_places, hour_before, largest_shift_s

_VERSION = "1.8"
_RATES = {32_000: "32k", 44_100: "44.1k", 48_000: "48k", 88_200: "88.2k", 96_000: "96k", 176_400: "176.4k"}
_BEST_RATE = "192k"
"""For all other rates; the format has no more."""


def write_fcpxml(clips: Sequence[ProjectClip], clock: FrameClock, title: str, path: Path) -> float:
    """Writes a project that begins at the full hour before its first clip; replaces an existing file.

    Args:
        clips: by place.
        clock: of the project.
        title: of the project.
        path: the .fcpxml file.

    Returns:
        How far, in seconds, the clip that was moved most stands from where it was sent.

    Raises:
        TransferError: a clip ends after the 24 hours of timecode.
        StorageFull, LibraryError: it cannot be written.
    """
    places = frame_places(clips, clock, cuts_all=True)
    rate = clock.rate.exact
    first = hour_before(min(place.first for place in places), clock)
    length = max(place.end for place in places) - first
    root = ElementTree.Element("fcpxml", version=_VERSION)
    resources = ElementTree.SubElement(root, "resources")
    _format(resources, clock)
    event = ElementTree.SubElement(ElementTree.SubElement(root, "library"), "event", name="Earshot")
    project = ElementTree.SubElement(event, "project", name=plain_text(title))
    sequence = ElementTree.SubElement(
        project,
        "sequence",
        format="r1",
        tcStart=_time(first / rate),
        tcFormat="DF" if clock.is_drop and clock.rate.can_drop else "NDF",
        duration=_time(length / rate),
        audioLayout="stereo",
        audioRate=_RATES.get(clips[0].sample_rate_hz, _BEST_RATE),
    )
    begin = _time(first / rate)
    gap = ElementTree.SubElement(
        ElementTree.SubElement(sequence, "spine"),
        "gap",
        name="Gap",
        offset=begin,
        start=begin,
        duration=_time(length / rate),
    )
    for lane, track in enumerate(lanes(places), start=1):
        for place in track:
            asset = f"r{len(resources) + 1}"
            _asset(resources, asset, place.clip)
            _clip(gap, asset, -lane, place, rate)
    ElementTree.indent(root)
    with replacing(path) as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE fcpxml>\n')
        file.write(ElementTree.tostring(root, encoding="unicode") + "\n")
    return largest_shift_s(places)


def _format(resources: ElementTree.Element, clock: FrameClock) -> None:
    frame = 1 / clock.rate.exact
    name = f"FFVideoFormat1080p{clock.rate.value.replace('23.976', '23.98').replace('.', '')}"
    ElementTree.SubElement(
        resources, "format", id="r1", name=name, frameDuration=_time(frame), width="1920", height="1080"
    )


def _asset(resources: ElementTree.Element, asset: str, clip: ProjectClip) -> None:
    ElementTree.SubElement(
        resources,
        "asset",
        id=asset,
        name=plain_text(clip.path.stem),
        src=FilePath.of(clip.path).uri,
        start=_time(_media_start_s(clip)),
        duration=_time(Fraction(clip.frames, clip.sample_rate_hz)),
        hasAudio="1",
        audioSources="1",
        audioChannels=str(clip.channels),
        audioRate=str(clip.sample_rate_hz),
    )


def _clip(gap: ElementTree.Element, asset: str, lane: int, place: FramePlace, rate: Fraction) -> None:
    clip = place.clip
    begin_s = _media_start_s(clip)
    made = ElementTree.SubElement(
        gap,
        "asset-clip",
        ref=asset,
        lane=str(lane),
        offset=_time(place.first / rate),
        name=plain_text(clip.name),
        start=_time(begin_s + place.cut_s),
        duration=_time(place.count / rate),
        audioRole="effects",
    )
    moment_s = begin_s + Fraction(clip.head_frames, clip.sample_rate_hz)
    ElementTree.SubElement(made, "marker", start=_time(moment_s), duration=_time(1 / rate), value=plain_text(clip.name))


def _media_start_s(clip: ProjectClip) -> Fraction:
    return Fraction(clip.first_frame if clip.has_time_reference else 0, clip.sample_rate_hz)


def _time(seconds: Fraction) -> str:
    """Writes a time as FCPXML does: a fraction of a second."""
    number, of = seconds.as_integer_ratio()
    return f"{number}s" if of == 1 else f"{number}/{of}s"
