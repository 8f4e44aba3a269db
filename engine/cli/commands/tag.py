"""`earshot tag`: shows and changes tags, ratings, colours, favourites and notes."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.base.errors import QueryError
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_sounds, library_folder
from engine.cli.shell.output import json_line, printable, say

if TYPE_CHECKING:
    from engine.base.types import Ids, Sound
    from engine.library.user_data import UserData

DESCRIPTION = """\
Show or change tags, rating, colour, favourite mark and note of sounds that are in the library, named by their files or
found by a query. Without sounds every tag is listed. Nothing is written into the files."""
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "grey")
"""The names of `engine.base.types.Colour`, repeated because that imports numpy."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    add_sounds(parser)
    parser.add_argument(
        "--add", action="append", default=[], metavar="TAG", help="add a tag; may be given several times"
    )
    parser.add_argument(
        "--remove", action="append", default=[], metavar="TAG", help="remove a tag; may be given several times"
    )
    parser.add_argument("--rating", type=int, choices=range(6), help="rate 1 to 5; 0 removes the rating")
    parser.add_argument("--colour", choices=(*COLOURS, "none"), help="give a colour, or none")
    parser.add_argument(
        "--favourite",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="mark as favourites, or remove the mark",
    )
    parser.add_argument("--note", metavar="TEXT", help="replace the note; an empty one removes it")


def run(options: argparse.Namespace) -> int:
    """Changes marks, then prints those of the sounds; 3 if a file is not in the library."""
    from engine.cli.shell.answers import chosen
    from engine.library.library import Library

    changes = _changes(options)
    if not options.files and options.query is None:
        if changes:
            raise QueryError("say which sounds", advice='Name files, or find them: earshot tag --query "door" --add x')
        return _list_tags(options)
    with Library.open(library_folder(options), read_only=not changes) as library:
        ids, skipped = chosen(library, options)
        for change in changes:
            change(library.keeping, ids)
        with library.reader() as reader:
            for sound in reader.sounds(ids):
                _show_marks(sound, options)
    plural = "" if len(ids) == 1 else "s"
    say(f"{len(ids)} sound{plural}{' changed' if changes else ''}")
    return SOME_SKIPPED if skipped else DONE


def _changes(options: argparse.Namespace) -> list[Callable[[UserData, Ids], object]]:
    from engine.base.types import Colour

    changes: list[Callable[[UserData, Ids], object]] = []
    if options.add:
        changes.append(lambda keeping, ids: keeping.add_tags(ids, options.add))
    if options.remove:
        changes.append(lambda keeping, ids: keeping.remove_tags(ids, options.remove))
    if options.rating is not None:
        changes.append(lambda keeping, ids: keeping.set_rating(ids, options.rating))
    if options.colour is not None:
        colour = None if options.colour == "none" else Colour(options.colour)
        changes.append(lambda keeping, ids: keeping.set_colour(ids, colour))
    if options.favourite is not None:
        changes.append(lambda keeping, ids: keeping.set_favourite(ids, options.favourite))
    if options.note is not None:
        changes.append(lambda keeping, ids: [keeping.set_note(id, options.note) for id in ids.tolist()])
    return changes


def _list_tags(options: argparse.Namespace) -> int:
    from engine.library.library import Library

    with Library.open(library_folder(options), read_only=True) as library:
        tags: Sequence[tuple[str, int]] = library.keeping.tags()
    for name, sounds in tags:
        if options.json:
            json_line({"tag": name, "sounds": sounds})
        else:
            print(f"{sounds:6d}  {printable(name)}")
    return DONE


def _show_marks(sound: Sound, options: argparse.Namespace) -> None:
    marks = sound.marks
    if options.json:
        json_line(
            {
                "path": sound.path.text,
                "uri": sound.path.uri,
                "rating": marks.rating,
                "colour": None if marks.colour is None else str(marks.colour),
                "favourite": marks.is_favourite,
                "tags": list(marks.tags),
                "note": marks.note,
                "plays": marks.plays,
                "uses": marks.uses,
            }
        )
        return
    stars = "*" * marks.rating
    words = [str(marks.colour or ""), "favourite" if marks.is_favourite else "", ", ".join(marks.tags), marks.note]
    print(f"{stars:5s}  {printable(sound.path.text)}  {printable('; '.join(filter(None, words)))}".rstrip())
