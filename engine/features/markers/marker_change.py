"""Writes a sound's markers into its file: chunks of WAV and AIFF, chapters of FLAC, Ogg and MP3; no other kinds."""

import struct
from collections.abc import Sequence
from io import FileIO
from pathlib import Path

from msgspec import Struct

from engine.audio.chapters import MOST_CHAPTERS, NAME, chapter_comments
from engine.audio.markers import Marker, MarkerKind
from engine.audio.riff_tags import info_code_page
from engine.base.errors import WriteRefused
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.markers.aiff_chunks import MOST_LOOPS, MOST_NAME_BYTES, with_marks
from engine.features.markers.chapter_frames import set_chapters
from engine.features.markers.marker_chunks import ADTL, FrameMarker, with_cues, with_loops
from engine.features.markers.messages import MarkerAdvice, MarkerFault
from engine.features.metadata_edits.envelope import Envelope
from engine.features.metadata_edits.riff_chunks import Layout, places_of, read_layout, with_chunks
from engine.features.metadata_edits.tag_formats import set_comments

_LISTS = (b"LIST", b"list")
_MOST_FRAMES = 0xFFFF_FFFF
_LEAST_LOOP = 2
"""Programs write one of a single frame to say that there is none."""


class MarkerChange(Struct, frozen=True):
    """An `EnvelopeChange` of `engine.features.metadata_edits`: a file gets these markers, and no others."""

    markers: tuple[Marker, ...]

    def chunked(self, file: FileIO, path: FilePath, now: Envelope, *, may_move: bool) -> Envelope:
        layout = read_layout(file, path, now)
        replaced: dict[int, bytes | None] = {}
        added: list[tuple[bytes, bytes]] = []
        contents = (
            _contents(layout, self.markers, path, info_code_page(file))
            if layout.is_wave
            else _aiff_contents(layout, self.markers, path)
        )
        for name, places, content in contents:
            replaced.update(dict.fromkeys(places))
            if places:
                replaced[places[0]] = content
            elif content is not None:
                added.append((name, content))
        parts = with_chunks(layout, replaced, added, path, now.payload_bytes, may_move=may_move)
        return now.around(parts if now.spans else (b"".join(parts),))

    def tag(self, copy: Path, path: FilePath) -> None:
        if any(marker.kind is not MarkerKind.CUE for marker in self.markers):
            raise WriteRefused(told(MarkerFault.MARKERS_PLACES_ONLY, path.name), advice=MarkerAdvice.MARKERS_STAY)
        if len(self.markers) > MOST_CHAPTERS:
            raise WriteRefused(
                told(MarkerFault.CHAPTERS_MANY, MOST_CHAPTERS, path.name, len(self.markers)),
                advice=MarkerAdvice.MARKERS_STAY,
            )
        chapters = [(marker.start_s, marker.label) for marker in self.markers]
        if set_chapters(copy, path, chapters):
            return
        texts = chapter_comments(chapters)
        if not set_comments(copy, path, lambda name: NAME.fullmatch(name) is not None, texts):
            raise WriteRefused(told(MarkerFault.MARKERS_OTHER_KIND, path.name), advice=MarkerAdvice.MARKERS_STAY)


def _contents(
    layout: Layout, markers: Sequence[Marker], path: FilePath, code_page: str
) -> list[tuple[bytes, list[int], bytes | None]]:
    """Name, current places and new content of each chunk of markers.

    Raises:
        WriteRefused: a current chunk is damaged, or a marker does not fit.
    """
    rate_hz = _sample_rate_hz(layout, path)
    cues, lists, samplers = (
        places_of(layout, names, kind) for names, kind in (((b"cue ",), b""), (_LISTS, ADTL.upper()), ((b"smpl",), b""))
    )
    lists_content = [layout.chunks[at].content for at in lists]
    adtl = None if not lists else lists_content[0] + b"".join(content[4:] for content in lists_content[1:])
    try:
        pair = with_cues(
            layout.chunks[cues[-1]].content if cues else None,
            adtl,
            [_in_frames(one, rate_hz, path) for one in markers if one.kind is not MarkerKind.LOOP],
            layout.order,
            code_page,
        )
    except (ValueError, struct.error) as err:
        raise _odd(path, "cue, adtl") from err
    try:
        loops = [_in_frames(one, rate_hz, path) for one in markers if one.kind is MarkerKind.LOOP]
        smpl = layout.chunks[samplers[-1]].content if samplers else None
        sampler = with_loops(smpl, loops, layout.order, rate_hz)
    except (ValueError, struct.error) as err:
        raise _odd(path, "smpl") from err
    return [(b"cue ", cues, pair.cue), (b"LIST", lists, pair.adtl), (b"smpl", samplers, sampler)]


def _aiff_contents(
    layout: Layout, markers: Sequence[Marker], path: FilePath
) -> list[tuple[bytes, list[int], bytes | None]]:
    """Likewise for AIFF, which has no regions and two loops."""
    kinds = [marker.kind for marker in markers]
    if MarkerKind.REGION in kinds or kinds.count(MarkerKind.LOOP) > MOST_LOOPS:
        raise WriteRefused(told(MarkerFault.MARKERS_AIFF, path.name), advice=MarkerAdvice.MARKERS_AS_WAV)
    if any(len(marker.label.encode()) > MOST_NAME_BYTES for marker in markers):
        raise WriteRefused(told(MarkerFault.NAME_BYTES, MOST_NAME_BYTES, path.name), advice=MarkerAdvice.LABEL_SHORTER)
    common = places_of(layout, (b"COMM",))
    rate_hz = _extended(layout.chunks[common[0]].content[8:18]) if common else 0
    if rate_hz == 0:
        raise _odd(path, "COMM")
    marks, instruments = places_of(layout, (b"MARK",)), places_of(layout, (b"INST",))
    if len(marks) > 1 or len(instruments) > 1:
        raise _odd(path, "MARK, INST")
    frames = [_in_frames(marker, rate_hz, path) for marker in markers]
    try:
        pair = with_marks(
            layout.chunks[marks[0]].content if marks else None,
            layout.chunks[instruments[0]].content if instruments else None,
            [frame for frame in frames if frame.end is None],
            [frame for frame in frames if frame.end is not None],
        )
    except (ValueError, struct.error) as err:
        raise _odd(path, "MARK, INST") from err
    return [(b"MARK", marks, pair.mark), (b"INST", instruments, pair.inst)]


def _extended(raw: bytes) -> int:
    """Rounds a number of 80 bits (IEEE 754, as AIFF has its rate); 0 if it is no rate."""
    if len(raw) < 10:
        return 0
    sign_exponent, mantissa = struct.unpack(">HQ", raw)
    shift = 16_383 + 63 - sign_exponent
    return (mantissa + (1 << shift >> 1)) >> shift if 31 <= shift <= 63 else 0


def _in_frames(marker: Marker, rate_hz: int, path: FilePath) -> FrameMarker:
    first = round(marker.start_s * rate_hz)
    end = None if marker.end_s is None else max(first + 1, round(marker.end_s * rate_hz))
    if max(first, end or 0) > _MOST_FRAMES:
        raise WriteRefused(told(MarkerFault.MARKER_FAR, path.name), advice=MarkerAdvice.MARKERS_STAY)
    if marker.kind is MarkerKind.LOOP and end is not None and end - first < _LEAST_LOOP:
        raise WriteRefused(told(MarkerFault.LOOP_SHORT, path.name), advice=MarkerAdvice.LOOP_LONGER)
    return FrameMarker(first, end, marker.label)


def _sample_rate_hz(layout: Layout, path: FilePath) -> int:
    found = places_of(layout, (b"fmt ",))
    content = layout.chunks[found[0]].content if found else b""
    rate_hz = int(struct.unpack_from(layout.order + "I", content, 4)[0]) if len(content) >= 8 else 0
    if rate_hz == 0:
        raise _odd(path, "fmt")
    return rate_hz


def _odd(path: FilePath, chunk: str) -> WriteRefused:
    return WriteRefused(told(MarkerFault.MARKER_CHUNKS_ODD, path.text, chunk), advice=MarkerAdvice.MARKERS_STAY)
