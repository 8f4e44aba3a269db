"""How the preferences present a setting, and which values it allows."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class Preference(Struct, frozen=True):
    """How the preferences present a setting; they translate the texts."""

    section: str
    title: str
    explanation: str
    choices: tuple[tuple[Any, str], ...] = ()
    """Values and their labels; empty if any value within the limits is allowed."""
    low: float | None = None
    high: float | None = None
    step: float = 1.0
    unit: str = ""
    is_late: bool = False
    """Takes effect at the next start."""
    is_folder: bool = False


def shown(section: str, title: str, explanation: str, **how: Any) -> Mapping[str, Any]:
    """Metadata of a settings field shown in the preferences; `how` gives further fields of `Preference`."""
    return {"shown": Preference(section, title, explanation, **how)}


def check_value(name: str, value: object, default: object, how: Preference | None) -> None:
    """Checks a value's type against the default, and its choices and range against `how`.

    Raises:
        ValueError: the value is not allowed.
    """
    is_number = isinstance(default, int | float) and not isinstance(default, bool)
    kind = (int, float) if is_number else type(default)
    if isinstance(default, bool | int | float | str):
        is_right = isinstance(value, kind) and isinstance(value, bool) == isinstance(default, bool)
        if not is_right:
            words = {bool: "true or false", str: "text"}
            raise ValueError(f"{name} must be {words.get(type(default), 'a number')}, not {value!r}")
    if how is not None and how.choices and value not in [choice for choice, _ in how.choices]:
        raise ValueError(f"{name} must be one of {', '.join(str(choice) for choice, _ in how.choices)}, not {value!r}")
    if how is not None and isinstance(value, int | float) and not isinstance(value, bool):
        low, high = how.low, how.high
        if (low is not None and value < low) or (high is not None and value > high):
            raise ValueError(f"{name} must be from {low} to {high}, not {value!r}")
