"""Reads edit decision lists (CMX 3600, with the markers that Resolve adds) and subtitles.

pycmx reads EDLs and pysubs2 subtitles; unreadable lines are reported and skipped.
"""

import io
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pycmx
import pysubs2
from pycmx.event import Event
from pycmx.statements import StmtEvent

from engine.base.cancellation import Cancel, check, never
from engine.base.clocks import FrameClock
from engine.features.spotting.cues import CueCollector, CueForm, CueSheet
from engine.features.spotting.messages import CueFlaw

_EVENT = re.compile(r"^\d{3,6}[ \t]+\S", re.MULTILINE)
_TIMECODE = re.compile(r"(?:\d\d[:;]){3}\d\d")
_SUBTITLE = re.compile(r"^(?:\d{1,4}:)?\d{1,4}:\d\d[.,]\d{1,9} {0,9}-->", re.MULTILINE)
_LENGTH = re.compile(r"\|D:\d{1,9}")
_LOCATOR = re.compile(r"LOC:\s*\S+\s+\S+\s+(.*)")
_MOST_LETTERS = 2_000
"""Per subtitle: the time of pysubs2 grows with the square of them."""
_MOST_EDITS = 16
"""Per event, which has two in a dissolve: the time of pycmx grows with the square of them."""


def is_edl(text: str) -> bool:
    """Whether a text is an edit decision list."""
    return any(_TIMECODE.search(text, found.end(), _line_end(text, found.end())) for found in _EVENT.finditer(text))


def is_subtitles(text: str) -> bool:
    """Whether a text is a list of subtitles."""
    return _SUBTITLE.search(text) is not None


def read_edl(text: str, clock: FrameClock, title: str, cancel: Cancel = never) -> CueSheet:
    """Returns the cues of an EDL: its markers if there are any, else its clips, at their record times.

    "FCM: DROP FRAME" makes the times drop-frame if the rate allows.
    """
    head = "" if text.lstrip().startswith("TITLE:") else "TITLE: \n"  # pycmx takes the first line for the title
    parsed = pycmx.parse_cmx3600(io.StringIO(f"{head}{text.lstrip()}\n\n"), tolerant=True)
    is_drop = "FCM: DROP FRAME" in text
    gathering = CueCollector(FrameClock(clock.rate, is_drop or clock.is_drop), cancel)
    before = 0 if head else 1 + text[: len(text) - len(text.lstrip())].count("\n")
    events = list(_edits(parsed, gathering, before))
    has_markers = any(markers for _, _, markers in events)
    for line, edit, markers in events:
        times = {"start": edit.record_in, "end": edit.record_out}
        for marker in markers:
            gathering.add(line, marker, start=edit.record_in)
        if not has_markers and not edit.black:
            gathering.add(line, edit.clip_name or edit.source_file or "", name=edit.source, **times)
    gathering.skipped.sort(key=lambda one: one.line)
    return gathering.sheet(parsed.title or title, CueForm.EDL)


def _edits(parsed: Any, gathering: CueCollector, before: int) -> Iterator[tuple[int, Any, list[str]]]:
    """Yields every edit of an EDL with its line and its markers; unreadable ones are reported."""
    for event in (part for whole in parsed.events for part in _parts(whole)):
        try:
            edits = event.edits
        except (IndexError, AttributeError, ValueError):  # an event without an edit: remarks before the first
            continue
        remarks = [str(getattr(one, "content", getattr(one, "text", ""))) for one in event.statements]
        found = [marker for remark in remarks if (marker := _marker(remark)) is not None]
        for edit in edits:
            line = edit.line_number + before
            if not _TIMECODE.fullmatch(edit.record_in):
                gathering.skip(line, CueFlaw.NO_EVENT)
                continue
            yield line, edit, found
            found = []


def _parts(event: Any) -> Iterator[Any]:
    """Splits an event with impossibly many edits, from a list that numbers all lines alike, by edit."""
    starts = [at for at, one in enumerate(event.statements) if isinstance(one, StmtEvent)]
    if len(starts) <= _MOST_EDITS:
        yield event
        return
    for start, end in pairwise([0, *starts[1:], len(event.statements)]):
        yield Event(event.statements[start:end])


def read_subtitles(text: str, clock: FrameClock, title: str, cancel: Cancel = never) -> CueSheet:
    """Returns the cues of subtitles: those in brackets, which describe sounds, if there are any; else all."""
    read = pysubs2.SSAFile.from_string(_shortened(text), format_="srt")
    events = [event for event in read if not event.is_comment]
    gathering = CueCollector(clock, cancel)
    texts = []
    for event in events:
        check(cancel)
        texts.append(event.plaintext)
    tells = list(map(_is_in_brackets, texts))
    has_told = any(tells)
    for number, (event, said, is_told) in enumerate(zip(events, texts, tells, strict=True), start=1):
        if has_told and not is_told:
            gathering.skip(number, CueFlaw.NOT_A_SOUND)
        else:
            gathering.add_at(number, said, start_s=event.start / 1000, end_s=event.end / 1000)
    return gathering.sheet(title, CueForm.SUBTITLES)


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _marker(remark: str) -> str | None:
    """The text of a Resolve marker or an Avid locator; None for any other remark."""
    _, sign, said = remark.partition("|M:")
    if sign:
        words, at, length = said.rstrip().rpartition("|D:")
        return words.rstrip() if at and _LENGTH.fullmatch(at + length) else said.rstrip()
    locator = _LOCATOR.fullmatch(remark.removeprefix("*").lstrip())
    return None if locator is None else locator[1]


def _is_in_brackets(text: str) -> bool:
    text = text.strip()
    return len(text) > 2 and text[0] in "[(" and text[-1] in "])"


def _shortened(text: str) -> str:
    kept, letters = [], 0
    for line in text.split("\n"):
        letters = letters + len(line) if line.strip() else 0
        if letters <= _MOST_LETTERS:
            kept.append(line)
        elif letters - len(line) < _MOST_LETTERS:
            kept.append(line[: _MOST_LETTERS - (letters - len(line))])
    return "\n".join(kept)
