"""Selects queries that are new to a model: captions that training never saw, and among them known and unknown kinds.

Compares words and kinds only; the splits ensure that no recording is in both.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from training.data.corpus import Clip
from training.evaluation.figures import QueryScores, compare_scores
from training.evaluation.retrieval import Retrieval, retrieval
from training.measures.bootstrap import Difference
from training.measures.caption_queries import CaptionQuery


@dataclass(frozen=True, slots=True)
class NewQueryGroup:
    """Some of the queries, by what training saw of them."""

    name: str
    """For machines."""
    words: str
    """For people."""
    rows: tuple[int, ...]
    """Indices of the queries; may be empty."""


@dataclass(frozen=True, slots=True)
class QueryGroupFigures:
    """A pack's figures for some of the queries."""

    about: NewQueryGroup
    found: Retrieval | None
    """None without such queries."""
    change: dict[str, Difference]
    """Its lead over another system by metric; empty without one."""

    def lines(self) -> list[str]:
        """Formats the figures, with * where a gain's interval excludes zero."""
        if self.found is None:
            return [f"{self.about.words}: no query"]
        gains = [f"gain {name} {change}{' *' if change.is_clear else ''}" for name, change in self.change.items()]
        return [f"{self.about.words}:", *self.found.lines(), *gains]

    def record(self) -> dict[str, Any]:
        return {
            "name": self.about.name,
            "queries": len(self.about.rows),
            "text_to_audio": None if self.found is None else asdict(self.found.figures),
            "random_map10": None if self.found is None else self.found.random_map10,
            "change": {name: asdict(change) for name, change in self.change.items()},
        }


def new_queries(
    queries: Sequence[CaptionQuery], clips: Sequence[Clip], seen: Sequence[Clip]
) -> tuple[NewQueryGroup, ...]:
    """Groups the queries by what training saw of them.

    Captions are compared regardless of case and blanks. A caption of several kinds counts as known if any kind is
    known.

    Args:
        seen: the training clips.
    """
    captions = {_plain(caption) for clip in seen for caption in clip.captions}
    kinds = {clip.kind for clip in seen}
    new = [row for row, query in enumerate(queries) if _plain(query.text) not in captions]
    known = [row for row in new if any(clips[answer].kind in kinds for answer in queries[row].relevant)]
    unknown = sorted(set(new) - set(known))
    return (
        NewQueryGroup("captions_unseen", "(a) captions that training has not", tuple(new)),
        NewQueryGroup("captions_unseen_kinds_seen", "(b) of these, kinds that it has", tuple(known)),
        NewQueryGroup("kinds_unseen", "(c) of these, kinds that it has not", tuple(unknown)),
    )


def figures_of_new(
    groups: Sequence[NewQueryGroup],
    queries: Sequence[CaptionQuery],
    clips: Sequence[Clip],
    scores: QueryScores,
    other: QueryScores | None = None,
) -> list[QueryGroupFigures]:
    """Returns the figures of each group's queries over all clips.

    Args:
        groups: see `new_queries`.
        queries: all queries.
        scores: scores of all queries.
        other: another system's scores of the same queries, or None.
    """
    found = []
    for group in groups:
        if not group.rows:
            found.append(QueryGroupFigures(group, None, {}))
            continue
        own, asked = scores.of_rows(group.rows), [queries[row] for row in group.rows]
        change = {} if other is None else compare_scores(own, other.of_rows(group.rows))
        found.append(QueryGroupFigures(group, retrieval(own, asked, clips), change))
    return found


def _plain(caption: str) -> str:
    return " ".join(caption.split()).casefold()
