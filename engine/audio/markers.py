"""Reads markers that other programs left in a sound: cue points, labels, regions and loops, as times.

WAV and W64 (`cue `, LIST/adtl, smpl), AIFF (MARK, INST), FLAC (CUESHEET), FLAC, Ogg and MP3 (chapters, which have
names and go before a CUESHEET). Damaged chunks yield what is readable.
"""

import struct
from collections.abc import Iterator
from enum import StrEnum
from io import FileIO
from itertools import islice
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from engine.audio.chapters import chapters_of
from engine.audio.chunks import Chunk, chunks, flac_blocks
from engine.audio.decode import stream_from
from engine.audio.files import as_file_path, open_regular, read_at
from engine.audio.id3_chapters import id3_chapters
from engine.audio.riff_tags import as_text, info_code_page, tidy
from engine.base.types import FilePath

_MAX_BYTES = 4 << 20
_MAX_MARKERS = 2_000
_CUESHEET = 5


class MarkerKind(StrEnum):
    """What a marker stands for."""

    CUE = "cue"
    """A place."""
    REGION = "region"
    """A named stretch."""
    LOOP = "loop"
    """A stretch that a sampler repeats."""


class Marker(Struct, frozen=True):
    """One marker in a sound."""

    kind: MarkerKind
    start_s: float
    end_s: float | None
    """End of a region or loop, None for a place."""
    label: str = ""


class _Frames(Struct, frozen=True):
    """A marker in frames, before the rate is known."""

    kind: MarkerKind
    first: int
    end: int | None
    label: str = ""


def read_markers(path: FilePath | Path) -> tuple[Marker, ...]:
    """Returns the markers of a sound, earliest first; empty for files of other kinds.

    Raises:
        AudioError: the sound cannot be read.
    """
    exact = as_file_path(path)
    with open_regular(exact) as file:
        chapters = (chapters_of(file) or id3_chapters(file))[:_MAX_MARKERS]
        found = [] if chapters else _marks(file)
        if not (found or chapters):
            return ()
        with stream_from(file, exact.text) as stream:
            rate, duration_s = stream.info.sample_rate_hz, stream.info.duration_s
    marks = [
        Marker(mark.kind, mark.first / rate, None if mark.end is None else min(duration_s, mark.end / rate), mark.label)
        for mark in found
        if mark.first <= duration_s * rate
    ]
    marks += [Marker(MarkerKind.CUE, start_s, None, name) for start_s, name in chapters if start_s <= duration_s]
    return tuple(sorted(marks, key=lambda mark: (mark.start_s, mark.end_s or 0.0)))


def _marks(file: FileIO) -> list[_Frames]:
    sheets = (read_at(file, at, min(size, _MAX_BYTES)) for kind, at, size in flac_blocks(file) if kind == _CUESHEET)
    tracks = list(islice((track for sheet in sheets for track in _tracks(sheet)), _MAX_MARKERS))
    if tracks:
        return tracks
    parts = {
        chunk.name: (chunk, read_at(file, chunk.offset, min(chunk.size_bytes, _MAX_BYTES)))
        for chunk in chunks(file)
        if chunk.name in (b"cue ", b"smpl", b"MARK", b"INST")
    }
    found = []
    if b"MARK" in parts:
        found += _aiff_marks(parts[b"MARK"][1], parts[b"INST"][1] if b"INST" in parts else b"")
    if b"cue " in parts:
        found += _cues(*parts[b"cue "], list(_adtl(file)))
    if b"smpl" in parts:
        found += _loops(*parts[b"smpl"])
    return found[:_MAX_MARKERS]


def _order(chunk: Chunk) -> str:
    return "<" if chunk.is_little_endian else ">"


def _cues(chunk: Chunk, content: bytes, texts: list[tuple[bytes, int, int, str]]) -> Iterator[_Frames]:
    """Cue points with their labels and lengths from LIST/adtl."""
    lengths = {number: length for name, number, length, _ in texts if name == b"ltxt" and length}
    labels: dict[int, str] = {}
    for wanted in (b"labl", b"ltxt", b"note"):  # the first kind that names a point wins
        for name, number, _, text in texts:
            if name == wanted and text:
                labels.setdefault(number, text)
    for at in range(4, len(content) - 23, 24):
        number, position, _, _, _, offset = struct.unpack_from(_order(chunk) + "II4sIII", content, at)
        # The offset counts frames in the data chunk; some writers fill in only the position, which means the same.
        first = offset or position
        length = lengths.get(number)
        label = labels.get(number, "")
        if length is None:
            yield _Frames(MarkerKind.CUE, first, None, label)
        else:
            yield _Frames(MarkerKind.REGION, first, first + length, label)


def _adtl(file: FileIO) -> Iterator[tuple[bytes, int, int, str]]:
    """Entries of LIST/adtl: kind, number of the cue point, length in frames (ltxt alone), text."""
    code_page = info_code_page(file)
    for chunk in chunks(file):
        if chunk.name not in (b"LIST", b"list") or read_at(file, chunk.offset, 4).lower() != b"adtl":
            continue
        content = read_at(file, chunk.offset, min(chunk.size_bytes, _MAX_BYTES))
        order, at = _order(chunk), 4
        while at + 12 <= len(content):
            name, size, number = struct.unpack_from(order + "4sII", content, at)
            body = content[at + 12 : at + 8 + size]
            if name in (b"labl", b"note"):
                yield name, number, 0, tidy(as_text(body, code_page))
            elif name == b"ltxt" and len(body) >= 4:
                yield name, number, struct.unpack_from(order + "I", body)[0], tidy(as_text(body[16:], code_page))
            at += 8 + size + (size & 1)


def _loops(chunk: Chunk, content: bytes) -> Iterator[_Frames]:
    for at in range(36, len(content) - 23, 24):
        _, _, first, last = struct.unpack_from(_order(chunk) + "IIII", content, at)
        if last > first:
            yield _Frames(MarkerKind.LOOP, first, last + 1)  # the last frame is part of the loop


def _aiff_marks(content: bytes, instrument: bytes) -> list[_Frames]:
    """AIFF 1.3 §6 and §9: markers by number; the loops of INST each join two of them."""
    found: dict[int, _Frames] = {}
    at = 2
    while at + 7 <= len(content) and len(found) < _MAX_MARKERS:
        number, first, size = struct.unpack_from(">hIB", content, at)
        label = tidy(as_text(content[at + 7 : at + 7 + size]))
        found[number] = _Frames(MarkerKind.CUE, first, None, label)
        at += 7 + size + (1 - size % 2)
    loops: list[_Frames] = []
    ends: set[int] = set()
    if len(instrument) >= 20:
        for place in (8, 14):  # sustain loop, release loop
            mode, start, end = struct.unpack_from(">hhh", instrument, place)
            if mode in (1, 2) and start in found and end in found and found[start].first < found[end].first:
                ends |= {start, end}
                loops.append(replace(found[start], kind=MarkerKind.LOOP, end=found[end].first))
    return [mark for number, mark in found.items() if number not in ends] + loops


def _tracks(content: bytes) -> Iterator[_Frames]:
    """Tracks of a CUESHEET block: RFC 9639 §8.7. The lead-out is not a track."""
    at = 396
    for _ in range(content[395] if len(content) > 395 else 0):
        if at + 36 > len(content):
            return
        offset, number = struct.unpack_from(">QB", content, at)
        points = content[at + 35]
        at += 36
        if number in (170, 255):  # lead-out of a CD, and of anything else
            return
        start = offset
        for point in range(points):
            if at + 12 > len(content):
                return
            within, index = struct.unpack_from(">QB", content, at)
            at += 12
            if index == 1 or point == 0:
                start = offset + within
        yield _Frames(MarkerKind.CUE, start, None, str(number))
