"""Metadata of a new file, adjusted to it: chunks for WAV, tags for other kinds.

As for any part of a sound (`engine.audio.region_chunks`), identifiers of one recording are cleared and the time
reference moves by the cut. Here it also follows the sample rate, and rate, depth and tracks in iXML are corrected.
"""

import re
import struct
from io import FileIO

from msgspec import Struct

from engine.audio.bext import BextField, with_texts
from engine.audio.region_chunks import region_texts
from engine.audio.wav_writer import TextChunk
from engine.base.types import FilePath, SoundMetadata
from engine.transfer.profile import Container, Profile, TextRule

_REFERENCE_AT = 338
_LARGEST = 0xFFFF_FFFF_FFFF_FFFF
_NUMBER = "[0-9]{1,20}"


class ChunkTarget(Struct, frozen=True):
    """Properties of the new file that chunks must match."""

    first_frame: int
    """Of the sound, where the file begins."""
    from_hz: int
    to_hz: int
    bits: int
    has_other_channels: bool
    """Whether they differ from those of the sound."""
    project_frame: int | None = None
    """Where the file begins in a project, in frames of `to_hz`; None keeps the time of the recording."""


def wave_chunks(
    file: FileIO, path: FilePath, metadata: SoundMetadata, form: ChunkTarget, profile: Profile
) -> tuple[list[TextChunk], list[TextChunk]]:
    """Returns the chunks to write before and after the samples of a WAV."""
    before: list[TextChunk] = []
    after: list[TextChunk] = []
    if profile.texts is TextRule.KEPT:
        before, after = region_texts(file, path, form.first_frame, form.from_hz)
    before = [(name, _at_rate(content, form) if name == b"bext" else content) for name, content in before]
    after = [(name, ixml_of(content, form) if name == b"iXML" else content) for name, content in after]
    extension = next((content for name, content in before if name == b"bext"), None)
    is_forced = profile.container is Container.BWF or profile.originator or form.project_frame is not None
    if extension is None and is_forced:
        extension = with_texts(None, {}, 1)  # the number forces a chunk; it is reset below
        assert extension is not None
        said = metadata.description or metadata.title if profile.texts is TextRule.KEPT else ""
        extension = with_texts(extension, {BextField.DESCRIPTION: said}, 0)
    if extension is not None and form.project_frame is not None:
        extension = _placed(extension, form.project_frame)
        after = [(name, _placed_ixml(content, form) if name == b"iXML" else content) for name, content in after]
    if extension is not None and profile.originator:
        extension = with_texts(extension, {BextField.ORIGINATOR: profile.originator})
    others = [chunk for chunk in before if chunk[0] != b"bext"]
    return ([] if extension is None else [(b"bext", extension), *others]) or others, after


def tags_of(metadata: SoundMetadata, profile: Profile) -> dict[str, str]:
    """Returns the tags of a file of another kind, by FFmpeg's keys."""
    if profile.texts is not TextRule.KEPT:
        return {}
    found = {
        "title": metadata.title,
        "artist": metadata.artist,
        "album": metadata.album,
        "comment": metadata.comment or metadata.description,
        "description": metadata.description,
        "keywords": "; ".join(metadata.keywords),
        "copyright": metadata.licence,
    }
    return {name: text for name, text in found.items() if text}


def ixml_of(content: bytes, form: ChunkTarget) -> bytes:
    """Adjusts iXML to the file: sample counts at its rate, its depth, no track list if channels differ."""
    encoding = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(content[:2], "latin-1")
    whole = len(content) if encoding == "latin-1" else len(content) & ~1
    text, half_letter = content[:whole].decode(encoding, errors="surrogatepass"), content[whole:]
    if form.from_hz != form.to_hz:
        stated = re.search(rf"<TIMESTAMP_SAMPLE_RATE\s*>\s*({_NUMBER})\s*<", text)
        stamp_hz = int(stated[1]) if stated and int(stated[1]) else form.from_hz
        stem = "TIMESTAMP_SAMPLES_SINCE_MIDNIGHT"
        text = _scaled(text, f"{stem}_HI", f"{stem}_LO", form.to_hz, stamp_hz)
        text = _scaled(text, "BWF_TIME_REFERENCE_HIGH", "BWF_TIME_REFERENCE_LOW", form.to_hz, form.from_hz)
    for name, value in (
        ("TIMESTAMP_SAMPLE_RATE", form.to_hz if form.from_hz != form.to_hz else None),
        ("FILE_SAMPLE_RATE", form.to_hz),
        ("AUDIO_BIT_DEPTH", form.bits),
    ):
        if value is not None:
            text = re.sub(rf"(<{name}\s*>)[^<]*(</{name}\s*>)", rf"\g<1>{value}\g<2>", text)
    if form.has_other_channels:
        text = re.sub(r"<TRACK_LIST\s*>.*?</TRACK_LIST\s*>", "", text, flags=re.DOTALL)
    return text.encode(encoding, errors="surrogatepass") + half_letter


def _at_rate(content: bytes, form: ChunkTarget) -> bytes:
    """The broadcast extension with its time reference at the file's rate."""
    if form.from_hz == form.to_hz or len(content) < _REFERENCE_AT + 8:
        return content
    changed = bytearray(content)
    (reference,) = struct.unpack_from("<Q", changed, _REFERENCE_AT)
    struct.pack_into("<Q", changed, _REFERENCE_AT, min(_rescaled(reference, form.to_hz, form.from_hz), _LARGEST))
    return bytes(changed)


def _placed(content: bytes, frame: int) -> bytes:
    """The broadcast extension with a time reference: EBU Tech 3285 §2.3."""
    changed = bytearray(content)
    struct.pack_into("<Q", changed, _REFERENCE_AT, frame)
    return bytes(changed)


def _placed_ixml(content: bytes, form: ChunkTarget) -> bytes:
    """iXML without times of the recording: another program would take them for the place in the project."""
    encoding = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(content[:2], "latin-1")
    whole = len(content) if encoding == "latin-1" else len(content) & ~1
    text, half_letter = content[:whole].decode(encoding, errors="surrogatepass"), content[whole:]
    names = "TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI|TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO"
    names += "|BWF_TIME_REFERENCE_HIGH|BWF_TIME_REFERENCE_LOW"
    text = re.sub(rf"<({names})\s*>\s*{_NUMBER}\s*</\1\s*>", "", text)
    return text.encode(encoding, errors="surrogatepass") + half_letter


def _scaled(text: str, high_name: str, low_name: str, to_hz: int, from_hz: int) -> str:
    """The document with the 64-bit number in two elements converted to another rate."""
    low_pattern, high_pattern = (rf"(<{name}\s*>\s*)({_NUMBER})(\s*</{name}\s*>)" for name in (low_name, high_name))
    low = re.search(low_pattern, text)
    if low is None:
        return text
    high = re.search(high_pattern, text)
    value = _rescaled(((int(high[2]) if high else 0) << 32) + int(low[2]), to_hz, from_hz)
    text = re.sub(low_pattern, rf"\g<1>{value & 0xFFFF_FFFF if high else value}\g<3>", text, count=1)
    return re.sub(high_pattern, rf"\g<1>{value >> 32}\g<3>", text, count=1)


def _rescaled(frames: int, to_hz: int, from_hz: int) -> int:
    return (2 * frames * to_hz + from_hz) // (2 * from_hz)
