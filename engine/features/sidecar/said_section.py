"""The section of a sidecar with transcripts: a line of JSON for each sound, null for one that was not transcribed.

A line is a list of stretches, a stretch a list of `[word, start in ms, end in ms, probability in %]`. It may come from
anybody: what cannot be right leaves its sound without a transcript.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.base.types import SpokenWord
from engine.ingest.ready import PayloadAnalysis

Stretches = tuple[tuple[SpokenWord, ...], ...]
MOST_LINE_BYTES = 4 << 20
"""Of one sound: some 100,000 words, or ten hours of speech."""
MOST_WORD_LETTERS = 100
_LATE_S = 1.0
"""By how much a word may end after its sound."""


def said_lines(sounds: Sequence[PayloadAnalysis], said: Mapping[bytes, Stretches]) -> bytes:
    """Returns the section of these sounds, in their order; `said` is by the digest of the payload."""
    return b"\n".join(_line(said.get(sound.payload_digest)) for sound in sounds)


def read_said(
    section: bytes, digests: Sequence[bytes], sounds: Mapping[bytes, PayloadAnalysis]
) -> dict[bytes, Stretches]:
    """Returns the transcripts of a section, without those that cannot be right.

    Args:
        section: of any source, of a bounded size.
        digests: of the payloads of its lines.
        sounds: what the sidecar says of them otherwise; others are left out.

    Raises:
        ValueError: it has not a line for each sound.
    """
    lines = section.split(b"\n") if digests else []
    if len(lines) != len(digests):
        raise ValueError("transcripts")
    found: dict[bytes, Stretches] = {}
    for digest, line in zip(digests, lines, strict=True):
        if digest not in sounds or len(line) > MOST_LINE_BYTES:
            continue
        try:
            stretches = json.loads(line)
            if stretches is not None:
                found[digest] = _checked(stretches, sounds[digest].info.duration_s + _LATE_S)
        except (ValueError, TypeError, OverflowError, RecursionError):
            continue
    return found


def _line(said: Stretches | None) -> bytes:
    if said is None:
        return b"null"
    rows = [
        [
            [word.text, round(1000 * word.start_s), round(1000 * word.end_s), round(100 * word.probability)]
            for word in stretch
        ]
        for stretch in said
    ]
    line = json.dumps(rows, ensure_ascii=True, separators=(",", ":")).encode()
    return line if len(line) <= MOST_LINE_BYTES else b"null"


def _checked(stretches: Any, latest_s: float) -> Stretches:
    if type(stretches) is not list:
        raise ValueError("stretches")
    found, begun_ms = [], 0
    for stretch in stretches:
        words = []
        for text, start_ms, end_ms, percent in stretch:
            if type(start_ms) is not int or type(end_ms) is not int or type(percent) is not int:
                raise ValueError("numbers")
            if not begun_ms <= start_ms <= end_ms <= 1000 * latest_s or not 0 <= percent <= 100:
                raise ValueError("times")
            if type(text) is not str or not 0 < len(text) <= MOST_WORD_LETTERS or not text.isprintable():
                raise ValueError("word")
            begun_ms = start_ms
            words.append(SpokenWord(text, start_ms / 1000, end_ms / 1000, percent / 100))
        if not words:
            raise ValueError("stretch")
        found.append(tuple(words))
    return tuple(found)
