"""Converts messages to JSON records and back, for other processes and files: a code with its values.

The reader defines which codes a record may have; see `engine.base.file_faults` and `engine.base.training_messages`.
"""

from collections.abc import Mapping
from typing import Any

from engine.base.messages import Amount, Message, MessageCode, QueryMessage, Unit, Value

Codes = Mapping[str, MessageCode]
"""The codes that a reader knows, by name."""
_MOST_DIGITS = 17
"""Of a double; a damaged record may ask for any number."""


def record_of(told: Message) -> dict[str, Any]:
    """Writes one message as {"what": code, "values": […]}."""
    return {"what": told.what.name, "values": [plain(value) for value in told.values]}


def said_in(record: object, codes: Codes) -> Message:
    """Reads a record; a plain text or an unknown code becomes the text itself."""
    if not isinstance(record, dict):
        return Message(QueryMessage.AT, (str(record),))
    values = values_in(record, codes)
    what = codes.get(str(record.get("what")))
    if what is None:
        return Message(QueryMessage.AT, (values or (str(record.get("what")),))[:1])
    return Message(what, values)


def values_in(record: Mapping[str, Any], codes: Codes) -> tuple[Value, ...]:
    """Reads a record's values; none if it has no list of them."""
    values = record.get("values")
    return tuple(_value(value, codes) for value in values) if isinstance(values, list) else ()


def plain(value: Value) -> str | int | dict[str, Any]:
    """Converts a value to JSON types."""
    if isinstance(value, Message):
        return record_of(value)
    if isinstance(value, Amount):
        record: dict[str, Any] = {"amount": value.value, "unit": value.unit.value, "digits": value.digits}
        fixed = {} if value.places is None else {"places": value.places}
        return {**record, **fixed, **({"grouped": True} if value.is_grouped else {})}
    return value


def _value(record: object, codes: Codes) -> Value:
    if isinstance(record, dict):
        return _amount(record) if "amount" in record else said_in(record, codes)
    return record if isinstance(record, int) else str(record)


def _amount(record: Mapping[str, Any]) -> Value:
    try:
        digits = min(max(int(record.get("digits", 6)), 1), _MOST_DIGITS)
        places = None if record.get("places") is None else min(max(int(record["places"]), 0), _MOST_DIGITS)
        return Amount(
            float(record["amount"]), Unit(record.get("unit", "")), digits, places, record.get("grouped") is True
        )
    except (ValueError, TypeError, OverflowError):  # its unit is unknown here
        return str(record["amount"])
