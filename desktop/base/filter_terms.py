"""Filters as text: parses `dur:<2 tag:"room tone"` into terms and formats them again. No Qt here.

The text is the only state: the panel changes its own terms and leaves the rest alone.
"""

import re
from collections.abc import Iterable

from msgspec import Struct

from engine.library.filters import FILTERS
from engine.library.queries import TokenKind, marks

SCOPES = frozenset({"in", "fav", "heard", "collection", "added"})
"""Filters set by the sidebar: one click there replaces the others."""


_UNFINISHED = frozenset({"", "<", ">", "<=", ">=", "="})
"""Values that are only the beginning of one."""


class Term(Struct, frozen=True):
    """One filter."""

    key: str
    value: str

    def __str__(self) -> str:
        """Formats it as typed, with quotes where needed."""
        plain = self.value.replace('"', "")
        needs_quotes = re.search(r"[\s|“”„«»]", plain) is not None
        return f'{self.key}:"{plain}"' if needs_quotes else f"{self.key}:{plain}"


def terms_of(text: str) -> tuple[Term, ...]:
    """The filters in a text, in order; other words are skipped."""
    found = marks(text, FILTERS.keys_typed)
    return tuple(Term(mark.key, mark.text) for mark in found if mark.kind is TokenKind.FILTER)


def text_of(terms: Iterable[Term]) -> str:
    """Formats the terms as one text."""
    return " ".join(map(str, terms))


def values_of(text: str, key: str) -> tuple[str, ...]:
    """The values of a key in a text, in order."""
    return tuple(term.value for term in terms_of(text) if term.key == key)


def with_values(text: str, key: str, values: Iterable[str]) -> str:
    """Replaces a key's values in a text, at their old position; no values remove the key."""
    new = [Term(key, value) for value in values]
    kept: list[Term] = []
    for term in terms_of(text):
        if term.key != key:
            kept.append(term)
        elif new:
            kept += new
            new = []
    return text_of([*kept, *new])


def without_unfinished(query: str) -> str:
    """Drops a trailing filter whose value is still being typed: `door ch:` or `door dur:<`."""
    last = None
    for mark in marks(query, FILTERS.keys_typed):
        last = mark
    if last is None or last.kind is not TokenKind.FILTER or last.text not in _UNFINISHED:
        return query
    takes_none = FILTERS[last.key].takes_nothing
    is_at_end = last.start + len(last.source) == len(query)
    return query[: last.start].rstrip() if is_at_end and not (takes_none and not last.text) else query


def split(query: str) -> tuple[str, str]:
    """Splits a query into the words of the search field and the filters of the panel."""
    found = tuple(marks(query, FILTERS.keys_typed))
    words = " ".join(mark.source for mark in found if mark.kind is not TokenKind.FILTER)
    return words, text_of(terms_of(query))


def joined(*texts: str) -> str:
    """Joins query and filters into one query."""
    return " ".join(text.strip() for text in texts if text.strip())


def ends_in_key(text: str) -> bool:
    """Whether the text ends in a filter still waiting for its value, such as `tag:` or `colour:r`."""
    last = text.split()[-1] if text.split() and not text[-1].isspace() else ""
    return bool(terms_of(f"{last}x")) and ":" in last
