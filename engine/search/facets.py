"""The possible values of a filter among the sounds that pass the other filters, with counts."""

from msgspec import Struct
from msgspec.structs import replace

from engine.audio.ucs import categories
from engine.base.types import PickedSounds
from engine.search import filter_registry
from engine.search.filter_registry import FILTERS
from engine.search.filters.filter import Style
from engine.search.query_parser import parse
from engine.search.tokens import TokenKind, marks
from engine.store.catalogue import Catalogue
from engine.store.filters import BY_EAR, CATEGORIES, CHANNELS, CUSTOM, RATE, Column, Filters, NumberColumn


class FacetValue(Struct, frozen=True):
    """One value of a filter."""

    value: str
    """As written after the colon."""
    sounds: int
    """Number of sounds that would pass."""


class FacetQuestion(Struct, frozen=True):
    """A request for the values of one filter."""

    key: str
    choices: tuple[str, ...] = ()
    """Values to count, for a filter whose values the library does not list."""
    text: str = ""
    """The typed text: its filters count; its words only rank."""
    filters: str = ""
    without: frozenset[str] = frozenset()
    """Ids of the chips that are switched off."""
    among: PickedSounds | None = None


def counted(catalogue: Catalogue, question: FacetQuestion) -> tuple[FacetValue, ...]:
    """The values of one filter with counts: `choices` in order, or present values, most frequent or smallest first.

    The filter's own chosen values do not narrow the counts, so that another can be chosen.
    """
    filters, column = _others(question), FILTERS[question.key].lists
    if column is not None:
        return tuple(_listed(column, catalogue.passing.values(column, filters)))
    choices = [filter_registry.combine([filter_registry.read(question.key, value)]) for value in question.choices]
    counts = catalogue.passing.counts(choices, filters)
    return tuple(map(FacetValue, question.choices, counts))


def _others(question: FacetQuestion) -> Filters:
    kept = question.filters
    if FILTERS[question.key].style is not Style.ALL:  # for Style.ALL the chosen values narrow the counts
        found = marks(kept, FILTERS.keys_typed)
        kept = " ".join(mark.source for mark in found if mark.kind is TokenKind.FILTER and mark.key != question.key)
    query = parse(question.text, synonyms=lambda word: (), without=question.without, filters=kept)
    return replace(query.filters, among=question.among)


def _listed(column: Column, found: dict[str | int, int]) -> list[FacetValue]:
    if column in (CATEGORIES, BY_EAR):
        return _by_name({str(cat_id): count for cat_id, count in found.items()})
    if isinstance(column, NumberColumn):
        return [FacetValue(_written(column, int(value)), count) for value, count in sorted(found.items())]
    if column == CUSTOM:
        return _by_field({str(value): count for value, count in found.items()})
    return _by_frequency({str(value): count for value, count in found.items()})


def _by_frequency(found: dict[str, int]) -> list[FacetValue]:
    return [FacetValue(value, count) for value, count in sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))]


def _by_field(found: dict[str, int]) -> list[FacetValue]:
    """By field; each field's "any text" first, then its texts, most frequent first."""

    def place(pair: tuple[str, int]) -> tuple[str, bool, int, str]:
        name, _, text = pair[0].partition("=")
        return name, bool(text), -pair[1], text

    return [FacetValue(value, count) for value, count in sorted(found.items(), key=place)]


def _written(column: NumberColumn, value: int) -> str:
    if column == RATE:
        return f"{value / 1000:g}k"
    return {1: "mono", 2: "stereo"}.get(value, str(value)) if column == CHANNELS else str(value)


def _by_name(found: dict[str, int]) -> list[FacetValue]:
    """CatIDs grouped by UCS category, in UCS order."""
    counts: dict[str, int] = {}
    for category in categories():
        sounds = found.get(category.cat_id.lower(), 0)
        if sounds:
            counts[category.category] = counts.get(category.category, 0) + sounds
    return [FacetValue(name, sounds) for name, sounds in counts.items()]
