"""Completes typed text to UCS categories: by CatID, category, subcategory and synonyms."""

import re
from functools import cache

from engine.audio.ucs import UcsCategory, categories

_MOST_LETTERS = 100
"""Letters considered: no category has more, and a pasted page would take seconds."""


def complete_category(text: str, limit: int = 12) -> tuple[UcsCategory, ...]:
    """Returns the categories that fit a typed text, best first. Every word must match somewhere.

    A CatID that starts with the text ranks first, then names that start with its words, then synonyms, then words that
    contain them.
    """
    wanted = text.strip().lower()
    words = re.findall(r"[^\W_]+", wanted[:_MOST_LETTERS])
    if not words:
        return ()
    scored: list[tuple[float, int, UcsCategory]] = []
    for number, (category, cat_id, names, synonyms) in enumerate(_searchable()):
        if cat_id == wanted:
            score = 100.0
        elif cat_id.startswith(wanted):
            score = 50.0
        else:
            parts = [_fit(word, names, synonyms) for word in words]
            if min(parts) == 0:
                continue
            score = sum(parts)
        scored.append((-score, number, category))
    scored.sort(key=lambda entry: entry[:2])
    return tuple(category for _, _, category in scored[:limit])


def _fit(word: str, names: tuple[str, ...], synonyms: tuple[str, ...]) -> float:
    if word in names:
        return 8.0
    if any(name.startswith(word) for name in names):
        return 6.0
    if word in synonyms:
        return 4.0
    if any(synonym.startswith(word) for synonym in synonyms):
        return 2.0
    return 1.0 if len(word) > 2 and any(word in name for name in names) else 0.0


@cache
def _searchable() -> tuple[tuple[UcsCategory, str, tuple[str, ...], tuple[str, ...]], ...]:
    return tuple(
        (
            category,
            category.cat_id.lower(),
            tuple(re.findall(r"[^\W_]+", f"{category.category} {category.subcategory}".lower())),
            category.synonyms,
        )
        for category in categories()
    )
