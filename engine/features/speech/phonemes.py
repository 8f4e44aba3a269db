"""Pronounces words as ARPAbet phonemes and their numbers, by a given dictionary, with espeak-ng as fallback.

The inventory is that of Rhodes and Bains: 42 phonemes and three noises, 45 in all; number 0 is padding. The CMU
dictionary uses 39 of them and writes schwa as AH; AX, EL and EN serve lexicons that distinguish them.
"""

import re
import shutil
import subprocess
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from engine.base.errors import EngineError
from engine.base.messages import told
from engine.features.speech.messages import SpokenAdvice, SpokenFault

ARPABET = (
    "AA", "AE", "AH", "AO", "AW", "AX", "AY", "B", "CH", "D", "DH", "EH", "EL", "EN", "ER", "EY", "F", "G", "HH", "IH",
    "IY", "JH", "K", "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH", "UH", "UW", "V", "W", "Y", "Z",
    "ZH",
)  # fmt: skip
NOISES = ("[NOISE]", "[VOCALIZED-NOISE]", "[LAUGHTER]")
INVENTORY = (*ARPABET, *NOISES)
"""45 symbols; symbol n has number n + 1."""
PAD = 0

LookUp = Callable[[str], tuple[str, ...] | None]
"""Returns the phonemes of a lower-case word, without stress; None if unknown."""

_NUMBERS = {symbol: place + 1 for place, symbol in enumerate(INVENTORY)}
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*['’]?", re.UNICODE)
_PROGRAM = "espeak-ng"
_TIMEOUT_S = 30.0
_STRESS = "ˈˌ"
_LENGTH = "ː"

TABLE = {
    "æ": ("AE",), "a": ("AE",), "ɐ": ("AH",), "ɑ": ("AA",), "ɒ": ("AA",), "ɔ": ("AO",), "o": ("OW",), "ə": ("AH",),
    "ɚ": ("ER",), "ɜ": ("ER",), "ɝ": ("ER",), "ɛ": ("EH",), "e": ("EH",), "ɪ": ("IH",), "ᵻ": ("IH",), "ɨ": ("IH",),
    "i": ("IY",), "ʊ": ("UH",), "ɵ": ("UH",), "u": ("UW",), "ʉ": ("UW",), "ʌ": ("AH",), "y": ("UW",),
    "eɪ": ("EY",), "aɪ": ("AY",), "ɔɪ": ("OY",), "aʊ": ("AW",), "oʊ": ("OW",), "əʊ": ("OW",), "ɪə": ("IH", "AH"),
    "iə": ("IY", "AH"), "eə": ("EH", "R"), "ʊə": ("UH", "AH"), "aɪə": ("AY", "AH"), "aɪɚ": ("AY", "ER"),
    "aʊə": ("AW", "AH"), "ɑɹ": ("AA", "R"), "ɔɹ": ("AO", "R"), "oɹ": ("AO", "R"), "ɪɹ": ("IH", "R"), "iɹ": ("IH", "R"),
    "ɛɹ": ("EH", "R"), "ʊɹ": ("UH", "R"), "əl": ("AH", "L"), "n̩": ("AH", "N"), "l̩": ("AH", "L"), "m̩": ("AH", "M"),
    "b": ("B",), "d": ("D",), "f": ("F",), "ɡ": ("G",), "g": ("G",), "h": ("HH",), "j": ("Y",), "k": ("K",),
    "l": ("L",), "ɫ": ("L",), "ɬ": ("L",), "m": ("M",), "n": ("N",), "ŋ": ("NG",), "ɲ": ("N", "Y"), "p": ("P",),
    "ɹ": ("R",), "r": ("R",), "ʁ": ("R",), "s": ("S",),
    "ʃ": ("SH",), "t": ("T",), "ɾ": ("T",), "ʔ": ("T",), "θ": ("TH",),
    "ð": ("DH",), "v": ("V",), "w": ("W",), "ʍ": ("W",), "x": ("K",), "ç": ("HH",), "z": ("Z",), "ʒ": ("ZH",),
    "dʒ": ("JH",), "tʃ": ("CH",),
}  # fmt: skip
"""espeak-ng's phonemes, without stress and length, in ARPAbet without stress."""


class PronunciationError(EngineError):
    """A text cannot be pronounced."""


def words_in(text: str) -> list[str]:
    """Returns the words of a text in lower case, in order."""
    return [found.group().replace("’", "'").casefold() for found in _WORD.finditer(text)]


def pronounce(text: str, look_up: LookUp) -> list[tuple[str, ...]]:
    """Returns the phonemes of each word of a text, without stress. A noise's name in brackets counts as a word.

    Raises:
        PronunciationError: no word in the text, or an unknown word without espeak-ng installed.
    """
    if text.strip().upper() in NOISES:
        return [(text.strip().upper(),)]
    words = words_in(text)
    if not words:
        raise PronunciationError(told(SpokenFault.NO_WORD_IN, repr(text)), advice=SpokenAdvice.LETTERS_OR_DIGITS)
    return [look_up(word) or spoken(word) for word in words]


@cache
def spoken(word: str) -> tuple[str, ...]:
    """Returns espeak-ng's pronunciation of a word in American English.

    Raises:
        PronunciationError: espeak-ng is missing, fails, or returns nothing.
    """
    if shutil.which(_PROGRAM) is None:
        raise PronunciationError(
            told(SpokenFault.NOT_IN_DICTIONARY, word, _PROGRAM), advice=SpokenAdvice.INSTALL_SPEAKER
        )
    command = [_PROGRAM, "-q", "--ipa", "--sep=_", "-v", "en-us", "--stdin"]
    try:
        done = subprocess.run(command, input=word.encode(), capture_output=True, check=True, timeout=_TIMEOUT_S)
    except (OSError, subprocess.SubprocessError) as err:
        what = told(SpokenFault.NOT_SPOKEN, _PROGRAM, word, str(err))
        raise PronunciationError(what, advice=SpokenAdvice.OTHER_WORD) from err
    # For a word in another script espeak-ng switches to that language's voice and notes it in brackets.
    found = arpabet(re.sub(r"\([^()]*\)", " ", done.stdout.decode()))
    if not found:
        raise PronunciationError(told(SpokenFault.SAYS_NOTHING, _PROGRAM, word), advice=SpokenAdvice.OTHER_WORD)
    return found


def numbers_of(phonemes: Iterable[str]) -> list[int]:
    """Returns the numbers of phonemes, 1 to 45.

    Raises:
        PronunciationError: a symbol is not in the inventory.
    """
    try:
        return [_NUMBERS[phoneme] for phoneme in phonemes]
    except KeyError as err:
        known = told(SpokenAdvice.KNOWN_SYMBOLS, " ".join(INVENTORY))
        raise PronunciationError(told(SpokenFault.NO_ARPABET, str(err.args[0])), advice=known) from err


def symbols_of(numbers: Sequence[int]) -> tuple[str, ...]:
    """Returns the phonemes of numbers, without padding."""
    return tuple(INVENTORY[number - 1] for number in numbers if number != PAD)


class UnknownPhoneme(EngineError):
    """An IPA symbol without an English sound in `TABLE`."""


def arpabet(ipa: str) -> tuple[str, ...]:
    """Converts IPA, with "_" between phonemes and blanks between words, to ARPAbet without stress.

    Raises:
        UnknownPhoneme: a phoneme is not in the table, nor made of parts that are.
    """
    found: list[str] = []
    for word in ipa.replace("iə_ɹ", "ɪɹ").split():
        for phoneme in word.split("_"):
            bare = _bare(phoneme)
            # A vowel with its own "r" already ends in R or ER; another R only links syllables.
            if bare == "ɹ" and found and found[-1] in ("ER", "R"):
                continue
            found += _looked_up(bare)
    return tuple(found)


def _bare(phoneme: str) -> str:
    """Strips stress, length, nasal tilde and marks that only espeak-ng writes."""
    marks = (*_STRESS, _LENGTH, "ʲ", "̃", "‍", "͡")
    text = unicodedata.normalize("NFD", phoneme)
    bare = "".join(letter for letter in text if letter not in marks)
    return unicodedata.normalize("NFC", bare)


def _looked_up(bare: str) -> list[str]:
    """Looks up the phoneme's parts, longest first from the left."""
    found: list[str] = []
    while bare:
        part = next((bare[:size] for size in range(len(bare), 0, -1) if bare[:size] in TABLE), None)
        if part is None:
            raise UnknownPhoneme(told(SpokenFault.NO_PHONEME, repr(bare)), advice=SpokenAdvice.OTHER_SPELLING)
        found += TABLE[part]
        bare = bare[len(part) :]
    return found
