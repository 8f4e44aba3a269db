"""What a filter could be set to: its values among the sounds that the other filters let pass, and their counts."""

from dataclasses import dataclass, replace

from engine.audio.ucs import categories
from engine.search import filtering, limits
from engine.search.marks import MarkKind, marks
from engine.search.parse import parse
from engine.store import facets
from engine.store.facets import Rows
from engine.store.filters import Filters
from engine.types import Among

_ALL_HOLD = frozenset({"tag"})
"""Keys of which several values must hold at once: what is chosen already goes on counting."""
LISTED = frozenset({"ext", "ch", "sr", "depth", "cat", "key", "tag"})
"""Keys whose values the library lists; of others the caller names the choices."""


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value of a filter."""

    value: str
    """As it is written behind the colon."""
    sounds: int
    """How many sounds would pass."""


@dataclass(frozen=True, slots=True)
class FacetQuestion:
    """What is asked of one filter."""

    key: str
    choices: tuple[str, ...] = ()
    """Values to be counted; of a key of `LISTED` those that occur are found."""
    text: str = ""
    """What is typed: its filters count, its words do not, for they only rank."""
    filters: str = ""
    """What is chosen."""
    without: frozenset[str] = frozenset()
    """Ids of chips that are switched off."""
    among: Among | None = None


def counted(rows: Rows, question: FacetQuestion) -> tuple[FacetValue, ...]:
    """The values of one filter, counted: those that occur, the most frequent or smallest first; named choices in order.

    Its own chosen values do not narrow them, so that another can be chosen.
    """
    filters = _others(question)
    if question.key == "ext":
        return tuple(_by_frequency(facets.formats(rows, filters)))
    if question.key in LISTED:
        return tuple(_listed(question.key, facets.values(rows, question.key, filters)))
    choices = [filtering.combine([filtering.read(question.key, value)]) for value in question.choices]
    counts = facets.passing(rows, choices, filters)
    return tuple(map(FacetValue, question.choices, counts))


def _others(question: FacetQuestion) -> Filters:
    kept = question.filters
    if question.key not in _ALL_HOLD:
        found = marks(kept, limits.KEYS)
        kept = " ".join(mark.source for mark in found if mark.kind is MarkKind.FILTER and mark.key != question.key)
    query = parse(question.text, synonyms=lambda word: (), without=question.without, filters=kept)
    return replace(query.filters, among=question.among)


def _listed(key: str, found: dict[str | int, int]) -> list[FacetValue]:
    if key == "cat":
        return _by_name({str(cat_id): count for cat_id, count in found.items()})
    if key in ("ch", "sr", "depth"):
        return [FacetValue(_written(key, int(value)), count) for value, count in sorted(found.items())]
    return _by_frequency({str(value): count for value, count in found.items()})


def _by_frequency(found: dict[str, int]) -> list[FacetValue]:
    return [FacetValue(value, count) for value, count in sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))]


def _written(key: str, value: int) -> str:
    if key == "sr":
        return f"{value / 1000:g}k"
    return {1: "mono", 2: "stereo"}.get(value, str(value)) if key == "ch" else str(value)


def _by_name(found: dict[str, int]) -> list[FacetValue]:
    """CatIDs summed up by the UCS category they are of, in the order of the list."""
    counts: dict[str, int] = {}
    for category in categories():
        sounds = found.get(category.cat_id.lower(), 0)
        if sounds:
            counts[category.category] = counts.get(category.category, 0) + sounds
    return [FacetValue(name, sounds) for name, sounds in counts.items()]
