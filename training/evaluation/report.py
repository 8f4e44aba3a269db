"""One evaluation from end to end: figures of systems in both directions, by category and in comparison.

Several systems are measured as an ensemble, the mean of their cosines, and each alone. A single pack's text-to-audio
figures come through the command line (`training.evaluation.retrieval`), all others from the matrix.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from training.data.corpus import Clip
from training.evaluation.figures import (
    DEPTH,
    CategoryFigure,
    Figures,
    QueryScores,
    by_category,
    compare_scores,
    figures_of,
)
from training.evaluation.library import ORDINARY, IndexOptions
from training.evaluation.ranking import ensemble
from training.evaluation.retrieval import Retrieval, rankings, retrieval, scored
from training.evaluation.systems import MeasuredSystem, Report, both_ways
from training.measures.bootstrap import Difference
from training.measures.caption_queries import CaptionQuery
from training.measures.kinds import KindFigure, by_kind, recall_curve


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """Clips, queries and devices of a measurement."""

    clips: tuple[Clip, ...]
    queries: tuple[CaptionQuery, ...]
    cache: Path | None = None
    device: str = "cpu"
    """Device of checkpoints."""
    by: IndexOptions = ORDINARY
    """How packs index."""
    both_ways: bool = True
    """Whether to measure audio to text too."""


@dataclass(frozen=True, slots=True)
class EvaluationOutcome:
    """The result of one system or ensemble."""

    names: tuple[str, ...]
    found: Retrieval
    """Text to audio."""
    by_query: QueryScores
    back: Figures | None
    """Audio to text: the captions of a sound's kind are right."""
    back_by_query: QueryScores | None
    recall_at: tuple[float, ...]
    """Text to audio, R@1 to R@10."""
    kinds: tuple[KindFigure, ...]
    """Text to audio, worst kind first."""
    members: tuple["EvaluationOutcome", ...] = ()
    """Members of an ensemble, each alone."""

    def categories(self) -> list[CategoryFigure]:
        return by_category(self.by_query)

    def lines(self) -> list[str]:
        said = [" + ".join(self.names) + ":", *self.found.lines()]
        if self.back is not None:
            said += ["audio to text:", *self.back.lines()]
        for member in self.members:
            said += ["", *member.lines()]
        return said

    def record(self) -> dict[str, Any]:
        return {
            "systems": list(self.names),
            "clips": self.found.clips,
            "kinds": self.found.kinds,
            "queries": self.found.queries,
            "text_to_audio": asdict(self.found.figures),
            "audio_to_text": None if self.back is None else asdict(self.back),
            "random_map10": self.found.random_map10,
            "categories": [asdict(line) for line in self.categories()],
            "recall_at": list(self.recall_at),
            "by_kind": [asdict(kind) for kind in self.kinds],
            "members": [member.record() for member in self.members],
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """One system against another, paired by query: the first's lead in each metric."""

    forth: dict[str, Difference]
    """Text to audio, by metric."""
    back: dict[str, Difference]
    """Audio to text, by metric; empty if not measured."""

    def lines(self) -> list[str]:
        """Formats the differences, with * where the interval excludes zero."""
        said = []
        for way, found in (("text to audio", self.forth), ("audio to text", self.back)):
            said += [f"{way} {name} {change}{' *' if change.is_clear else ''}" for name, change in found.items()]
        return said

    def record(self) -> dict[str, Any]:
        return {
            "text_to_audio": {name: asdict(change) for name, change in self.forth.items()},
            "audio_to_text": {name: asdict(change) for name, change in self.back.items()},
        }


def measure(places: Sequence[Path], asked: ReportRequest, report: Report) -> EvaluationOutcome:
    """Measures packs and checkpoints: a single one, or several as an ensemble and each alone.

    Args:
        places: folders of packs and files of checkpoints.
        asked: clips and queries.
        report: told what is done and left out.

    Raises:
        EngineError: a pack or checkpoint is unusable.
    """
    systems = [MeasuredSystem(place) for place in places]
    names = tuple(system.name for system in systems)
    clips, queries = asked.clips, asked.queries
    if len(systems) == 1 and systems[0].is_pack:
        report(f"{names[0]}: through earshot index and earshot search")
        _, ranked = rankings(places[0], clips, by=asked.by, queries=queries)
        if not asked.both_ways:
            return _outcome(names, ranked, None, asked)
    matrices = []
    for system, name in zip(systems, names, strict=True):
        report(f"{name}: every caption with every sound")
        texts = [query.text for query in queries]
        device = asked.by.device if system.is_pack else asked.device
        matrices.append(system.scores(clips, texts, asked.cache, device, report))
    together = ensemble(matrices) if len(matrices) > 1 else matrices[0]
    in_matrix, heard, answers = both_ways(together, queries, clips, DEPTH)
    if len(systems) != 1 or not systems[0].is_pack:
        ranked = in_matrix
    back = scored(heard, answers) if asked.both_ways else None
    members: tuple[EvaluationOutcome, ...] = ()
    if len(matrices) > 1:
        alone = [(name, both_ways(matrix, queries, clips, DEPTH)) for name, matrix in zip(names, matrices, strict=True)]
        members = tuple(
            _outcome((name,), forth, scored(asked_back, answered) if asked.both_ways else None, asked)
            for name, (forth, asked_back, answered) in alone
        )
    return _outcome(names, ranked, back, asked, members)


def against(new: EvaluationOutcome, old: EvaluationOutcome) -> Comparison:
    """Compares two systems that were asked the same."""
    back = {}
    if new.back_by_query is not None and old.back_by_query is not None:
        back = compare_scores(new.back_by_query, old.back_by_query)
    return Comparison(compare_scores(new.by_query, old.by_query), back)


def _outcome(
    names: tuple[str, ...],
    ranked: Sequence[Sequence[int]],
    back: QueryScores | None,
    asked: ReportRequest,
    members: tuple[EvaluationOutcome, ...] = (),
) -> EvaluationOutcome:
    scores = scored(asked.queries, ranked)
    found = retrieval(scores, asked.queries, asked.clips)
    relevant = [query.relevant for query in asked.queries]
    kinds = by_kind(ranked, relevant, [query.cluster for query in asked.queries])
    figures = None if back is None else figures_of(back)
    curve = tuple(recall_curve(ranked, relevant))
    return EvaluationOutcome(names, found, scores, figures, back, curve, tuple(kinds), members)
