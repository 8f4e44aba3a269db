"""Knows the Universal Category System: its categories, its file names, and its synonyms.

The list is UCS 8.2.1 (CC0), kept in resources/ucs. A UCS name reads
`CatID-User_Vendor-FXName_Creator_Source_UserData`; only the first part is required here.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib import resources

_FILE = "ucs-8.2.1-en.json"
_STRAY = "ucs marke"
"""Stands in the list by mistake, with the dogs."""
_COMMON = 12
"""A word that stands in more categories than this ("ambience", "hit") tells none of them apart."""
_FEW = 3
"""A word beside more categories than this does not lead to their names."""
_MOST_SYNONYMS = 24


@dataclass(frozen=True, slots=True)
class UcsCategory:
    """One category of the list."""

    cat_id: str
    """Such as DOORWood."""
    category: str
    """Such as DOORS."""
    subcategory: str
    """Such as WOOD."""
    explanation: str
    synonyms: tuple[str, ...]
    """Lower case, in the list's order."""


@dataclass(frozen=True, slots=True)
class UcsName:
    """What a file name in the UCS form says; parts that are not there are empty."""

    cat_id: str
    category: str
    subcategory: str
    fx_name: str
    creator: str
    source: str


def parse_name(stem: str) -> UcsName | None:
    """Reads a file name without its suffix; None when it does not start with a CatID and an underscore."""
    parts = stem.split("_")
    if len(parts) < 2:
        return None
    known = by_cat_id(parts[0].split("-", 1)[0])
    if known is None:
        return None
    rest = [*parts[1:], "", "", ""]
    return UcsName(known.cat_id, known.category, known.subcategory, rest[0].strip(), rest[1].strip(), rest[2].strip())


def by_cat_id(cat_id: str) -> UcsCategory | None:
    """Gives the category of a CatID, None for another word.

    Mixed ones (DOORWood) count in any case; those all in capitals (RAIN, RAW, TEST) only so, because in small letters
    they are ordinary words of file names.
    """
    wanted = cat_id.strip()
    known = _by_id().get(wanted.lower())
    return None if known is not None and known.cat_id.isupper() and not wanted.isupper() else known


@cache
def categories() -> list[UcsCategory]:
    """Gives all categories of the list, in its order."""
    text = (resources.files("resources.ucs") / _FILE).read_text(encoding="utf-8")
    return [
        UcsCategory(
            row["CatID"],
            row["Category"],
            row["SubCategory"],
            row["Explanations"],
            tuple(dict.fromkeys(word.strip().lower() for word in row["Synonyms"] if word.strip() and word != _STRAY)),
        )
        for row in json.loads(text)
    ]


@cache
def synonyms_of(word: str) -> tuple[str, ...]:
    """Gives words the list puts beside a word, the most telling first; none for a word it does not know.

    They are the synonyms of the categories that the word names (singular or plural), and the names of the few
    categories that have the word as a synonym. Words that stand in many categories are left out.
    """
    wanted = _stem(word.strip().lower())
    index = _index()
    related: Counter[str] = Counter()
    for category in index.named.get(wanted, ()):
        related.update(category.synonyms)
    beside = index.beside.get(wanted, ())
    if len(beside) <= _FEW:
        for category in beside:
            if category not in index.named.get(wanted, ()):
                related.update(_name_words(category))
    spread = {other: len(index.beside.get(_stem(other), ())) for other in related if _stem(other) != wanted}
    telling = [other for other, categories_with_it in spread.items() if categories_with_it <= _COMMON]
    telling.sort(key=lambda other: (-related[other], spread[other], other))
    return tuple(telling[:_MOST_SYNONYMS])


@cache
def _by_id() -> dict[str, UcsCategory]:
    return {category.cat_id.lower(): category for category in categories()}


@dataclass(frozen=True, slots=True)
class _Index:
    named: dict[str, list[UcsCategory]]
    """Categories by the stems of their names."""
    beside: dict[str, list[UcsCategory]]
    """Categories by the stems of their synonyms."""


@cache
def _index() -> _Index:
    named: dict[str, list[UcsCategory]] = {}
    beside: dict[str, list[UcsCategory]] = {}
    for category in categories():
        for stem in {_stem(name) for name in _name_words(category)}:
            named.setdefault(stem, []).append(category)
        for stem in {_stem(synonym) for synonym in category.synonyms}:
            beside.setdefault(stem, []).append(category)
    return _Index(named, beside)


def _name_words(category: UcsCategory) -> list[str]:
    """Words that name a category: its subcategory, or the category itself where that is only "misc"."""
    name = category.subcategory if category.subcategory not in ("MISC", "GENERAL") else category.category
    return [word for word in re.split(r"[^a-z0-9]+", name.lower()) if len(word) > 2]


def _stem(word: str) -> str:
    """Folds a plural to its singular, roughly: enough to match two English nouns."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("shes", "ches", "sses", "xes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
