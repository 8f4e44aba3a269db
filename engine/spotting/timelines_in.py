"""Reads edit decision lists (CMX 3600, with the markers that Resolve writes into them) and subtitles.

pycmx reads EDLs and pysubs2 subtitles; a line that they cannot read is told and left out.
"""

import io
import re
from collections.abc import Iterator
from typing import Any

import pycmx
import pysubs2

from engine.error_wording.spotting import CueFlaw
from engine.spotting.clocks import FrameClock
from engine.spotting.cues import CueForm, CueGathering, CueSheet

_EVENT = re.compile(r"^\d{3,6}\s+\S+.*(?:\d\d[:;]){3}\d\d", re.MULTILINE)
_SUBTITLE = re.compile(r"^\s*(?:\d+:)?\d+:\d\d[.,]\d+\s*-->", re.MULTILINE)
_MARKER = re.compile(r"\|M:(.*?)(?:\s*\|D:\d+)?\s*$")
_LOCATOR = re.compile(r"^\*?\s*LOC:\s*\S+\s+\S+\s+(.*)$")
_SPEAKS = re.compile(r"^\s*[\[(](.+)[\])]\s*$", re.DOTALL)


def is_edl(text: str) -> bool:
    """Whether a text is an edit decision list."""
    return _EVENT.search(text) is not None


def is_subtitles(text: str) -> bool:
    """Whether a text is a list of subtitles."""
    return _SUBTITLE.search(text) is not None


def read_edl(text: str, clock: FrameClock, title: str) -> CueSheet:
    """Gives the cues of an EDL: the markers where there are any, else its clips, at their record times.

    "FCM: DROP FRAME" makes the times drop-frame where the rate can.
    """
    head = "" if text.lstrip().startswith("TITLE:") else "TITLE: \n"  # pycmx takes the first statement for the title
    parsed = pycmx.parse_cmx3600(io.StringIO(f"{head}{text.lstrip()}\n\n"), tolerant=True)
    is_drop = "FCM: DROP FRAME" in text
    gathering = CueGathering(FrameClock(clock.rate, is_drop or clock.is_drop))
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


def _edits(parsed: Any, gathering: CueGathering, before: int) -> Iterator[tuple[int, Any, list[str]]]:
    """Every edit of an EDL with its line and the markers on it; those that cannot be read are told."""
    for event in parsed.events:
        try:
            edits = event.edits
        except (IndexError, AttributeError, ValueError):  # an event without an edit: remarks before the first
            continue
        remarks = [str(getattr(one, "content", getattr(one, "text", ""))) for one in event.statements]
        found = [marker[1] for remark in remarks if (marker := _MARKER.search(remark) or _LOCATOR.match(remark))]
        for edit in edits:
            line = edit.line_number + before
            if not re.fullmatch(r"(?:\d\d[:;]){3}\d\d", edit.record_in):
                gathering.skip(line, CueFlaw.NO_EVENT)
                continue
            yield line, edit, found
            found = []


def read_subtitles(text: str, clock: FrameClock, title: str) -> CueSheet:
    """Gives the cues of subtitles: the ones in brackets, which tell of sounds, where there are any; else all."""
    events = [event for event in pysubs2.SSAFile.from_string(text, format_="srt") if not event.is_comment]
    gathering = CueGathering(clock)
    tells = [_SPEAKS.match(event.plaintext) is not None for event in events]
    for number, (event, is_told) in enumerate(zip(events, tells, strict=True), start=1):
        if any(tells) and not is_told:
            gathering.skip(number, CueFlaw.NOT_A_SOUND)
        else:
            gathering.add_at(number, event.plaintext, start_s=event.start / 1000, end_s=event.end / 1000)
    return gathering.sheet(title, CueForm.SUBTITLES)
