"""Whether a pack's words can be trusted: how often it says strong where nothing fits, and how right strong is.

For each query the library is also asked without what answers it. Nothing is indexed again for that: a sound's score and
its word come from this sound and the query alone, so that the best of the others is what a library without the kind
would show first (tests/training/test_honesty.py holds both against each other).
"""

from collections.abc import Hashable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.types import Confidence
from training.data.corpus import Clip
from training.evaluation.bootstrap import Measured, interval
from training.evaluation.library import Found, indexed
from training.evaluation.listening import Query, queries_of

FEWEST_QUERIES = 100
"""Below this many, a share says little."""
_DEPTH = 10


@dataclass(frozen=True, slots=True)
class Share:
    """How often something is so, and how often it is to be."""

    words: str
    cases: int
    """Of which it is the share."""
    measured: Measured | None
    """None where there is no case."""
    bound: float
    is_most: bool
    """Whether the bound is the most it may be, else the least."""

    @property
    def is_kept(self) -> bool:
        """Whether the share is within its bound; one of no case is."""
        if self.measured is None:
            return True
        return self.measured.value <= self.bound if self.is_most else self.measured.value >= self.bound

    def line(self) -> str:
        """For people; ! where the bound is not kept."""
        wanted = f"{'at most' if self.is_most else 'at least'} {self.bound:.2f}"
        found = "no case" if self.measured is None else f"{self.measured} of {self.cases}"
        return f"{self.words}: {found} ({wanted}){'' if self.is_kept else ' !'}"


@dataclass(frozen=True, slots=True)
class Honesty:
    """What strong is worth."""

    clips: int
    queries: int
    strong_without: Share
    """Of queries whose answers are not in the library: first hits that say strong."""
    strong_when_right: Share
    """Of queries whose first hit is right: those that say strong for it."""
    right_when_strong: Share
    """Of first hits that say strong: the right ones."""
    right_when_strong10: Share
    """The same of all of the first ten hits."""

    @property
    def shares(self) -> tuple[Share, ...]:
        """All of them."""
        return (self.strong_without, self.strong_when_right, self.right_when_strong, self.right_when_strong10)

    def lines(self) -> list[str]:
        """For people."""
        head = f"{self.queries} captions, {self.clips} clips, by sound only; ! what is not as it is to be"
        few = [f"fewer than {FEWEST_QUERIES} captions: too few to judge by"] if self.queries < FEWEST_QUERIES else []
        return [head, *few, *(share.line() for share in self.shares)]

    def record(self) -> dict[str, Any]:
        """For machines: as --json prints it."""
        kept = {
            name: {**asdict(share), "is_kept": share.is_kept}
            for name, share in zip(
                ("strong_without", "strong_when_right", "right_when_strong", "right_when_strong10"),
                self.shares,
                strict=True,
            )
        }
        return {"clips": self.clips, "queries": self.queries, **kept}


def measure_honesty(pack: Path, clips: Sequence[Clip], *, workers: int = 0) -> Honesty:
    """Searches for every caption of a split, and looks at the confidence of what the engine finds.

    Args:
        pack: the pack's folder.
        clips: one split, or some kinds of it.
        workers: threads, see `training.evaluation.library.indexed`.

    Raises:
        EvaluationError: the engine failed.
    """
    queries = queries_of(clips)
    deepest = max(len(query.relevant) for query in queries)
    with indexed(pack, clips, workers=workers) as library:
        # Below all that is right there is still one hit, and of those with it the first ten.
        found = library.search([query.text for query in queries], max(_DEPTH, deepest + 1))
    return honesty_of(queries, found, len(clips))


def honesty_of(queries: Sequence[Query], found: Sequence[Sequence[Found]], clips: int) -> Honesty:
    """Turns hits into shares.

    Args:
        queries: what was asked.
        found: the hits of each, best first: one more than the query has answers, or all there are.
        clips: in the library.
    """
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
        strong_without=without.share("first hit strong, its kind removed", 0.1, is_most=True),
        strong_when_right=when_right.share("first hit right: strong", 0.5, is_most=False),
        right_when_strong=when_strong.share("first hit strong: right", 0.8, is_most=False),
        right_when_strong10=among_ten.share("strong among the first ten: right", 0.8, is_most=False),
    )


class _Cases:
    """Cases of one share as they come, with the cluster of each."""

    def __init__(self) -> None:
        self._so: list[bool] = []
        self._clusters: list[Hashable] = []

    def add(self, is_so: bool, query: Query) -> None:
        self._so.append(is_so)
        self._clusters.append(query.cluster)

    def share(self, words: str, bound: float, *, is_most: bool) -> Share:
        measured = interval(np.array(self._so, dtype=np.float64), self._clusters) if self._so else None
        return Share(words, len(self._so), measured, bound, is_most)


def _is_strong(hit: Found) -> bool:
    return hit.confidence == Confidence.STRONG
