"""Widens captions beyond the corpus's words, with WordNet and AudioSet's descriptions.

A word gives way to synonyms, to narrower words ("a terrier barking" for a dog, as people type) and to broader ones.
Only words for audible things (animals, people, artefacts, weather, and verbs of sound) that a tag also names are
replaced. The sense is the one whose definition best agrees with caption and tags by MiniLM's sentence vectors; if that
is nothing audible, the word stays. A narrower or broader word must agree too, have this sense as its first, and not be
rare. The description of an AudioSet leaf that a tag names becomes a caption. The same corpus, seed and settings give
the same texts.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from engine.library.queries import is_function_word
from training.data.audioset_ontology import AudioSetClass
from training.data.paraphrase import VariantRequest
from training.data.thesaurus import forms_of, is_fixed, replaced
from training.data.wordnet import PartOfSpeech, Sense, WordNet

Vectors = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Vectors]
"""Maps texts to unit sentence vectors, float32 [N, E]."""

_WORD = re.compile(r"[a-z]{3,}")
_PIECES = 2
"""Most tokenizer pieces of a common word: "terri|er", not "base|n|ji"."""
_SENSES = 8
"""Most frequent senses of a word that are considered."""
_HEARD = {PartOfSpeech.NOUN: frozenset({5, 6, 18, 19}), PartOfSpeech.VERB: frozenset({29, 32, 35, 38, 39, 43})}
"""Lexicographers' fields of audible things: animals, artefacts, people, phenomena; verbs of body, speech, contact,
motion, weather."""
_SOUNDS = re.compile(r"\b(?:sounds?|noises?|cry|cries|utter\w*|voice|loud\w*|rain|wind|blow\w*|bark\w*|ring\w*)\b")
"""The definition of a verb must have one of these words."""
_RUDE = re.compile(r"\b(?:slur|offensive|disparaging|vulgar|obscene|slang|derogatory|prostitut\w*|sexual\w*)\b")


@dataclass(frozen=True, slots=True)
class WideningConfig:
    """How far captions are widened."""

    most: int = 6
    seed: int = 1
    least_sense: float = 0.36
    """Least cosine of caption and tags with a definition; below it a word is left alone."""
    rank_cost: float = 0.02
    """Penalty of a sense for each more frequent sense of its word."""
    lag: float = 0.1
    """How much less than the sense itself a narrower or broader word's definition may agree."""
    enough: float = 0.45
    """Cosine that is enough for such a word, however well the sense agrees."""
    least_said: float = 0.45
    """Least cosine of caption and tags with an AudioSet description that becomes a caption."""

    def __post_init__(self) -> None:
        if self.most < 1 or max(abs(self.least_sense), abs(self.least_said)) > 1.0:
            raise ValueError(f"most must be at least 1 and cosines within -1 and 1, found {self}")


@dataclass(frozen=True, slots=True)
class WordChange:
    """One text and its origin, for a person to judge."""

    text: str
    how: str
    """Such as "dog > terrier"; "audioset" for a description."""
    agreement: float
    """Cosine of caption and tags with the word's definition, or with the description."""


class WordNetVariants:
    """Makes the texts of many captions at once."""

    def __init__(
        self,
        words: WordNet,
        nodes: Sequence[AudioSetClass],
        encode: Encode,
        pieces: Callable[[str], int],
        config: WideningConfig,
    ) -> None:
        """Creates a widener.

        Args:
            nodes: nodes of AudioSet's ontology; empty for WordNet alone.
            pieces: number of pieces that MiniLM cuts a word into; rare words have many.
        """
        self._words, self._encode, self._pieces, self._config = words, encode, pieces, config
        self._vectors: dict[str, Vectors] = {}
        self._nodes: dict[str, list[AudioSetClass]] = {}
        for node in nodes:
            for name in node.names:
                self._nodes.setdefault(name, []).append(node)

    def widen(self, requests: Sequence[VariantRequest]) -> list[list[WordChange]]:
        """Returns the texts of each caption, at most `most` each, never the caption itself."""
        named = [_named_in(request, self._words) for request in requests]
        senses = {word: self._senses_of(word) for words in named for word in words}
        self._learn([_context(request) for request in requests])
        self._learn([_told(sense) for found in senses.values() for sense, _ in found])
        meant = [self._meant(request, words, senses) for request, words in zip(requests, named, strict=True)]
        self._learn([_told(one) for row in meant for sense in row.values() for one in self._around(sense)])
        self._learn([node.said for request in requests for node in self._nodes_of(request) if node.said])
        return [self._drawn(request, self._changes(request, row)) for request, row in zip(requests, meant, strict=True)]

    def _drawn(self, request: VariantRequest, changes: list[WordChange]) -> list[WordChange]:
        """Draws changes from each word in turn, so that a word with many narrower ones does not take all places."""
        draw = self._draw(request.caption)
        ways: dict[str, list[WordChange]] = {}
        for place in draw.permutation(len(changes)):
            ways.setdefault(changes[place].how.partition(" ")[0], []).append(changes[place])
        taken: list[WordChange] = []
        while any(ways.values()) and len(taken) < self._config.most:
            taken += [row.pop() for row in ways.values() if row]
        return taken[: self._config.most]

    def _meant(
        self, request: VariantRequest, words: Sequence[str], senses: Mapping[str, list[tuple[Sense, int]]]
    ) -> dict[str, Sense]:
        """The caption's words for audible things, each in its best agreeing sense."""
        own: dict[str, Sense] = {}
        for word in words:
            rated = [
                (self._agreement(request, _told(sense)) - self._config.rank_cost * rank, -place, sense)
                for place, (sense, rank) in enumerate(senses[word])
            ]
            best = max(rated, default=None, key=lambda one: one[:2])
            if best is not None and best[0] >= self._config.least_sense and _is_heard(best[2]):
                own[word] = best[2]
        return own

    def _senses_of(self, word: str) -> list[tuple[Sense, int]]:
        """A word's senses as noun or verb, each with its rank."""
        if self._words.is_adjective(word):
            return []
        return [(sense, rank) for s in PartOfSpeech for rank, sense in enumerate(self._words.senses(word, s)[:_SENSES])]

    def _around(self, sense: Sense) -> list[Sense]:
        """Common words one step broader or one or two narrower; for verbs only narrower."""
        narrower = [self._words.sense(place, sense.speech) for place in sense.narrower]
        further = [self._words.sense(place, sense.speech) for one in narrower for place in one.narrower]
        above = sense.broader if sense.speech is PartOfSpeech.NOUN else ()
        near = [*narrower, *further, *(self._words.sense(place, sense.speech) for place in above)]
        return [one for one in near if one.field == sense.field and self._is_said_of(one.words[0], one)]

    def _changes(self, request: VariantRequest, meant: Mapping[str, Sense]) -> list[WordChange]:
        found: dict[str, WordChange] = {}
        for word, sense in meant.items():
            others = {other: sense for other in sense.words if self._is_said_of(other, sense)}
            own = self._agreement(request, _told(sense)) - self._config.lag
            floor = max(self._config.least_sense, min(own, self._config.enough))
            near = [one for one in self._around(sense) if self._agreement(request, _told(one)) >= floor]
            others |= {one.words[0]: one for one in near}
            for other, inflected in self._inflected(request.caption, word, sense, list(others)):
                for text in replaced(request.caption, word, inflected):
                    agreement = self._agreement(request, _told(others[other]))
                    found.setdefault(text, WordChange(text, f"{word} > {inflected}", agreement))
        for node in self._nodes_of(request):
            if node.said and (agreement := self._agreement(request, node.said)) >= self._config.least_said:
                found.setdefault(node.said, WordChange(node.said, "audioset", agreement))
        return [change for text, change in found.items() if text.lower() != request.caption.lower()]

    def _inflected(self, caption: str, word: str, sense: Sense, others: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Other words, inflected like the caption's own, without words that the caption already has."""
        words_in_caption = set(caption.lower().split())
        is_verb = sense.speech is PartOfSpeech.VERB
        firsts = self._words.first_forms(word, sense.speech)
        for first in firsts:
            if word in (forms := forms_of(first, is_verb=is_verb)):
                for other in others:
                    own = forms_of(other, is_verb=is_verb)
                    is_new = words_in_caption.isdisjoint(other.split())
                    if is_new and other not in firsts and forms.index(word) < len(own):
                        yield other, own[forms.index(word)]
                return

    def _nodes_of(self, request: VariantRequest) -> list[AudioSetClass]:
        return list(dict.fromkeys(node for tag in request.tags for node in self._nodes.get(tag.lower(), ())))

    def _is_said_of(self, phrase: str, sense: Sense) -> bool:
        """Whether people might type the phrase and mean this sense first."""
        first = self._words.senses(phrase, sense.speech)[:1] if self._is_plain(phrase) else []
        return first == [sense] and not self._words.is_adjective(phrase) and not _RUDE.search(sense.gloss)

    def _is_plain(self, phrase: str) -> bool:
        """Whether people might type the phrase: lower case, one or two common words."""
        parts = phrase.split()
        return len(parts) <= 2 and all(_WORD.fullmatch(part) and self._is_common(part) for part in parts)

    def _is_common(self, word: str) -> bool:
        return self._pieces(word) <= _PIECES or self._words.is_met(word)

    def _learn(self, texts: Iterable[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            self._vectors |= dict(zip(new, self._encode(new), strict=True))

    def _agreement(self, request: VariantRequest, text: str) -> float:
        return float(self._vectors[_context(request)] @ self._vectors[text])

    def _draw(self, *texts: str) -> np.random.Generator:
        digest = blake2b("\n".join((str(self._config.seed), *texts)).encode(), digest_size=8).digest()
        return np.random.default_rng(int.from_bytes(digest, "big"))


def _named_in(request: VariantRequest, words: WordNet) -> list[str]:
    """Content words of a caption that a tag also has, in any inflection."""
    tags = {first for tag in request.tags for word in tag.lower().split() for first in (word, *_firsts(word, words))}
    lower = request.caption.lower()
    spans = [found for found in _WORD.finditer(lower) if not is_fixed(lower, found.start(), found.end())]
    plain = dict.fromkeys(found[0] for found in spans if not is_function_word(found[0]))
    return [word for word in plain if not tags.isdisjoint((word, *_firsts(word, words)))]


def _firsts(word: str, words: WordNet) -> tuple[str, ...]:
    return tuple(first for speech in PartOfSpeech for first in words.first_forms(word, speech))


def _is_heard(sense: Sense) -> bool:
    """Whether a sense is of an audible thing or describes how something sounds."""
    is_sound = sense.speech is PartOfSpeech.NOUN or _SOUNDS.search(sense.gloss) is not None
    return sense.field in _HEARD[sense.speech] and is_sound and not _RUDE.search(sense.gloss)


def _context(request: VariantRequest) -> str:
    return "; ".join((request.caption, *request.tags))


def _told(sense: Sense) -> str:
    return f"{sense.words[0]}: {sense.gloss}"
