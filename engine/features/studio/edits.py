"""Validates edits of a shared library: subject, field and value, whoever made them.

Data from the server was written by others, not always by Earshot. An edit is checked completely before any of it is
stored here; one that no Earshot makes raises `EditRefused`, which `engine.features.studio.rejected_edits` handles.
"""

import json
import re
from typing import Any

from engine.base.messages import Message, told
from engine.base.text_forms import folded
from engine.base.types import FAVOURITE, Colour
from engine.features.studio.messages import StudioFault
from engine.library.user_data.base import LONGEST_NAME
from engine.library.user_data.marks import BEST, LONGEST_NOTE
from engine.library.user_data.searches import LONGEST_TEXT

NONE = {"rating": 0, "colour": None, "note": "", "favourite": False}
"""Values of a sound without marks."""
LONGEST_JSON = 262_144
"""Letters of a value; the longest that Earshot makes, fully escaped, is shorter."""
_MOST_PLACE = 2**53
"""Bound of a position's absolute value."""
_LATEST_S = 32_503_680_000.0
"""The year 3000: later than any server's clock, and within every calendar."""
_UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_FIELD = re.compile(
    r"s:[0-9a-f]{64} (rating|colour|note|favourite|tag:.+)|"
    rf"c:{_UUID} (name|position|private|item:[0-9a-f]{{64}})|q:{_UUID} (search|position)|k:{_UUID} settled",
    re.DOTALL,
)
"""Every subject with its valid fields."""


class EditRefused(Exception):
    """No Earshot makes such an edit; `reason` names the faulty part."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


def check_edit(subject: str, field: str, *texts: str) -> None:
    """Checks an edit before it is stored.

    Args:
        texts: the value as JSON; both values of a conflict.

    Raises:
        EditRefused: no Earshot makes it.
    """
    if _FIELD.fullmatch(f"{subject} {field}") is None:
        raise EditRefused(told(StudioFault.EDIT_OF_NO_FIELD))
    for text in texts:
        if not is_possible(field, value_of(text)):
            raise EditRefused(told(StudioFault.EDIT_IMPOSSIBLE))


def value_of(text: str) -> Any:
    """Parses a JSON value.

    Raises:
        EditRefused: it is too long, nested too deep, or has a number beyond any field's range.
    """
    if len(text) > LONGEST_JSON:
        raise EditRefused(told(StudioFault.EDIT_TOO_LONG, len(text)))
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as err:
        raise EditRefused(told(StudioFault.EDIT_UNREAD)) from err


def known_value(text: str) -> Any:
    """Parses a stored value; None for one that an earlier Earshot stored unchecked."""
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
    """Whether it is a valid name of a tag, a collection or a saved search."""
    return isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name == " ".join(name.split())


def within_time(made_s: float) -> float:
    """Clamps a Unix time to what every calendar can show."""
    return min(max(made_s, 0.0), _LATEST_S) if made_s == made_s else 0.0


def _is_place(value: Any) -> bool:
    return type(value) is int and abs(value) < _MOST_PLACE


def _is_search(value: Any) -> bool:
    if not isinstance(value, dict) or not is_name(value.get("name")):
        return False
    text = value.get("text")
    return isinstance(text, str) and len(text) <= LONGEST_TEXT
