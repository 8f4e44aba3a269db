"""What the subcommands' parsers share: the kinds of numbers a command line takes, refused with a sentence."""

import argparse
import math
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]
    """What `add_parser` adds its parser to."""
else:  # argparse's own class takes no brackets when it runs
    Commands = argparse._SubParsersAction


def count(text: str) -> int:
    """A whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no whole number of at least 1")
    return int(text)


def minutes(text: str) -> float:
    """A time of more than nothing and less than for ever."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0.0 < found < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no number of minutes to train for")
    return found
