"""Expands a quoted word to its plural or singular and to compounds that contain it.

`"bell"` finds bells and doorbell but not "belly": the rest of a compound must be a word of UCS. `"=bell"` finds only
bell.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from engine.audio.ucs import categories
from engine.base.text_forms import small
from engine.search.keywords import stem
from engine.search.query_parser import EXACTLY, is_function_word

_LEAST = 3
"""Minimum letters of a word to search for in compounds, and of the rest of a compound."""
_ENDINGS = frozenset(["age", "ance", "ant", "ing", "like", "ness", "tion", "ward", "wards"])
"""Words of UCS that are also suffixes."""
_ONE_WORD_TEXT = """
abstract animated aquatile ashram automat bandage bandore barracks barrow bengal bittern bottom butterfly camera
campbell campus cannon canteen carpet carrot carton cartoon cartridge charcoal cockpit cockroach cocktail combatant
command company cutlass earnest fanfare guidance guitar halyard herring hospice impact impale laboratory lacerate
macerate mangrove massage matterhorn mattress mushroom nightmare office outcry package partridge passage pastoral
pattern peacock rainbow ramshackle sawbuck season signature songstress tenant tenants titmouse voltage warbling warden
wardrobe warehouse warfare windlass
"""
_ONE_WORD = frozenset(_ONE_WORD_TEXT.split())
"""Words that look like compounds but are none, or mean neither part."""


def quoted_forms(phrase: str, words_with: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    """The forms to search for a quoted phrase, itself first.

    Args:
        phrase: without quotation marks.
        words_with: returns the library's long words that begin or end with a word.
    """
    if phrase.startswith(EXACTLY):
        return (phrase.removeprefix(EXACTLY).strip(),)
    text = small(phrase)
    before, _, last = text.rpartition(" ")
    numbers = _numbers(last)
    forms = [text, *(f"{before} {number}".strip() for number in numbers)]
    if not before and len(last) >= _LEAST and last.isalpha():
        found = {word for number in (last, *numbers) for word in words_with(number)}
        forms += sorted(word for word in found if any(_is_part(number, word) for number in (last, *numbers)))
    return tuple(dict.fromkeys(forms))


def _numbers(word: str) -> Iterator[str] | tuple[str, ...]:
    """The word in the other number, singular or plural, by English rules."""
    if len(word) < _LEAST or not word.isalpha():
        return ()
    singular = _singular(word)
    if singular != word:
        return (singular,)
    if word.endswith("y") and word[-2] not in "aeiou":
        return (f"{word[:-1]}ies",)
    return (f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s",)


def _singular(word: str) -> str:
    return word if word.endswith(("ed", "ing")) else stem(word)


def _is_part(part: str, word: str) -> bool:
    """Whether a long word consists of a part and another word."""
    whole = _singular(word)
    if whole in _ONE_WORD or word in _ONE_WORD or (stem(word) in _words() and stem(word) != whole):
        return False
    for made in (word, whole):
        if made.endswith(part) and _is_word(made[: -len(part)]):
            return True
        if made.startswith(part) and _is_word(made[len(part) :]):
            return True
    return False


def _is_word(rest: str) -> bool:
    is_long = len(rest) >= _LEAST and not is_function_word(rest) and rest not in _ENDINGS
    return is_long and (rest in _words() or stem(rest) in _words())


@cache
def _words() -> frozenset[str]:
    """The vocabulary of UCS."""
    texts = (text for row in categories() for text in (row.category, row.subcategory, *row.synonyms))
    return frozenset(word for text in texts for word in re.findall("[a-z]+", text.lower()) if len(word) >= _LEAST)
