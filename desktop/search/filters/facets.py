"""Contents of the filter panel from the registry of filters: its buttons and their groups of values."""

from collections.abc import Iterator

from msgspec import Struct

from desktop.base import engine_words
from desktop.base.translation import Phrase
from engine.base.types import Colour
from engine.library.filters import FILTERS, Button, Filter, Range, Style

CONTEXT = "Facets"
"""Translation context of the panel's texts."""
MOST_USED = ("length", "format", "channels", "category", "rating", "tag")
"""Ids of the facets always in the strip, in order; others appear there while set, else under More."""


class PresetChoice(Struct, frozen=True):
    """A fixed choice of a facet."""

    value: str
    """The text after the colon."""
    label: Phrase | str
    colour: Colour | None = None


class FacetGroup(Struct, frozen=True):
    """The choices of one key."""

    key: str
    title: Phrase
    choices: tuple[PresetChoice, ...]
    """Empty if the library lists the values that occur."""
    style: Style
    range: Range | None
    is_long: bool
    """The list is searchable, as it may have hundreds of values."""
    columns: int
    has_values: bool
    """Whether there are countable values besides a range."""


class Facet(Struct, frozen=True):
    """One button of the panel."""

    id: str
    title: Phrase
    groups: tuple[FacetGroup, ...]
    hint: Phrase | None = None


def facets() -> tuple[Facet, ...]:
    """All facets."""
    return tuple(_facet(button, FILTERS.of_button(button)) for button in Button if FILTERS.of_button(button))


def words() -> Iterator[str]:
    """Translatable texts of the panel, for `make translations`."""
    for button in Button:
        yield button.value
    for filter in FILTERS.values():
        panel = filter.panel
        if panel is not None:
            unit = () if panel.range is None else (panel.range.unit,)
            texts = (panel.title, panel.hint, *(choice.label for choice in panel.choices), *unit)
            yield from (text for text in texts if _is_words(text))


def value_name(key: str, value: str) -> str:
    """Label of a value that the library lists."""
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
    """Whether it needs translation: not a symbol or unit."""
    return any(letter.isalpha() for letter in text) and text not in ("s", "kHz", "LUFS", "BPM")
