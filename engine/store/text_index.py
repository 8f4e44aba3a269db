"""Fills the full text index of names, folders and metadata, and beside it the list of long words that may be compounds.

FTS5 finds words by their beginning. `word` lists what may have been made of two, spelt from either end, so that the
words that end in "bell" are found among a million names at once. What left the library stays in it: a word without
sounds finds nothing.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import apsw

LEAST_LETTERS = 6
"""Fewest letters of a compound: shorter words are not two words."""
_MOST_LETTERS = 40
_LAST = "\U0010ffff"
_INSERT_TEXT = "INSERT OR REPLACE INTO sound_text(rowid, name, folder, words) VALUES (?, ?, ?, ?)"
_INSERT_WORD = "INSERT OR IGNORE INTO word(word, backwards) VALUES (?, ?)"


class Reads(Protocol):
    """What is asked: `engine.store.reads.CatalogueReads`."""

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        ...


def index_texts(connection: apsw.Connection, rows: Sequence[tuple[object, ...]]) -> None:
    """Stores rows of `engine.store.records.text_values` in the full text index; lists their long words. In a change."""
    connection.executemany(_INSERT_TEXT, rows)
    list_words(connection, rows)


def list_words(connection: apsw.Connection, rows: Iterable[tuple[object, ...]]) -> None:
    """Lists the long words of rows of `text_values`; within a change."""
    texts = {word for _, *texts in rows for text in texts for word in str(text).split()}
    words = {folded(word) for word in texts if len(word) >= LEAST_LETTERS}
    connection.executemany(_INSERT_WORD, [(word, word[::-1]) for word in words if is_listed(word)])


def words_with(catalogue: Reads, part: str) -> list[str]:
    """The long words that begin or end with a part, folded."""
    wanted = folded(part)
    if not wanted:
        return []
    backwards = wanted[::-1]
    rows = catalogue.rows(
        "SELECT word FROM word WHERE word > ?1 AND word < ?1 || ?3"
        " UNION SELECT word FROM word WHERE backwards > ?2 AND backwards < ?2 || ?3",
        wanted,
        backwards,
        _LAST,
    )
    return [word for (word,) in rows]


def folded(word: str) -> str:
    """A word in small letters without accents, nearly as the full text index folds it."""
    lower = word.lower()
    if lower.isascii():
        return lower
    return "".join(letter for letter in unicodedata.normalize("NFD", lower) if not unicodedata.combining(letter))


def is_listed(word: str) -> bool:
    """Whether a folded word may be a compound."""
    return LEAST_LETTERS <= len(word) <= _MOST_LETTERS and word.isalpha()
