"""What an edit of a shared library may be: its subject, its field and its value, whoever made it.

What comes from the server was written by others, and not always by Earshot. An edit is looked at whole before any of it
is stored here; one that no Earshot makes is an `EditRefused`, and `engine.studio.aside` says what becomes of it.
"""

import json
import re
from typing import Any

from engine.error_wording.studio import StudioFault
from engine.keeping.base import LONGEST_NAME
from engine.keeping.marks import BEST, LONGEST_NOTE
from engine.keeping.searches import LONGEST_TEXT
from engine.text_forms import folded
from engine.types import FAVOURITE, Colour
from engine.wording import Said, told

NONE = {"rating": 0, "colour": None, "note": "", "favourite": False}
"""What a sound has that nobody gave anything."""
LONGEST_JSON = 262_144
"""Letters of a value; the longest that Earshot makes, each of them escaped, is shorter."""
_MOST_PLACE = 2**53
"""Of a position, either way."""
_LATEST_S = 32_503_680_000.0
"""The year 3000: no clock of a server is beyond it, and no calendar ends before it."""
_UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_FIELD = re.compile(
    r"s:[0-9a-f]{64} (rating|colour|note|favourite|tag:.+)|"
    rf"c:{_UUID} (name|position|private|item:[0-9a-f]{{64}})|q:{_UUID} (search|position)|k:{_UUID} settled",
    re.DOTALL,
)
"""Every subject with its field that there is."""


class EditRefused(Exception):
    """An edit that no Earshot makes; `reason` says which of its parts."""

    def __init__(self, reason: Said) -> None:
        super().__init__(str(reason))
        self.reason = reason


def check_edit(subject: str, field: str, *texts: str) -> None:
    """Looks at an edit before it is stored.

    Args:
        subject: what it is about.
        field: which field of that.
        texts: the value as JSON; of a conflict both.

    Raises:
        EditRefused: no Earshot makes it.
    """
    if _FIELD.fullmatch(f"{subject} {field}") is None:
        raise EditRefused(told(StudioFault.EDIT_OF_NO_FIELD))
    for text in texts:
        if not is_possible(field, value_of(text)):
            raise EditRefused(told(StudioFault.EDIT_IMPOSSIBLE))


def value_of(text: str) -> Any:
    """The value that JSON holds.

    Raises:
        EditRefused: it is too long, too deep, or has a number that no field can hold.
    """
    if len(text) > LONGEST_JSON:
        raise EditRefused(told(StudioFault.EDIT_TOO_LONG, len(text)))
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as err:
        raise EditRefused(told(StudioFault.EDIT_UNREAD)) from err


def known_value(text: str) -> Any:
    """The same of what is kept here; None for what an earlier Earshot kept unread."""
    try:
        return value_of(text)
    except EditRefused:
        return None


def is_possible(field: str, value: Any) -> bool:
    """Whether Earshot could have given this field this value."""
    match field.partition(":")[0]:
        case "rating":
            return type(value) is int and 0 <= value <= BEST
        case "colour":
            return value is None or (isinstance(value, str) and value in tuple(Colour))
        case "note":
            return isinstance(value, str) and len(value) <= LONGEST_NOTE
        case "favourite" | "private":
            return isinstance(value, bool)
        case "tag":
            return value is None or (is_name(value) and folded(value) == folded(field[4:]) and value != FAVOURITE)
        case "name":
            return value is None or is_name(value)
        case "item":
            return value is None or _is_place(value)
        case "position":
            return _is_place(value)
        case "search":
            return value is None or _is_search(value)
        case _:
            return value is None or (isinstance(value, str) and len(value) <= LONGEST_NAME)


def is_name(name: Any) -> bool:
    """Whether it can be the name of a tag, a collection or a saved search."""
    return isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name == " ".join(name.split())


def within_time(made_s: float) -> float:
    """A Unix time that every calendar can show."""
    return min(max(made_s, 0.0), _LATEST_S) if made_s == made_s else 0.0


def _is_place(value: Any) -> bool:
    return type(value) is int and abs(value) < _MOST_PLACE


def _is_search(value: Any) -> bool:
    if not isinstance(value, dict) or not is_name(value.get("name")):
        return False
    text = value.get("text")
    return isinstance(text, str) and len(text) <= LONGEST_TEXT
