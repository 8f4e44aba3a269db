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

THESAURUS = """\
Show and change your own thesaurus: words that are searched too where another is asked for, and words of Earshot's own
list that are not. It is kept in the library and travels with `earshot export-data`."""


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


def thesaurus(command: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    """Actions of `earshot thesaurus`; `common` holds the options of every command."""
    actions = command.add_subparsers(title="actions", metavar="ACTION", dest="action")

    def action(name: str, text: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, help=text, description=text, parents=[common], allow_abbrev=False)

    def worded(name: str, text: str, others: str, least: str) -> None:
        parser = action(name, text)
        parser.add_argument("word", metavar="WORD", help="the word that is asked for, in any of its forms")
        parser.add_argument("others", nargs=least, metavar="OTHER", help=others)

    listed = action("list", "list the entries (what no action does)")
    listed.add_argument("word", nargs="?", metavar="WORD", help="all words that are searched for this one instead")
    worded("add", "search for further words where one is asked for", "a word or phrase to be searched too", "+")
    worded("forbid", "search no more for words that Earshot would search too", "a word of Earshot's list", "+")
    worded("remove", "take words out of an entry", "a word of the entry; without any, the entry goes", "*")
    file = "a text file, an entry a line: drum: kick, snare drum, -percussion"
    for name, text in (("import", "add the entries of a text file"), ("export", "write the entries as a text file")):
        action(name, text).add_argument("file", type=Path, metavar="FILE", help=file)


def _sounds(command: argparse.ArgumentParser, count: Callable[[str], int]) -> None:
    command.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a file that is in the library")
    command.add_argument("--query", metavar="WORDS", help='sounds of a query, such as "door creak dur:<2"')
    command.add_argument(
        "--limit", type=count, metavar="N", help=f"most sounds of the query (default: {LISTED}, with filters alone all)"
    )
