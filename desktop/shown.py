"""What the preferences say of a setting, and which values it may have."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Shown:
    """How the preferences show a setting; the texts are translated there."""

    section: str
    title: str
    explanation: str
    choices: tuple[tuple[Any, str], ...] = ()
    """Values and what they are called; empty where any value within the limits may be set."""
    low: float | None = None
    high: float | None = None
    step: float = 1.0
    unit: str = ""
    is_late: bool = False
    """It takes effect when Earshot starts again."""
    is_folder: bool = False
    """A text that is the path of a folder, which can be chosen."""


def shown(section: str, title: str, explanation: str, **how: Any) -> Mapping[str, Any]:
    """Gives the metadata of a field that the preferences show; `how` are further fields of `Shown`."""
    return {"shown": Shown(section, title, explanation, **how)}


def check_value(name: str, value: object, default: object, how: Shown | None) -> None:
    """Refuses a value of another kind than the default, or beyond what `how` allows.

    Raises:
        ValueError: it is one.
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
