"""A tool's arguments: one description, which clients read as JSON Schema and every call is checked against."""

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from engine.base.errors import QueryError
from engine.base.messages import Amount, Value, said
from engine.features.door.messages import DoorAdvice, DoorFault

MOST_LETTERS = 10_000
"""The default bound of a text."""


class ArgumentKind(StrEnum):
    """The type of an argument, by its name in JSON Schema."""

    TEXT = "string"
    NUMBER = "number"
    WHOLE = "integer"
    FLAG = "boolean"
    LIST = "array"
    OBJECT = "object"


_NOT_ONE = {
    ArgumentKind.TEXT: DoorFault.ARGUMENT_NO_TEXT,
    ArgumentKind.NUMBER: DoorFault.ARGUMENT_NO_NUMBER,
    ArgumentKind.WHOLE: DoorFault.ARGUMENT_NOT_WHOLE,
    ArgumentKind.FLAG: DoorFault.ARGUMENT_NO_FLAG,
    ArgumentKind.LIST: DoorFault.ARGUMENT_NO_LIST,
    ArgumentKind.OBJECT: DoorFault.ARGUMENT_NO_OBJECT,
}


class ToolArgument(Struct, frozen=True):
    """One argument of a tool."""

    name: str
    kind: ArgumentKind
    about: str
    """For the caller, possibly an assistant."""
    is_required: bool = False
    low: float | None = None
    high: float | None = None
    """For a number; both or neither."""
    most: int = MOST_LETTERS
    """Letters of a text, or items of a list."""
    items: "ToolArgument | None" = None
    """The type of a list's items."""
    parts: "tuple[ToolArgument, ...]" = ()
    """The fields of an object."""

    def schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": self.kind.value, "description": self.about}
        if self.low is not None:
            schema |= {"minimum": self.low, "maximum": self.high}
        if self.kind is ArgumentKind.TEXT:
            schema["maxLength"] = self.most
        if self.items is not None:
            schema |= {"items": self.items.schema(), "maxItems": self.most}
        return schema | (object_schema(self.parts) if self.kind is ArgumentKind.OBJECT else {})

    def checked(self, value: object) -> Any:
        """Returns a valid value; a whole number given for a number becomes a float.

        Raises:
            QueryError: the value is invalid.
        """
        if not self._is_one(value):
            raise _refused(_NOT_ONE[self.kind], self.name)
        match value:
            case str():
                if len(value) > self.most:
                    raise _refused(DoorFault.ARGUMENT_TOO_LONG, self.name, self.most)
            case bool():
                pass
            case int() | float():
                if self.low is not None and self.high is not None and not self.low <= value <= self.high:
                    raise _refused(DoorFault.ARGUMENT_OUTSIDE, self.name, Amount(self.low), Amount(self.high))
                return float(value) if self.kind is ArgumentKind.NUMBER else int(value)
            case list():
                if len(value) > self.most:
                    raise _refused(DoorFault.ARGUMENT_TOO_LONG, self.name, self.most)
                assert self.items is not None  # every list declares its items
                return [self.items.checked(item) for item in value]
            case dict():
                return checked_arguments(self.parts, value)
        return value

    def _is_one(self, value: object) -> bool:
        match self.kind:
            case ArgumentKind.TEXT:
                return isinstance(value, str)
            case ArgumentKind.FLAG:
                return isinstance(value, bool)
            case ArgumentKind.LIST:
                return isinstance(value, list)
            case ArgumentKind.OBJECT:
                return isinstance(value, dict)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        is_finite = isinstance(value, int) or math.isfinite(value)
        return is_finite and (self.kind is ArgumentKind.NUMBER or value == int(value))


def object_schema(arguments: tuple[ToolArgument, ...]) -> dict[str, Any]:
    """Returns the JSON Schema of an object with exactly these fields."""
    return {
        "type": "object",
        "properties": {one.name: one.schema() for one in arguments},
        "required": [one.name for one in arguments if one.is_required],
        "additionalProperties": False,
    }


def checked_arguments(arguments: tuple[ToolArgument, ...], given: Mapping[str, object]) -> dict[str, Any]:
    """Checks given arguments; null counts as missing.

    Raises:
        QueryError: an argument is missing, unknown or invalid.
    """
    known = {one.name: one for one in arguments}
    for name in given:
        if name not in known:
            raise _refused(DoorFault.ARGUMENT_UNKNOWN, name)
    for one in arguments:
        if one.is_required and given.get(one.name) is None:
            raise _refused(DoorFault.ARGUMENT_MISSING, one.name)
    return {name: known[name].checked(value) for name, value in given.items() if value is not None}


def _refused(fault: DoorFault, *values: Value) -> QueryError:
    return QueryError(said(fault, *values), advice=DoorAdvice.SEE_TOOLS)
