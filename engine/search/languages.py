"""Translates words of German, French, Spanish, Italian, Portuguese and Dutch into English words for sounds.

The words are in resources/languages, one file per language, made by installer/languages.py from the FreeDict
dictionaries with all forms of each word. Queries are translated word by word: English words stay, function words go,
and a compound that no dictionary has ("Hundegebell") becomes the sum of its parts.
"""

import gzip
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources

from msgspec import Struct

from engine.base.text_forms import plain
from engine.search.english import english
from engine.search.keywords import inflections

LANGUAGES = ("deu", "fra", "spa", "ita", "por", "nld")
"""ISO 639-3 codes. Of languages that fit a query equally, the first is named."""

_GERUNDS = {
    "deu": ("end", "ende", "ender", "endes", "enden", "endem"),
    "fra": ("ant", "ante", "ants"),
    "spa": ("ndo", "ndose"),
    "ita": ("ndo", "ante", "ente"),
    "por": ("ndo",),
    "nld": ("end", "ende"),
}
"""Endings of the verb forms that correspond to English -ing forms."""
_ENDINGS = {
    "deu": (
        ("s", ""),
        ("en", ""),
        ("e", ""),
        ("n", ""),
        ("t", "en"),
        ("ende", "en"),
        ("ender", "en"),
        ("endes", "en"),
        ("end", "en"),
    ),
    "fra": (("s", ""), ("x", ""), ("es", ""), ("e", "er"), ("ent", "er"), ("ant", "er"), ("it", "ir"), ("e", "")),
    "spa": (
        ("s", ""),
        ("es", ""),
        ("ando", "ar"),
        ("iendo", "er"),
        ("iendo", "ir"),
        ("a", "ar"),
        ("e", "er"),
        ("a", "o"),
        ("as", "o"),
    ),
    "ita": (
        ("a", "are"),
        ("ando", "are"),
        ("endo", "ere"),
        ("e", "ere"),
        ("i", "o"),
        ("i", "e"),
        ("e", "a"),
        ("a", "o"),
    ),
    "por": (
        ("s", ""),
        ("es", ""),
        ("ando", "ar"),
        ("endo", "er"),
        ("indo", "ir"),
        ("oes", "ao"),
        ("a", "ar"),
        ("a", "o"),
        ("as", "o"),
    ),
    "nld": (("en", ""), ("s", ""), ("ende", "en"), ("end", "en"), ("e", ""), ("t", "en"), ("ven", "f"), ("zen", "s")),
}
"""Endings to try on an unlisted form, and their replacements."""
_JOINTS = {"deu": ("", "s", "es", "n", "en", "er", "e"), "nld": ("", "s", "en", "e", "n")}
"""Linking letters between the parts of a compound, in languages that write compounds as one word."""
_FEWEST_OF_A_PART, _FEWEST_OF_ALL, _FEWEST_WITH_MARKS = 3, 8, 7
"""Minimum letters of one part, of a whole compound, and of one with umlauts.

Shorter ones may be mistyped English words: of 1,792 typing errors in words of seven letters, nine consist of two German
words, but none has an umlaut.
"""

_LONGEST = 80
"""Letters of the longest word: a longer one is not a word, and splitting takes quadratic time."""


class Translation(Struct, frozen=True):
    """A word or phrase of a query and its English translation."""

    words: tuple[str, ...]
    """In lower case, as typed: one word, or several of a phrase ("coup de feu")."""
    language: str
    """Of `LANGUAGES`."""
    english: tuple[str, ...]
    """The translation, such as "dog" and "barking"; empty for a function word."""


def folded(word: str) -> str:
    """In lower case without accents, which users may omit."""
    return plain(word).replace("œ", "oe").replace("æ", "ae")


def bases(word: str, language: str) -> Iterator[str]:
    """Yields the possible base forms of a folded word, by its ending."""
    for ending, other in _ENDINGS[language]:
        if word.endswith(ending) and len(word) - len(ending) >= _FEWEST_OF_A_PART:
            yield word.removesuffix(ending) + other


def translate(words: Sequence[str]) -> tuple[Translation, ...]:
    """Translates the non-English words of a description.

    The language is the one that most of the words belong to, at least one of which must not be English. A word that is
    also
    English ("chat", "four") is translated from that language unless another word of the query is only English.

    Args:
        words: in lower case, in order.

    Returns:
        the translated words, in order, without English words and words of no language.
    """
    strange = {word for word in words if not english().has(word)}
    read = {language: _phrases(words, language) for language in LANGUAGES} if strange else {}

    def weight(language: str) -> tuple[int, int]:
        telling = [one for one in read[language] if one.english and not strange.isdisjoint(one.words)]
        return sum(len(one.words) for one in telling), sum(len(one.words) for one in read[language])

    best = max(read, key=weight, default="")
    if not best or not weight(best)[0]:
        return ()
    own = {word for one in read[best] for word in one.words}
    is_mixed = any(word not in own and word not in strange for word in words)
    found = [one for one in read[best] if not is_mixed or not strange.isdisjoint(one.words)]
    for word in [word for word in dict.fromkeys(words) if word in strange and word not in own]:
        others = (Translation((word,), other, _read(word, other) or ()) for other in LANGUAGES)
        found += [one for one in others if one.english][:1]  # words of a third language
    return tuple(found)


def knows(word: str) -> bool:
    """Whether a lower-case word belongs to any of the languages."""
    return any(_read(word, language) is not None for language in LANGUAGES)


def _phrases(words: Sequence[str], language: str) -> list[Translation]:
    """The words that a language knows; phrases of three and two words before single ones."""
    found, at = [], 0
    while at < len(words):
        for count in (3, 2, 1):
            part = tuple(words[at : at + count])
            english = _read(part[0], language) if count == 1 else _phrase(part, language)
            if english is not None and len(part) == count:
                found.append(Translation(part, language, english))
                at += count - 1
                break
        at += 1
    return found


def _phrase(words: tuple[str, ...], language: str) -> tuple[str, ...] | None:
    entry = _table(language).get(" ".join(map(folded, words))) if len(words) > 1 else None
    return tuple(entry.split("|")[0].split()) if entry else None


@lru_cache(maxsize=4096)
def _read(word: str, language: str) -> tuple[str, ...] | None:
    """The English of a word; None if the language lacks it, () for a function word."""
    if len(word) > _LONGEST:
        return None
    plain = folded(word)
    for key in dict.fromkeys((plain, *_without_umlauts(plain, language))):
        found = _simple(key, language)
        if found is not None:
            return found
    if language not in _JOINTS:
        return None
    fewest = _FEWEST_OF_ALL if word.isascii() else _FEWEST_WITH_MARKS
    found = _compound(plain, language, fewest)
    for key in _without_umlauts(plain, language) if found is None and len(plain) >= _FEWEST_OF_ALL else ():
        found = found or _compound(key, language, _FEWEST_WITH_MARKS)
    return found


def _simple(key: str, language: str) -> tuple[str, ...] | None:
    entry = _table(language).get(key)
    if entry is None:
        found = (_table(language).get(base) or "" for base in bases(key, language))
        entry = next((base for base in found if base and not base.startswith("=")), "")
        return _in_form(entry.split("|")[0], key, language) if entry else None
    if entry.startswith("="):
        return _in_form((_table(language).get(entry[1:]) or "").split("|")[0], key, language)
    return tuple(entry.split("|")[0].split())


def _in_form(said: str, form: str, language: str) -> tuple[str, ...]:
    """A verb's translation in -ing if the form corresponds to it: "barking" for "bellend"."""
    words = said.split()
    if words and form.endswith(_GERUNDS[language]):
        ing = [
            other
            for other in inflections(words[0])
            if other.endswith("ing") and other != words[0] and english().has(other)
        ]
        words[0] = ing[0] if ing else words[0]
    return tuple(words)


def _compound(key: str, language: str, fewest_of_all: int) -> tuple[str, ...] | None:
    """The English of a compound's parts, two rather than three, longest last part first; None if it is no compound."""
    table = _table(language)
    cuts = [cut for cut in range(_FEWEST_OF_A_PART, len(key) - _FEWEST_OF_A_PART + 1) if table.get(key[cut:])]
    for fewest in (_FEWEST_OF_A_PART, 2 * _FEWEST_OF_A_PART):
        for cut in cuts:
            for joint in _JOINTS[language]:
                first = key[:cut].removesuffix(joint)
                if key[:cut] != first + joint or len(first) < fewest or len(first) + len(key) - cut < fewest_of_all:
                    continue
                is_known = bool(table.get(first))
                if is_known or fewest > _FEWEST_OF_A_PART:
                    before = _simple(first, language) if is_known else _compound(first, language, fewest_of_all)
                    after = _simple(key[cut:], language)
                    if before and after:
                        return (*before, *after)
    return None


def _without_umlauts(key: str, language: str) -> tuple[str, ...]:
    """German spelled without umlauts: tuer for tür."""
    if language != "deu":
        return ()
    return (key.replace("ae", "a").replace("oe", "o").replace("ue", "u"),)


class _Table:
    """A language's words as one sorted text, which loads at once because it is not split into objects."""

    def __init__(self, text: bytes) -> None:
        self._text = b"\n" + text + b"\n"

    def get(self, key: str) -> str | None:
        """The entry of a word; None if there is none."""
        wanted = key.encode() + b"\t"
        low, high = 0, len(self._text) - 1
        while low < high:
            start = self._text.rfind(b"\n", 0, (low + high) // 2 + 1) + 1
            end = self._text.find(b"\n", start)
            line = self._text[start:end]
            if line.startswith(wanted):
                return line[len(wanted) :].decode()
            if line < wanted:
                low = end
            else:
                high = start - 1
        return None


@cache
def _table(language: str) -> _Table:
    with resources.files("resources.languages").joinpath(f"{language}.txt.gz").open("rb") as packed:
        return _Table(gzip.decompress(packed.read()))
