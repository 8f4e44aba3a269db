"""Exit statuses, argument types and options that commands share. Loads nothing slow."""

import argparse
import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from training.base import progress
from training.base.device import check_device, choose_device, device_words

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]
else:  # argparse's own class takes no brackets at run time
    Commands = argparse._SubParsersAction

DONE, SOME_SKIPPED = 0, 3


def say(text: str) -> None:
    """Prints a line for people on stderr."""
    progress.said()
    print(text, file=sys.stderr, flush=True)


def count(text: str) -> int:
    """Parses a whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no whole number of at least 1")
    return int(text)


def minutes(text: str) -> float:
    """Parses a finite number above 0."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0.0 < found < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no number of minutes to train for")
    return found


def device(text: str) -> str:
    """Parses the name of a device; see `training.base.device`."""
    try:
        return check_device(text)
    except ValueError as err:
        raise argparse.ArgumentTypeError(str(err)) from err


def add_device_option(parser: argparse.ArgumentParser, default: str = "the recipe's") -> None:
    """Adds `--device`; `device_of` and `training.evaluation.measurement` resolve it.

    Args:
        default: named in the help as the device used without the option.
    """
    parser.add_argument(
        "--device", type=device, metavar="auto|cpu|cuda|cuda:N|mps", help=f"auto: a GPU if any (default: {default})"
    )


def device_of(options: argparse.Namespace, recipe: str, precision: str = "") -> str:
    """Returns the device a command computes on and announces it (rank 0 only).

    Raises:
        DeviceMissing: this machine lacks the requested device.
    """
    chosen = choose_device(options.device or recipe, precision)
    if os.environ.get("RANK", os.environ.get("LOCAL_RANK", "0")) == "0":  # set by torchrun and Fabric
        say(device_words(chosen))
    return chosen.name


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Adds the required `--data`, the corpora that a command reads."""
    parser.add_argument(
        "--data",
        action="append",
        required=True,
        metavar="[NAME=]DIR",
        help="path of a corpus, as clotho=DIR; without a name, one in Earshot's own layout; may be repeated",
    )


def add_pretrained_option(parser: argparse.ArgumentParser) -> None:
    """Adds the folder of published weights, which recipes name; see `training.runs.pretrained`."""
    parser.add_argument(
        "--pretrained", type=Path, metavar="DIR", help="folder of the published weights (default: they are fetched)"
    )


def add_measured_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of a command that measures one pack through the engine; see
    `training.evaluation.measurement`.
    """
    parser.add_argument(
        "--data", action="append", required=True, metavar="[NAME=]DIR", help="path of a corpus, as clotho=DIR"
    )
    parser.add_argument("--pack", type=Path, metavar="DIR", help="default: the starter")
    parser.add_argument("--split", choices=("val", "test"), default="test", help="of DIR; default: %(default)s")
    parser.add_argument("--part", action="append", metavar="NAME:PART", help="instead, as clotho:evaluation")
    parser.add_argument("--limit", type=count, metavar="N", help="only some kinds, of N clips or a few more")
    parser.add_argument("--json", action="store_true", help="print everything as one JSON object")
    add_device_option(parser, "cpu")
    parser.add_argument("--workers", type=count, default=0, metavar="N", help="threads (default: one a core)")
