"""Chapters in the comments of FLAC and Ogg: CHAPTER001=00:01:02.500, and CHAPTER001NAME.

https://wiki.xiph.org/Chapter_Extension. Times have milliseconds; there is no end.
"""

import re
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO, FileIO
from typing import Any

from engine.audio.chunks import flac_blocks
from engine.audio.files import read_at
from engine.audio.riff_tags import tidy

MOST_CHAPTERS = 1_000
"""Three digits, from 000."""
NAME = re.compile(r"CHAPTER(\d{3})(NAME)?", re.IGNORECASE)
_TIME = re.compile(r"(\d{1,4}):([0-5]?\d):([0-5]?\d(?:\.\d{1,9})?)")
_COMMENTS = 4
_MAX_BYTES = 4 << 20


def chapters_of(file: FileIO) -> list[tuple[float, str]]:
    """Returns start in seconds and name of each chapter, in order of time; empty for files of other kinds."""
    return read_chapters(pair for comment in _comments(file) for pair in comment)


def read_chapters(pairs: Iterable[tuple[str, str]]) -> list[tuple[float, str]]:
    """Like `chapters_of`, for the comments' names and texts."""
    times: dict[str, float] = {}
    names: dict[str, str] = {}
    for key, text in pairs:
        found = NAME.fullmatch(key)
        if found is None:
            continue
        if found[2]:
            names.setdefault(found[1], tidy(text))
        elif (time := _TIME.fullmatch(text.strip())) is not None:
            times.setdefault(found[1], 3600 * int(time[1]) + 60 * int(time[2]) + float(time[3]))
    return sorted((start_s, names.get(number, "")) for number, start_s in times.items())


def chapter_comments(chapters: Sequence[tuple[float, str]]) -> Mapping[str, str]:
    """Returns names and texts of comments for these chapters, at most MOST_CHAPTERS; the inverse of `read_chapters`."""
    texts = {}
    for number, (start_s, name) in enumerate(chapters):
        seconds, milliseconds = divmod(round(1000 * start_s), 1000)
        minutes, seconds = divmod(seconds, 60)
        hours, minutes = divmod(minutes, 60)
        texts[f"CHAPTER{number:03d}"] = f"{hours:02d}:{minutes:02d}:{seconds:02d}.{milliseconds:03d}"
        if name:
            texts[f"CHAPTER{number:03d}NAME"] = name
    return texts


def _comments(file: FileIO) -> Iterator[Any]:
    import mutagen._vorbis  # deferred: the window starts without it

    from engine.audio.ogg_tags import ogg_comments

    comment: Any = mutagen._vorbis.VCommentDict
    yield from ogg_comments(file)
    for kind, at, size in flac_blocks(file):
        if kind == _COMMENTS:
            raw = read_at(file, at, min(size, _MAX_BYTES))
            try:
                yield comment(BytesIO(raw), framing=False, errors="replace")
            except (mutagen.MutagenError, ValueError, LookupError, TypeError, struct.error, EOFError, MemoryError):
                return
