"""Synonyms of query words: those in the user's thesaurus, then Earshot's own, without those the user excludes."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.base.text_forms import small
from engine.search.keywords import inflections, stem
from engine.search.synonyms import synonyms_of

Rows = Callable[..., list[tuple[Any, ...]]]
"""Queries the catalogue: SQL and its values."""
MOST_OF_OURS = 8
"""Synonyms of one word from Earshot's own list."""


class ThesaurusEntry(Struct, frozen=True):
    """The user's thesaurus entry for one word."""

    word: str
    """In lower case; all inflections count."""
    added: tuple[str, ...] = ()
    """Words or phrases to search as well."""
    refused: tuple[str, ...] = ()
    """Words of Earshot's own list not to search."""

    @property
    def others(self) -> tuple[str, ...]:
        return (*self.added, *self.refused)


def entries(rows: Rows) -> list[ThesaurusEntry]:
    """The user's thesaurus entries, by word."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for word, other, is_refused in rows("SELECT word, other, is_refused FROM thesaurus ORDER BY word, id"):
        found.setdefault(word, ([], []))[bool(is_refused)].append(other)
    return [ThesaurusEntry(word, tuple(added), tuple(refused)) for word, (added, refused) in found.items()]


def synonyms_by(rows: Rows) -> Callable[[str], tuple[str, ...]]:
    """Returns a function that looks up a word's synonyms; an entry counts for every inflection of its word."""

    def synonyms(word: str) -> tuple[str, ...]:
        forms = inflections(small(word))
        marks = ", ".join("?" * len(forms))
        own = rows(f"SELECT other, is_refused FROM thesaurus WHERE word IN ({marks}) ORDER BY id", *forms)
        refused = {stem(other) for other, is_refused in own if is_refused}
        ours = [other for other in synonyms_of(word)[:MOST_OF_OURS] if stem(other) not in refused]
        return tuple(dict.fromkeys((*(other for other, is_refused in own if not is_refused), *ours)))

    return synonyms
