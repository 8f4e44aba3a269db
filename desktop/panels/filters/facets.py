"""What the filter panel offers, as the registry of filters has it: its buttons, and the groups of values under each."""

from collections.abc import Iterator
from dataclasses import dataclass

from desktop import engine_words
from desktop.translation import Phrase
from engine.search.filtering import FILTERS
from engine.search.filters.record import Button, Filter, Range, Style
from engine.types import Colour

CONTEXT = "Facets"
"""Of the panel's words among the translations."""
MOST_USED = ("length", "format", "channels", "category", "rating", "tag")
"""Ids of those that stand in the line, in this order; the others are under More, or in the line while they are set."""


@dataclass(frozen=True, slots=True)
class PresetChoice:
    """One preset."""

    value: str
    """What is written behind the colon."""
    label: Phrase | str
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class FacetGroup:
    """The choices of one key."""

    key: str
    title: Phrase
    choices: tuple[PresetChoice, ...]
    """None where the library lists the values that occur."""
    style: Style
    range: Range | None
    is_long: bool
    """A list that one types into, as there may be hundreds."""
    columns: int
    has_values: bool
    """Whether there are values to click and to count, beside a range."""


@dataclass(frozen=True, slots=True)
class Facet:
    """One button of the panel."""

    id: str
    title: Phrase
    groups: tuple[FacetGroup, ...]
    hint: Phrase | None = None


def facets() -> tuple[Facet, ...]:
    """Every facet there is."""
    return tuple(_facet(button, FILTERS.of_button(button)) for button in Button if FILTERS.of_button(button))


def words() -> Iterator[str]:
    """What `make translations` collects: every word of the panel that is translated."""
    for button in Button:
        yield button.value
    for filter in FILTERS.values():
        panel = filter.panel
        if panel is not None:
            unit = () if panel.range is None else (panel.range.unit,)
            texts = (panel.title, panel.hint, *(choice.label for choice in panel.choices), *unit)
            yield from (text for text in texts if _is_words(text))


def value_name(key: str, value: str) -> str:
    """What a value that the library lists is called."""
    words = FILTERS[key].label(value)
    return engine_words.line(words) if words.values == () else engine_words.note(words)


def _facet(button: Button, filters: tuple[Filter, ...]) -> Facet:
    hints = [filter.panel.hint for filter in filters if filter.panel is not None and filter.panel.hint]
    title = Phrase(CONTEXT, button.value)
    hint = Phrase(CONTEXT, hints[0]) if hints else None
    return Facet(button.id, title, tuple(_group(filter) for filter in filters), hint)


def _group(filter: Filter) -> FacetGroup:
    panel = filter.panel
    assert panel is not None
    return FacetGroup(
        filter.key,
        Phrase(CONTEXT, panel.title or panel.button.value),
        tuple(PresetChoice(one.value, _shown(one.label), one.colour) for one in panel.choices),
        filter.style,
        panel.range,
        panel.is_long,
        panel.columns,
        bool(panel.choices) or filter.lists is not None,
    )


def _shown(text: str) -> Phrase | str:
    return Phrase(CONTEXT, text) if _is_words(text) else text


def _is_words(text: str) -> bool:
    """Whether it is translated: no signs and no sign of a unit."""
    return any(letter.isalpha() for letter in text) and text not in ("s", "kHz", "LUFS", "BPM")
