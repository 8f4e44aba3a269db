"""Measures a pack or run on sources outside its training: captions of each fold, and naming of ten everyday kinds.

Each fold is its own library, so a source with few sounds counts as much as one with many, and the figure is the mean of
the folds. Zero-shot accuracy names a sound by the nearest of ten phrases. Both use cosines of the engine's towers for a
pack, of the model for a checkpoint.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from training.base.progress import follow
from training.data.corpus import Clip, CorpusError
from training.evaluation.figures import DEPTH, QueryScores
from training.evaluation.ranking import Scores, ranked_rows
from training.evaluation.retrieval import scored
from training.evaluation.systems import MeasuredSystem, Report
from training.measures.bootstrap import Difference, Interval, QueryGroup, compare_means, interval_of_means
from training.measures.caption_queries import queries_of

PATH = Path(__file__).with_name("ten_kinds.toml")


@dataclass(frozen=True, slots=True)
class KindNames:
    """How often sounds of one everyday kind are named right."""

    name: str
    right: tuple[bool, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoldFigures:
    """The result of one system."""

    name: str
    folds: Mapping[str, Interval]
    """mAP@10 by fold."""
    mean: Interval
    """Mean of the folds' mAP@10; kinds are resampled within each."""
    clips: Mapping[str, int]
    named: tuple[KindNames, ...]
    accuracy: Interval | None
    """Mean share of right names over the ten kinds; None if no fold has any."""
    by_query: Mapping[str, QueryScores] = field(repr=False)

    def lines(self) -> list[str]:
        rows = [f"{fold}: {self.clips[fold]} clips, mAP@10 {value}" for fold, value in self.folds.items()]
        said = [f"{self.name}:", *rows, f"mean of the folds: mAP@10 {self.mean}"]
        if self.accuracy is not None:
            shares = [f"{one.name} {sum(one.right)} of {len(one.right)}" for one in self.named]
            said += [f"named right, of {len(self.named)} everyday kinds: {self.accuracy}", f"  {', '.join(shares)}"]
        return said

    def record(self) -> dict[str, Any]:
        return {
            "system": self.name,
            "folds": {fold: {"clips": self.clips[fold], **asdict(value)} for fold, value in self.folds.items()},
            "map10": asdict(self.mean),
            "zero_shot": None if self.accuracy is None else asdict(self.accuracy),
            "named": {one.name: {"right": sum(one.right), "of": len(one.right)} for one in self.named},
        }


def measure_left_out(
    system: MeasuredSystem, folds: Mapping[str, Sequence[Clip]], cache_folder: Path | None, device: str, report: Report
) -> FoldFigures:
    """Measures one system.

    Args:
        system: a pack or checkpoint; the caller ensures that it was not trained on these clips.
        folds: clips by fold.
        cache_folder: folder for a checkpoint's mel pictures; None keeps none.
        device: see `MeasuredSystem.scores`.
        report: told what is left out.

    Raises:
        CorpusError: there are no clips.
        EngineError: the pack or checkpoint is unusable.
    """
    clips = [clip for part in folds.values() for clip in part]
    if not clips:
        raise CorpusError(
            "there are no clips of these sources", advice="Give --data twice: the corpus, what adds to it."
        )
    queries = {fold: queries_of(part) for fold, part in folds.items() if part}
    names = list(ten_kinds())
    texts = list(dict.fromkeys([*names, *(query.text for those in queries.values() for query in those)]))
    scores = system.scores(clips, texts, cache_folder, device, report)
    rows, first = {text: row for row, text in enumerate(texts)}, 0
    found: dict[str, QueryScores] = {}
    for fold, part in follow(folds.items(), "measuring left-out places", len(folds)):
        columns = slice(first, first + len(part))
        first += len(part)
        if part:
            own = scores[[rows[query.text] for query in queries[fold]], columns]
            found[fold] = scored(queries[fold], ranked_rows(own, DEPTH))
    named = name_sounds(clips, scores[[rows[name] for name in names]])
    groups = {fold: QueryGroup(one.map10, one.clusters) for fold, one in found.items()}
    shares = [QueryGroup(np.array(one.right, dtype=np.float64), one.sources) for one in named]
    return FoldFigures(
        name=system.name,
        folds={fold: interval_of_means([group]) for fold, group in groups.items()},
        mean=interval_of_means(list(groups.values())),
        clips={fold: len(folds[fold]) for fold in found},
        named=named,
        accuracy=interval_of_means(shares) if shares else None,
        by_query=found,
    )


def compare_left_out(new: FoldFigures, old: FoldFigures) -> Difference:
    """Returns the difference between the means of the folds, paired by query."""
    pairs = [(one, old.by_query[fold]) for fold, one in new.by_query.items()]
    return compare_means([QueryGroup(one.map10 - other.map10, one.clusters) for one, other in pairs])


def name_sounds(clips: Sequence[Clip], scores: Scores) -> tuple[KindNames, ...]:
    """Returns how sounds of the ten kinds are named; absent kinds are omitted.

    Args:
        scores: float32 [10, clips], cosines with the ten names.
    """
    best = scores.argmax(axis=0)
    found = []
    for row, (name, patterns) in enumerate(ten_kinds().items()):
        taken = Counter[str]()
        columns = []
        for column, clip in enumerate(clips):
            if any(fnmatchcase(clip.kind, pattern) for pattern in patterns) and taken[clip.source] < _most():
                taken[clip.source] += 1
                columns.append(column)
        if columns:
            right = tuple(bool(best[column] == row) for column in columns)
            found.append(KindNames(name, right, tuple(clips[column].source for column in columns)))
    return tuple(found)


def ten_kinds() -> Mapping[str, tuple[str, ...]]:
    """Returns the names of the ten kinds, each with the matching patterns of corpus kinds."""
    return {name: tuple(patterns) for name, patterns in _settings()["kinds"].items()}


def _most() -> int:
    return int(_settings()["most_of_a_source"])


@cache
def _settings() -> dict[str, Any]:
    return tomllib.loads(PATH.read_text(encoding="utf-8"))
