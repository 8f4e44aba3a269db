"""Reads scripts and plain lists: one cue per line, after an optional number, bullet or time.

Where a script marks its sounds ("SFX: door slams"), as radio plays do, only those lines are cues: the rest is speech.
"""

import re

from engine.base.cancellation import Cancel, never
from engine.features.spotting.clocks import LEADING_TIMES, FrameClock
from engine.features.spotting.cues import CueCollector, CueForm, CueSheet, is_marked
from engine.features.spotting.messages import CueFlaw

_BULLET = re.compile(r"(?:[-*•–—·]{1,40}|\(?\d{1,4}[.)](?!\d)|#\d+)\s+")
_FEWEST_MARKED = 2
"""Marked lines from which a text counts as a script with sounds, not a list where one line happens to look so."""


def read_script(text: str, clock: FrameClock, title: str, cancel: Cancel = never) -> CueSheet:
    """Returns the cues of a text; empty lines are skipped silently."""
    gathering = CueCollector(clock, cancel)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    has_marks = sum(is_marked(_bare(line)[0]) for _, line in lines) >= _FEWEST_MARKED
    for number, line in lines:
        words, start, end = _bare(line)
        if has_marks and not is_marked(words):
            gathering.skip(number, CueFlaw.NOT_A_SOUND)
        else:
            gathering.add(number, words, start=start, end=end)
    return gathering.sheet(title, CueForm.SCRIPT)


def _bare(line: str) -> tuple[str, str, str]:
    """Strips number and bullet from a line; returns its words and the times before them."""
    line = _without_bullet(line.strip())
    found = LEADING_TIMES.match(line)
    if found is None:
        return line, "", ""
    return _without_bullet(line[found.end() :].strip()), found[1], found[2] or ""


def _without_bullet(line: str) -> str:
    bullet = _BULLET.match(line)
    return line if bullet is None else line[bullet.end() :]
