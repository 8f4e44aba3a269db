"""Recognises known words, and suggests a known word for an unknown one.

Known words are English words, words that describe sounds (resources/words), words of the supported languages, and words
of the library's own names and metadata. Nothing is corrected here; the user decides.
"""

import bisect
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.lazy_import import later
from engine.search import languages
from engine.search.english import english
from engine.search.keywords import Lookup, inflections
from engine.store.vocabulary import Words

if TYPE_CHECKING:
    from rapidfuzz import distance, process
else:
    distance, process = later("rapidfuzz.distance"), later("rapidfuzz.process")

FEWEST_LETTERS = 4
"""Letters of the shortest word to question: shorter ones are as often abbreviations as typing errors."""
_SHORT = 4
"""Words up to this many letters may have one typing error, longer ones two."""
_REMEMBERED = 1000
"""Cached suggestions: a query is parsed again at every letter."""
_NOT_OF_SOUNDS = 0.5
"""Penalty, in typing errors, for a word that occurs in no library and no caption."""


class WordIndex(Struct, frozen=True):
    """A word list laid out to find the few words near another quickly."""

    words: Sequence[str]
    said: NDArray[np.int64]
    """int64 [N], frequency of each in descriptions of sounds; 0 for other words."""
    letters: NDArray[np.uint32]
    """uint32 [N], a bit for each letter of the alphabet in the word."""
    lengths: NDArray[np.int16]
    """int16 [N], letters of each."""

    @classmethod
    def of(cls, words: Sequence[str], said: NDArray[np.int64]) -> "WordIndex":
        codes = np.array(words, dtype=np.str_) if len(words) else np.empty(0, "U1")
        table = codes.view(np.uint32).reshape(len(words), codes.itemsize // 4)
        bits = np.where(table > 0, np.uint32(1) << ((table - 97) % 32).astype(np.uint32), np.uint32(0))
        return cls(words, said, np.bitwise_or.reduce(bits, axis=1), (table > 0).sum(axis=1, dtype=np.int16))

    def near(self, word: str, most_slips: int) -> list[tuple[float, int, str]]:
        """Words within some typing errors: their distance, their frequency (negative), and the word."""
        own = WordIndex.of([word], np.zeros(1, np.int64))
        # An error changes at most two letters of the set: it removes one and adds one.
        apart = np.bitwise_count(self.letters ^ own.letters[0]) <= 2 * most_slips
        rows = np.flatnonzero(apart & (np.abs(self.lengths - own.lengths[0]) <= most_slips)).tolist()
        others = [self.words[row] for row in rows]
        slips = process.cdist([word], others, scorer=distance.OSA.distance, score_cutoff=most_slips, dtype=np.uint8)
        found = []
        for place in np.flatnonzero(slips[0] <= most_slips).tolist():
            said = int(self.said[rows[place]])
            found.append((float(slips[0, place]) + (0.0 if said else _NOT_OF_SOUNDS), -said, others[place]))
        return found


class Lexicon:
    """The known words for one library's searches. Library's thread only."""

    def __init__(
        self, own: Callable[[], Words], holds: Lookup, is_own: Callable[[str], bool] = lambda word: False
    ) -> None:
        """Args:
        own: returns the library's words.
        holds: returns the sounds with a word.
        is_own: whether the user created the word.
        """
        self._own = own
        self._holds = holds
        self._is_own = is_own
        self._laid: tuple[Words, WordIndex] | None = None
        self._told: dict[str, str] = {}

    def doubt(self, word: str) -> str | None:
        """None for a known or very short word; else a suggestion, "" for none.

        Args:
            word: in lower case.
        """
        if len(word) < FEWEST_LETTERS or not word.isalpha() or self.knows(word):
            return None
        return self._meant(word)

    def knows(self, word: str) -> bool:
        """Whether a lower-case word of any length is in a dictionary or in the library."""
        forms = inflections(word)
        words = english().words
        return (
            self._is_own(word)
            or any(form in words for form in forms)
            or any(len(self._holds(form)) for form in forms)
            or languages.knows(word)
        )

    def _meant(self, word: str) -> str:
        own = self._own()
        if self._laid is None or self._laid[0] is not own:
            self._laid = own, WordIndex.of(own.words, own.sounds)
            self._told.clear()
        if word not in self._told:
            if len(self._told) >= _REMEMBERED:
                self._told.clear()
            self._told[word] = self._nearest(word, self._laid[1])
        return self._told[word]

    def _nearest(self, word: str, own: WordIndex) -> str:
        for slips in (1,) if len(word) <= _SHORT else (1, 2):  # the fewer errors, the fewer words to compare
            found = [*_laid().near(word, slips), *own.near(word, slips)]
            best = min(found, key=lambda one: (one[0], one[2][0] != word[0], one[1], one[2])) if found else None
            if best is not None and best[0] <= slips:
                return best[2]
            begun = _begun_by(word)
            if begun or best is not None:
                return begun or (best[2] if best is not None else "")
        return ""


def _begun_by(start: str) -> str:
    """The word with this beginning most frequent in descriptions of sounds, "" for none."""
    words, counts = _said()
    low, high = bisect.bisect_left(words, start), bisect.bisect_left(words, f"{start}\U0010ffff")
    found = [(-count, len(word), word) for word, count in zip(words[low:high], counts[low:high], strict=True)]
    return min(found)[2] if found else ""


@cache
def _said() -> tuple[list[str], list[int]]:
    """Words of descriptions of sounds, in alphabetical order, and their frequencies."""
    pairs = sorted((word, count) for word, count in english().words.items() if count)
    return [word for word, _ in pairs], [count for _, count in pairs]


@cache
def _laid() -> WordIndex:
    words = english().words
    return WordIndex.of(list(words), np.fromiter(words.values(), np.int64, len(words)))
