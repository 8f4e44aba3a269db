"""The full-text index of names, folders and metadata, with a list of long words that may be compounds.

FTS5 finds words by their beginning. The table `word` lists possible compounds, spelled forwards and backwards, so that
a million names can be searched for words that end in "bell". Words of removed sounds stay; they find nothing.
"""

from collections.abc import Iterable, Sequence

import apsw
import numpy as np

from engine.base.text_forms import plain
from engine.base.types import FilePath, Ids, SoundId, SoundMetadata
from engine.store.database import Database
from engine.store.sound_rows import metadata_from, text_values
from engine.store.word_splitting import LEAST_LETTERS, is_listed, match_expression

_LAST = "\U0010ffff"
_INSERT_TEXT = "INSERT OR REPLACE INTO sound_text(rowid, name, folder, words) VALUES (?, ?, ?, ?)"
_INSERT_WORD = "INSERT OR IGNORE INTO word(word, backwards) VALUES (?, ?)"


class TextIndex:
    """Full-text queries. One thread owns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def matching(self, text: str, *, is_prefix: bool = False) -> Ids:
        """int64 [N]: sounds with `text` as adjacent words in name, folder or metadata, ascending.

        With `is_prefix` the last word may continue ("doo" finds "door"). Text without a word finds nothing.
        """
        expression = match_expression(text, is_prefix=is_prefix)
        if expression is None:
            return np.empty(0, dtype=np.int64)
        return self._database.ascending("SELECT rowid FROM sound_text WHERE sound_text MATCH ?", expression)

    def keyword(
        self, words: Sequence[str], *, is_last_prefix: bool = False, limit: int = 10_000
    ) -> dict[SoundId, tuple[str, ...]]:
        """At most `limit` sounds with at least one of `words`, and the words of each; most words first."""
        found = [self.matching(word, is_prefix=is_last_prefix and word is words[-1]) for word in words]
        if not found or not sum(map(len, found)):
            return {}
        ids, counts = np.unique(np.concatenate(found), return_counts=True)
        best = ids[np.argsort(-counts, kind="stable")[:limit]]
        held = [np.isin(best, ids_of_word) for ids_of_word in found]
        return {
            SoundId(int(id)): tuple(word for word, has in zip(words, held, strict=True) if has[row])
            for row, id in enumerate(best)
        }

    def words_with(self, part: str) -> list[str]:
        """The long words that begin or end with a part, in the form that `plain` gives."""
        wanted = plain(part)
        if not wanted:
            return []
        rows = self._database.rows(
            "SELECT word FROM word WHERE word > ?1 AND word < ?1 || ?3"
            " UNION SELECT word FROM word WHERE backwards > ?2 AND backwards < ?2 || ?3",
            wanted,
            wanted[::-1],
            _LAST,
        )
        return [word for (word,) in rows]


def index_texts(connection: apsw.Connection, rows: Sequence[tuple[object, ...]]) -> None:
    """Stores rows by `engine.store.sound_rows.text_values` and their long words. Inside a change."""
    connection.executemany(_INSERT_TEXT, rows)
    list_words(connection, rows)


def list_words(connection: apsw.Connection, rows: Iterable[tuple[object, ...]]) -> None:
    """Stores the long words of rows by `text_values`. Inside a change."""
    texts = {word for _, *texts in rows for text in texts for word in str(text).split()}
    words = {plain(word) for word in texts if len(word) >= LEAST_LETTERS}
    connection.executemany(_INSERT_WORD, [(word, word[::-1]) for word in words if is_listed(word)])


def index_anew(database: Database, id: SoundId, metadata: SoundMetadata | None = None) -> None:
    """Indexes a sound's texts again, with `metadata` or else the stored one. Inside a change."""
    rows = database.rows(
        "SELECT sound.path, root.path, metadata FROM sound JOIN root ON root.id = root_id"
        " JOIN detail ON sound_id = sound.id WHERE sound.id = ?",
        id,
    )
    for path, root, stored in rows:
        values = text_values(id, FilePath(path), FilePath(root), metadata or metadata_from(stored))
        index_texts(database.connection, [values])
