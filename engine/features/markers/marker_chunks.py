"""New contents for the chunks of a WAV that hold markers: `cue `, LIST/adtl and `smpl`.

A point whose place or name stays keeps its number and all that other programs said of it (notes, purposes, files), a
loop its type and count. See Microsoft's Multimedia Programming Interface 1.0, §3, and its Multimedia Data Standards
Update 1994 for `smpl`.
"""

import struct
from collections.abc import Callable, Sequence

from msgspec import Struct

from engine.audio.riff_tags import as_text, tidy

ADTL = b"adtl"
_POINT_BYTES = 24
_LOOP_BYTES = 24
_SMPL_HEAD_BYTES = 36
_MIDDLE_C = 60


class FrameMarker(Struct, frozen=True):
    """A place, region or loop in frames."""

    first: int
    end: int | None = None
    """After its last frame; None for a place."""
    label: str = ""


class CueChunks(Struct, frozen=True):
    """Contents of `cue ` and LIST/adtl; None where nothing is left to say."""

    cue: bytes | None
    adtl: bytes | None


class _Entry(Struct, frozen=True):
    """An entry of LIST/adtl."""

    name: bytes
    number: int
    body: bytes
    """After the number."""


class _Point(Struct, frozen=True):
    number: int
    raw: bytes
    marker: FrameMarker


def with_cues(
    cue: bytes | None, adtl: bytes | None, wanted: Sequence[FrameMarker], order: str, code_page: str
) -> CueChunks:
    """Returns the chunks with these places and regions, and no others.

    Args:
        cue: current content; None if the file has no such chunk.
        adtl: likewise, from its kind on.
        wanted: in order of time.
        order: "<" in RIFF, ">" in RIFX.
        code_page: of new names, where it has their letters and is not misread; else UTF-8.

    Raises:
        ValueError: a current chunk is damaged, so that something might be lost.
    """
    entries, rest = _entries(adtl, order)
    old = _points(cue, entries, order, code_page)
    pairs = _matched(old, wanted)
    number = max((point.number for point in old), default=0)
    points, texts = [], []
    for marker, point in zip(wanted, pairs, strict=True):
        if point is None:
            number += 1
            points.append(_point(number, marker.first, order))
            texts += _texts(number, marker, order, code_page)
            continue
        points.append(point.raw if point.marker.first == marker.first else _point(point.number, marker.first, order))
        own = [entry for entry in entries if entry.number == point.number]
        texts += own if point.marker == marker else _changed(own, point.number, marker, order, code_page)
    numbers = {point.number for point in old}
    texts += [entry for entry in entries if entry.number not in numbers]  # said of no point: not ours to drop
    body = b"".join(_raw(entry, order) for entry in texts) + rest
    return CueChunks(
        struct.pack(order + "I", len(points)) + b"".join(points) if points else None,
        ADTL + body if body else None,
    )


def with_loops(smpl: bytes | None, wanted: Sequence[FrameMarker], order: str, sample_rate_hz: int) -> bytes | None:
    """Returns the content of `smpl` with these loops, and no others; None if it is not needed.

    Raises:
        ValueError: the current chunk is damaged.
    """
    plain = struct.pack(order + "9I", 0, 0, round(1e9 / sample_rate_hz), _MIDDLE_C, 0, 0, 0, 0, 0)
    if smpl is None:
        if not wanted:
            return None
        smpl = plain
    if len(smpl) < _SMPL_HEAD_BYTES:
        raise ValueError("it ends in its head")
    count, more_bytes = struct.unpack_from(order + "2I", smpl, 28)
    end = _SMPL_HEAD_BYTES + count * _LOOP_BYTES
    if len(smpl) < end:
        raise ValueError("it ends in a loop")
    if count and not wanted and smpl[:28] == plain[:28] and not more_bytes:
        return None  # made for loops alone
    old: dict[tuple[int, int], bytes] = {}
    for at in range(_SMPL_HEAD_BYTES, end, _LOOP_BYTES):
        first, last = struct.unpack_from(order + "8x2I", smpl, at)
        old.setdefault((first, last + 1), smpl[at : at + _LOOP_BYTES])
    number = max((struct.unpack_from(order + "I", raw)[0] for raw in old.values()), default=-1)
    loops = []
    for loop in wanted:
        kept = old.get((loop.first, loop.end or 0))
        if kept is None:
            number += 1
            kept = struct.pack(order + "6I", number & 0xFFFF_FFFF, 0, loop.first, (loop.end or 0) - 1, 0, 0)
        loops.append(kept)
    return smpl[:28] + struct.pack(order + "2I", len(loops), more_bytes) + b"".join(loops) + smpl[end:]


def _points(cue: bytes | None, entries: Sequence[_Entry], order: str, code_page: str) -> list[_Point]:
    if cue is None:
        return []
    if len(cue) < 4:
        raise ValueError("it has no count")
    count = min(struct.unpack_from(order + "I", cue)[0], (len(cue) - 4) // _POINT_BYTES)
    found, seen = [], set()
    for at in range(4, 4 + count * _POINT_BYTES, _POINT_BYTES):
        number, position, offset = struct.unpack_from(order + "II12xI", cue, at)
        if number in seen:
            raise ValueError("two points have one number")
        seen.add(number)
        first = offset or position
        own = [entry for entry in entries if entry.number == number]
        length = next((size for entry in own if (size := _length(entry, order))), 0)
        marker = FrameMarker(first, first + length if length else None, _label(own, code_page))
        found.append(_Point(number, cue[at : at + _POINT_BYTES], marker))
    return found


def _label(entries: Sequence[_Entry], code_page: str) -> str:
    """The name that the reader gives a point: see `engine.audio.markers`."""
    for wanted, skipped in ((b"labl", 0), (b"ltxt", 16), (b"note", 0)):
        for entry in entries:
            if entry.name == wanted and (text := tidy(as_text(entry.body[skipped:], code_page))):
                return text
    return ""


def _length(entry: _Entry, order: str) -> int:
    is_one = entry.name == b"ltxt" and len(entry.body) >= 4
    return int(struct.unpack_from(order + "I", entry.body)[0]) if is_one else 0


def _matched(old: Sequence[_Point], wanted: Sequence[FrameMarker]) -> list[_Point | None]:
    """Returns for each marker the point that it was: the same, else one of its place, else one of its name."""
    left = list(old)
    found: list[_Point | None] = [None] * len(wanted)
    rules: tuple[Callable[[_Point, FrameMarker], bool], ...] = (
        lambda point, marker: point.marker == marker,
        lambda point, marker: point.marker.first == marker.first,
        lambda point, marker: bool(marker.label) and point.marker.label == marker.label,
    )
    for is_same in rules:
        for place, marker in enumerate(wanted):
            if found[place] is None:
                point = next((one for one in left if is_same(one, marker)), None)
                if point is not None:
                    found[place] = point
                    left.remove(point)
    return found


def _changed(own: Sequence[_Entry], number: int, marker: FrameMarker, order: str, code_page: str) -> list[_Entry]:
    """The entries of a point whose name or length changed."""
    lengths = [entry for entry in own if entry.name == b"ltxt" and len(entry.body) >= 4]
    kept = [entry for entry in own if entry.name != b"labl" and entry not in lengths]
    texts = []
    if marker.label or _label([*lengths, *kept], code_page):
        texts.append(_Entry(b"labl", number, _encoded(marker.label, code_page)))
    length = struct.pack(order + "I", 0 if marker.end is None else marker.end - marker.first)
    if lengths:
        texts += [_Entry(b"ltxt", number, length + entry.body[4:]) for entry in lengths[:1]]
    elif marker.end is not None:
        texts += _texts(number, FrameMarker(marker.first, marker.end), order, code_page)
    return texts + kept


def _texts(number: int, marker: FrameMarker, order: str, code_page: str) -> list[_Entry]:
    texts = [_Entry(b"labl", number, _encoded(marker.label, code_page))] if marker.label else []
    if marker.end is not None:
        length = marker.end - marker.first
        texts.append(_Entry(b"ltxt", number, struct.pack(order + "I4s4H", length, b"rgn ", 0, 0, 0, 0)))
    return texts


def _encoded(text: str, code_page: str) -> bytes:
    try:
        raw = text.encode(code_page)
    except UnicodeEncodeError:
        raw = text.encode()
    return (raw if as_text(raw, code_page) == text else text.encode()) + b"\0"


def _point(number: int, first: int, order: str) -> bytes:
    return struct.pack(order + "II4sIII", number, first, b"data", 0, 0, first)


def _raw(entry: _Entry, order: str) -> bytes:
    content = struct.pack(order + "I", entry.number) + entry.body
    return entry.name + struct.pack(order + "I", len(content)) + content + b"\0" * (len(content) & 1)


def _entries(adtl: bytes | None, order: str) -> tuple[list[_Entry], bytes]:
    """Entries of LIST/adtl, and what follows the last whole one."""
    if adtl is None:
        return [], b""
    found, at = [], 4
    while at + 12 <= len(adtl):
        name, size, number = struct.unpack_from(order + "4sII", adtl, at)
        if size < 4 or at + 8 + size > len(adtl):
            raise ValueError("an entry ends behind it")
        found.append(_Entry(name, number, adtl[at + 12 : at + 8 + size]))
        at += 8 + size + (size & 1)
    return found, adtl[at:]
