"""Reads the comments of every stream of an Ogg file, multiplexed (RFC 3533 §4) or chained.

mutagen reads a single stream, and none where a stream of another kind comes first.
"""

import struct
from collections.abc import Iterator
from io import BytesIO, FileIO
from typing import Any

import mutagen._vorbis
from msgspec import Struct, field

from engine.audio.files import read_at, size_of

_Comment: Any = mutagen._vorbis.VCommentDict
_COMMENT_LEADS = {
    b"\x01vorbis": b"\x03vorbis",
    b"OpusHead": b"OpusTags",
    b"Speex   ": b"",
    b"\x80theora": b"\x81theora",
    b"\x7fFLAC": None,
}
"""First bytes of a stream, and what precedes the comment in its second packet; None for a FLAC block."""
_PICTURES = b"\x81theora"
_MAX_PACKET_BYTES = 4 << 20
_MAX_PAGES = 100_000
_MAX_STREAMS = 64
_LAST_BYTES = 65_536
"""No page is longer."""


class _Stream(Struct):
    lead: bytes | None
    packets: int = 0
    second: bytearray = field(default_factory=bytearray)
    is_done: bool = False


def ogg_comments(file: FileIO) -> Iterator[Any]:
    """Yields the comments of each stream that has some, as mutagen's pairs of name and text; those of pictures last."""
    for stream in sorted(_with_comments(file), key=lambda stream: stream.lead == _PICTURES):
        yield from _comment(stream)


def _with_comments(file: FileIO) -> Iterator[_Stream]:
    streams: dict[int, _Stream] = {}
    last_serial = _last_serial(file)
    at = 0
    for _ in range(_MAX_PAGES):
        header = read_at(file, at, 27 + 255)
        if header[:4] != b"OggS" or len(header) < 27:
            return
        serial = struct.unpack_from("<I", header, 14)[0]
        sizes = header[27 : 27 + header[26]]
        body_at = at + 27 + len(sizes)
        at = body_at + sum(sizes)
        if header[5] & 2 and len(streams) < _MAX_STREAMS:
            start = read_at(file, body_at, 8)
            found = next((begin for begin in _COMMENT_LEADS if start.startswith(begin)), None)
            streams[serial] = _Stream(None if found is None else _COMMENT_LEADS[found], is_done=found is None)
        stream = streams.get(serial)
        if stream is None or stream.is_done:
            if serial == last_serial and all(stream.is_done for stream in streams.values()):
                return
            continue
        if _takes_last(stream, sizes, read_at(file, body_at, sum(sizes))):
            yield stream


def _last_serial(file: FileIO) -> int | None:
    """The stream of the last page: once its comment is known, no other stream follows."""
    end = size_of(file)
    tail = read_at(file, max(0, end - _LAST_BYTES), _LAST_BYTES)
    place = tail.rfind(b"OggS\0")
    return struct.unpack_from("<I", tail, place + 14)[0] if 0 <= place <= len(tail) - 18 else None


def _takes_last(stream: _Stream, sizes: bytes, body: bytes) -> bool:
    """Adds a page's part of the second packet; returns whether the packet is complete."""
    at = 0
    for size in sizes:
        if stream.packets == 1:
            stream.second += body[at : at + size]
        at += size
        stream.packets += size < 255
        if stream.packets > 1 or len(stream.second) > _MAX_PACKET_BYTES:
            stream.is_done = True
            return True
    return False


def _comment(stream: _Stream) -> Iterator[Any]:
    packet = bytes(stream.second)
    if stream.lead is None:
        lead = packet[:4] if packet[:1] and packet[0] & 0x7F == 4 else None
    else:
        lead = stream.lead if packet.startswith(stream.lead) else None
    if lead is None:
        return
    try:
        yield _Comment(BytesIO(packet[len(lead) :]), framing=False, errors="replace")
    except (mutagen.MutagenError, ValueError, LookupError, TypeError, struct.error, EOFError, MemoryError):
        return
