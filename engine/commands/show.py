"""Printing for people and for programs: tables, JSON lines, and names that cannot play tricks on a terminal."""

import json
import sys
import unicodedata
from collections.abc import Mapping
from typing import Any

from engine.types import Answer, FilePath, Hit


def printable(text: str) -> str:
    r"""The text with line breaks, control letters and direction marks written out as \n, \x1b, \u202e."""
    return "".join(
        letter.encode("unicode_escape").decode() if unicodedata.category(letter)[0] == "C" else letter
        for letter in text
    )


def say(text: str = "") -> None:
    """A line for people, on standard error."""
    print(text, file=sys.stderr, flush=True)


def json_line(record: Mapping[str, Any]) -> None:
    """One object on a line of standard output."""
    print(json.dumps(record, ensure_ascii=False), flush=True)


def hit_record(hit: Hit) -> dict[str, Any]:
    """What `search --json` prints of a hit. Parts that did not take part in the score are left out of `why`."""
    best = hit.moments[0] if hit.moments else None
    why = {
        "sound": _rounded(hit.why.sound),
        "name": _rounded(hit.why.name),
        "keyword": _rounded(hit.why.keyword),
        "words": list(hit.why.words) or None,
        "tier": hit.why.tier or None,
    }
    record: dict[str, Any] = {
        "rank": hit.rank,
        "path": hit.sound.path.text,
        "score": _rounded(hit.score),
        "confidence": str(hit.confidence),
        "start_s": None if best is None else round(best.start_s, 4),
        "end_s": None if best is None else round(best.end_s, 4),
        "why": {part: value for part, value in why.items() if value is not None},
        "uri": hit.sound.path.uri,
    }
    if hit.stacked:
        record["stacked"] = [int(sound) for sound in hit.stacked]
    return record


def answer_table(answer: Answer) -> None:
    """The answer for people: best first, a line a hit."""
    if answer.note:
        say(answer.note)
    for hit in answer.hits:
        best = hit.moments[0] if hit.moments else None
        moment = "" if best is None else f"{_clock(best.start_s)}-{_clock(best.end_s)}"
        more = f"  (+{len(hit.stacked)} takes)" if hit.stacked else ""
        path = printable(hit.sound.path.text)
        print(f"{hit.rank:4d}  {hit.score:5.3f}  {hit.confidence:6s}  {moment:>15s}  {path}{more}")
    plural = "" if len(answer.hits) == 1 else "s"
    took = f"{answer.seconds * 1000:.0f} ms ({answer.tier})"
    say(f"{len(answer.hits)} answer{plural} of {answer.considered} sounds in {took}")


def shown_path(path: FilePath) -> str:
    """A path for a terminal."""
    return printable(path.text)


def size_text(size_bytes: int) -> str:
    """A size for people: 3.4 MB."""
    size = float(size_bytes)
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000 or unit == "GB":
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    raise AssertionError("unreachable")


def duration_text(seconds: float) -> str:
    """A time span for people: 4 s, 3 min 20 s, 2 h 5 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours}:{minutes:02d}:{rest:04.1f}" if hours else f"{minutes}:{rest:04.1f}"


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(float(value), 6)
