"""Writes clips as an AAF composition (Advanced Authoring Format), counted in samples, with links to the files.

A clip is a source clip on a track of its sample rate, one for each channel, as editing programs have them. It refers to
a master mob of its name, that to a file mob, and that to the WAV by its URL. A marker says where a moment begins.
Media are linked and not embedded: the files with their time references lie beside the project already.

SMPTE/AMWA AAF Object Specification 1.1 and Edit Protocol; `pyaaf2` writes the objects.
"""

import struct
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING

from engine.audio.chunks import chunks
from engine.audio.files import read_at
from engine.base.atomic_files import replacing_file
from engine.base.clocks import FrameClock
from engine.base.errors import TransferError
from engine.base.lazy_import import later
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.send.clips import ProjectClip, lanes, plain_text
from engine.features.send.frame_places import DAY_S, hour_before
from engine.features.send.messages import SendAdvice, SendFault
from engine.transfer.profile import Container

if TYPE_CHECKING:
    import aaf2
else:
    aaf2 = later("aaf2")

_SOUND = "sound"
_EVENTS = "DescriptiveMetadata"
_MARKERS_FROM = 1000
"""Number of a track's slot of markers, less its own."""


def write_aaf(clips: Sequence[ProjectClip], clock: FrameClock, title: str, path: Path) -> None:
    """Writes a composition that begins at the full hour before its first clip; replaces an existing file.

    Args:
        clips: by place; of WAV files.
        clock: of the timecode.
        title: of the composition.
        path: the .aaf file.

    Raises:
        TransferError: a clip ends after the 24 hours of timecode.
        StorageFull, LibraryError: it cannot be written.
    """
    late = next((clip for clip in clips if clip.end_s >= DAY_S), None)
    if late is not None:
        raise TransferError(told(SendFault.AFTER_A_DAY, late.name), advice=SendAdvice.FILES_STAY)
    with replacing_file(path) as partial, aaf2.open(partial, "w") as file:
        _compose(file, clips, clock, plain_text(title))


def check_wave(container: Container) -> None:
    """Raises TransferError for files that an AAF does not refer to."""
    if not container.is_wave:
        raise TransferError(told(SendFault.AAF_FORMAT, container), advice=SendAdvice.WAVE_PROFILE)


def _compose(file: "aaf2.file.AAFFile", clips: Sequence[ProjectClip], clock: FrameClock, title: str) -> None:
    (identification,) = file.header["IdentificationList"].value
    identification["ProductName"].value = identification["CompanyName"].value = "Earshot"
    composition = file.create.CompositionMob(title)
    composition.usage = "Usage_TopLevel"
    file.content.mobs.append(composition)
    first = clips[0]
    begin = hour_before(floor(first.first_frame * clock.rate.exact / first.sample_rate_hz), clock)
    _add_timecode(file, composition, clock, begin, max(clip.end_s for clip in clips))
    number = 1
    for lane in _tracks(clips):
        origin = round(begin / clock.rate.exact * lane[0].sample_rate_hz)
        masters = [_master(file, clip) for clip in lane]
        for channel in range(1, lane[0].channels + 1):
            slot = composition.create_sound_slot(lane[0].sample_rate_hz)
            slot.name = f"A{number}"
            slot["PhysicalTrackNumber"].value = number
            _fill(file, slot.segment, lane, masters, channel, origin)
            if channel == 1:
                _add_markers(file, composition, slot, lane, origin)
            number += 1


def _tracks(clips: Sequence[ProjectClip]) -> list[list[ProjectClip]]:
    """Tracks of one rate and number of channels each, so that every place is a whole number of samples."""
    alike = defaultdict(list)
    for clip in clips:
        alike[clip.sample_rate_hz, clip.channels].append(clip)
    return [lane for group in alike.values() for lane in lanes(group)]


def _add_timecode(
    file: "aaf2.file.AAFFile", composition: "aaf2.mobs.CompositionMob", clock: FrameClock, begin: int, end_s: float
) -> None:
    slot = composition.create_timeline_slot(_rational(clock.rate.exact))
    slot.name = "TC1"
    slot["PhysicalTrackNumber"].value = 1
    slot.segment = file.create.Timecode(round(clock.rate.exact), clock.is_drop and clock.rate.can_drop)
    slot.segment.start = begin
    slot.segment.length = clock.frames(end_s) + 1 - begin


def _master(file: "aaf2.file.AAFFile", clip: ProjectClip) -> "aaf2.mobs.MasterMob":
    """Adds the mobs of a file: the file's own, and the master that clips refer to, each with a slot a channel."""
    source = file.create.SourceMob(plain_text(clip.path.name))
    source.descriptor = _descriptor(file, clip)
    master = file.create.MasterMob(plain_text(clip.name))
    for channel in range(1, clip.channels + 1):
        slot = source.create_sound_slot(clip.sample_rate_hz)
        slot["PhysicalTrackNumber"].value = channel
        slot.segment.components.append(file.create.SourceClip(0, clip.frames, media_kind=_SOUND))
        slot.segment.length = clip.frames
    file.content.mobs.append(source)
    for channel in range(1, clip.channels + 1):
        slot = master.create_sound_slot(clip.sample_rate_hz)
        slot["PhysicalTrackNumber"].value = channel
        slot.segment.components.append(source.create_source_clip(channel, 0, clip.frames, _SOUND))
        slot.segment.length = clip.frames
    file.content.mobs.append(master)
    return master


def _descriptor(file: "aaf2.file.AAFFile", clip: ProjectClip) -> "aaf2.essence.WAVEDescriptor":
    descriptor = file.create.WAVEDescriptor()
    descriptor["SampleRate"].value = clip.sample_rate_hz
    descriptor["Length"].value = clip.frames
    descriptor["ContainerFormat"].value = file.dictionary.lookup_containerdef("AAF")
    descriptor["Summary"].value = bytearray(_wave_header(clip.path))
    locator = file.create.NetworkLocator()
    locator["URLString"].value = FilePath.of(clip.path).uri
    descriptor["Locator"].append(locator)
    return descriptor


def _wave_header(path: Path) -> bytes:
    """The header of a WAV with its format alone, which is what a descriptor's summary is."""
    with path.open("rb", buffering=0) as file:
        size = read_at(file, 4, 4)
        form = next(chunk for chunk in chunks(file) if chunk.name == b"fmt ")
        body = read_at(file, form.offset, form.size_bytes)
    return b"RIFF" + size + b"WAVEfmt " + struct.pack("<I", len(body)) + body


def _fill(
    file: "aaf2.file.AAFFile",
    sequence: "aaf2.components.Sequence",
    lane: Sequence[ProjectClip],
    masters: Sequence["aaf2.mobs.MasterMob"],
    channel: int,
    origin: int,
) -> None:
    at = origin
    for clip, master in zip(lane, masters, strict=True):
        if clip.first_frame > at:
            sequence.components.append(file.create.Filler(_SOUND, clip.first_frame - at))
        sequence.components.append(master.create_source_clip(channel, 0, clip.frames, _SOUND))
        at = clip.end_frame
    sequence.length = at - origin


def _add_markers(
    file: "aaf2.file.AAFFile",
    composition: "aaf2.mobs.CompositionMob",
    track: "aaf2.mobslots.TimelineMobSlot",
    lane: Sequence[ProjectClip],
    origin: int,
) -> None:
    slot = file.create.EventMobSlot()
    slot["EditRate"].value = lane[0].sample_rate_hz
    slot.slot_id = _MARKERS_FROM + track.slot_id
    slot["PhysicalTrackNumber"].value = track["PhysicalTrackNumber"].value
    sequence = file.create.Sequence(_EVENTS)
    for clip in lane:
        marker = file.create.DescriptiveMarker()
        marker["Position"].value = clip.first_frame + clip.head_frames - origin
        marker["Comment"].value = plain_text(clip.name)
        marker["DescribedSlots"].value = {track.slot_id}
        sequence.components.append(marker)
    slot.segment = sequence
    composition.slots.append(slot)


def _rational(rate: Fraction) -> str:
    return f"{rate.numerator}/{rate.denominator}"
