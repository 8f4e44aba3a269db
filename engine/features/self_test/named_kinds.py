"""Kinds that the user's own names state: UCS categories where names or metadata have a CatID, else telling words.

A telling word is one that UCS has for a category, in a name or in that of the folder. A sound whose name tells nothing
is not judged and belongs to no pool. Sounds with and without a CatID form separate pools, so that a kind is only
searched among sounds named by the same rule.
"""

import os
from collections import Counter
from enum import StrEnum
from functools import cache

import numpy as np
from msgspec import Struct

from engine.audio.ucs import by_cat_id, categories
from engine.base.types import FilePath, Ids
from engine.search.keywords import stem
from engine.store.catalogue import Catalogue
from engine.store.uninformative_names import says_nothing
from engine.store.word_splitting import parts

FEWEST_FILES = 5
"""Fewest sounds of a kind that is tested."""
FEWEST_NAMED = 30
"""Fewest sounds of a pool: among fewer every kind is found."""
MOST_KINDS = 400
"""Only the largest ones."""
_MOST_SHARE = 0.5
"""A word in more of the pool is not distinctive."""
_MOST_CATEGORIES = 3
"""A synonym of more categories, such as "soft" or "long", identifies none."""
_FEWEST_LETTERS = 3
_CONTAINERS = (
    "in out input output effect effects fx sfx mix mixed mixes misc various general other others library libraries pack"
    " packs collection project projects session sessions source sources raw master masters stem stems bounce bounces"
    " render renders loop loops field left right single singles delivery deliveries asset assets import imports"
    " location locations place places"
)
"""Names of containers, not of sounds: UCS has some of them among its synonyms."""
_LINKS = "and behind being by of off out over the through to under who your"
_QUALITIES = (
    "angry bad big clean close dark deep double dry empty end fast great happy hard high hungry large long low open"
    " quiet rough short slow small smooth soft start strange strong tiny wet young"
)
"""UCS synonyms that name no sound: function words, and qualities."""


class NamedBy(StrEnum):
    """How names state kinds."""

    UCS = "ucs"
    WORDS = "words"


class NamedKind(Struct, frozen=True, eq=False):
    """Sounds whose names state the same kind."""

    words: str
    """The query, in lower case: "doors wood", "dog"."""
    cat_id: str
    """Empty for a word."""
    sounds: Ids
    """int64 [N], ascending."""


class NamedPool(Struct, frozen=True, eq=False):
    """Sounds whose names state kinds by one rule."""

    by: NamedBy
    sounds: Ids
    """int64 [N], ascending."""
    kinds: tuple[NamedKind, ...]
    """Largest first; a sound may have several kinds by words."""


def named_pools(catalogue: Catalogue, sounds: Ids) -> tuple[NamedPool, ...]:
    """Returns the pools that are large enough, with their kinds; empty if names tell too little.

    Args:
        catalogue: read only.
        sounds: int64 [N], those with vectors.
    """
    stated: dict[str, list[int]] = {}
    for sound, cat_id in catalogue.sounds.ucs_ids(sounds).items():
        if (known := by_cat_id(cat_id)) is not None:
            stated.setdefault(known.cat_id, []).append(sound)
    with_id = {sound for own in stated.values() for sound in own}
    rest = np.array([sound for sound in sounds.tolist() if sound not in with_id], np.int64)
    spoken = _by_words({sound: FilePath(path) for sound, path in catalogue.files.paths(rest).items()})
    ucs = [NamedKind(ucs_words(cat_id), cat_id, _ids(own)) for cat_id, own in stated.items()]
    words = [NamedKind(word, "", _ids(own)) for word, own in spoken.items()]
    pools = (_pool(NamedBy.UCS, ucs), _pool(NamedBy.WORDS, words))
    return tuple(pool for pool in pools if len(pool.sounds) >= FEWEST_NAMED and pool.kinds)


def ucs_words(cat_id: str) -> str:
    """Returns the query for a category: its name in lower case, such as "doors wood".

    Raises:
        KeyError: no such category.
    """
    known = by_cat_id(cat_id)
    if known is None:
        raise KeyError(cat_id)
    return category_words(known.category, known.subcategory)


def category_words(category: str, subcategory: str) -> str:
    """Joins category and subcategory; only the category for its rest, MISC."""
    return (category if subcategory == "MISC" else f"{category} {subcategory}").lower()


def _pool(by: NamedBy, kinds: list[NamedKind]) -> NamedPool:
    sounds = np.unique(np.concatenate([np.empty(0, np.int64), *(kind.sounds for kind in kinds)]))
    most = len(sounds) * (1.0 if by is NamedBy.UCS else _MOST_SHARE)
    kept = [kind for kind in kinds if FEWEST_FILES <= len(kind.sounds) <= most]
    kept.sort(key=lambda kind: (-len(kind.sounds), kind.words))
    return NamedPool(by, sounds, tuple(kept[:MOST_KINDS]))


def _by_words(paths: dict[int, FilePath]) -> dict[str, list[int]]:
    """The sounds of each telling word; merges the forms of a word under the most frequent one."""
    forms: dict[str, Counter[str]] = {}
    own: dict[str, list[int]] = {}
    for sound, path in paths.items():
        for word in _telling(path):
            forms.setdefault(stem(word), Counter())[word] += 1
            own.setdefault(stem(word), []).append(sound)
    return {max(forms[root].items(), key=lambda one: (one[1], one[0]))[0]: ids for root, ids in own.items()}


def _telling(path: FilePath) -> list[str]:
    """The telling words of a name and its folder, one per stem."""
    name, folder = path.name.rpartition(".")[0], FilePath(os.path.dirname(path.raw)).name
    found: dict[str, str] = {}
    for word in map(str.lower, (*parts(name), *parts(folder))):
        is_kind = stem(word) in _ucs_vocabulary() and stem(word) not in _no_kinds()
        if len(word) >= _FEWEST_LETTERS and is_kind and not says_nothing(word):
            found.setdefault(stem(word), word)
    return list(found.values())


@cache
def _no_kinds() -> frozenset[str]:
    return frozenset(map(stem, f"{_CONTAINERS} {_LINKS} {_QUALITIES}".split()))


@cache
def _ucs_vocabulary() -> frozenset[str]:
    """Stems of the words in UCS category names, and of single-word synonyms that few categories share."""
    counts: Counter[str] = Counter()
    names: set[str] = set()
    for one in categories():
        names.update(stem(word) for word in parts(f"{one.category} {one.subcategory}".lower()))
        counts.update({stem(word) for word in one.synonyms if word.isalpha()})
    return frozenset(names | {word for word, count in counts.items() if count <= _MOST_CATEGORIES})


def _ids(sounds: list[int]) -> Ids:
    return np.unique(np.array(sounds, np.int64))
