"""WordNet as Princeton publishes it: senses, synonyms, broader and narrower words.

Reads the files of wndb(5) (index.noun, data.noun, noun.exc and those of verbs) as Debian's wordnet-base installs them
in /usr/share/wordnet and WordNet 3.0's archive has them in dict/. Covers nouns and verbs only.
training.data.wordnet_variants chooses the sense and judges words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from training.data.corpus import CorpusError


class PartOfSpeech(Enum):
    """A part of speech, named like its files."""

    NOUN = "noun"
    VERB = "verb"


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning."""

    speech: PartOfSpeech
    field: int
    """Number of its lexicographers' file in lexnames(5WN): 5 animals, 6 artefacts, 19 phenomena."""
    words: tuple[str, ...]
    """All words with this meaning, the usual one first; phrases with blanks."""
    gloss: str
    broader: tuple[int, ...]
    """Places of broader senses."""
    narrower: tuple[int, ...]
    """Places of narrower senses."""


_ENDINGS = {
    PartOfSpeech.NOUN: (("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("ies",
    "y")), PartOfSpeech.VERB: (
        ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
    ),
}  # fmt: skip
"""Detachment rules of morphy(7WN)."""
_FIRST_LINES = b"  "
"""Prefix of the licence lines at the head of every file."""


class WordNet:
    """The senses of nouns and verbs."""

    def __init__(self, folder: Path) -> None:
        """Reads the files; about two seconds for all of WordNet.

        Raises:
            CorpusError: the files are missing or unreadable.
        """
        try:
            self._data = {speech: (folder / f"data.{speech.value}").read_bytes() for speech in PartOfSpeech}
            lists = {speech: list(_index(folder / f"index.{speech.value}")) for speech in PartOfSpeech}
            self._senses = {speech: {word: places for word, places, _ in lists[speech]} for speech in PartOfSpeech}
            self._met = frozenset(word for entries in lists.values() for word, _, is_met in entries if is_met)
            self._adjectives = frozenset(word for word, _, _ in _index(folder / "index.adj"))
            self._odd = {speech: dict(_exceptions(folder / f"{speech.value}.exc")) for speech in PartOfSpeech}
        except (OSError, ValueError, IndexError) as err:
            raise CorpusError(
                f"no WordNet in {folder}: {err}",
                advice="Name the folder with data.noun: Debian's package wordnet-base has it in /usr/share/wordnet.",
            ) from err

    def senses(self, word: str, speech: PartOfSpeech) -> list[Sense]:
        """Returns the senses of a word (lower case, any inflection), the most frequent first; empty if unknown."""
        for first in self.first_forms(word, speech):
            if places := self._senses[speech].get(first.replace(" ", "_")):
                return [self.sense(place, speech) for place in places]
        return []

    def first_forms(self, word: str, speech: PartOfSpeech) -> tuple[str, ...]:
        """Returns the possible base forms of a word, itself first; only words that WordNet has."""
        known, odd = self._senses[speech], self._odd[speech].get(word)
        stems = [word[: -len(end)] + first for end, first in _ENDINGS[speech] if word.endswith(end) and word != end]
        forms = dict.fromkeys([word, *([odd] if odd else []), *stems])
        return tuple(form for form in forms if form.replace(" ", "_") in known)

    def is_met(self, word: str) -> bool:
        """Whether a word occurs in the texts in which WordNet's senses were counted."""
        return word in self._met

    def is_adjective(self, word: str) -> bool:
        """Whether a word can be an adjective, like "electric" and "grand" before "piano"."""
        return word in self._adjectives

    def sense(self, place: int, speech: PartOfSpeech) -> Sense:
        """Returns the sense at a byte offset of its file.

        Raises:
            CorpusError: there is none.
        """
        data = self._data[speech]
        line = data[place : data.find(b"\n", place)].decode("utf-8")
        try:
            facts, _, gloss = line.partition(" | ")
            fields = facts.split()
            if int(fields[0]) != place:
                raise ValueError(f"{fields[0]} stands at {place}")
            count = int(fields[3], 16)
            words = tuple(fields[4 + 2 * number].replace("_", " ") for number in range(count))
            first = 4 + 2 * count
            pointers = [fields[first + 1 + 4 * number :][:4] for number in range(int(fields[first]))]
            # Other pointers lead to other parts of speech, or from word to word.
            own = [(kind, int(to)) for kind, to, part, _ in pointers if part == speech.value[0]]
        except (ValueError, IndexError) as err:
            raise CorpusError(f"WordNet has no {speech.value} at {place}: {err}", advice="Install it again.") from err
        return Sense(
            speech,
            int(fields[1]),
            words,
            gloss.partition('; "')[0].strip(),
            tuple(to for kind, to in own if kind == "@"),
            tuple(to for kind, to in own if kind == "~"),
        )


@cache
def wordnet(folder: Path) -> WordNet:
    """Reads WordNet from a folder, once."""
    return WordNet(folder)


def _index(path: Path) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    """Yields every word with its senses' places, and whether any occurs in the counted texts."""
    for line in path.read_bytes().splitlines():
        if not line.startswith(_FIRST_LINES):
            fields = line.decode("utf-8").split()
            senses = int(fields[2])
            yield fields[0], tuple(map(int, fields[-senses:])), fields[-senses - 1] != "0"


def _exceptions(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        form, first, *_ = line.split()
        yield form.replace("_", " "), first.replace("_", " ")
