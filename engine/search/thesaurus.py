"""The words a query is widened by: those of the user's own thesaurus, then ours, except those the user forbids."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.search.keywords import inflections, stem
from engine.search.synonyms import synonyms_of
from engine.text_forms import small

Rows = Callable[..., list[tuple[Any, ...]]]
"""Asks the catalogue: SQL and its values."""
MOST_OF_OURS = 8
"""Synonyms of one word that come from Earshot's own list."""


@dataclass(frozen=True, slots=True)
class ThesaurusEntry:
    """What the user's thesaurus says of one word."""

    word: str
    """In small letters; every inflection of it counts."""
    added: tuple[str, ...] = ()
    """Words or phrases that are searched too where the word is asked for."""
    refused: tuple[str, ...] = ()
    """Words of Earshot's own list that are not to be searched."""

    @property
    def others(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.added, *self.refused)


def entries(rows: Rows) -> list[ThesaurusEntry]:
    """The entries of the user's thesaurus, by word."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for word, other, is_refused in rows("SELECT word, other, is_refused FROM thesaurus ORDER BY word, id"):
        found.setdefault(word, ([], []))[bool(is_refused)].append(other)
    return [ThesaurusEntry(word, tuple(added), tuple(refused)) for word, (added, refused) in found.items()]


def synonyms_by(rows: Rows) -> Callable[[str], tuple[str, ...]]:
    """Gives a function that looks up a word's synonyms; an entry counts for every inflection of its word."""

    def synonyms(word: str) -> tuple[str, ...]:
        forms = inflections(small(word))
        marks = ", ".join("?" * len(forms))
        own = rows(f"SELECT other, is_refused FROM thesaurus WHERE word IN ({marks}) ORDER BY id", *forms)
        refused = {stem(other) for other, is_refused in own if is_refused}
        ours = [other for other in synonyms_of(word)[:MOST_OF_OURS] if stem(other) not in refused]
        return tuple(dict.fromkeys((*(other for other, is_refused in own if not is_refused), *ours)))

    return synonyms
