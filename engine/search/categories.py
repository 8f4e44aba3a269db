"""Finds the UCS categories for a filter's value: a category, a subcategory, both, or a CatID."""

import difflib
import re
from functools import cache

from engine.audio.ucs import UcsCategory, categories
from engine.search.value_parsers import InvalidValue


def named(value: str) -> tuple[str, tuple[UcsCategory, ...]]:
    """The title and the categories for a value: cat:DOOR and cat:doors both mean every category of doors.

    Raises:
        InvalidValue: no category has the name; its text suggests similar ones.
    """
    wanted = _plain(value)
    for names in _names():
        found = names.get(wanted) or names.get(f"{wanted}s")
        if found:
            return _title(found), found
    near = difflib.get_close_matches(wanted, [name for names in _names() for name in names], n=3, cutoff=0.6)
    if not wanted or not near:
        raise InvalidValue
    shown = ", ".join(dict.fromkeys(f"cat:{_quoted(_title(_first(name)))}" for name in near))
    raise InvalidValue(f"Perhaps {shown}; any UCS category, subcategory or CatID can be named.")


def _title(found: tuple[UcsCategory, ...]) -> str:
    first = found[0]
    if len(found) == 1:
        return f"{first.category} {first.subcategory}"
    if all(category.category == first.category for category in found):
        return first.category
    return first.subcategory


def _first(name: str) -> tuple[UcsCategory, ...]:
    return next(names[name] for names in _names() if name in names)


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text else text


def _plain(text: str) -> str:
    return " ".join(re.split(r"[^a-z0-9]+", text.lower())).strip()


@cache
def _names() -> tuple[dict[str, tuple[UcsCategory, ...]], ...]:
    """Categories by name: category, leading capitals of the CatID, CatID, both names, subcategory.

    The first table that contains a name decides: RAIN is the category, not just the CatID of that name.
    """
    tables: tuple[dict[str, list[UcsCategory]], ...] = ({}, {}, {}, {}, {})
    for category in categories():
        short = re.match(r"[A-Z0-9]+(?![a-z])", category.cat_id)
        keys = (
            _plain(category.category),
            short[0].lower() if short else "",
            category.cat_id.lower(),
            _plain(f"{category.category} {category.subcategory}"),
            _plain(category.subcategory),
        )
        for table, key in zip(tables, keys, strict=True):
            if key:
                table.setdefault(key, []).append(category)
    return tuple({name: tuple(found) for name, found in table.items()} for table in tables)
