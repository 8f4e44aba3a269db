"""The words of a library's transcripts as arrays, in which phrases are found.

Each word of a phrase is compared with every different word of the transcripts: the same, another form of it, one that
begins with it, or one spelt like it. Of three words and more one may be another.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from engine.base.types import Ids, SoundId, SpokenWord
from engine.features.dialogue.spoken_text import spoken_words
from engine.search.keywords import inflections

_FORM, _PREFIX, _ALIKE = 0.95, 0.7, 0.7
"""Likeness of another form of a word, of a longer word, and of a word spelt alike, times its similarity."""
_LEAST_PREFIX = 3
"""Letters from which a word finds longer ones."""
_LEAST_ALIKE, _LEAST_SIMILAR = 4, 75.0
"""Letters from which a word finds misspelt ones, and their least similarity, 0 to 100."""
_LEAST_TO_MISS = 3
_PAUSE_S = 3.0
"""Longest pause inside a phrase."""


class PhrasePlace(Struct, frozen=True):
    """Where a phrase is said."""

    sound: int
    words: tuple[SpokenWord, ...]
    likeness: float
    """0 to 1."""

    @property
    def start_s(self) -> float:
        return self.words[0].start_s

    @property
    def end_s(self) -> float:
        return self.words[-1].end_s


class TranscriptWords:
    """All words of a library's transcripts. Immutable."""

    def __init__(self, stretches: Iterable[tuple[SoundId, tuple[SpokenWord, ...]]]) -> None:
        """Args: `stretches`: by sound, in order of time."""
        vocabulary: dict[str, int] = {}
        tokens: list[int] = []
        sounds: list[int] = []
        origins: list[int] = []
        self._words: list[SpokenWord] = []
        spoken: set[int] = set()
        for sound, words in stretches:
            spoken.add(sound)
            for word in words:
                for token in spoken_words(word.text):
                    tokens.append(vocabulary.setdefault(token, len(vocabulary)))
                    sounds.append(sound)
                    origins.append(len(self._words))
                self._words.append(word)
        self._vocabulary = list(vocabulary)
        self._known = vocabulary
        self._tokens = np.array(tokens, np.int32)
        self._sounds = np.array(sounds, np.int64)
        self._origins = np.array(origins, np.int64)
        self._spoken = np.array(sorted(spoken), np.int64)
        starts_s = np.array([self._words[at].start_s for at in origins], np.float64)
        ends_s = np.array([self._words[at].end_s for at in origins], np.float64)
        goes_on = (self._sounds[1:] == self._sounds[:-1]) & (starts_s[1:] - ends_s[:-1] <= _PAUSE_S)
        self._breaks = np.concatenate([[0], np.cumsum(~goes_on)]) if len(tokens) else np.zeros(0, np.int64)
        """Equal for words that may belong to one phrase."""

    @property
    def sounds(self) -> Ids:
        """The sounds in which something is said, ascending."""
        return self._spoken

    def has(self, word: str) -> bool:
        """Whether a word is said anywhere."""
        return all(part in self._known for part in spoken_words(word)) and bool(spoken_words(word))

    def find(self, phrase: str) -> list[PhrasePlace]:
        """Finds a phrase, in the order of sounds and time. Overlapping places are left to the best of them."""
        asked = spoken_words(phrase)
        count = len(self._tokens) - len(asked) + 1
        if not asked or count <= 0:
            return []
        likeness = np.stack([self._like(word)[self._tokens[at : at + count]] for at, word in enumerate(asked)])
        misses = (likeness == 0.0).sum(axis=0)
        is_place = misses <= (1 if len(asked) >= _LEAST_TO_MISS else 0)
        is_place &= self._breaks[:count] == self._breaks[len(asked) - 1 :]
        rows = np.flatnonzero(is_place)
        whole = (likeness[:, rows].mean(axis=0) + likeness[:, rows].min(axis=0)) / 2
        return _apart(
            [self._place(row, len(asked), like) for row, like in zip(rows.tolist(), whole.tolist(), strict=True)]
        )

    def _place(self, row: int, count: int, likeness: float) -> PhrasePlace:
        origins = dict.fromkeys(self._origins[row : row + count].tolist())
        words = tuple(self._words[at] for at in origins)
        sure = sum(word.probability for word in words) / len(words)
        return PhrasePlace(int(self._sounds[row]), words, float(likeness) * (0.5 + 0.5 * sure))

    def _like(self, word: str) -> NDArray[np.float64]:
        """float64 [V]: likeness of a word to each word of the transcripts, 0 for another."""
        like = np.zeros(len(self._vocabulary))
        if len(word) >= _LEAST_ALIKE:
            for _, similar, at in process.extract(
                word, self._vocabulary, scorer=fuzz.ratio, score_cutoff=_LEAST_SIMILAR, limit=None
            ):
                like[at] = _ALIKE * similar / 100.0
        if len(word) >= _LEAST_PREFIX:
            longer = [at for at, other in enumerate(self._vocabulary) if other.startswith(word)]
            like[longer] = np.maximum(like[longer], _PREFIX)
        for form in inflections(word):
            if form in self._known:
                like[self._known[form]] = _FORM
        if word in self._known:
            like[self._known[word]] = 1.0
        return like


def near(groups: Sequence[list[PhrasePlace]], most_s: float) -> list[PhrasePlace]:
    """Joins the places of several phrases in the same sound that begin within `most_s` of each other."""
    joined = groups[0]
    for group in groups[1:]:
        by_sound: dict[int, list[PhrasePlace]] = {}
        for place in group:
            by_sound.setdefault(place.sound, []).append(place)
        joined = [
            _both(first, second)
            for first in joined
            for second in by_sound.get(first.sound, ())
            if abs(first.start_s - second.start_s) <= most_s
        ]
    return joined


def _both(first: PhrasePlace, second: PhrasePlace) -> PhrasePlace:
    words = sorted(dict.fromkeys((*first.words, *second.words)), key=lambda word: word.start_s)
    return PhrasePlace(first.sound, tuple(words), min(first.likeness, second.likeness))


def _apart(places: list[PhrasePlace]) -> list[PhrasePlace]:
    kept: list[PhrasePlace] = []
    for place in places:
        if kept and kept[-1].sound == place.sound and kept[-1].end_s > place.start_s:
            if place.likeness > kept[-1].likeness:
                kept[-1] = place
        else:
            kept.append(place)
    return kept
