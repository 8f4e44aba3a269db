"""`--like FILE@1.2-3.0 --weight 2 --unlike FILE`: example sounds on a command line.

A shell expands *, so a weight is an option of its own here: it belongs to the example before it, or to the words if it
comes first.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.base.errors import QueryError

if TYPE_CHECKING:
    from engine.search.examples import Example


def add_examples(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    where = "FILE[@START-END]"
    for name, text in (("--like", "rank sounds higher that are like this file"), ("--unlike", "likewise lower")):
        more = ", or like the stretch from START to END in seconds" if name == "--like" else ""
        parser.add_argument(name, dest="examples", action=_OrderedOption, metavar=where, help=text + more)
    parser.add_argument(
        "--weight",
        dest="examples",
        action=_OrderedOption,
        metavar="W",
        help="how much the --like or --unlike before it counts, 0.05 to 10 (default: 1); before them, the words",
    )


def given_examples(options: argparse.Namespace) -> "tuple[tuple[Example, ...], float | None]":
    """Returns the examples in their order, and the weight of the words or None.

    Raises:
        QueryError: a stretch or a weight is invalid.
    """
    from engine.search.examples import read_example
    from engine.search.value_parsers import InvalidValue

    asked: list[tuple[str, str]] = options.examples or []
    found: list[Example] = []
    words: float | None = None
    for name, value in asked:
        if name == "--weight":
            weight = _weight(value)
            if found:
                found[-1] = _changed(found[-1], weight)
            else:
                words = weight
            continue
        file = value if value.startswith("file://") else os.path.abspath(value)
        try:
            is_name = Path(file).exists()
            example = _whole(file, name) if is_name else read_example(name.removeprefix("--"), file)
        except InvalidValue:
            raise QueryError(
                f"{name} {value} is no file with a stretch", advice=f"For example {name} gate.wav@1.2-3.0"
            ) from None
        found.append(_without_itself(example))
    return tuple(found), words


class _OrderedOption(argparse.Action):
    """Keeps the order of the options, which tells what a weight belongs to."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, [*(getattr(namespace, self.dest) or []), (option_string, str(values))])


def _weight(value: str) -> float:
    from engine.search.examples import LEAST_WEIGHT, MOST_WEIGHT, read_weight
    from engine.search.value_parsers import InvalidValue

    try:
        return read_weight(value)
    except InvalidValue:
        raise QueryError(
            f"--weight {value} is no weight", advice=f"Give a number from {LEAST_WEIGHT} to {MOST_WEIGHT:g}."
        ) from None


def _whole(file: str, name: str) -> "Example":
    """An example for a file whose whole name, however it looks, exists."""
    from engine.base.types import FilePath
    from engine.search.examples import Example

    return Example(FilePath.of(file), weight=1.0 if name == "--like" else -1.0)


def _changed(example: "Example", weight: float) -> "Example":
    from msgspec.structs import replace

    return replace(example, weight=weight if example.weight > 0 else -weight)


def _without_itself(example: "Example") -> "Example":
    from msgspec.structs import replace

    return replace(example, with_itself=False)
