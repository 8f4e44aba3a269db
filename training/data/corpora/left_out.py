"""Sources that a run leaves out whole, to be measured on what comes from elsewhere; five folds, rotated.

Users' sounds come from new places, so recipes are chosen by these: `train = ["earshot:train-without-wild"]` learns from
everything but the sources of fold `wild`, and `earshot:left-out-wild` is what is measured then. `left-out` in the place
of a fold's name means all five: `train-without-left-out`, and the part `left-out` alone.
"""

import tomllib
from functools import cache
from pathlib import Path

PATH = Path(__file__).with_name("left_out.toml")
"""The sources of each fold."""
WITHOUT = "train-without-"
LEFT_OUT = "left-out"
"""With a dash and a fold's name behind it, the part that is measured; alone, that of all folds."""


@cache
def folds() -> dict[str, frozenset[str]]:
    """Gives the sources of each fold, by its name."""
    found: dict[str, list[str]] = tomllib.loads(PATH.read_text(encoding="utf-8"))
    return {name: frozenset(sources) for name, sources in found.items()}


def sources_of(fold: str) -> frozenset[str]:
    """Gives the sources of a fold, or of all of them for LEFT_OUT."""
    return frozenset().union(*folds().values()) if fold == LEFT_OUT else folds()[fold]


def parts() -> tuple[str, ...]:
    """Gives the parts that a corpus has by its folds."""
    names = (*folds(), LEFT_OUT)
    measured = (LEFT_OUT, *(f"{LEFT_OUT}-{name}" for name in folds()))
    return (*(f"{WITHOUT}{name}" for name in names), *measured)


def learnt_without(part: str) -> frozenset[str]:
    """Gives the sources that `train-without-FOLD` leaves out; none for any other part."""
    return sources_of(part.removeprefix(WITHOUT)) if part.startswith(WITHOUT) else frozenset()


def measured_of(part: str) -> frozenset[str]:
    """Gives the sources that `left-out-FOLD` measures; none for any other part."""
    if part != LEFT_OUT and not part.startswith(f"{LEFT_OUT}-"):
        return frozenset()
    return sources_of(part.removeprefix(f"{LEFT_OUT}-"))
