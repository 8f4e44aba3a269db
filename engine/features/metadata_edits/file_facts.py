"""Reads everything a file states about itself, in groups for display: from the file, not the catalogue."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from engine.audio.chunks import chunks
from engine.audio.fields import Field, value_of
from engine.audio.files import open_regular, read_at
from engine.audio.markers import read_markers
from engine.audio.metadata import metadata_of
from engine.audio.slate import slate_of, timecode
from engine.audio.ucs import by_cat_id
from engine.base.types import FilePath, SoundMetadata


class Group(StrEnum):
    """Section a fact is listed in."""

    TECHNICAL = "technical"
    """The library's own facts about the sound."""
    DESCRIPTION = "description"
    """The combined meaning of the fields, as the library reads them."""
    RECORDING = "recording"
    """The recorder's notes beyond the writable fields: project, tracks, timecode."""
    BEXT = "bext"
    IXML = "ixml"
    INFO = "info"
    ID3 = "id3"
    TAGS = "tags"
    """Vorbis comments, MP4 atoms, and tags of other formats."""
    MARKERS = "markers"
    CHUNKS = "chunks"
    OTHER = "other"


class Fact(Struct, frozen=True):
    """One statement of a file."""

    group: Group
    name: str
    value: str


class Facts(Struct, frozen=True):
    """A file's metadata, and all its facts."""

    path: FilePath
    metadata: SoundMetadata
    listed: tuple[Fact, ...]


_GROUPS = {
    "bext": Group.BEXT,
    "ixml": Group.IXML,
    "info": Group.INFO,
    "id3": Group.ID3,
    "vorbis": Group.TAGS,
    "mp4": Group.TAGS,
    "ape": Group.TAGS,
    "asf": Group.TAGS,
    "caf": Group.TAGS,
    "aiff": Group.TAGS,
}


def read_facts(path: FilePath) -> Facts:
    """Reads all facts of a file.

    Raises:
        NotAFile: missing, unreadable, or not a regular file.
        EmptyAudio: the file is empty.
    """
    with open_regular(path) as file:
        metadata = metadata_of(file, path)
        found = [(chunk.name, chunk.size_bytes) for chunk in chunks(file)]
        rates = [read_at(file, chunk.offset + 4, 4) for chunk in chunks(file) if chunk.name == b"fmt "]
    rate_hz = int.from_bytes(rates[0], "little") if rates else 0
    listed = [*_meanings(metadata), *_recording(metadata, rate_hz), *_fields(metadata), *_markers(path)]
    listed += [Fact(Group.CHUNKS, name.decode("latin-1"), f"{size:,} bytes") for name, size in found]
    return Facts(path, metadata, tuple(listed))


def _meanings(metadata: SoundMetadata) -> Iterator[Fact]:
    for field in (one for one in Field if one is not Field.TIMECODE):  # listed under RECORDING
        value = value_of(metadata, field)
        known = by_cat_id(value) if field is Field.UCS_ID else None
        if known is not None:
            value = f"{value} ({known.category}, {known.subcategory})"
        if value:
            yield Fact(Group.DESCRIPTION, field.value, value)
    if metadata.licence:
        yield Fact(Group.DESCRIPTION, "licence", metadata.licence)


def _recording(metadata: SoundMetadata, sample_rate_hz: int) -> Iterator[Fact]:
    slate = slate_of(metadata.fields)
    facts = [("project", slate.project), ("note", slate.note), ("circled", "yes" if slate.is_circled else "")]
    facts.append(("timecode", timecode(metadata.fields, sample_rate_hz)))
    facts += [(f"track {track.channel}".strip(), track.name) for track in slate.tracks]
    yield from (Fact(Group.RECORDING, name, value) for name, value in facts if value)


def _fields(metadata: SoundMetadata) -> Iterator[Fact]:
    for name, value in metadata.fields.items():
        kind, _, rest = name.partition(".")
        if kind in ("cue", "adtl", "fmt") or name.startswith("aiff.marker."):
            continue  # markers list these with their times; the rate is among the library's facts
        group = _GROUPS.get(kind.lower(), Group.OTHER)
        yield Fact(group, rest if group is not Group.OTHER else name, value)


def _markers(path: FilePath) -> Iterator[Fact]:
    for marker in read_markers(path):
        end_s = f" – {marker.end_s:.3f} s" if marker.end_s is not None else ""
        yield Fact(Group.MARKERS, f"{marker.start_s:.3f} s{end_s}", marker.label or marker.kind.value)
