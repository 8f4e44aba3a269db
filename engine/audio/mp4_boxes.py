"""Finds the boxes of an M4A that mutagen would misread.

QuickTime's `meta` has no version field, ISO's has one (ISO/IEC 14496-12, 8.11.1). Phones write QuickTime's into `moov`,
often before the track. mutagen takes every `meta` for ISO's, starts reading it four bytes late, and loses the tags and
tracks behind it. Under another name it skips the box.
"""

import struct
from collections.abc import Container, Iterator
from typing import BinaryIO

META = b"meta"
ASIDE = b"eArS"
"""A box name unknown to all readers, so that they skip the box."""
FREE = b"free"
_MAX_BOXES = 4096
_MAX_TEXT = 80_000
_MAX_NAME = 200
_APPLES = "com.apple.quicktime."
_QUICKTIME = {"title": "©nam", "artist": "©ART", "album": "©alb", "comment": "©cmt", "description": "desc"}
"""QuickTime metadata keys, and the iTunes items of the same meaning."""


def names_of_metas(file: BinaryIO, name: bytes = META) -> tuple[int, ...]:
    """Offsets of the names of QuickTime `meta` boxes directly in `moov`, in bytes from the start.

    `name` is the name that they bear now.
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


def texts_of_metas(file: BinaryIO) -> Iterator[tuple[str, str]]:
    """Yields names and texts of each QuickTime `meta` in `moov` and in its `udta`.

    Names are those of `ilst` items ("\xa9nam"). Keys from `keys` (QuickTime File Format, Metadata) become the item of
    the same meaning: "com.apple.quicktime.title" is "\xa9nam"; Apple's other keys lose their prefix.
    """
    for name, _, text in _items_of_metas(file):
        yield name, text


def places_of_items(file: BinaryIO, names: Container[str]) -> tuple[int, ...]:
    """Offsets, in bytes, of the type fields of items whose lower-case names are in `names`.

    Renaming an item to `FREE` removes it.
    """
    return tuple(place for name, place, _ in _items_of_metas(file) if name.lower() in names)


def _items_of_metas(file: BinaryIO) -> Iterator[tuple[str, int, str]]:
    size = file.seek(0, 2)
    if _read(file, 4, 4) != b"ftyp":
        return
    for moov, first, end in _boxes(file, 0, size):
        if moov != b"moov":
            continue
        for outer, inside, last in _boxes(file, first, end):
            inner = [(outer, inside, last)] if outer == META else []
            if outer == b"udta":
                inner = [box for box in _boxes(file, inside, last) if box[0] == META]
            for _, start, stop in inner:
                if _read(file, start + 4, 4) == b"hdlr":
                    yield from _items_of(file, start, stop)


def _items_of(file: BinaryIO, start: int, stop: int) -> Iterator[tuple[str, int, str]]:
    keys: list[str] = []
    for kind, inside, end in _boxes(file, start, stop):
        if kind == b"keys":
            keys = [
                _read(file, at, min(after - at, _MAX_TEXT)).decode("utf-8", errors="replace")
                for _, at, after in _boxes(file, inside + 8, end)
            ]
        elif kind == b"ilst":
            for item, at, after in _boxes(file, inside, end):
                if item != FREE:
                    yield from _item(file, _named(item, keys), at, after)


def _named(item: bytes, keys: list[str]) -> str:
    number = int.from_bytes(item, "big")
    name = keys[number - 1] if 0 < number <= len(keys) else item.decode("latin-1")
    word = name.removeprefix(_APPLES)
    return _QUICKTIME.get(word, word)


def _item(file: BinaryIO, name: str, start: int, stop: int) -> Iterator[tuple[str, int, str]]:
    is_free_form = name == "----"
    for data, place, last in _boxes(file, start, stop):
        if is_free_form and data in (b"mean", b"name"):
            word = _read(file, place + 4, min(last - place - 4, _MAX_NAME))
            name += ":" + word.decode("utf-8", errors="replace")
        elif data == b"data" and _read(file, place + 3, 1) == b"\x01":
            raw = _read(file, place + 8, min(last - place - 8, _MAX_TEXT))
            yield name, start - 4, raw.decode("utf-8", errors="replace")


def _boxes(file: BinaryIO, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Yields name, content offset and end of each box between two offsets; stops at anything else."""
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
