"""Chapters in the ID3 tag of an MP3: frames CHAP and CTOC (ID3v2 Chapter Frame Addendum 1.0). Times have milliseconds.

A chapter has an end too, which is where the next one begins; it is read by nobody here.
"""

from io import BytesIO, FileIO
from typing import Any

from engine.audio.chunks import after_id3
from engine.audio.files import id3_length, read_at
from engine.audio.riff_tags import tidy

_MOST_BYTES = 16 << 20
"""Tags that are larger hold pictures, and are not searched for chapters."""


def id3_chapters(file: FileIO) -> list[tuple[float, str]]:
    """Returns start in seconds and name of each chapter, in order of time; empty without an ID3 tag before an MP3."""
    size = id3_length(read_at(file, 0, 10))
    if not 0 < size <= _MOST_BYTES or read_at(file, after_id3(file), 4) == b"fLaC":
        return []
    raw = read_at(file, 0, size)
    if b"CHAP" not in raw and b"CHA" not in raw:
        return []
    import mutagen.id3  # deferred: the window starts without it

    from engine.audio.inflation import inflation_bounded

    frames: Any = mutagen.id3
    try:
        with inflation_bounded():
            known = {"CHAP": frames.CHAP, "TIT2": frames.TIT2}
            tag = frames.ID3(BytesIO(raw), known_frames=known, load_v1=False)
    except (mutagen.MutagenError, ValueError, LookupError, TypeError, EOFError, RecursionError, MemoryError):
        return []
    return sorted((frame.start_time / 1000, chapter_name(frame)) for frame in tag.getall("CHAP"))


def chapter_name(frame: Any) -> str:
    """Returns the name of a CHAP frame."""
    return next((tidy(str(title)) for title in frame.sub_frames.getall("TIT2")), "")
