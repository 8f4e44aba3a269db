"""The registry of filters: parses typed filters and combines them into the catalogue's Filters."""

import difflib
from collections.abc import Iterable, Iterator, Mapping

from engine.base.errors import QueryError
from engine.base.query_messages import QueryMessage
from engine.search.filters import metadata, quality, sounds, user
from engine.search.filters.filter import Button, Filter, FilterPart, claim, of_key
from engine.search.value_parsers import InvalidValue
from engine.store import filters as columns
from engine.store.filters import Filters

_MOST_SHOWN = 40
"""Letters of a value that an error repeats."""
_tagged = claim(columns.TAGGED, QueryMessage.WITH_TAGS, QueryMessage.WITHOUT_TAGS)


class Registry(Mapping[str, Filter]):
    """All filters by key, most used first: the only list of them."""

    def __init__(self, filters: Iterable[Filter]) -> None:
        self._by_key: dict[str, Filter] = {}
        for filter in filters:
            self.add(filter)

    def __getitem__(self, key: str) -> Filter:
        """Finds a filter by its key or an alias, in lower case."""
        return self._by_key[key if key in self._by_key else self.spellings.get(key, key)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key)

    def __len__(self) -> int:
        return len(self._by_key)

    def add(self, filter: Filter) -> None:
        """Adds a filter.

        Raises:
            ValueError: its key is taken.
        """
        if filter.key in self.keys_typed:
            raise ValueError(f"there are two filters of the key {filter.key}")
        self._by_key[filter.key] = filter

    def remove(self, key: str) -> None:
        del self._by_key[key]

    @property
    def spellings(self) -> dict[str, str]:
        """Keys by alias."""
        return {alias: filter.key for filter in self._by_key.values() for alias in filter.aliases}

    @property
    def keys_typed(self) -> frozenset[str]:
        """Every key or alias that makes a filter before a colon."""
        return frozenset({*self._by_key, *self.spellings})

    @property
    def states(self) -> dict[str, tuple[str, str]]:
        """The values of `is:`, with the key and value that each stands for."""
        return {
            state: (filter.key, value) for filter in self._by_key.values() for state, value in filter.states.items()
        }

    def of_button(self, button: Button) -> tuple[Filter, ...]:
        return tuple(one for one in self._by_key.values() if one.panel is not None and one.panel.button is button)


def read(key: str, value: str) -> FilterPart:
    """Parses one filter.

    Raises:
        QueryError: the value cannot be read.
    """
    filter = FILTERS[key]
    if filter.read is None:
        raise refuse(key, value)
    try:
        return of_key(filter.read(value), filter.key)
    except InvalidValue as err:
        raise refuse(key, value, advice=str(err)) from None


def combine(parts: Iterable[FilterPart]) -> Filters:
    """The filters that require every part.

    Several parts of `ext`, `cat`, `key` or `colour` are alternatives, because a sound has one of each.
    """
    return Filters.of(condition for part in parts for condition in part.conditions)


def near_key(word: str) -> str:
    """The key that a word before a colon may mean, by title or similar spelling; "" for none."""
    by_name = {filter.title.lower(): filter.key for filter in FILTERS.values()} | {key: key for key in FILTERS}
    found = difflib.get_close_matches(word.lower(), by_name, n=1, cutoff=0.75)
    return by_name[found[0]] if found else ""


def refuse(key: str, value: str, *, advice: str = "") -> QueryError:
    """The error for an unreadable value, with the allowed ones."""
    shown = value if len(value) <= _MOST_SHOWN else value[: _MOST_SHOWN - 1] + "…"
    what = f"“{key}:{shown}” cannot be read as a filter." if value else f"The filter “{key}:” has no value."
    return QueryError(what, advice=advice or f"Write {FILTERS[key].allowed}.")


def _state(value: str) -> FilterPart:
    """Parses `is:loop` and the like, which stand for other filters."""
    state = value.strip().lower()
    if state in ("tagged", "untagged"):
        return _tagged("yes" if state == "tagged" else "no")
    if state not in FILTERS.states:
        raise InvalidValue
    return read(*FILTERS.states[state])


def _offered(filters: Iterable[Filter]) -> tuple[str, ...]:
    """The first word of `is:` for each filter value that has one."""
    first: dict[tuple[str, str], str] = {}
    for filter in filters:
        for state, value in filter.states.items():
            first.setdefault((filter.key, value), state)
    return tuple(dict.fromkeys((*_USEFUL, *first.values())))


_USEFUL = ("loop", "oneshot", "favourite", "rated", "unrated", "tagged", "untagged")
"""Offered first after `is:`."""
_STATES = _offered((*user.FILTERS, *sounds.FILTERS, *metadata.FILTERS, *quality.FILTERS))
FILTERS = Registry(
    (
        *user.FILTERS,
        *sounds.FILTERS,
        *metadata.FILTERS,
        *quality.FILTERS,
        Filter(
            key="is",
            title="Is",
            takes=f"one of {', '.join(_STATES)}",
            examples=("is:loop", "is:unheard"),
            guide="other words for these filters",
            read=_state,
            values=_STATES,
        ),
    )
)


def guide_table() -> str:
    """The user guide's table of filters, which `python -m engine.search.filter_registry` prints."""
    rows = [f"| {' '.join(f'`{one}`' for one in filter.examples)} | {filter.guide} |" for filter in FILTERS.values()]
    return "\n".join(["| you write | it means |", "| --- | --- |", *rows])


if __name__ == "__main__":
    print(guide_table())
