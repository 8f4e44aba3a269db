"""What the subcommands' parsers share: the kinds of numbers a command line takes, refused with a sentence."""

import argparse
import math
from pathlib import Path
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


def add_pack_options(parser: argparse.ArgumentParser) -> None:
    """Adds what every command that makes a pack of something takes."""
    parser.add_argument("--out", type=Path, metavar="DIR", required=True, help="the pack's folder; an older one goes")
    parser.add_argument(
        "--precision", choices=("fp32", "fp16", "int8"), default="fp32", help="how matrices are kept: %(default)s"
    )
    parser.add_argument(
        "--text-precision", choices=("fp32", "fp16", "int8"), help="of the text tower, if another is wanted"
    )
    parser.add_argument("--name", default="", metavar="NAME", help="what users see (default: the source's)")
    parser.add_argument("--licence", default="", metavar="WORDS", help="of the weights (default: what the source says)")
    parser.add_argument(
        "--data", dest="corpora", action="append", metavar="[NAME=]DIR",
        help="corpus to fit the curves and to measure on, as clotho=DIR; default: Earshot's demo sounds, no figures",
    )  # fmt: skip
    parser.add_argument("--val", action="append", metavar="NAME:PART", help="fits the curves (default: earshot:val)")
    parser.add_argument("--test", action="append", metavar="NAME:PART", help="measured too (default: earshot:test)")


def add_pretrained_option(parser: argparse.ArgumentParser) -> None:
    """Adds where published weights lie; a recipe names them, see `training.runs.pretrained`."""
    parser.add_argument(
        "--pretrained", type=Path, metavar="DIR", help="where the published weights lie (default: they are fetched)"
    )


def add_measured_options(parser: argparse.ArgumentParser) -> None:
    """Adds what a command takes that measures one pack through the engine, see `training.tasks.measured`."""
    parser.add_argument(
        "--data", action="append", required=True, metavar="[NAME=]DIR", help="where a corpus lies, as clotho=DIR"
    )
    parser.add_argument("--pack", type=Path, metavar="DIR", help="default: the starter")
    parser.add_argument("--split", choices=("val", "test"), default="test", help="of DIR; default: %(default)s")
    parser.add_argument("--part", action="append", metavar="NAME:PART", help="instead, as clotho:evaluation")
    parser.add_argument("--limit", type=count, metavar="N", help="only some kinds, of N clips or a few more")
    parser.add_argument("--json", action="store_true", help="print everything as one JSON object")
    parser.add_argument("--workers", type=count, default=0, metavar="N", help="threads (default: one a core)")
