"""Reads a list of cues of any kind, detected by its content, never its name."""

from pathlib import Path

from engine.base.cancellation import Cancel, check, never
from engine.base.errors import CueError
from engine.base.file_messages import system_words
from engine.base.messages import Message, told
from engine.features.spotting.clocks import USUAL_CLOCK, FrameClock
from engine.features.spotting.cues import MOST_CUES, CueSheet
from engine.features.spotting.edl_reader import is_edl, is_subtitles, read_edl, read_subtitles
from engine.features.spotting.messages import CueAdvice, CueFault
from engine.features.spotting.script_reader import read_script
from engine.features.spotting.table_reader import read_table, table_of

_MOST_BYTES = 16 << 20
_MOST_LINES = 200_000
_MOST_LETTERS = 100_000
"""Per line: even a chapter of a book has fewer."""


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
