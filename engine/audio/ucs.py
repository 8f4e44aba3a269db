"""The Universal Category System: its categories and its file names.

The list is UCS 8.2.1 (CC0), in resources/ucs. A UCS name reads `CatID-User_Vendor-FXName_Creator_Source_UserData`; only
the first part is required here.
"""

import json
from functools import cache
from importlib import resources

from msgspec import Struct

_FILE = "ucs-8.2.1-en.json"
_STRAY = "ucs marke"
"""In the list by mistake, among the dogs."""


class UcsCategory(Struct, frozen=True):
    """One category of the list."""

    cat_id: str
    """DOORWood."""
    category: str
    subcategory: str
    explanation: str
    synonyms: tuple[str, ...]
    """Lower case, in the list's order."""


class UcsName(Struct, frozen=True):
    """The parts of a UCS file name; missing ones are empty."""

    cat_id: str
    category: str
    subcategory: str
    fx_name: str
    creator: str
    source: str


def parse_name(stem: str) -> UcsName | None:
    """Parses a file name without its suffix; None unless it starts with a CatID and an underscore."""
    parts = stem.split("_")
    if len(parts) < 2:
        return None
    known = by_cat_id(parts[0].split("-", 1)[0])
    if known is None:
        return None
    rest = [*parts[1:], "", "", ""]
    return UcsName(known.cat_id, known.category, known.subcategory, rest[0].strip(), rest[1].strip(), rest[2].strip())


def by_cat_id(cat_id: str) -> UcsCategory | None:
    """Returns the category of a CatID, None for another word.

    Mixed-case ids (DOORWood) match in any case; upper-case ones (RAIN, RAW, TEST) only exactly, because in lower case
    they are ordinary words of file names.
    """
    wanted = cat_id.strip()
    known = _by_id().get(wanted.lower())
    return None if known is not None and known.cat_id.isupper() and not wanted.isupper() else known


@cache
def categories() -> list[UcsCategory]:
    """Returns all categories, in the list's order."""
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
def _by_id() -> dict[str, UcsCategory]:
    return {category.cat_id.lower(): category for category in categories()}
