"""The registry of filters, and what is made of typed ones: a part each, and the catalogue's Filters of all parts."""

import difflib
from collections.abc import Iterable, Iterator, Mapping

from engine.errors import QueryError
from engine.search.filters import kept, sounds, written
from engine.search.filters.record import Button, Filter, FilterPart, claim, of_key
from engine.search.limits import Unreadable
from engine.store import filters as columns
from engine.store.filters import Filters
from engine.wording import Saying

_MOST_SHOWN = 40
"""Letters of a value that are repeated in an error."""
_tagged = claim(columns.TAGGED, Saying.WITH_TAGS, Saying.WITHOUT_TAGS)


class Registry(Mapping[str, Filter]):
    """The filters by key, the most used first. Everybody who wants to know what filters there are asks here."""

    def __init__(self, filters: Iterable[Filter]) -> None:
        self._by_key: dict[str, Filter] = {}
        for filter in filters:
            self.add(filter)

    def __getitem__(self, key: str) -> Filter:
        """A filter by its key or another spelling of it, in lower case."""
        return self._by_key[key if key in self._by_key else self.spellings.get(key, key)]

    def __iter__(self) -> Iterator[str]:
        """The keys, each once."""
        return iter(self._by_key)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._by_key)

    def add(self, filter: Filter) -> None:
        """Takes in one more.

        Raises:
            ValueError: its key is another's.
        """
        if filter.key in self.keys_typed:
            raise ValueError(f"there are two filters of the key {filter.key}")
        self._by_key[filter.key] = filter

    def remove(self, key: str) -> None:
        """Takes one out."""
        del self._by_key[key]

    @property
    def spellings(self) -> dict[str, str]:
        """Keys by their other spellings."""
        return {alias: filter.key for filter in self._by_key.values() for alias in filter.aliases}

    @property
    def keys_typed(self) -> frozenset[str]:
        """Every key that makes a filter when a colon follows it, other spellings too."""
        return frozenset({*self._by_key, *self.spellings})

    @property
    def states(self) -> dict[str, tuple[str, str]]:
        """What may be typed behind `is:`, and the key and value that are meant."""
        return {
            state: (filter.key, value) for filter in self._by_key.values() for state, value in filter.states.items()
        }

    def of_button(self, button: Button) -> tuple[Filter, ...]:
        """The filters that a button of the panel shows."""
        return tuple(one for one in self._by_key.values() if one.panel is not None and one.panel.button is button)


def read(key: str, value: str) -> FilterPart:
    """Reads one filter.

    Raises:
        QueryError: the value cannot be read.
    """
    filter = FILTERS[key]
    if filter.read is None:
        raise refuse(key, value)
    try:
        return of_key(filter.read(value), filter.key)
    except Unreadable as err:
        raise refuse(key, value, advice=str(err)) from None


def combine(parts: Iterable[FilterPart]) -> Filters:
    """Gives the filters that let pass what every part lets pass.

    Several parts of `ext`, `cat`, `key` or `colour` are alternatives: a sound has one of each.
    """
    return Filters.of(condition for part in parts for condition in part.conditions)


def near_key(word: str) -> str:
    """The key that may be meant by what was typed before a colon: its title, or one spelt nearly so; "" for none."""
    by_name = {filter.title.lower(): filter.key for filter in FILTERS.values()} | {key: key for key in FILTERS}
    found = difflib.get_close_matches(word.lower(), by_name, n=1, cutoff=0.75)
    return by_name[found[0]] if found else ""


def refuse(key: str, value: str, *, advice: str = "") -> QueryError:
    """The error for a value that cannot be read, naming what is allowed."""
    shown = value if len(value) <= _MOST_SHOWN else value[: _MOST_SHOWN - 1] + "…"
    what = f"“{key}:{shown}” cannot be read as a filter." if value else f"The filter “{key}:” has no value."
    return QueryError(what, advice=advice or f"Write {FILTERS[key].allowed}.")


def _state(value: str) -> FilterPart:
    """Reads `is:loop` and the like, which stand for other filters."""
    state = value.strip().lower()
    if state in ("tagged", "untagged"):
        return _tagged("yes" if state == "tagged" else "no")
    if state not in FILTERS.states:
        raise Unreadable
    return read(*FILTERS.states[state])


def _offered(filters: Iterable[Filter]) -> tuple[str, ...]:
    """The first word behind `is:` for each value that has one."""
    first: dict[tuple[str, str], str] = {}
    for filter in filters:
        for state, value in filter.states.items():
            first.setdefault((filter.key, value), state)
    return tuple(dict.fromkeys((*_USEFUL, *first.values())))


_USEFUL = ("loop", "oneshot", "favourite", "rated", "unrated", "tagged", "untagged")
"""Offered first behind `is:`."""
_STATES = _offered((*kept.FILTERS, *sounds.FILTERS, *written.FILTERS))
FILTERS = Registry(
    (
        *kept.FILTERS,
        *sounds.FILTERS,
        *written.FILTERS,
        Filter(
            "is",
            "Is",
            f"one of {', '.join(_STATES)}",
            ("is:loop", "is:unheard"),
            "other words for these filters",
            _state,
            _STATES,
        ),
    )
)


def guide_table() -> str:
    """The table of filters in the user guide: `python -m engine.search.filtering` prints it."""
    rows = [f"| {' '.join(f'`{one}`' for one in filter.examples)} | {filter.guide} |" for filter in FILTERS.values()]
    return "\n".join(["| you write | it means |", "| --- | --- |", *rows])


if __name__ == "__main__":
    print(guide_table())
