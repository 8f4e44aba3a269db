"""Options shared by commands, and the parsers of their values. Imports nothing slow."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.shell.output import printable, say

if TYPE_CHECKING:
    from engine.base.io_timeout import IoTimeout
    from engine.base.types import FilePath

DEVICES = ("auto", "cpu", "cuda", "coreml", "directml")
LISTED = 100
"""Default limit for a query that describes; filters alone select everything that passes."""


def common_options() -> argparse.ArgumentParser:
    """Returns the options of every command, for `parents=`."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--library",
        type=Path,
        metavar="DIR",
        default=argparse.SUPPRESS,
        help="folder of the library (default: in the platform's data folder)",
    )
    common.add_argument(
        "--create",
        action="store_true",
        default=argparse.SUPPRESS,
        help="make an empty library in that folder first, where there is none",
    )
    common.add_argument(
        "--read-only",
        action="store_true",
        default=argparse.SUPPRESS,
        help="never write into or beside sound files; commands that would are refused",
    )
    common.add_argument(
        "--json",
        action="store_true",
        default=argparse.SUPPRESS,
        help="print one JSON object a line on standard output",
    )
    common.add_argument(
        "--verbose",
        action="store_true",
        default=argparse.SUPPRESS,
        help="log decisions and figures on standard error; EARSHOT_LOG=debug logs more",
    )
    return common


def add_actions(
    parser: argparse.ArgumentParser, *, is_required: bool = False
) -> Callable[[str, str], argparse.ArgumentParser]:
    """Gives a command actions, stored in `options.action`; returns a function that adds one by name and help."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=is_required)
    common = common_options()

    def add(name: str, text: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, help=text, description=text, parents=[common], allow_abbrev=False)

    return add


def add_answer_options(parser: argparse.ArgumentParser) -> None:
    """Adds options for the number of answers and how to find them."""
    parser.add_argument(
        "--limit", type=count, default=20, metavar="N", help="most results to print (default: %(default)s)"
    )
    parser.add_argument("--exact", action="store_true", help="compare all vectors instead of using the index")
    parser.add_argument("--stacks", action="store_true", help="fold near-identical takes into one row")
    parser.add_argument(
        "--variety",
        type=_variety,
        metavar="V",
        help="how different the results are: all, folded (as --stacks), different, or a number from 0 to 1",
    )


def add_query(parser: argparse.ArgumentParser) -> None:
    """Adds a query whose sounds a command works on."""
    parser.add_argument("words", nargs="*", help="what to search for, as for `earshot search`")
    parser.add_argument(
        "--limit", type=count, metavar="N", help=f"most sounds (default: {LISTED}, with filters alone all)"
    )


def add_sounds(parser: argparse.ArgumentParser) -> None:
    """Adds sounds, by file or by query."""
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a file that is in the library")
    parser.add_argument("--query", metavar="WORDS", help='sounds of a query, such as "door creak dur:<2"')
    parser.add_argument(
        "--limit", type=count, metavar="N", help=f"most sounds of the query (default: {LISTED}, with filters alone all)"
    )


def add_memory(parser: argparse.ArgumentParser) -> None:
    """Adds the memory limit of a job."""
    parser.add_argument(
        "--memory",
        type=_gigabytes,
        default=0,
        metavar="GIB",
        help="memory that the job may take; a file that needs more is left out (default: half of the machine's, but"
        " at least 3)",
    )


def add_patience(parser: argparse.ArgumentParser) -> None:
    """Adds the time to wait for a drive."""
    parser.add_argument(
        "--give-up-after",
        type=count,
        default=60,
        metavar="SECONDS",
        help="skip a file or folder that has not answered for so long (default: %(default)s); after ten"
        " seconds it is named",
    )


def patience_of(options: argparse.Namespace) -> IoTimeout:
    """Returns a Patience that reports what does not answer."""
    from engine.base.io_timeout import IoTimeout

    return IoTimeout(_say_silent, float(options.give_up_after))


def use_patience(options: argparse.Namespace) -> None:
    """Sets the patience of the whole command."""
    from engine.base.io_timeout import use

    use(patience_of(options))


def _say_silent(path: FilePath, silent_s: float) -> None:
    say(f"{printable(path.text)} does not answer: nothing for {silent_s:.0f} s")


def count(text: str) -> int:
    """Parses a whole number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def add_library_id(parser: argparse.ArgumentParser) -> None:
    """Adds the expected library id, for programs that start jobs on a library that may be moved or replaced."""
    parser.add_argument(
        "--library-id",
        default="",
        metavar="ID",
        help="stop unless the library has this id; `earshot stats --json` shows it",
    )


def library_folder(options: argparse.Namespace) -> Path:
    """Returns the library folder of a command line."""
    folder: Path | None = options.library
    if folder is None:
        from engine.base.folders import default_folder

        folder = default_folder()
    return folder


def make_library(folder: Path) -> None:
    """Creates an empty library if there is none, and reports that on standard error.

    Raises:
        LibraryError: it cannot be created there.
    """
    from engine.library.reader import LibraryReader
    from engine.store.catalogue import Catalogue

    if not LibraryReader.is_there(folder):
        Catalogue.open(folder, makes=True).close()
        say_made(folder)


def say_made(folder: Path) -> None:
    """Reports on standard error that a library was created."""
    from engine.cli.shell.output import say

    say(f"earshot: there was no library in {folder}; a new one was made there")


def share(text: str) -> float:
    """Reads a number from 0 to 1. Raises ArgumentTypeError."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


def _variety(text: str) -> float:
    from engine.search.value_parsers import InvalidValue
    from engine.search.variety import read_variety

    try:
        return read_variety(text)
    except InvalidValue:
        raise argparse.ArgumentTypeError(f"{text!r} is not all, folded, different or a number from 0 to 1") from None


def _gigabytes(text: str) -> int:
    try:
        count = float(text)
    except ValueError:
        count = 0.0
    if not 0.25 <= count <= 1 << 20:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of GiB from 0.25 up")
    return round(count * (1 << 30))
