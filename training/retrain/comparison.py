"""Before and after: how well two packs find the held-out sounds by their descriptions, through the engine.

Both packs answer the same queries, so that the gain has its own interval over those queries; whether the intervals of
the two overlap is irrelevant. Queries of one kind of sound fail together and are resampled together.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from training.data.corpus import Clip
from training.evaluation.figures import QueryScores, figures_of
from training.evaluation.retrieval import rankings, scored
from training.measures.bootstrap import compare
from training.measures.caption_queries import queries_of

_GRAMMAR = re.compile(r"""["|:*()]|(?<!\w)-|(?<=\w):""")
"""Query grammar: quotes, or, filters, minus."""


def measure(pack: Path, clips: Sequence[Clip]) -> QueryScores:
    """Measures a pack on the held-out sounds.

    Raises:
        EvaluationError: the engine rejects the pack.
    """
    queries = [replace(query, text=plain(query.text)) for query in queries_of(clips)]
    asked, ranked = rankings(pack, clips, queries=[query for query in queries if query.text])
    return scored(asked, ranked)


def plain(text: str) -> str:
    """Strips a description of query grammar; "" when no word is left."""
    words = " ".join(_GRAMMAR.sub(" ", text).split())
    return words if any(letter.isalnum() for letter in words) else ""


def facts_of(scores: QueryScores) -> dict[str, float]:
    """Returns the number of queries, and `figures_by_name`."""
    return {"queries": len(scores.clusters), **figures_by_name(scores)}


def figures_by_name(scores: QueryScores) -> dict[str, float]:
    """Returns the figures of the event `measured`; low and high are the interval of map10."""
    figures = figures_of(scores)
    found = {name: getattr(figures, name).value for name in ("map10", "recall1", "recall5", "recall10")}
    found |= {"low": figures.map10.low, "high": figures.map10.high}
    return {name: round(value, 5) for name, value in found.items()}


def gain_of(after: QueryScores, before: QueryScores) -> dict[str, float]:
    """Returns the gain of one pack over another on the same queries, with its interval."""
    gain = compare(after.map10, before.map10, after.clusters)
    found = {"change": gain.value, "change_low": gain.low, "change_high": gain.high}
    return {name: round(value, 5) for name, value in found.items()}
