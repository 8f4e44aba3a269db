"""Sources left out of a run to measure on sounds from elsewhere; five folds, rotated.

Users' sounds come from new places, so recipes are chosen by these folds: `train = ["earshot:train-without-wild"]`
trains on everything but the sources of fold `wild`, and `earshot:left-out-wild` measures on them. `left-out` in place
of a fold's name means all five: `train-without-left-out`, and the part `left-out`.
"""

import tomllib
from functools import cache
from pathlib import Path

PATH = Path(__file__).with_name("left_out.toml")
"""The sources of each fold."""
WITHOUT = "train-without-"
LEFT_OUT = "left-out"
"""The part to measure on, followed by a dash and a fold's name; alone, all folds."""


@cache
def folds() -> dict[str, frozenset[str]]:
    """Returns the sources of each fold by name."""
    found: dict[str, list[str]] = tomllib.loads(PATH.read_text(encoding="utf-8"))
    return {name: frozenset(sources) for name, sources in found.items()}


def sources_of(fold: str) -> frozenset[str]:
    """Returns the sources of a fold, or of all folds for LEFT_OUT."""
    return frozenset().union(*folds().values()) if fold == LEFT_OUT else folds()[fold]


def parts() -> tuple[str, ...]:
    """Returns the names of all parts that the folds define."""
    names = (*folds(), LEFT_OUT)
    measured = (LEFT_OUT, *(f"{LEFT_OUT}-{name}" for name in folds()))
    return (*(f"{WITHOUT}{name}" for name in names), *measured)


def learnt_without(part: str) -> frozenset[str]:
    """Returns the sources that `train-without-FOLD` leaves out; none for any other part."""
    return sources_of(part.removeprefix(WITHOUT)) if part.startswith(WITHOUT) else frozenset()


def measured_of(part: str) -> frozenset[str]:
    """Returns the sources that `left-out-FOLD` measures on; none for any other part."""
    if part != LEFT_OUT and not part.startswith(f"{LEFT_OUT}-"):
        return frozenset()
    return sources_of(part.removeprefix(f"{LEFT_OUT}-"))
