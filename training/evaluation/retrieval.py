"""Measures text-to-audio retrieval as a user meets it: through `earshot index` and `earshot search`.

The files of a split become a library with meaningless names (`training.evaluation.library`), and every distinct caption
of the split is searched for with --sound-only.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from training.data.corpus import Clip
from training.evaluation.figures import DEPTH, Figures, QueryScores, figures_of, score_queries
from training.evaluation.library import ORDINARY, IndexOptions, indexed
from training.measures.caption_queries import CaptionQuery, queries_of
from training.measures.metrics import mean_average_precision

_RANDOM_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Retrieval:
    """How well captions find the clips of a split."""

    clips: int
    kinds: int
    queries: int
    figures: Figures
    random_map10: float
    """mAP@10 of random rankings, the mean of twenty."""
    by_query: QueryScores = field(repr=False)
    """Each query's scores, in the order of `queries_of`."""

    @property
    def map10(self) -> float:
        """Returns mAP@10; see `training.measures.metrics.average_precision`."""
        return self.figures.map10.value

    @property
    def recall1(self) -> float:
        return self.figures.recall1.value

    @property
    def recall5(self) -> float:
        return self.figures.recall5.value

    @property
    def recall10(self) -> float:
        return self.figures.recall10.value

    def lines(self) -> list[str]:
        head = f"{self.queries} captions, {self.clips} clips of {self.kinds} kinds, by sound only"
        first, *rest = self.figures.lines()
        return [head, f"{first}   random {self.random_map10:.4f}", *rest]


def evaluate(pack: Path, clips: Sequence[Clip], *, by: IndexOptions = ORDINARY) -> Retrieval:
    """Indexes the clips with the pack and searches for each distinct caption.

    Raises:
        EvaluationError: the engine failed.
    """
    queries, ranked = rankings(pack, clips, by=by)
    return score(queries, ranked, clips)


def rankings(
    pack: Path, clips: Sequence[Clip], *, by: IndexOptions = ORDINARY, queries: Sequence[CaptionQuery] | None = None
) -> tuple[list[CaptionQuery], list[list[int]]]:
    """Returns the queries and, for each, the rows of the engine's first DEPTH clips, best first.

    Args:
        clips: one split; no query finds unreadable ones.
        queries: queries to ask; None for the clips' distinct captions.

    Raises:
        EvaluationError: the engine failed.
    """
    asked = queries_of(clips) if queries is None else list(queries)
    with indexed(pack, clips, by=by) as library:
        found = library.search([query.text for query in asked], DEPTH)
    return asked, [[hit.row for hit in hits] for hits in found]


def scored(queries: Sequence[CaptionQuery], ranked: Sequence[Sequence[int]]) -> QueryScores:
    """Scores every query by every metric."""
    return score_queries(
        ranked,
        [query.relevant for query in queries],
        [query.cluster for query in queries],
        [query.category for query in queries],
    )


def score(queries: Sequence[CaptionQuery], ranked: Sequence[Sequence[int]], clips: Sequence[Clip]) -> Retrieval:
    """Computes figures from rankings, with those of random rankings."""
    return retrieval(scored(queries, ranked), queries, clips)


def retrieval(scores: QueryScores, queries: Sequence[CaptionQuery], clips: Sequence[Clip]) -> Retrieval:
    """Computes figures from query scores, with those of random rankings."""
    relevant = [query.relevant for query in queries]
    chance = random.Random(0)
    everything = range(len(clips))
    depth = min(10, len(clips))
    rounds = [
        mean_average_precision([chance.sample(everything, depth) for _ in queries], relevant)
        for _ in range(_RANDOM_ROUNDS)
    ]
    return Retrieval(
        clips=len(clips),
        kinds=len({clip.kind for clip in clips}),
        queries=len(queries),
        figures=figures_of(scores),
        random_map10=sum(rounds) / len(rounds),
        by_query=scores,
    )
