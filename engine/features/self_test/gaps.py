"""Gaps of a library: lines of a script or of UCS whose best answer is weak or missing.

Each line is searched as in the window, by names and sound, and the score of its best answer decides. The two thresholds
were set on the val split by searching its captions with all clips of a kind removed from the library or left in:
docs/experiments/lacking.md. A search detects gaps poorly: most missing kinds are not reported.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path

import numpy as np
from msgspec import Struct

from engine.base.cancellation import Cancel, check, never
from engine.base.errors import CueError
from engine.base.feature import parts
from engine.base.types import Answer, Hit
from engine.features.self_test.messages import SelfTestAdvice, SelfTestFault
from engine.features.self_test.named_kinds import category_words
from engine.library.library import Library
from engine.models.category_vectors import listed
from engine.search.question import Question
from engine.search.ranking import LISTING
from engine.search.variety import ALL

NONE_BELOW = 0.084
"""The best answer is below it for 5 of 100 lines with an answer, and for 16 of 100 without."""
THIN_BELOW = 0.18
"""Likewise 20, and 43."""
_AT_ONCE = 50
_BEST = 3
"""Nearest sounds listed."""


class Coverage(StrEnum):
    """Whether the library has what a line describes."""

    THERE = "there"
    THIN = "thin"
    """The best answer is weaker than usual."""
    NONE = "none"
    """Nothing answers."""
    UNKNOWN = "unknown"
    """The pack's scores are not calibrated: unknown."""


class WantedLine(Struct, frozen=True):
    """A line to search for."""

    text: str
    cat_id: str = ""
    """Of a UCS category."""
    number: int = 0
    """Its place in the script, from 1."""


ReadsScript = Callable[[Path], list[tuple[int, str]]]
"""Returns the number and the query of each line of a script; raises CueError."""


def script_lines(path: Path) -> tuple[WantedLine, ...]:
    """Reads a script, cue sheet, EDL or list.

    Raises:
        CueError: it cannot be read, or no feature reads scripts.
    """
    reader: ReadsScript | None = next(parts(lambda feature: feature.script_reader), None)
    if reader is None:
        raise CueError(SelfTestFault.NO_SCRIPT_READER, advice=SelfTestAdvice.WITHOUT_SCRIPT)
    return tuple(WantedLine(query, number=number) for number, query in reader(path))


class GapLine(Struct, frozen=True):
    """A line and its answer."""

    line: WantedLine
    there: Coverage
    score: float
    """Of the best answer, 0 to 1; 0 for none."""
    stated: int
    """Sounds that state the category themselves; 0 for a line of a script."""
    nearest: tuple[Hit, ...]

    @property
    def may_be_missing(self) -> bool:
        """Whether its best answer is weak or missing."""
        return self.there in (Coverage.NONE, Coverage.THIN)


def ucs_lines() -> tuple[WantedLine, ...]:
    """Returns a line for each UCS category."""
    return tuple(WantedLine(category_words(one.category, one.subcategory), one.cat_id) for one in listed())


def ask_lines(
    library: Library,
    lines: Sequence[WantedLine],
    stated: dict[str, int],
    *,
    cancel: Cancel = never,
    progress: Callable[[float], None] = lambda share: None,
) -> tuple[GapLine, ...]:
    """Searches every line; returns the missing ones first, then by ascending score.

    Args:
        library: searched in its thread.
        stated: how many sounds state each CatID.

    Raises:
        StopRequested: it was cancelled.
        EngineError: as `Library.answer`.
    """
    found: list[GapLine] = []
    for start in range(0, len(lines), _AT_ONCE):
        check(cancel)
        some = lines[start : start + _AT_ONCE]
        questions = [Question(line.text, limit=_BEST, variety=ALL, owner=False) for line in some]
        for line, answer in zip(some, library.answer_all(questions, cancel=cancel), strict=True):
            check(cancel)
            found.append(_told(line, answer, stated.get(line.cat_id, 0) if line.cat_id else 0))
        progress(len(found) / len(lines))
    place = {Coverage.NONE: 0, Coverage.THIN: 1, Coverage.UNKNOWN: 2, Coverage.THERE: 3}
    return tuple(sorted(found, key=lambda one: (place[one.there], one.score, one.line.number, one.line.text)))


def there(score: float) -> Coverage:
    """Judges the score of a best answer, 0 to 1."""
    return Coverage.NONE if score < NONE_BELOW else Coverage.THIN if score < THIN_BELOW else Coverage.THERE


def _told(line: WantedLine, answer: Answer, stated: int) -> GapLine:
    hits = answer.hits
    score = float(np.clip(hits[0].score, 0.0, 1.0)) if hits else 0.0
    is_judged = not hits or answer.tier == LISTING or hits[0].confidence is not None
    found = there(score) if is_judged else Coverage.UNKNOWN
    return GapLine(line, Coverage.THERE if stated else found, score, stated, hits)
