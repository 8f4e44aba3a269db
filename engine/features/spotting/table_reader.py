"""Reads tables: CSV and tab-separated cue sheets, and the lists of markers that editing programs export.

A header names the columns, in the words of Premiere, Audition, Reaper, Pro Tools and common cue sheets; lines above it
(a session's head) are ignored. Without a header, as Audacity and Avid write tables, cells that look like times are
times and the longest of the others is the text.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence

from engine.base.cancellation import Cancel, never
from engine.base.clocks import FrameClock, Rate, is_time
from engine.base.text_forms import small
from engine.features.spotting.cues import CueCollector, CueForm, CueSheet, is_marked
from engine.features.spotting.messages import CueFlaw

_TITLES = {
    "text": (
        "text description query sound effect sfx cue|description sound|effect content what action event fx"
        " beschreibung text|beschreibung geräusch"
    ),
    "name": "name marker|name cue|name id cue|id cue title clip|name marker number no nr # cue|# cue|no nummer",
    "more": "comments comment notes note kommentar",
    "start": (
        "start in timecode tc time tc|in in|point start|time time|in location position record|in rec|in start|tc"
        " timecode|in start_s start|s begin anfang beginn zeit"
    ),
    "end": "end out tc|out out|point end|time time|out record|out rec|out end|tc timecode|out end_s end|s stop ende",
    "length": "length duration dur dauer länge",
}
_COLUMN_OF = {
    title.replace("|", " "): (column, rank)
    for column, titles in _TITLES.items()
    for rank, title in enumerate(titles.split())
}
"""Column and rank of each title: where two titles name one column, the lower rank wins."""
_DELIMITERS = ("\t", ";", ",")
_HEAD_LINES = 400
"""Lines in which a header is searched: a session's head may list many tracks first."""
_RATE = re.compile(r"TIMECODE FORMAT:\s*(\d+(?:\.\d+)?)(\s+Drop)?", re.IGNORECASE)
Cells = Sequence[str]


def table_of(text: str) -> str | None:
    """The delimiter of a table, None for other texts."""
    lines = [line for line in text.splitlines() if line.strip()]
    for delimiter in _DELIMITERS:
        if any(_columns(cells) for cells in _rows("\n".join(lines[:_HEAD_LINES]), delimiter)):
            return delimiter
    for delimiter in _DELIMITERS:
        untitled = sum(_untitled(cells) is not None for cells in _rows("\n".join(lines[:_HEAD_LINES]), delimiter))
        if untitled * 10 >= 6 * min(len(lines), _HEAD_LINES) and untitled:
            return delimiter
    return None


def read_table(text: str, delimiter: str, clock: FrameClock, title: str, cancel: Cancel = never) -> CueSheet:
    """Returns the cues of a table.

    Args:
        text: of the file.
        delimiter: from `table_of`.
        clock: for parsing times, unless the session's head states another.
        title: of the list.
        cancel: polled at every line.
    """
    if stated := _RATE.search(text):
        rate = next((rate for rate in Rate if rate.value == stated[1].removesuffix(".00")), clock.rate)
        clock = FrameClock(rate, stated[2] is not None)
    gathering = CueCollector(clock, cancel)
    columns: dict[str, int] = {}
    has_titles = any(_columns(cells) for cells in _rows(text, delimiter))
    for line, cells in _numbered(text, delimiter):
        if not any(cell.strip() for cell in cells):
            continue
        if found := _columns(cells):
            columns = found
        elif columns:
            _add(gathering, line, cells, columns)
        elif not has_titles:
            _add_untitled(gathering, line, cells)
    return gathering.sheet(title, CueForm.TABLE)


def _add(gathering: CueCollector, line: int, cells: Cells, columns: dict[str, int]) -> None:
    def cell(column: str) -> str:
        at = columns.get(column, len(cells))
        return cells[at].strip() if at < len(cells) else ""

    name, text, more = cell("name"), cell("text"), cell("more")
    words = text or ", ".join(filter(None, (name, more)))
    start, end, length = cell("start"), cell("end"), cell("length")
    gathering.add(line, words, name=name if text else "", start=start, end=end, length=length)


def _add_untitled(gathering: CueCollector, line: int, cells: Cells) -> None:
    found = _untitled(cells)
    if found is None:
        gathering.skip(line, CueFlaw.NO_WORDS)
        return
    times, text = found
    gathering.add(line, text, start=times[0], end=times[1] if len(times) > 1 else "")


def _untitled(cells: Cells) -> tuple[list[str], str] | None:
    """Times and text of a line without header; None unless it has both."""
    times = [cell.strip() for cell in cells if is_time(cell)]
    texts = [cell.strip() for cell in cells if not is_time(cell) and any(letter.isalpha() for letter in cell)]
    return (times, max(texts, key=len)) if times and texts and len(cells) > 1 else None


def _columns(cells: Cells) -> dict[str, int]:
    """The columns named by a header; empty for any other line."""
    named: dict[str, tuple[int, int]] = {}
    for at, cell in enumerate(cells):
        title = " ".join(small(cell.strip()).replace("_", " ").split())
        if title in _COLUMN_OF:
            column, rank = _COLUMN_OF[title]
            named[column] = min(named.get(column, (rank, at)), (rank, at))
    found = {column: at for column, (_, at) in named.items()}
    says = "text" in found or "name" in found
    is_one_column = len([cell for cell in cells if cell.strip()]) == 1 and "text" in found
    return found if says and (len(found) >= 2 or is_one_column) and not is_marked(cells[0]) else {}


def _rows(text: str, delimiter: str) -> Iterator[Cells]:
    return (cells for _, cells in _numbered(text, delimiter))


def _numbered(text: str, delimiter: str) -> Iterator[tuple[int, Cells]]:
    """Rows with their last line numbers. With an unbalanced quote, quotes are ordinary characters."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    if text.count('"') % 2:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=csv.QUOTE_NONE)
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:  # a cell larger than any cue
            continue
        yield reader.line_num, cells
