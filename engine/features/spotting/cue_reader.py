"""Reads a list of cues of any kind, detected by its content, never its name."""

import re
from collections import Counter
from pathlib import Path

from engine.base.cancellation import Cancel, check, never
from engine.base.clocks import LEADING_TIMES, USUAL_CLOCK, FrameClock
from engine.base.errors import CueError
from engine.base.file_messages import system_words
from engine.base.messages import Message, told
from engine.features.spotting.cues import MOST_CUES, CueCollector, CueForm, CueSheet, is_marked
from engine.features.spotting.edl_reader import is_edl, is_subtitles, read_edl, read_subtitles
from engine.features.spotting.messages import CueAdvice, CueFault, CueFlaw
from engine.features.spotting.table_reader import read_table, table_of

_MOST_BYTES = 16 << 20
_MOST_LINES = 200_000
_MOST_LETTERS = 100_000
"""Per line: even a chapter of a book has fewer."""


_BULLET = re.compile(r"(?:[-*•–—·]{1,40}|\(?\d{1,4}[.)](?!\d)|#\d+)\s+")
_NAME = re.compile(r"((?:[^\W\d_a-z][^\W_a-z.'’-]*\.? ?){1,4})(?:\([^()]{1,30}\))?")
_ASIDE = re.compile(r"\([^()]*\)")
"""How a line is said."""
_QUOTES = ' \t"“”„«»'
_FEWEST_MARKED = 2
"""Marked lines from which a text counts as a script with sounds, not a list where one line happens to look so."""


def read_script(text: str, clock: FrameClock, title: str, cancel: Cancel = never) -> CueSheet:
    """Returns the cues of a text; empty lines are skipped silently."""
    gathering = CueCollector(clock, cancel)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    speakers = {} if any(is_marked(_bare(line)[0]) for _, line in lines) else _speakers(text.splitlines())
    has_marks = sum(is_marked(_bare(line)[0]) for _, line in lines) >= _FEWEST_MARKED
    for number, line in lines:
        words, start, end = _bare(line)
        if number in speakers:
            speaker = speakers[number]
            if speaker and not _ASIDE.fullmatch(line.strip()):
                gathering.add(number, f'"{line.strip(_QUOTES)}"', name=speaker)
        elif has_marks and not is_marked(words):
            gathering.skip(number, CueFlaw.NOT_A_SOUND)
        else:
            gathering.add(number, words, start=start, end=end)
    return gathering.sheet(title, CueForm.SCRIPT)


def _speakers(lines: list[str]) -> dict[int, str]:
    """Returns who says each line of a script, by its number; the names' own lines have an empty one.

    A name stands in capitals over what it says, behind an empty line. It must come twice, or be marked as in
    `ANNA (V.O.)`: a list of sounds may have headings.
    """
    heads = {
        number: found[1].strip()
        for number, line in enumerate(lines, start=1)
        if (found := _NAME.fullmatch(line.strip())) is not None
        and (number == 1 or not lines[number - 2].strip())
        and number < len(lines)
        and lines[number].strip()
        and not lines[number].strip().isupper()
    }
    marked = {heads[number] for number in heads if lines[number - 1].rstrip().endswith(")")}
    names = Counter(heads.values())
    found_lines: dict[int, str] = {}
    for number, name in heads.items():
        if names[name] < _FEWEST_MARKED and name not in marked:
            continue
        found_lines[number] = ""
        for after in range(number + 1, len(lines) + 1):
            if not lines[after - 1].strip():
                break
            found_lines[after] = name
    return found_lines


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


def numbered_queries(path: Path) -> list[tuple[int, str]]:
    """Returns the number and the query of each cue of a file. Raises what `read_cues` raises."""
    return [(cue.number, cue.query) for cue in read_cues(path).cues]


def read_cues(path: Path, clock: FrameClock = USUAL_CLOCK, *, cancel: Cancel = never) -> CueSheet:
    """Reads a file of cues.

    Args:
        path: a text, CSV, tab-separated table, EDL, SRT or list of markers.
        clock: the frame rate of its timecode, unless the file states it.
        cancel: polled between steps and at every line.

    Raises:
        CueError: it cannot be read, is not text, is too large, or has no cue.
        StopRequested: `cancel` returned True.
    """
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as err:
        raise CueError(told(CueFault.CANNOT_READ_LIST, path, system_words(err)), advice=CueAdvice.CHECK_LIST) from err
    if len(content) > _MOST_BYTES:
        raise CueError(told(CueFault.LIST_TOO_LARGE, path.name), advice=told(CueAdvice.SHORTER_LIST, MOST_CUES))
    check(cancel)
    nothing = told(CueFault.NO_CUES, path.name)
    return read_cue_text(_decoded(content, path.name), clock, path.stem, nothing, cancel=cancel)


def read_cue_text(
    text: str,
    clock: FrameClock = USUAL_CLOCK,
    title: str = "",
    nothing: Message | None = None,
    *,
    cancel: Cancel = never,
) -> CueSheet:
    """Reads cues from a text, such as a pasted one.

    Args:
        text: of any kind that `read_cues` supports.
        clock: the frame rate of its timecode, unless the text states it.
        title: of the list.
        nothing: the message for a text without cues.
        cancel: polled between steps and at every line.

    Raises:
        CueError: it has no cue, or is too large.
        StopRequested: `cancel` returned True.
    """
    whole = text.encode("utf-8", "replace").decode()  # a clipboard may hold half a character, a file cannot
    text = whole.replace("\r\n", "\n").replace("\r", "\n")
    name = title or Message(CueFault.PASTED)
    if text.count("\n") > _MOST_LINES or len(text) > _MOST_BYTES:
        raise CueError(told(CueFault.LIST_TOO_LARGE, name), advice=told(CueAdvice.SHORTER_LIST, MOST_CUES))
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > _MOST_LETTERS:
            raise CueError(told(CueFault.CUE_LINE_TOO_LONG, name, number, _MOST_LETTERS), advice=CueAdvice.GIVE_LINES)
    check(cancel)
    if is_edl(text):
        sheet = read_edl(text, clock, title, cancel)
    elif is_subtitles(text):
        sheet = read_subtitles(text, clock, title, cancel)
    elif delimiter := table_of(text):
        sheet = read_table(text, delimiter, clock, title, cancel)
    else:
        sheet = read_script(text, clock, title, cancel)
    if not sheet.cues:
        raise CueError(nothing or told(CueFault.NO_CUES, Message(CueFault.PASTED)), advice=CueAdvice.GIVE_LINES)
    return sheet


def _decoded(content: bytes, name: str) -> str:
    """Decodes a file: by its byte order mark, as UTF-8, or as Windows-1252.

    Raises:
        CueError: it is not text.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    if b"\0" in content:
        raise CueError(told(CueFault.NO_TEXT, name), advice=CueAdvice.GIVE_LIST)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
