"""New contents for the chunks of an AIFF file that hold markers: `MARK` and `INST` (AIFF 1.3, §6 and §9).

A marker whose place or name stays keeps its number and its name's bytes, because comments of other programs point to
numbers. `INST` holds two loops, each between two markers, and keeps all else that it says.
"""

import struct
from collections.abc import Callable, Sequence

from msgspec import Struct

from engine.audio.riff_tags import as_text, tidy
from engine.features.markers.marker_chunks import FrameMarker

_INST_BYTES = 20
_SLOTS = (8, 14)
"""Where the sustain loop and the release loop lie in `INST`."""
_FORWARD = 1
_PLAIN = struct.pack(">6bh", 60, 0, 0, 127, 1, 127, 0)
"""Middle C, every key and velocity, no gain."""
_MOST_NUMBER = 0x7FFF
MOST_LOOPS = len(_SLOTS)
MOST_NAME_BYTES = 255


class MarkChunks(Struct, frozen=True):
    """Contents of `MARK` and `INST`; None where nothing is left to say."""

    mark: bytes | None
    inst: bytes | None


class _Mark(Struct, frozen=True):
    number: int
    first: int
    name: bytes

    @property
    def label(self) -> str:
        return tidy(as_text(self.name))


def with_marks(
    mark: bytes | None, inst: bytes | None, places: Sequence[FrameMarker], loops: Sequence[FrameMarker]
) -> MarkChunks:
    """Returns the chunks with these places and loops, and no others.

    Args:
        mark: current content; None if the file has no such chunk.
        inst: likewise.
        places: in order of time; names of at most MOST_NAME_BYTES.
        loops: at most MOST_LOOPS.

    Raises:
        ValueError: a current chunk is damaged, so that something might be lost.
    """
    old = _read(mark)
    if inst is not None and len(inst) < _INST_BYTES:
        raise ValueError("it ends in its loops")
    slots = {} if inst is None else {at: struct.unpack_from(">3h", inst, at) for at in _SLOTS}
    by_number = {one.number: one for one in old}
    kept: dict[int, tuple[int, int, int]] = {}
    left = list(loops)
    for at, (mode, start, end) in slots.items():
        if mode in (1, 2) and start in by_number and end in by_number:
            same = next((one for one in left if (one.first, one.end) == _span(by_number, start, end)), None)
            if same is not None:
                kept[at] = mode, start, end
                left.remove(same)
    held = {number for _, *ends in kept.values() for number in ends}
    free = [one for one in old if one.number not in held]
    marks = [one for one in old if one.number in held]
    numbers = iter(sorted(set(range(1, _MOST_NUMBER + 1)) - set(by_number)))
    for marker, point in zip(places, _matched(free, places), strict=True):
        name = marker.label.encode() if point is None or point.label != marker.label else point.name
        marks.append(_Mark(next(numbers) if point is None else point.number, marker.first, name))
    for at, loop in zip([at for at in _SLOTS if at not in kept], left, strict=False):
        start, end = next(numbers), next(numbers)
        marks += [_Mark(start, loop.first, loop.label.encode()), _Mark(end, loop.end or 0, b"")]
        kept[at] = _FORWARD, start, end
    had_loops = any(mode for mode, *_ in slots.values())
    return MarkChunks(_written(marks), _instrument(inst, kept, had_loops=had_loops))


def _read(mark: bytes | None) -> list[_Mark]:
    if mark is None:
        return []
    if len(mark) < 2:
        raise ValueError("it has no count")
    found, at = [], 2
    for _ in range(struct.unpack_from(">H", mark)[0]):
        if at + 7 > len(mark):
            raise ValueError("it ends in a marker")
        number, first, size = struct.unpack_from(">hIB", mark, at)
        if at + 7 + size > len(mark):
            raise ValueError("it ends in a name")
        found.append(_Mark(number, first, mark[at + 7 : at + 7 + size]))
        at += 7 + size + (1 - size % 2)
    if len({one.number for one in found}) < len(found):
        raise ValueError("two markers have one number")
    return found


def _span(marks: dict[int, _Mark], start: int, end: int) -> tuple[int, int]:
    return marks[start].first, marks[end].first


def _matched(old: Sequence[_Mark], wanted: Sequence[FrameMarker]) -> list[_Mark | None]:
    """Returns for each place the mark that it was: the same, else one of its place, else one of its name."""
    left = list(old)
    found: list[_Mark | None] = [None] * len(wanted)
    rules: tuple[Callable[[_Mark, FrameMarker], bool], ...] = (
        lambda mark, one: (mark.first, mark.label) == (one.first, one.label),
        lambda mark, one: mark.first == one.first,
        lambda mark, one: bool(one.label) and mark.label == one.label,
    )
    for is_same in rules:
        for place, marker in enumerate(wanted):
            if found[place] is None:
                mark = next((one for one in left if is_same(one, marker)), None)
                if mark is not None:
                    found[place] = mark
                    left.remove(mark)
    return found


def _written(marks: Sequence[_Mark]) -> bytes | None:
    if not marks:
        return None
    body = b"".join(
        struct.pack(">hIB", one.number, one.first, len(one.name)) + one.name + b"\0" * (1 - len(one.name) % 2)
        for one in sorted(marks, key=lambda one: (one.first, one.number))
    )
    return struct.pack(">H", len(marks)) + body


def _instrument(inst: bytes | None, loops: dict[int, tuple[int, int, int]], *, had_loops: bool) -> bytes | None:
    if inst is None and not loops:
        return None
    head, rest = (_PLAIN, b"") if inst is None else (inst[:8], inst[_INST_BYTES:])
    if head == _PLAIN and not rest and not loops and had_loops:
        return None  # made for loops alone
    slots = b"".join(struct.pack(">3h", *loops.get(at, (0, 0, 0))) for at in _SLOTS)
    return head + slots + rest
