"""`earshot collections`: the user's lists of sounds."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from engine.base.errors import KeepingError, QueryError
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_actions, add_sounds, library_folder
from engine.cli.shell.output import json_line, printable, say

if TYPE_CHECKING:
    from engine.base.types import Sound
    from engine.library.library import Library
    from engine.library.user_data import Collection, UserData

DESCRIPTION = """\
List the collections; make, fill and show them. A collection keeps the order in which sounds are added."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    action = add_actions(parser)

    def named(name: str, text: str) -> argparse.ArgumentParser:
        parser = action(name, text)
        parser.add_argument("name", metavar="NAME", help="the collection, whatever the case of its letters")
        return parser

    action("list", "list the collections and how many sounds each holds (the default)")
    named("make", "make an empty collection")
    add_sounds(named("add", "add sounds at the end of a collection, which is made where there is none"))
    named("show", "print the sounds of a collection in its order").add_argument(
        "--ids", action="store_true", help="print the numbers of the sounds in the library instead of their paths"
    )
    named("remove", "remove a collection; its sounds stay in the library")


def run(options: argparse.Namespace) -> int:
    """Lists, makes, fills, shows or removes collections; 3 if a file to add is not in the library."""
    from engine.library.library import Library

    action = options.action or "list"
    with Library.open(library_folder(options), read_only=action in ("list", "show")) as library:
        keeping = library.keeping
        if action == "list":
            for collection in keeping.collections():
                _show_collection(collection, options)
        elif action == "make":
            _show_collection(keeping.make_collection(options.name)[0], options)
        elif action == "add":
            return _add(library, options)
        elif action == "remove":
            keeping.remove_collection(_named(keeping, options.name).id)
        else:
            ids = keeping.collection_ids(_named(keeping, options.name).id)
            with library.reader() as reader:
                for sound in reader.sounds(ids):
                    _show_item(sound, options)
    return DONE


def _add(library: Library, options: argparse.Namespace) -> int:
    from engine.cli.shell.answers import chosen

    if not options.files and options.query is None:
        raise QueryError("say which sounds", advice='For example: earshot collections add Doors --query "door creak"')
    keeping = library.keeping
    ids, skipped = chosen(library, options)
    collection = keeping.collection_named(options.name) or keeping.make_collection(options.name)[0]
    before = collection.count
    keeping.add_to(collection.id, ids)
    filled = keeping.collection(collection.id)
    _show_collection(filled, options)
    say(f"{filled.count - before} added, {len(ids) - (filled.count - before)} there already")
    return SOME_SKIPPED if skipped else DONE


def _named(keeping: UserData, name: str) -> Collection:
    found = keeping.collection_named(name)
    if found is None:
        raise KeepingError(f"there is no collection “{name}”", advice="See `earshot collections` for those there are.")
    return found


def _show_collection(collection: Collection, options: argparse.Namespace) -> None:
    if options.json:
        json_line({"id": collection.id, "name": collection.name, "sounds": collection.count})
    else:
        print(f"{collection.count:6d}  {printable(collection.name)}")


def _show_item(sound: Sound, options: argparse.Namespace) -> None:
    if options.json:
        json_line({"id": int(sound.id), "path": sound.path.text, "uri": sound.path.uri})
    else:
        print(int(sound.id) if options.ids else printable(sound.path.text))
