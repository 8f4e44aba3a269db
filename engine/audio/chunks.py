"""Walks the chunks of RIFF, RIFX, RF64, BW64, W64, AIFF and CAF files, with 64-bit sizes, and the blocks of FLAC.

No library in use reads BEXT, iXML or the sizes that a header claims. This trusts none, and reads headers only, never
contents.
"""

import struct
from collections.abc import Iterator
from io import FileIO

from msgspec import Struct

from engine.audio.files import id3_length, read_at, size_of

_MAX_CHUNKS = 10_000
_MAX_BLOCKS = 100_000
_W64_RIFF = bytes.fromhex("726966662e91cf11a5d628db04c10000")
_UNKNOWN_FROM = 0x7FFF_F000
"""Writers leave 32-bit sizes from here on when they do not know the length yet."""


class Chunk(Struct, frozen=True):
    """One chunk of a file."""

    name: bytes
    """Four bytes; the first four of the GUID in W64."""
    offset: int
    size_bytes: int
    """Bytes of content in the file."""
    declared_bytes: int | None
    """Bytes of content by the header; None where the writer left it open."""
    is_little_endian: bool


def chunks(file: FileIO) -> Iterator[Chunk]:
    """Yields the chunks of a chunked sound file in order; nothing for other files.

    A chunk that claims more than the file holds ends with the file.
    """
    start = read_at(file, 0, 40)
    end = size_of(file)
    if start[:4] in (b"RIFF", b"RF64", b"BW64") and start[8:12] == b"WAVE":
        yield from _riff(file, end, "<", start[:4] != b"RIFF")
    elif (start[:4] == b"RIFX" and start[8:12] == b"WAVE") or (
        start[:4] == b"FORM" and start[8:12] in (b"AIFF", b"AIFC", b"8SVX")
    ):
        yield from _riff(file, end, ">", False)
    elif start[:16] == _W64_RIFF:
        yield from _w64(file, end)
    elif start[:4] == b"caff":
        yield from _caf(file, end)


def flac_blocks(file: FileIO) -> Iterator[tuple[int, int, int]]:
    """Yields kind, offset and size of each metadata block (RFC 9639 §8), behind any ID3 tags; nothing for other files.

    The size is what the header claims, whatever the file holds.
    """
    at = after_id3(file)
    if read_at(file, at, 4) != b"fLaC":
        return
    at += 4
    for _ in range(_MAX_BLOCKS):
        header = read_at(file, at, 4)
        if len(header) < 4:
            return
        size = int.from_bytes(header[1:], "big")
        yield header[0] & 0x7F, at + 4, size
        if header[0] & 0x80:
            return
        at += 4 + size


def after_id3(file: FileIO) -> int:
    """Returns the offset behind the ID3v2 tags that a file begins with."""
    at = 0
    for _ in range(16):  # some taggers leave more than one
        header = read_at(file, at, 10)
        length = id3_length(header)
        if not length:
            break
        at += length + (10 if header[5] & 0x10 else 0)
    return at


def _riff(file: FileIO, end: int, order: str, has_ds64: bool) -> Iterator[Chunk]:
    long_sizes: dict[bytes, int] = {}
    at = 12
    for _ in range(_MAX_CHUNKS):
        header = read_at(file, at, 8)
        if len(header) < 8 or not _is_name(header[:4]):
            return
        name = header[:4]
        declared: int | None = struct.unpack(order + "I", header[4:])[0]
        if has_ds64 and declared == 0xFFFF_FFFF:
            declared = long_sizes.get(name)
        elif declared is not None and declared >= _UNKNOWN_FROM and at + 8 + declared > end:
            declared = None
        elif declared == 0 and name == b"data":
            declared = None  # an interrupted recorder: the rest is sound, unless another chunk follows
        size = end - at - 8 if declared is None else min(declared, end - at - 8)
        if declared is None and name == b"data" and _is_name(read_at(file, at + 8, 4)):
            declared = size = 0
        if name == b"ds64" and has_ds64:
            long_sizes = _ds64(read_at(file, at + 8, min(size, 4096)))
        yield Chunk(name, at + 8, size, declared, order == "<")
        after = at + 8 + size
        at = after + (size & 1)
        if size & 1 and not _fits(file, at, end, order) and _fits(file, after, end, order):
            at = after  # the writer forgot the padding byte
        if at >= end:
            return


def _fits(file: FileIO, at: int, end: int, order: str) -> bool:
    """Whether a chunk may start here: a name, and a size that ends within the file or is open.

    One byte too far, a name is three letters and the low byte of a size, which may be a letter too; the size is then
    hundreds of megabytes.
    """
    header = read_at(file, at, 8)
    if not _is_name(header[:4]):
        return False
    size = struct.unpack(order + "I", header[4:])[0] if len(header) == 8 else 0
    return bool(at + 8 + size <= end or size >= _UNKNOWN_FROM)


def _ds64(content: bytes) -> dict[bytes, int]:
    """Long sizes by chunk name: EBU Tech 3306, ds64 chunk."""
    if len(content) < 28:
        return {}
    sizes = {b"data": struct.unpack_from("<Q", content, 8)[0]}
    for index in range(min(struct.unpack_from("<I", content, 24)[0], (len(content) - 28) // 12)):
        name, size = struct.unpack_from("<4sQ", content, 28 + 12 * index)
        sizes[name] = size
    return sizes


def _w64(file: FileIO, end: int) -> Iterator[Chunk]:
    at = 40
    for _ in range(_MAX_CHUNKS):
        header = read_at(file, at, 24)
        if len(header) < 24:
            return
        declared = struct.unpack("<Q", header[16:])[0] - 24
        if declared < 0:
            return
        yield Chunk(header[:4], at + 24, min(declared, end - at - 24), declared, True)
        at += (24 + declared + 7) // 8 * 8
        if at >= end:
            return


def _caf(file: FileIO, end: int) -> Iterator[Chunk]:
    at = 8
    for _ in range(_MAX_CHUNKS):
        header = read_at(file, at, 12)
        if len(header) < 12:
            return
        size = struct.unpack(">q", header[4:])[0]
        declared = None if size < 0 else size
        available = end - at - 12
        yield Chunk(header[:4], at + 12, available if declared is None else min(declared, available), declared, False)
        if declared is None:
            return
        at += 12 + declared


def _is_name(name: bytes) -> bool:
    return len(name) == 4 and all(32 <= byte < 127 for byte in name) and name != b"    "
