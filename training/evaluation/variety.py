"""Measures what folding takes and asking for different answers bring: recordings and precision in the first ten.

Each distinct caption of the split is asked by sound only, once for each variety. A *recording* is a group of the
manifest: takes of one thing, which a split never separates. Figures of a caption's first ten rows:

- recordings: how many different ones they belong to.
- right recordings: how many different ones of the caption's kind.
- mAP@10 by recordings: a recording is right once, at its first row; a further row of it is wrong. So ten takes of one
  right recording count as one thing found.
- precision: the share of right rows, including takes, among as many rows as there are right recordings, at most ten.
- mAP@10 by sounds, as on the packs' cards, where ten takes of one recording are ten right answers.

Most kinds in Earshot's own splits are one recording: folding must lower the last figure there, because it leaves one
right row and fills the other nine with wrong ones. The third and fourth show what is *kept*.

Names decide what is a take. Without `is_named` files are called 000001 and so on, and only vectors tell; with it they
have the names of their collections.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.base.types import FilePath
from engine.library.library import Library
from engine.library.queries import ALL, DIFFERENT, FOLDED, Question
from training.base.progress import follow
from training.data.corpus import Clip
from training.evaluation.figures import FigureRecord
from training.evaluation.library import ORDINARY, ClipLibrary, IndexOptions, indexed, original_name
from training.measures.bootstrap import Difference, Interval, compare, interval
from training.measures.caption_queries import CaptionQuery, queries_of
from training.measures.metrics import average_precision

VARIETIES = (ALL, FOLDED, 0.5, 0.75, DIFFERENT)
_DEPTH = 10


@dataclass(frozen=True, slots=True)
class FiguresAtVariety:
    """The figures at one variety, and relative to all rows."""

    variety: float
    recordings: Interval
    right_recordings: Interval
    by_recordings: Interval
    """mAP@10."""
    precision: Interval
    by_sounds: Interval
    """mAP@10."""
    by_recordings_change: Difference
    precision_change: Difference
    kept_by_recordings: float
    """Share of the mAP@10 by recordings without folding."""
    kept_precision: float
    kept_by_sounds: float

    def line(self) -> str:
        kept = (
            f"kept {self.kept_by_recordings:.3f} by recordings ({self.by_recordings_change}), "
            f"{self.kept_precision:.3f} of precision ({self.precision_change}), {self.kept_by_sounds:.3f} by sounds"
        )
        figures = f"mAP@10 by recordings {self.by_recordings}, precision {self.precision}, by sounds {self.by_sounds}"
        return (
            f"variety {self.variety:<4g} recordings {self.recordings}, right {self.right_recordings}\n"
            f"    {figures}\n    {kept}"
        )


@dataclass(frozen=True, slots=True)
class VarietyFigures(FigureRecord):
    """All varieties on one split."""

    clips: int
    captions: int
    recordings: int
    """Number among the clips."""
    is_named: bool
    varieties: tuple[FiguresAtVariety, ...]

    def lines(self) -> list[str]:
        names = "with their names" if self.is_named else "without names"
        head = (
            f"{self.clips} clips of {self.recordings} recordings {names}, {self.captions} captions, first {_DEPTH} rows"
        )
        return [head, *(one.line() for one in self.varieties)]


@dataclass(frozen=True, slots=True)
class FirstRows:
    """The worth of one caption's first rows."""

    recordings: int
    right_recordings: int
    by_recordings: float
    precision: float
    by_sounds: float


def measure_variety(
    pack: Path, clips: Sequence[Clip], *, is_named: bool = False, by: IndexOptions = ORDINARY
) -> VarietyFigures:
    """Indexes the clips and asks for each distinct caption at each variety.

    Args:
        is_named: whether files have the names of their collections; otherwise meaningless ones.

    Raises:
        EvaluationError: the engine failed.
    """
    name = original_name if is_named else None
    with (
        indexed(pack, clips, by=by, name=name) as library,
        Library.open(library.folder, read_only=True) as opened,
    ):
        rows = _rows(opened, library)
        asked = [one for one in queries_of(clips) if one.relevant & set(rows.values())]
        found = [
            [_shown(opened, rows, one, variety, clips) for variety in VARIETIES]
            for one in follow(asked, "asking captions")
        ]
    return figures_of(found, [one.cluster for one in asked], clips, is_named=is_named)


def shown(ranked: Sequence[int], relevant: frozenset[int], groups: Sequence[str]) -> FirstRows:
    """Judges the first rows of an answer.

    Args:
        ranked: rows of the clips, best first.
        relevant: right rows, at least one.
        groups: recording of each clip.
    """
    first = ranked[:_DEPTH]
    right = {groups[row] for row in relevant}
    seen: set[str] = set()
    as_recordings: list[str | int] = []
    for place, row in enumerate(first):
        is_new = row in relevant and groups[row] not in seen
        as_recordings.append(groups[row] if is_new else place)
        seen |= {groups[row]} if is_new else set()
    looked_at = first[: len(right)]
    return FirstRows(
        recordings=len({groups[row] for row in first}),
        right_recordings=len(seen),
        by_recordings=average_precision(as_recordings, right, _DEPTH),
        precision=float(np.mean([row in relevant for row in looked_at])) if looked_at else 0.0,
        by_sounds=average_precision(first, relevant, _DEPTH),
    )


def figures_of(
    found: Sequence[Sequence[FirstRows]], clusters: Sequence[str], clips: Sequence[Clip], *, is_named: bool
) -> VarietyFigures:
    """Computes figures from each caption's rows at each of `VARIETIES`; captions of a kind are resampled together."""
    names = ("recordings", "right_recordings", "by_recordings", "precision", "by_sounds")
    values: dict[str, NDArray[np.float64]] = {
        name: np.array([[getattr(one, name) for one in row] for row in found], np.float64) for name in names
    }
    at = []
    for number, variety in enumerate(VARIETIES):
        own = {name: column[:, number] for name, column in values.items()}
        before = {name: column[:, 0] for name, column in values.items()}
        figures = {name: interval(column, clusters) for name, column in own.items()}
        changes = {name: compare(own[name], before[name], clusters) for name in names}
        kept = {name: float(own[name].mean() / before[name].mean()) for name in names}
        at.append(
            FiguresAtVariety(
                variety,
                **figures,
                by_recordings_change=changes["by_recordings"],
                precision_change=changes["precision"],
                kept_by_recordings=kept["by_recordings"],
                kept_precision=kept["precision"],
                kept_by_sounds=kept["by_sounds"],
            )
        )
    groups = len({_recording(clip) for clip in clips})
    return VarietyFigures(len(clips), len(found), groups, is_named, tuple(at))


def _rows(opened: Library, library: ClipLibrary) -> dict[int, int]:
    found = {opened.sound_at(FilePath.of(library.sounds / path)): row for path, row in library.rows.items()}
    return {int(id): row for id, row in found.items() if id is not None}


def _shown(
    opened: Library, rows: dict[int, int], query: CaptionQuery, variety: float, clips: Sequence[Clip]
) -> FirstRows:
    question = Question(query.text, sound_only=True, limit=_DEPTH, exact=True, variety=variety)
    ranked = [rows[int(id)] for id in opened.rank(question).ids]
    return shown(ranked, query.relevant & frozenset(rows.values()), [_recording(clip) for clip in clips])


def _recording(clip: Clip) -> str:
    return clip.group or clip.id
