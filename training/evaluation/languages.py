"""Sixty searches in seven languages (languages.tsv): how much of what English finds do the others find?

Each searches a library with meaningless names through `earshot search`; clips of known kinds are right. The list
predates any look at a dictionary; queries in even rows were visible while the words were chosen, those in odd rows were
not.
"""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.models.resampling import Values
from training.base.progress import follow
from training.data.corpus import Clip
from training.evaluation.figures import FigureRecord
from training.evaluation.library import ClipLibrary, EvaluationError
from training.measures.bootstrap import Difference, Interval, compare, interval
from training.measures.metrics import average_precision

PATH = Path(__file__).with_suffix(".tsv")
ENGLISH = "eng"
HEAD = ("| language | half | searches | mAP@10 | of English | difference |", "|---|---|---|---|---|---|")
_DEPTH = 10


@dataclass(frozen=True, slots=True)
class LanguageQuery:
    """One search in several languages."""

    kinds: frozenset[str]
    texts: dict[str, str]
    was_seen: bool
    """Whether it was visible while words were chosen."""


@dataclass(frozen=True, slots=True)
class LanguageFigures(FigureRecord):
    """Figures of one language."""

    language: str
    half: str
    """One of "seen", "unseen" or "all"."""
    queries: int
    map10: Interval
    share: float
    """Share of English's mAP@10 over the same searches."""
    change: Difference
    """Change from English, paired by search."""

    def line(self) -> str:
        return f"| {self.language} | {self.half} | {self.queries} | {self.map10} | {self.share:.2f} | {self.change} |"


def read_asked(path: Path = PATH) -> list[LanguageQuery]:
    """Reads the list."""
    with path.open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    found = []
    for number, row in enumerate(rows):
        kinds = frozenset(kind.replace("_", " ") for kind in row.pop("kinds").split())
        found.append(LanguageQuery(kinds, row, number % 2 == 0))
    return found


def measure_languages(
    library: ClipLibrary, clips: Sequence[Clip], asked: Sequence[LanguageQuery]
) -> list[LanguageFigures]:
    """Returns mAP@10 of each language over answerable searches: all, the seen and the unseen ones.

    Raises:
        EvaluationError: no clip answers any, or the engine failed.
    """
    kinds = [clip.kind.replace("_", " ") for clip in clips]
    right = [frozenset(row for row, kind in enumerate(kinds) if kind in one.kinds) for one in asked]
    answered = [number for number, rows in enumerate(right) if rows]
    if not answered:
        raise EvaluationError("no clip answers any of the searches", advice="Measure on another part of the corpus.")
    found: list[LanguageFigures] = []
    english: Values = np.empty(0)
    for language in follow(list(asked[0].texts), "asking in languages"):
        hits = library.search([asked[number].texts[language] for number in answered], _DEPTH)
        scores = [
            average_precision([hit.row for hit in row], right[number], _DEPTH)
            for number, row in zip(answered, hits, strict=True)
        ]
        values = np.array(scores, dtype=np.float64)
        english = values if language == ENGLISH else english
        seen = np.array([asked[number].was_seen for number in answered])
        for half, rows in (("all", seen | True), ("seen", seen), ("unseen", ~seen)):
            if rows.any():
                own, base = interval(values[rows]), float(english[rows].mean())
                share = own.value / base if base else 1.0
                found.append(
                    LanguageFigures(language, half, int(rows.sum()), own, share, compare(values[rows], english[rows]))
                )
    return found
