"""The command line's grammar for what the user keeps: tags, ratings, favourites, collections; nothing that runs."""

import argparse
from collections.abc import Callable
from pathlib import Path

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "grey")
"""The names of `engine.types.Colour`, which would bring numpy along."""
LISTED = 100
"""Sounds taken of a query that describes, unless --limit says otherwise; filters alone take all that pass."""

TAG = """\
Show or change tags, rating, colour, favourite mark and note of sounds that are in the library, named by their files or
found by a query. Without sounds every tag is listed. Nothing is written into the files."""

COLLECTIONS = """\
List the collections; make, fill and show them. A collection keeps the order in which sounds are added."""


def tag(command: argparse.ArgumentParser, count: Callable[[str], int]) -> None:
    """Options of `earshot tag`; `count` reads a number from 1 up."""
    _sounds(command, count)
    command.add_argument("--add", action="append", default=[], metavar="TAG", help="add a tag; may be given again")
    command.add_argument(
        "--remove", action="append", default=[], metavar="TAG", help="take a tag away; may be given again"
    )
    command.add_argument("--rating", type=int, choices=range(6), help="rate 1 to 5; 0 takes the rating away")
    command.add_argument("--colour", choices=(*COLOURS, "none"), help="give a colour, or none")
    command.add_argument(
        "--favourite", action=argparse.BooleanOptionalAction, default=None, help="mark as favourites, or no longer"
    )
    command.add_argument("--note", metavar="TEXT", help="replace the note; an empty one takes it away")


def collections(command: argparse.ArgumentParser, common: argparse.ArgumentParser, count: Callable[[str], int]) -> None:
    """Actions of `earshot collections`; `common` holds the options of every command."""
    actions = command.add_subparsers(title="actions", metavar="ACTION", dest="action")

    def action(name: str, text: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, help=text, description=text, parents=[common], allow_abbrev=False)

    def named(name: str, text: str) -> argparse.ArgumentParser:
        parser = action(name, text)
        parser.add_argument("name", metavar="NAME", help="the collection, whatever the case of its letters")
        return parser

    action("list", "list the collections and how many sounds each holds (what no action does)")
    named("make", "make an empty collection")
    _sounds(named("add", "add sounds at the end of a collection, which is made where there is none"), count)
    named("show", "print the sounds of a collection in its order").add_argument(
        "--ids", action="store_true", help="print the numbers of the sounds in the library instead of their paths"
    )
    named("remove", "remove a collection; its sounds stay in the library")


def _sounds(command: argparse.ArgumentParser, count: Callable[[str], int]) -> None:
    command.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a file that is in the library")
    command.add_argument("--query", metavar="WORDS", help='sounds of a query, such as "door creak dur:<2"')
    command.add_argument(
        "--limit", type=count, metavar="N", help=f"most sounds of the query (default: {LISTED}, with filters alone all)"
    )
