"""Measures a pack's loss on changed sounds: mAP@10 through the engine, compared with unchanged files.

Only one changed set is on disk at a time. Losses are paired by query: both are asked the same captions.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from training.base.progress import follow
from training.data.corpus import Clip
from training.evaluation.changes import FileChange
from training.evaluation.figures import DEPTH, QueryScores
from training.evaluation.library import ORDINARY, IndexOptions, LibraryWriter, indexed
from training.evaluation.retrieval import scored
from training.evaluation.systems import Report
from training.measures.bootstrap import Difference, Interval, compare, interval
from training.measures.caption_queries import queries_of

MOST_LOSS = 0.15
"""Largest acceptable relative loss of mAP@10."""


@dataclass(frozen=True, slots=True)
class ChangeFigure:
    """The effect of one change on a pack."""

    name: str
    map10: Interval
    change: Difference
    """Changed minus unchanged mAP@10, paired by query: negative is a loss."""
    relative_loss: float
    """Lost share of the unchanged mAP@10; negative is a gain."""
    unreadable: int
    """Clips that could not be decoded for the change; no query finds them."""

    @property
    def is_too_much(self) -> bool:
        return self.relative_loss > MOST_LOSS

    def line(self) -> str:
        """Formats the figures, with ! for too large a loss."""
        mark = " !" if self.is_too_much else ""
        return f"{self.name:24s} mAP@10 {self.map10}   {self.change}   {-100 * self.relative_loss:+.1f} %{mark}"


@dataclass(frozen=True, slots=True)
class Robustness:
    """A pack under every change."""

    clips: int
    queries: int
    unchanged: Interval
    changed: tuple[ChangeFigure, ...]

    @property
    def unreadable(self) -> int:
        """Returns the largest number of unreadable clips of any change."""
        return max((figure.unreadable for figure in self.changed), default=0)

    def lines(self) -> list[str]:
        return [
            f"{self.queries} captions, {self.clips} clips, by sound only; ! more than {100 * MOST_LOSS:.0f} % lost",
            f"{'unchanged':24s} mAP@10 {self.unchanged}",
            *(figure.line() for figure in self.changed),
        ]

    def record(self) -> dict[str, Any]:
        return {
            "clips": self.clips,
            "queries": self.queries,
            "unchanged": asdict(self.unchanged),
            "most_loss": MOST_LOSS,
            "changed": [{**asdict(figure), "is_too_much": figure.is_too_much} for figure in self.changed],
            "unreadable": self.unreadable,
        }


def measure_robustness(
    pack: Path, clips: Sequence[Clip], changed_by: Sequence[FileChange], report: Report, *, by: IndexOptions = ORDINARY
) -> Robustness:
    """Measures a pack on the unchanged clips and under each change.

    Args:
        clips: one split, or some kinds of it.
        changed_by: the changes to the files.
        report: told what is measured.

    Raises:
        EvaluationError: the engine failed.
    """
    queries = queries_of(clips)

    def asked(write: LibraryWriter | None) -> tuple[QueryScores, int]:
        with indexed(pack, clips, by=by, write=write) as library:
            found = library.search([query.text for query in queries], DEPTH)
        return scored(queries, [[hit.row for hit in hits] for hits in found]), library.unreadable

    report("unchanged")
    plain, _ = asked(None)
    figures = []
    for change in follow(changed_by, "changing sounds, way"):
        report(change.name)
        scores, unreadable = asked(change.writer())
        figures.append(_figure(change.name, scores, plain, unreadable))
    return Robustness(len(clips), len(queries), interval(plain.map10, plain.clusters), tuple(figures))


def _figure(name: str, scores: QueryScores, plain: QueryScores, unreadable: int) -> ChangeFigure:
    before, change = float(plain.map10.mean()), compare(scores.map10, plain.map10, plain.clusters)
    # Where nothing was found before, nothing can be lost.
    relative = -change.value / before if before > 0.0 else 0.0
    return ChangeFigure(name, interval(scores.map10, scores.clusters), change, relative, unreadable)
