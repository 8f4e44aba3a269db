"""Translates words of German, French, Spanish, Italian, Portuguese and Dutch into the English of sounds.

The words lie in resources/languages, a file a language, made by installer/languages.py from the FreeDict dictionaries
with all forms of each word. A query is read word for word: English words stay, small words go, and a compound that no
dictionary has ("Hundegebell") is the sum of its parts.
"""

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from engine.search.english import english
from engine.search.keywords import inflections
from engine.text_forms import plain

LANGUAGES = ("deu", "fra", "spa", "ita", "por", "nld")
"""By their codes in ISO 639-3. Where two say the same of a query, the first is named."""

_GERUNDS = {
    "deu": ("end", "ende", "ender", "endes", "enden", "endem"),
    "fra": ("ant", "ante", "ants"),
    "spa": ("ndo", "ndose"),
    "ita": ("ndo", "ante", "ente"),
    "por": ("ndo",),
    "nld": ("end", "ende"),
}
"""Endings of the verb forms that are -ing forms in English."""
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
"""Endings tried on a form that no list has, and what the word ends with in their place."""
_JOINTS = {"deu": ("", "s", "es", "n", "en", "er", "e"), "nld": ("", "s", "en", "e", "n")}
"""What stands between the parts of a compound, in the languages that write compounds as one word."""
_FEWEST_OF_A_PART, _FEWEST_OF_ALL, _FEWEST_WITH_MARKS = 3, 8, 7
"""Letters of a part of a compound, and of all of its parts: a slip in a short English word is not taken for one.

Of 1,792 slips in English words that have seven letters, nine are made of two German words; but none has an umlaut.
"""

_LONGEST = 80
"""Letters of a word: a longer one is none, and trying its parts takes time that grows with their square."""


@dataclass(frozen=True, slots=True)
class Translated:
    """A word or phrase of a query, and what it says in English."""

    words: tuple[str, ...]
    """In lower case, as typed: one, or those of a phrase ("coup de feu")."""
    language: str
    """Of `LANGUAGES`."""
    english: tuple[str, ...]
    """The words it stands for, "dog" and "barking"; none for a small word that says nothing."""


def folded(word: str) -> str:
    """In lower case, without accents: they may be left out of what is typed."""
    return plain(word).replace("œ", "oe").replace("æ", "ae")


def bases(word: str, language: str) -> Iterator[str]:
    """Words that a folded word may be a form of, by its ending."""
    for ending, other in _ENDINGS[language]:
        if word.endswith(ending) and len(word) - len(ending) >= _FEWEST_OF_A_PART:
            yield word.removesuffix(ending) + other


def translate(words: Sequence[str]) -> tuple[Translated, ...]:
    """Reads the words of a description, in lower case, that are of another language than English.

    The language is the one that most of the words belong to, at least one of which must not be English; a word that is
    English too ("chat", "four") is read in that language unless another word of the query is only English.

    Args:
        words: in lower case, one behind the other.

    Returns:
        the words that were read, in order; English words and words of no language are left out.
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
        others = (Translated((word,), other, _read(word, other) or ()) for other in LANGUAGES)
        found += [one for one in others if one.english][:1]  # of a third language among those of another
    return tuple(found)


def knows(word: str) -> bool:
    """Whether a word in lower case belongs to any of the languages."""
    return any(_read(word, language) is not None for language in LANGUAGES)


def _phrases(words: Sequence[str], language: str) -> list[Translated]:
    """The words that a language knows, phrases of three and two before single words."""
    found, at = [], 0
    while at < len(words):
        for count in (3, 2, 1):
            part = tuple(words[at : at + count])
            english = _read(part[0], language) if count == 1 else _phrase(part, language)
            if english is not None and len(part) == count:
                found.append(Translated(part, language, english))
                at += count - 1
                break
        at += 1
    return found


def _phrase(words: tuple[str, ...], language: str) -> tuple[str, ...] | None:
    entry = _table(language).get(" ".join(map(folded, words))) if len(words) > 1 else None
    return tuple(entry.split("|")[0].split()) if entry else None


@lru_cache(maxsize=4096)
def _read(word: str, language: str) -> tuple[str, ...] | None:
    """The English of a word, None where the language has no such word; () for a small word."""
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
    """A verb's translation in -ing where the form is one: "barking" for "bellend"."""
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
    """The English of a compound's parts, two rather than three, the longest last part first; None for no compound."""
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
    """German as it is spelt without umlauts: tuer for tür."""
    if language != "deu":
        return ()
    return (key.replace("ae", "a").replace("oe", "o").replace("ue", "u"),)


class _Table:
    """The words of a language as one sorted text: it is not made into objects, so it loads at once."""

    def __init__(self, text: bytes) -> None:
        self._text = b"\n" + text + b"\n"

    def get(self, key: str) -> str | None:
        """What stands behind a word, None where it is not there."""
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
