"""The user's thesaurus: words searched along with another, and exclusions from Earshot's own list."""

from collections.abc import Iterable, Sequence

import apsw
import numpy as np

from engine.base.errors import KeepingError
from engine.base.messages import told
from engine.base.text_forms import small
from engine.library.messages import KeepingAdvice, KeepingFault, NamedThing
from engine.library.user_data.base import LONGEST_NAME, UserDataPart, tidy_name
from engine.library.user_data.undo import ChangeKind, Scope, Undo, UndoPart
from engine.search.query_parser import words_of
from engine.search.thesaurus import ThesaurusEntry, entries

MOST_WORDS = 100
"""Words of an entry that the user makes; an entry merged from two libraries may have more."""
_NONE = np.empty(0, dtype=np.int64)


class UserDataThesaurus(UserDataPart):
    """The user's thesaurus. Library's thread only."""

    def thesaurus(self) -> list[ThesaurusEntry]:
        return entries(self._catalogue.database.rows)

    def set_synonyms(self, wanted: Iterable[ThesaurusEntry]) -> Undo:
        """Replaces the entries of these words in one step; removes empty entries.

        Raises:
            KeepingError: an entry has not exactly one word, too many others, or a contradiction.
        """
        tidied = [tidy_entry(entry) for entry in wanted]
        for entry in tidied:
            if len(entry.others) > MOST_WORDS:
                raise KeepingError(
                    told(KeepingFault.ENTRY_TOO_LONG, entry.word), advice=told(KeepingAdvice.FEWER_WORDS, MOST_WORDS)
                )
        words = tuple(dict.fromkeys(entry.word for entry in tidied))
        rows = [(entry.word, other, other in entry.refused) for entry in tidied for other in entry.others]

        def change(connection: apsw.Connection) -> None:
            connection.executemany("DELETE FROM thesaurus WHERE word = ?", [(word,) for word in words])
            connection.executemany("INSERT INTO thesaurus(word, other, is_refused) VALUES (?, ?, ?)", rows)

        return self._apply(ChangeKind.THESAURUS, [UndoPart(Scope.THESAURUS, _NONE, words)], change)

    def add_synonyms(self, word: str, added: Sequence[str] = (), refused: Sequence[str] = ()) -> Undo:
        """Adds to a word's entry, making it if necessary; new words override old ones.

        Raises:
            KeepingError: as for `set_synonyms`.
        """
        new = tidy_entry(ThesaurusEntry(word, tuple(added), tuple(refused)))
        return self.set_synonyms([joined(self._entry(new.word), new)])

    def take_in_synonyms(self, given: Iterable[ThesaurusEntry]) -> Undo:
        """Adds to many entries in one step; new words override old ones.

        Raises:
            KeepingError: as for `set_synonyms`.
        """
        known = {entry.word: entry for entry in self.thesaurus()}
        changed: dict[str, ThesaurusEntry] = {}
        for entry in map(tidy_entry, given):
            here = changed.get(entry.word) or known.get(entry.word) or ThesaurusEntry(entry.word)
            changed[entry.word] = joined(here, entry)
        return self.set_synonyms(changed.values())

    def remove_synonyms(self, word: str, others: Sequence[str] = ()) -> Undo:
        """Removes words from an entry; removes the whole entry if none are named.

        Raises:
            KeepingError: there is no such entry.
        """
        entry = self._entry(_tidy(word))
        if not entry.others:
            raise KeepingError(told(KeepingFault.NO_ENTRY, entry.word), advice=KeepingAdvice.SEE_THESAURUS)
        gone = set(map(_tidy, others)) if others else set(entry.others)
        added = tuple(other for other in entry.added if other not in gone)
        refused = tuple(other for other in entry.refused if other not in gone)
        return self.set_synonyms([ThesaurusEntry(entry.word, added, refused)])

    def _entry(self, word: str) -> ThesaurusEntry:
        return next((entry for entry in self.thesaurus() if entry.word == word), ThesaurusEntry(word))


def joined(here: ThesaurusEntry, new: ThesaurusEntry) -> ThesaurusEntry:
    """Merges two entries of one word; where they contradict, the new one counts."""
    added = dict.fromkeys((*(other for other in here.added if other not in new.refused), *new.added))
    refused = dict.fromkeys((*(other for other in here.refused if other not in new.added), *new.refused))
    return ThesaurusEntry(here.word, tuple(added), tuple(refused))


def tidy_entry(entry: ThesaurusEntry) -> ThesaurusEntry:
    """Normalises an entry: small letters, each word once, without the word itself.

    Raises:
        KeepingError: it has not exactly one word, or adds and excludes the same.
    """
    word = _tidy(entry.word)
    if " " in word or words_of(word) != (word,):
        raise KeepingError(told(KeepingFault.NO_SINGLE_WORD, word), advice=KeepingAdvice.WRITE_ONE_WORD)
    added = tuple(dict.fromkeys(other for other in map(_tidy, entry.added) if other != word))
    refused = tuple(dict.fromkeys(map(_tidy, entry.refused)))
    both = next((other for other in added if other in refused), None)
    if both is not None:
        raise KeepingError(told(KeepingFault.ENTRY_DISAGREES, both, word), advice=KeepingAdvice.ONE_SIDE)
    return ThesaurusEntry(word, added, refused)


def _tidy(word: str) -> str:
    tidy = tidy_name(small(word), NamedThing.A_THESAURUS_ENTRY)  # a word may be longer in small letters
    if not any(letter.isalnum() for letter in tidy):
        raise KeepingError(told(KeepingFault.NO_LETTER, tidy[:LONGEST_NAME]), advice=KeepingAdvice.WRITE_WORD)
    return tidy
