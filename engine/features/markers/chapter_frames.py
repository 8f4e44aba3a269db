"""Writes chapters into the ID3 tag of an MP3, see `engine.audio.id3_chapters`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import mutagen
import mutagen.id3
import mutagen.mp3

from engine.audio.id3_chapters import chapter_name
from engine.audio.inflation import inflation_bounded
from engine.base.errors import WriteRefused
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.markers.messages import MarkerAdvice, MarkerFault
from engine.features.metadata_edits.id3 import kept_version
from engine.features.metadata_edits.tag_formats import tag_errors

_Frames: Any = mutagen.id3
_NO_OFFSET = 0xFFFF_FFFF
"""Says that times count, not bytes."""
_UTF16, _UTF8 = 1, 3
_ORDERED_TOP = _Frames.CTOCFlags.TOP_LEVEL | _Frames.CTOCFlags.ORDERED


def set_chapters(copy: Path, path: FilePath, chapters: Sequence[tuple[float, str]]) -> bool:
    """Replaces the chapters of `copy`, a copy of the MP3 at `path`.

    A chapter whose place stays keeps its pictures and links. An end is the next chapter's start.

    Args:
        copy: changed.
        path: for messages.
        chapters: start in seconds and name, in order of time.

    Returns:
        Whether it is an MP3; nothing is written to another.

    Raises:
        WriteRefused: the tag is damaged, or has several lists of chapters.
        OSError: the disk is full or went away.
    """
    with tag_errors(path):
        with inflation_bounded():
            sound: Any = mutagen.File(copy, options=(mutagen.mp3.MP3,))
            if sound is None:
                return False
            try:
                tag = _Frames.ID3(copy, translate=False)
            except mutagen.id3.ID3NoHeaderError:
                tag = _Frames.ID3()
        lists = tag.getall("CTOC")
        if len(lists) > 1:
            raise WriteRefused(told(MarkerFault.MARKER_CHUNKS_ODD, path.text, "CTOC"), advice=MarkerAdvice.MARKERS_STAY)
        version = kept_version(tag)
        _replace(tag, lists, chapters, round(1000 * sound.info.length), _UTF8 if version == 4 else _UTF16)
        tag.save(copy, v1=1, v2_version=version)
    return True


def _replace(tag: Any, lists: Sequence[Any], chapters: Sequence[tuple[float, str]], end_ms: int, encoding: int) -> None:
    old = {frame.start_time: frame for frame in tag.getall("CHAP")}
    tag.delall("CHAP")
    tag.delall("CTOC")
    starts_ms = [round(1000 * start_s) for start_s, _ in chapters]
    ids = []
    for number, (start_ms, next_ms) in enumerate(zip(starts_ms, [*starts_ms, end_ms][1:], strict=True)):
        frame, name = old.get(start_ms), chapters[number][1]
        within = _Frames.ID3Tags() if frame is None else frame.sub_frames
        if frame is None or chapter_name(frame) != name:
            within.delall("TIT2")
            if name:
                within.add(_Frames.TIT2(encoding=encoding, text=[name]))
        ids.append(f"chp{number}")
        tag.add(
            _Frames.CHAP(
                element_id=ids[-1],
                start_time=start_ms,
                end_time=max(start_ms, next_ms),
                start_offset=_NO_OFFSET,
                end_offset=_NO_OFFSET,
                sub_frames=within,
            )
        )
    if ids:
        about = lists[0].sub_frames if lists else _Frames.ID3Tags()
        name = lists[0].element_id if lists else "toc"
        tag.add(_Frames.CTOC(element_id=name, flags=_ORDERED_TOP, child_element_ids=ids, sub_frames=about))
