"""Before and after: how well two packs find the held-out sounds by their descriptions, through the engine.

Both packs are asked the same queries, so the gain is judged by its own interval over those queries and not by whether
the intervals of the two overlap; queries of one kind of sound fail together and are drawn together.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from training.data.corpus import Clip
from training.evaluation.figures import QueryScores, figures_of
from training.evaluation.retrieval import rankings, scored
from training.measures.bootstrap import compare
from training.measures.listening import queries_of

_GRAMMAR = re.compile(r"""["|:*()]|(?<!\w)-|(?<=\w):""")
"""What the engine would read as more than words: quotes, or, filters, minus."""


def measure(pack: Path, clips: Sequence[Clip]) -> QueryScores:
    """Measures a pack on the held-out sounds.

    Raises:
        EvaluationError: the engine would not work with the pack.
    """
    queries = [replace(query, text=plain(query.text)) for query in queries_of(clips)]
    asked, ranked = rankings(pack, clips, queries=[query for query in queries if query.text])
    return scored(asked, ranked)


def plain(text: str) -> str:
    """Gives a description without what a query's grammar reads as more than words; "" when no word is left."""
    words = " ".join(_GRAMMAR.sub(" ", text).split())
    return words if any(letter.isalnum() for letter in words) else ""


def facts_of(scores: QueryScores) -> dict[str, float]:
    """Gives how many queries were asked, and `figures_by_name`."""
    return {"queries": len(scores.clusters), **figures_by_name(scores)}


def figures_by_name(scores: QueryScores) -> dict[str, float]:
    """Gives what the event `measured` says; low and high are the interval of map10."""
    figures = figures_of(scores)
    found = {name: getattr(figures, name).value for name in ("map10", "recall1", "recall5", "recall10")}
    found |= {"low": figures.map10.low, "high": figures.map10.high}
    return {name: round(value, 5) for name, value in found.items()}


def gain_of(after: QueryScores, before: QueryScores) -> dict[str, float]:
    """Gives how much better one pack is than another on the same queries, with the interval of that."""
    gain = compare(after.map10, before.map10, after.clusters)
    found = {"change": gain.value, "change_low": gain.low, "change_high": gain.high}
    return {name: round(value, 5) for name, value in found.items()}
