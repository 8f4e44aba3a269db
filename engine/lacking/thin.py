"""Where the library is thin: lines, of a script or of UCS, that its best answer answers badly or not at all.

Each line is asked as a search of the window would, names and sound together, and the score of its best answer decides.
The two thresholds were set on the val split, where all clips of a kind were taken out of the library or left in, and
its captions asked: docs/experiments/lacking.md. A search cannot tell well that something is missing: most missing
kinds are not told.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from engine.category_vectors import listed
from engine.lacking.kinds import category_words
from engine.library import Library
from engine.question import Question
from engine.search.ranking import LISTING
from engine.search.variety import ALL
from engine.stopping import Cancel, check, never
from engine.types import Answer, Hit

NONE_BELOW = 0.084
"""Of 100 lines that something answers, 5 have a best answer below it; of 100 that nothing answers, 16."""
THIN_BELOW = 0.18
"""Likewise 20, and 43."""
_AT_ONCE = 50
_BEST = 3
"""Sounds that are named as the nearest."""


class There(StrEnum):
    """Whether the library has what a line asks for."""

    THERE = "there"
    THIN = "thin"
    """What is nearest answers less well than what is there usually does."""
    NONE = "none"
    """Nothing answers."""
    UNKNOWN = "unknown"
    """The pack's scores are not calibrated: nobody can tell."""


@dataclass(frozen=True, slots=True)
class AskedLine:
    """A line that sounds are wanted for."""

    text: str
    cat_id: str = ""
    """Of a UCS category."""
    number: int = 0
    """Its place in the script, from 1."""


@dataclass(frozen=True, slots=True)
class ThinLine:
    """A line with what was found for it."""

    line: AskedLine
    there: There
    score: float
    """Of the best answer, 0 to 1; 0 for none."""
    stated: int
    """Sounds that state the category themselves; 0 for a line of a script."""
    nearest: tuple[Hit, ...]
    """The best answers."""

    @property
    def may_be_missing(self) -> bool:
        """Whether nothing answers, or nothing well."""
        return self.there in (There.NONE, There.THIN)


def ucs_lines() -> tuple[AskedLine, ...]:
    """A line for each UCS category."""
    return tuple(AskedLine(category_words(one.category, one.subcategory), one.cat_id) for one in listed())


def ask_lines(
    library: Library,
    lines: Sequence[AskedLine],
    stated: dict[str, int],
    *,
    cancel: Cancel = never,
    progress: Callable[[float], None] = lambda share: None,
) -> tuple[ThinLine, ...]:
    """Asks for every line; what is missing comes first, the worst answered before.

    Args:
        library: what is asked, in its thread.
        lines: what sounds are wanted for.
        stated: how many sounds state each CatID.
        cancel: asked between lines.
        progress: told the share that is done.

    Raises:
        StopRequested: it was cancelled.
        EngineError: as `Library.answer`.
    """
    found: list[ThinLine] = []
    for start in range(0, len(lines), _AT_ONCE):
        check(cancel)
        some = lines[start : start + _AT_ONCE]
        questions = [Question(line.text, limit=_BEST, variety=ALL, owner=False) for line in some]
        for line, answer in zip(some, library.answer_all(questions, cancel=cancel), strict=True):
            check(cancel)
            found.append(_told(line, answer, stated.get(line.cat_id, 0) if line.cat_id else 0))
        progress(len(found) / len(lines))
    place = {There.NONE: 0, There.THIN: 1, There.UNKNOWN: 2, There.THERE: 3}
    return tuple(sorted(found, key=lambda one: (place[one.there], one.score, one.line.number, one.line.text)))


def there(score: float) -> There:
    """What the score of a best answer, 0 to 1, tells."""
    return There.NONE if score < NONE_BELOW else There.THIN if score < THIN_BELOW else There.THERE


def _told(line: AskedLine, answer: Answer, stated: int) -> ThinLine:
    hits = answer.hits
    score = float(np.clip(hits[0].score, 0.0, 1.0)) if hits else 0.0
    is_judged = not hits or answer.tier == LISTING or hits[0].confidence is not None
    found = there(score) if is_judged else There.UNKNOWN
    return ThinLine(line, There.THERE if stated else found, score, stated, hits)
