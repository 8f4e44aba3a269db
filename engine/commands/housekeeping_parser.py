"""The command line's grammar for duplicates, missing files and what leaves the library; nothing that runs."""

import argparse
from collections.abc import Callable
from pathlib import Path

LISTED = 100
"""Sounds taken of a query that describes, unless --limit says otherwise; filters alone take all that pass."""

DUPLICATES = """\
Find sounds that are in the library more than once: copies of the same audio or, with --near, other formats, lengths and
levels of one recording. Best quality first: lossless before lossy, then sample rate, bits, channels, length, metadata,
the older file. A version that units found, such as one cut to a third, is said to have the same pattern. Nothing is
removed."""

EXPORT = """\
Write the sounds of a query as a table or a playlist. Without words, or with filters alone, every sound that passes is
written, the newest first."""

COLLECT = """\
Copy the sounds of a query into a folder, with a credits file from their metadata. Nothing is overwritten: a taken name
gets a number. Every copy is read again and compared."""

MISSING = """\
List sounds whose files are not where they were. With --moved everything below OLD is looked for below NEW, and what
has the same audio to the last byte is linked again, with its tags, ratings and collections."""


def duplicates(command: argparse.ArgumentParser) -> None:
    """Options of `earshot duplicates`."""
    command.add_argument("--near", action="store_true", help="versions of one recording, not copies alone")
    command.add_argument(
        "--similarity",
        type=_share,
        default=0.95,
        metavar="S",
        help="how alike versions must be, 0.9 to 1 (default: %(default)s)",
    )


def export(command: argparse.ArgumentParser, count: Callable[[str], int]) -> None:
    """Options of `earshot export`; `count` reads a number from 1 up."""
    _query(command, count)
    command.add_argument("--csv", type=Path, metavar="FILE", help="write a table with all that is known of each sound")
    command.add_argument("--fields", action="store_true", help="add a column for every text of every chunk")
    command.add_argument(
        "--excel", action="store_true", help="begin the table with the mark by which Excel knows UTF-8"
    )
    command.add_argument(
        "--formulas",
        action="store_true",
        help="texts that begin with = + - @ to the letter; else an apostrophe keeps spreadsheets from running them",
    )
    command.add_argument("--m3u", type=Path, metavar="FILE", help="write an M3U8 playlist")
    command.add_argument("--relative", action="store_true", help="paths as seen from the playlist's folder")


def collect(command: argparse.ArgumentParser, count: Callable[[str], int]) -> None:
    """Options of `earshot collect`; `count` reads a number from 1 up."""
    _query(command, count)
    command.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="the folder to copy into")
    command.add_argument(
        "--credits",
        choices=("text", "csv", "none"),
        default="text",
        help="the credits file to write (default: %(default)s)",
    )
    command.add_argument("--moments", action="store_true", help="copy only the best moment of each sound")


def missing(command: argparse.ArgumentParser) -> None:
    """Options of `earshot missing`."""
    command.add_argument(
        "--moved", nargs=2, type=Path, metavar=("OLD", "NEW"), help="a folder or file that was moved, and where it is"
    )


def _query(command: argparse.ArgumentParser, count: Callable[[str], int]) -> None:
    command.add_argument("words", nargs="*", help="what to search for, as for `earshot search`")
    command.add_argument(
        "--limit", type=count, metavar="N", help=f"most sounds (default: {LISTED}, with filters alone all)"
    )


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0.9 <= share <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0.9 to 1")
    return share
