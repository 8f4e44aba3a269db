"""Identifies the audio in a file whatever its name and tags: the content id, and the digest of the whole payload.

The payload is the coded audio: the data chunk, the FLAC frames, the MPEG frames between the tags, the `mdat` box.
Editing tags, renaming and copying change neither; any change of the audio changes both.
"""

import hashlib
import struct
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path

from msgspec import Struct

from engine.audio.chunks import after_id3, chunks, flac_blocks
from engine.audio.files import open_regular, read_at, size_of
from engine.audio.source import Source
from engine.base.job_messages import FileNote, tenths
from engine.base.messages import Message, told
from engine.base.types import ContentId, FilePath

PROBE_BYTES = 64 * 1024
_DIGEST_BYTES = 16
_DATA_CHUNKS = frozenset({b"data", b"SSND", b"BODY"})
_ASF_HEADER = bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c")
_ASF_DATA = bytes.fromhex("3626b2758e66cf11a6d900aa0062ce6c")
_MAX_BOXES = 100_000


class Payload(Struct, frozen=True):
    """Spans of coded audio, (offset, bytes), in order."""

    spans: tuple[tuple[int, int], ...]
    is_ogg: bool = False

    @property
    def size_bytes(self) -> int:
        return sum(size for _, size in self.spans)


def content_id(path: FilePath | Path) -> ContentId:
    """Returns 16 bytes of BLAKE2b over the payload's length and 64 KiB each at its start, middle and end.

    Raises:
        NotAFile: missing, unreadable, or not a regular file.
        EmptyAudio: the file has no bytes.
    """
    with open_regular(path) as file:
        return content_id_of(file)


def content_id_of(file: FileIO) -> ContentId:
    """Returns the content id of an open file without moving its position."""
    return probe(file, payload_spans(file))


def probe(file: FileIO, payload: Payload) -> ContentId:
    """Returns the content id of the bytes in these spans, whatever the header says now."""
    size = payload.size_bytes
    digest = hashlib.blake2b(struct.pack("<Q", size), digest_size=_DIGEST_BYTES)
    if size <= 3 * PROBE_BYTES:
        digest.update(_read(file, payload, 0, size))
    else:
        for at in (0, (size - PROBE_BYTES) // 2, size - PROBE_BYTES):
            digest.update(_read(file, payload, at, PROBE_BYTES))
    return ContentId(digest.digest())


def payload_digest(path: FilePath | Path, *, between: Callable[[], None] = lambda: None) -> bytes:
    """Returns 32 bytes of BLAKE2b over the whole payload; reads the whole file.

    Args:
        path: the file.
        between: called before every MiB; an exception from it stops the reading.

    Raises:
        NotAFile: missing, unreadable, or not a regular file.
        EmptyAudio: the file has no bytes.
    """
    with open_regular(path) as file:
        return digest_of(file, payload_spans(file), between=between)


def digest_of(file: FileIO, payload: Payload, *, between: Callable[[], None] = lambda: None) -> bytes:
    """Returns the digest of the bytes in these spans of an open file without moving its position."""
    digest = hashlib.blake2b(digest_size=32)
    for at in range(0, payload.size_bytes, 1 << 20):
        between()
        digest.update(_read(file, payload, at, 1 << 20))
    return digest.digest()


def payload_spans(file: FileIO) -> Payload:
    """Finds the coded sound in an open file; the whole file for unknown kinds."""
    end = size_of(file)
    spans = tuple((c.offset, c.size_bytes) for c in chunks(file) if c.name in _DATA_CHUNKS)
    if spans:
        return Payload(spans)
    first = after_id3(file)
    start = read_at(file, first, 16)
    if start[:4] == b"fLaC":
        frames = max((offset + size for _, offset, size in flac_blocks(file)), default=first + 4)
        return _span(frames, _before_end_tags(file, end))
    if start[:4] == b"OggS":
        return Payload(_span(_first_ogg_audio_page(file, first), end).spans, is_ogg=True)
    if start[4:8] == b"ftyp":
        return Payload(tuple(_mdat_boxes(file, end)) or ((0, end),))
    if start == _ASF_HEADER:
        return Payload(_asf_data(file, end))
    return _span(first, _before_end_tags(file, end))


def declared_payload(file: FileIO, source: Source) -> Message | None:
    """Returns a note on how much of an uncompressed file is missing by its chunk header; None if nothing is.

    libsndfile silently shortens such files to the samples present.
    """
    if source.bit_depth is None or not source.codec.startswith(("PCM", "FLOAT", "DOUBLE")):
        return None
    for chunk in chunks(file):
        if chunk.name in _DATA_CHUNKS and chunk.declared_bytes is not None:
            bytes_a_second = source.channels * source.bit_depth / 8 * source.sample_rate_hz
            missing_s = (chunk.declared_bytes - chunk.size_bytes) / bytes_a_second
            whole_s = chunk.declared_bytes / bytes_a_second
            if chunk.declared_bytes > chunk.size_bytes:
                return told(FileNote.ENDS_EARLY, tenths(missing_s), tenths(whole_s))
    return None


def is_mpeg_without_index(file: FileIO) -> bool:
    """Whether the file is bare MPEG audio frames whose first does not hold their number (Xing, Info or VBRI)."""
    start = read_at(file, after_id3(file), 256)
    is_mpeg = len(start) > 2 and start[0] == 0xFF and start[1] & 0xE0 == 0xE0 and start[1] & 0x06 != 0
    return is_mpeg and not any(mark in start for mark in (b"Xing", b"Info", b"VBRI"))


def _span(first: int, end: int) -> Payload:
    return Payload(((first, max(0, end - first)),))


def _read(file: FileIO, payload: Payload, at: int, count: int) -> bytes:
    margin = min(at, 32) if payload.is_ogg else 0
    parts: list[bytes] = []
    skip, wanted = at - margin, count + margin
    for offset, size in payload.spans:
        if skip < size and wanted > 0:
            parts.append(read_at(file, offset + skip, min(wanted, size - skip)))
            wanted -= len(parts[-1])
            skip = 0
        else:
            skip -= min(skip, size)
    joined = b"".join(parts)
    return _without_ogg_numbers(joined)[margin:] if payload.is_ogg else joined


def _without_ogg_numbers(pages: bytes) -> bytes:
    """Blanks page numbers and checksums, which a longer comment header changes throughout the file (RFC 3533 §6)."""
    masked = bytearray(pages)
    at = masked.find(b"OggS\0")
    while at >= 0:
        tail = min(26, len(masked) - at)
        if tail > 18:
            masked[at + 18 : at + tail] = bytes(tail - 18)
        at = masked.find(b"OggS\0", at + 5)
    return bytes(masked)


def _before_end_tags(file: FileIO, end: int) -> int:
    if read_at(file, max(0, end - 128), 3) == b"TAG":
        end -= 128
    footer = read_at(file, max(0, end - 32), 32)
    if footer[:8] == b"APETAGEX" and len(footer) == 32:
        size, _, flags = struct.unpack_from("<III", footer, 12)
        end -= size + (32 if flags & 0x8000_0000 else 0)
    return max(0, end)


def _first_ogg_audio_page(file: FileIO, first: int) -> int:
    """Skips header pages: their granule position is 0 (or -1 where no packet ends); an audio page's is positive."""
    at = first
    for _ in range(_MAX_BOXES):
        header = read_at(file, at, 27 + 255)
        if header[:4] != b"OggS" or len(header) < 27:
            return first
        if struct.unpack_from("<q", header, 6)[0] > 0:
            return at
        at += 27 + header[26] + sum(header[27 : 27 + header[26]])
    return first


def _mdat_boxes(file: FileIO, end: int) -> Iterator[tuple[int, int]]:
    at = 0
    for _ in range(_MAX_BOXES):
        header = read_at(file, at, 16)
        if len(header) < 8:
            return
        size, head = int.from_bytes(header[:4], "big"), 8
        if size == 1 and len(header) == 16:
            size, head = int.from_bytes(header[8:], "big"), 16
        elif size == 0:
            size = end - at
        if size < head:
            return
        if header[4:8] == b"mdat":
            yield at + head, max(0, min(size, end - at) - head)
        at += size


def _asf_data(file: FileIO, end: int) -> tuple[tuple[int, int], ...]:
    at = 0
    for _ in range(_MAX_BOXES):
        header = read_at(file, at, 24)
        if len(header) < 24:
            break
        size = int.from_bytes(header[16:], "little")
        if header[:16] == _ASF_DATA:
            return ((at + 24, max(0, min(size, end - at) - 24)),)
        if size < 24:
            break
        at += size
    return ((0, end),)
