"""Measures whether a pack's words can be trusted: strong hits where nothing fits, and the precision of strong.

For each query the library is also asked without the right sounds. This needs no second index: a sound's score and mark
depend on this sound and the query alone, so the best of the other sounds is what a library without the kind would show
first (tests/training/test_honesty.py compares both). Meaningless queries are asked too: random letters, single letters,
and minus terms alone. None of them may be marked.
"""

import random
import string
from collections.abc import Hashable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.base.types import Confidence
from engine.models.curve_fitting import RIGHT_WHEN_STRONG, STRONG_WITHOUT
from training.data.corpus import Clip
from training.evaluation.library import ORDINARY, EngineHit, IndexOptions, indexed
from training.measures.bootstrap import Interval, interval
from training.measures.caption_queries import CaptionQuery, queries_of

FEWEST_QUERIES = 100
"""Below this number a share says little."""
STRONG_WHEN_RIGHT = 0.55
"""Least share of strong ones among right first hits."""
_RIGHT_AMONG_TEN = 0.8
_NONSENSE = 60
_DEPTH = 10


@dataclass(frozen=True, slots=True)
class Share:
    """A measured share and its bound."""

    words: str
    cases: int
    """Number of cases that it is a share of."""
    measured: Interval | None
    """None without cases."""
    bound: float
    is_most: bool
    """Whether the bound is an upper one; otherwise it is a lower one."""

    @property
    def is_kept(self) -> bool:
        """Whether the share is within its bound; true without cases."""
        if self.measured is None:
            return True
        return self.measured.value <= self.bound if self.is_most else self.measured.value >= self.bound

    def line(self) -> str:
        """Formats the share, with ! for a missed bound."""
        wanted = f"{'at most' if self.is_most else 'at least'} {self.bound:.2f}"
        found = "no case" if self.measured is None else f"{self.measured} of {self.cases}"
        return f"{self.words}: {found} ({wanted}){'' if self.is_kept else ' !'}"


@dataclass(frozen=True, slots=True)
class Honesty:
    """The worth of strong."""

    clips: int
    queries: int
    strong_without: Share
    """Queries without right answers in the library: strong first hits."""
    strong_when_right: Share
    """Queries with a right first hit: strong ones among those hits."""
    right_when_strong: Share
    """Strong first hits: right ones."""
    right_when_strong10: Share
    """Strong hits among the first ten: right ones."""
    marked_nonsense: Share
    """Meaningless queries: those with a strong or fair hit."""

    @property
    def shares(self) -> tuple[Share, ...]:
        return tuple(getattr(self, name) for name in _SHARES)

    def lines(self) -> list[str]:
        head = f"{self.queries} captions, {self.clips} clips, by sound only; ! what is not as it is to be"
        few = [f"fewer than {FEWEST_QUERIES} captions: too few to judge by"] if self.queries < FEWEST_QUERIES else []
        return [head, *few, *(share.line() for share in self.shares)]

    def record(self) -> dict[str, Any]:
        kept = {
            name: {**asdict(share), "is_kept": share.is_kept} for name, share in zip(_SHARES, self.shares, strict=True)
        }
        return {"clips": self.clips, "queries": self.queries, **kept}


def measure_honesty(pack: Path, clips: Sequence[Clip], *, by: IndexOptions = ORDINARY) -> Honesty:
    """Searches for every caption of a split and collects the marks of the engine's hits.

    Args:
        clips: one split, or some kinds of it.

    Raises:
        EvaluationError: the engine failed.
    """
    queries = queries_of(clips)
    deepest = max(len(query.relevant) for query in queries)
    with indexed(pack, clips, by=by) as library:
        # One hit more than the right ones, and at least ten.
        found = library.search([query.text for query in queries], max(_DEPTH, deepest + 1))
        marked = library.search(nonsense(), 1)
    return honesty_of(queries, found, len(clips), marked)


def nonsense() -> list[str]:
    """Returns meaningless queries: random letters, single letters and minus terms alone."""
    draw = random.Random(0)
    words = ["".join(draw.choices("bcdfghjklmnpqrstvwxz", k=draw.randint(4, 9))) for _ in range(_NONSENSE)]
    return [*words, *string.ascii_lowercase, "-rain", "-music -voice"]


def honesty_of(
    queries: Sequence[CaptionQuery],
    found: Sequence[Sequence[EngineHit]],
    clips: int,
    meaningless: Sequence[Sequence[EngineHit]] = (),
) -> Honesty:
    """Computes shares from hits.

    Args:
        found: hits of each, best first: one more than the query has answers, or all there are.
        clips: number in the library.
        meaningless: hits of meaningless queries.
    """
    marked = _Cases()
    for number, hits in enumerate(meaningless):
        is_marked = any(hit.confidence in (Confidence.STRONG, Confidence.FAIR) for hit in hits)
        marked.add(is_marked, CaptionQuery("", frozenset(), str(number)))
    without, when_right, when_strong, among_ten = _Cases(), _Cases(), _Cases(), _Cases()
    for query, hits in zip(queries, found, strict=True):
        first_other = next((hit for hit in hits if hit.row not in query.relevant), None)
        if len(query.relevant) < clips:
            without.add(first_other is not None and _is_strong(first_other), query)
        if hits and hits[0].row in query.relevant:
            when_right.add(_is_strong(hits[0]), query)
        if hits and _is_strong(hits[0]):
            when_strong.add(hits[0].row in query.relevant, query)
        for hit in hits[:_DEPTH]:
            if _is_strong(hit):
                among_ten.add(hit.row in query.relevant, query)
    return Honesty(
        clips=clips,
        queries=len(queries),
        strong_without=without.share("first hit strong, its kind removed", STRONG_WITHOUT, is_most=True),
        strong_when_right=when_right.share("first hit right: strong", STRONG_WHEN_RIGHT, is_most=False),
        right_when_strong=when_strong.share("first hit strong: right", RIGHT_WHEN_STRONG, is_most=False),
        right_when_strong10=among_ten.share("strong among the first ten: right", _RIGHT_AMONG_TEN, is_most=False),
        marked_nonsense=marked.share("asked for what means nothing: strong or fair", 0.0, is_most=True),
    )


_SHARES = ("strong_without", "strong_when_right", "right_when_strong", "right_when_strong10", "marked_nonsense")


class _Cases:
    def __init__(self) -> None:
        self._so: list[bool] = []
        self._clusters: list[Hashable] = []

    def add(self, is_so: bool, query: CaptionQuery) -> None:
        self._so.append(is_so)
        self._clusters.append(query.cluster)

    def share(self, words: str, bound: float, *, is_most: bool) -> Share:
        measured = interval(np.array(self._so, dtype=np.float64), self._clusters) if self._so else None
        return Share(words, len(self._so), measured, bound, is_most)


def _is_strong(hit: EngineHit) -> bool:
    return hit.confidence == Confidence.STRONG
