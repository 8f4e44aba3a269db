"""Measures whether marks can be trusted behind a filter: strong, fair and weak in parts of 1, 10 and 100 sounds.

The library is that of `training.evaluation.half_named`: half of the sounds have names. A part of each size is drawn
for each caption. Every second part contains one right sound, the others none; the rest are wrong sounds. The mark of
the first hit and whether it is right are counted.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.base.types import Confidence, PickedSounds
from engine.library.library import Library
from engine.library.queries import Question
from training.base.progress import follow
from training.data.corpus import Clip
from training.evaluation.figures import FigureRecord
from training.evaluation.half_named import mixed_names, nameless_of
from training.evaluation.library import ORDINARY, IndexOptions, indexed
from training.measures.caption_queries import queries_of

_GOOD = (Confidence.STRONG, Confidence.FAIR)
SIZES = (1, 10, 100)
"""Number of sounds that pass the filter."""


@dataclass(frozen=True, slots=True)
class MarksOfPart:
    """First hits of parts of one size."""

    sounds: int
    """Number that pass; 0 for the whole library."""
    said: dict[str, int]
    """Number of first hits by mark."""
    right: dict[str, int]
    """Number of right ones by mark."""

    def line(self) -> str:
        cells = []
        for mark in Confidence:
            said, hits = self.said.get(mark, 0), self.right.get(mark, 0)
            cells.append(f"{hits} of {said}" + (f" ({100 * hits / said:.0f} %)" if said else ""))
        right = sum(self.right.values())
        marked = f"{100 * sum(self.right.get(mark, 0) for mark in _GOOD) / right:.0f} %" if right else "none"
        return f"| {self.sounds or 'all'} | {' | '.join(cells)} | {marked} |"


@dataclass(frozen=True, slots=True)
class FilteredMarks(FigureRecord):
    """The worth of marks in parts of a library."""

    clips: int
    queries: int
    parts_of_library: tuple[MarksOfPart, ...]

    def lines(self) -> list[str]:
        marks = " | ".join(f"{mark}: right" for mark in Confidence)
        head = (
            f"{self.queries} captions, {self.clips} clips, half of them named; the first hit among the sounds that pass"
        )
        table = [f"| sounds that pass | {marks} | right first hits that are fair or strong |", "| --- " * 5 + "|"]
        return [head, *table, *(part.line() for part in self.parts_of_library)]


def measure_filtered(pack: Path, clips: Sequence[Clip], *, seed: int, by: IndexOptions = ORDINARY) -> FilteredMarks:
    """Indexes the clips, half of them under meaningless names, and asks each caption of parts of them.

    Args:
        clips: one split, more than a hundred of them.
        seed: draws the nameless and the parts.

    Raises:
        EvaluationError: the engine failed.
    """
    queries, draw = queries_of(clips), np.random.default_rng(seed)
    said: dict[int, Counter[str]] = {size: Counter() for size in (*SIZES, 0)}
    right: dict[int, Counter[str]] = {size: Counter() for size in (*SIZES, 0)}
    with (
        indexed(pack, clips, by=by, name=mixed_names(clips, nameless_of(clips, seed))) as library,
        Library.open(library.folder, read_only=True) as opened,
    ):
        listed = opened.rank(Question(""))
        rows = np.array([library.row_at(hit.sound.path.text) for hit in opened.hits(listed, range(len(listed)))])
        for number, query in enumerate(follow(queries, "asking within filters")):
            answers = np.isin(rows, list(query.relevant))
            others, fitting = listed.ids[~answers], listed.ids[answers]
            for size in (*SIZES, 0):
                asked = Question(query.text, limit=1, exact=True, owner=False)
                if size:
                    some = draw.choice(others, min(size, len(others)), replace=False)
                    if number % 2 == 0 and len(fitting):
                        some[0] = draw.choice(fitting)
                    asked = Question(
                        query.text, limit=1, exact=True, owner=False, among=PickedSounds("part", np.sort(some))
                    )
                for hit in opened.answer(asked).hits:
                    said[size][hit.confidence or ""] += 1
                    right[size][hit.confidence or ""] += int(library.row_at(hit.sound.path.text) in query.relevant)
    parts = tuple(MarksOfPart(size, dict(said[size]), dict(right[size])) for size in (*SIZES, 0))
    return FilteredMarks(len(clips), len(queries), parts)
