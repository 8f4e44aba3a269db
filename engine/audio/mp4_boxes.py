"""Finds the boxes of an M4A that mutagen would misread.

QuickTime's `meta` has no version field, ISO's has one (ISO/IEC 14496-12, 8.11.1). Phones write QuickTime's into `moov`,
often before the track. mutagen takes every `meta` for ISO's, reads its inside four bytes too late, and loses what comes
after it: tags and tracks. Under another name the box is stepped over.
"""

import struct
from collections.abc import Iterator
from typing import BinaryIO

META = b"meta"
ASIDE = b"eArS"
"""A name that no reader knows, for a box to step over."""
_MAX_BOXES = 4096


def names_of_metas(file: BinaryIO, name: bytes = META) -> tuple[int, ...]:
    """Where the name of each `meta` of QuickTime's form directly in `moov` stands, in bytes from the start.

    With `name` those that bear this name now.
    """
    size = file.seek(0, 2)
    if _read(file, 4, 4) != b"ftyp":
        return ()
    return tuple(
        inside - 4
        for kind, first, end in _boxes(file, 0, size)
        if kind == b"moov"
        for own, inside, _ in _boxes(file, first, end)
        if own == name and _read(file, inside + 4, 4) == b"hdlr"
    )


def _boxes(file: BinaryIO, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Yields name, first byte inside and end of each box between two places; stops at what is no box."""
    at = start
    for _ in range(_MAX_BOXES):
        head = _read(file, at, 16)
        if len(head) < 8 or at + 8 > end:
            return
        size, name = struct.unpack(">I4s", head[:8])
        inside = at + 8
        if size == 1 and len(head) == 16:
            size, inside = struct.unpack(">Q", head[8:])[0], at + 16
        elif size == 0:
            size = end - at
        if size < inside - at or at + size > end:
            return
        yield name, inside, at + size
        at += size


def _read(file: BinaryIO, at: int, count: int) -> bytes:
    file.seek(at)
    return file.read(count)
