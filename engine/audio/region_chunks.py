"""Adapts the texts that a rendered part takes along from its sound: bext, iXML, LIST/INFO and ID3.

What identifies one recording (OriginatorReference, UMID, FILE_UID) is cleared, so that no program takes the part for
the whole; the time stamp moves with the part's start. Everything else stays byte for byte. Markers are left out: their
positions differ in the part. Sounds of other kinds pass on their title, artist, comment and licence.
"""

import re
import struct
from collections.abc import Callable
from io import FileIO

from engine.audio.chunks import chunks
from engine.audio.files import read_at
from engine.audio.metadata import metadata_of
from engine.audio.wav_writer import TextChunk
from engine.base.types import FilePath

_MAX_BYTES = 16 << 20
_WAVE = (b"RIFF", b"RF64", b"BW64")
_OWN_NAMES = ("BWF_ORIGINATOR_REFERENCE", "BWF_UMID", "FILE_UID")
"""iXML 3.0: elements that identify one file."""
_INTEGER = "[0-9]{1,20}"
"""At most 64 bits; longer numbers stay as they are."""
_NO_LOUDNESS = struct.pack("<5h", *[0x7FFF] * 5)
"""EBU Tech 3285 s6 §2.4: "not stated". The whole's loudness is not the part's."""
_EXTENSIBLE = 0xFFFE


def channel_mask(file: FileIO) -> int | None:
    """Returns the channel mask of a WAV's extensible header, None for any other header."""
    if read_at(file, 0, 4) not in _WAVE:
        return None
    for chunk in chunks(file):
        if chunk.name == b"fmt " and chunk.size_bytes >= 40:
            content = read_at(file, chunk.offset, 40)
            if struct.unpack_from("<H", content)[0] == _EXTENSIBLE:
                return int(struct.unpack_from("<I", content, 20)[0])
    return None


def region_texts(
    file: FileIO, path: FilePath, first_frame: int, sample_rate_hz: int
) -> tuple[list[TextChunk], list[TextChunk]]:
    """Returns the chunks to write before and after the samples of a part that starts at `first_frame`."""
    if read_at(file, 0, 4) not in _WAVE:
        return [], _as_info(file, path)
    before, after = [], []
    for chunk in chunks(file):
        if chunk.name not in (b"bext", b"iXML", b"LIST", b"list", b"id3 ", b"ID3 ") or chunk.size_bytes > _MAX_BYTES:
            continue
        content = read_at(file, chunk.offset, chunk.size_bytes)
        if chunk.name == b"bext":
            before.append((chunk.name, bext_of_part(content, first_frame)))
        elif chunk.name == b"iXML":
            after.append((chunk.name, ixml_of_part(content, first_frame, sample_rate_hz)))
        elif chunk.name not in (b"LIST", b"list") or content[:4].upper() == b"INFO":
            after.append((chunk.name, content))
    return before, after


def bext_of_part(content: bytes, first_frame: int) -> bytes:
    """Returns the broadcast extension of a part: EBU Tech 3285 §2.3."""
    changed = bytearray(content)
    if len(changed) >= 348:
        changed[288:320] = bytes(32)
        reference, version = struct.unpack_from("<QH", changed, 338)
        struct.pack_into("<Q", changed, 338, min(reference + first_frame, 0xFFFF_FFFF_FFFF_FFFF))
        if version >= 1 and len(changed) >= 412:
            changed[348:412] = bytes(64)
        if version >= 2 and len(changed) >= 422:
            changed[412:422] = _NO_LOUDNESS
    return bytes(changed)


def ixml_of_part(content: bytes, first_frame: int, sample_rate_hz: int) -> bytes:
    """Returns the iXML of a part; text outside the changed elements stays as it is, in any encoding."""
    encoding = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(content[:2], "latin-1")
    whole = len(content) if encoding == "latin-1" else len(content) & ~1
    content, half_letter = content[:whole], content[whole:]
    text = content.decode(encoding, errors="surrogatepass")
    for name in _OWN_NAMES:
        text = re.sub(rf"(<{name}\s*>)[^<]*(</{name}\s*>)", r"\1\2", text)
    stated = re.search(rf"<TIMESTAMP_SAMPLE_RATE\s*>\s*({_INTEGER})\s*<", text)
    stamp_rate_hz = int(stated[1]) if stated else sample_rate_hz
    frames = round(first_frame * stamp_rate_hz / sample_rate_hz)
    stem = "TIMESTAMP_SAMPLES_SINCE_MIDNIGHT"
    text = _moved(text, f"{stem}_HI", f"{stem}_LO", frames)
    text = _moved(text, "BWF_TIME_REFERENCE_HIGH", "BWF_TIME_REFERENCE_LOW", first_frame)
    return text.encode(encoding, errors="surrogatepass") + half_letter


def _moved(text: str, high_name: str, low_name: str, frames: int) -> str:
    """Returns the document with the 64-bit number in two elements raised by `frames`."""
    low_pattern, high_pattern = (rf"(<{name}\s*>\s*)({_INTEGER})(\s*</{name}\s*>)" for name in (low_name, high_name))
    low = re.search(low_pattern, text)
    if low is None:
        return text
    high = re.search(high_pattern, text)
    value = ((int(high[2]) if high else 0) << 32) + int(low[2]) + frames
    text = re.sub(low_pattern, _number(value & 0xFFFF_FFFF if high else value), text, count=1)
    return re.sub(high_pattern, _number(value >> 32), text, count=1)


def _number(value: int) -> Callable[[re.Match[str]], str]:
    return lambda found: f"{found[1]}{value}{found[3]}"


def _as_info(file: FileIO, path: FilePath) -> list[TextChunk]:
    """The texts of a sound of another kind, as LIST/INFO; empty without texts."""
    said = metadata_of(file, path)
    texts = {
        b"INAM": said.title,
        b"IART": said.artist,
        b"ICMT": said.comment or said.description,
        b"IKEY": "; ".join(said.keywords),
        b"ICOP": said.licence,
    }
    body = b""
    for name, text in texts.items():
        if text:
            raw = text.encode() + b"\0"
            body += name + struct.pack("<I", len(raw)) + raw + b"\0" * (len(raw) & 1)
    return [(b"LIST", b"INFO" + body)] if body else []
