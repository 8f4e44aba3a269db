"""`earshot tag` and `earshot collections`: what the user keeps, from a shell."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from engine.commands import DONE, SOME_SKIPPED
from engine.commands.keeping_parser import LISTED
from engine.commands.show import json_line, printable, say
from engine.commands.unread import refuse_unread
from engine.errors import KeepingError, QueryError
from engine.keeping import Collection, Keeping
from engine.library import Library, default_folder
from engine.types import Colour, FilePath, Ids, Sound


def run_tag(options: argparse.Namespace) -> int:
    """Changes marks, then prints those of the sounds; 3 when a file is not in the library."""
    changes = _changes(options)
    if not options.files and options.query is None:
        if changes:
            raise QueryError("say which sounds", advice='Name files, or find them: earshot tag --query "door" --add x')
        return _list_tags(options)
    with Library.open(_folder(options), read_only=not changes) as library:
        ids, skipped = _chosen(library, options)
        for change in changes:
            change(library.keeping, ids)
        with library.reader() as reader:
            for sound in reader.sounds(ids):
                _show_marks(sound, options)
    plural = "" if len(ids) == 1 else "s"
    say(f"{len(ids)} sound{plural}{' changed' if changes else ''}")
    return SOME_SKIPPED if skipped else DONE


def run_collections(options: argparse.Namespace) -> int:
    """Lists, makes, fills, shows or removes collections; 3 when a file to be added is not in the library."""
    action = options.action or "list"
    with Library.open(_folder(options), read_only=action in ("list", "show")) as library:
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


def _changes(options: argparse.Namespace) -> list[Callable[[Keeping, Ids], object]]:
    changes: list[Callable[[Keeping, Ids], object]] = []
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


def _chosen(library: Library, options: argparse.Namespace) -> tuple[Ids, bool]:
    """The sounds of the files and of the query, and whether a file is not in the library."""
    found: list[int] = []
    unknown = [path for path in options.files if not _find(library, path, found)]
    for path in unknown:
        say(f"not in the library: {printable(str(path))}")
    if options.query is not None:
        ranking = library.rank(options.query, limit=options.limit or LISTED)
        refuse_unread(ranking.chips)
        found += ranking.ids[: options.limit or len(ranking)].tolist()
    return np.array(list(dict.fromkeys(found)), dtype=np.int64), bool(unknown)


def _find(library: Library, path: Path, found: list[int]) -> bool:
    id = library.sound_at(FilePath.of(path))
    if id is not None:
        found.append(int(id))
    return id is not None


def _add(library: Library, options: argparse.Namespace) -> int:
    if not options.files and options.query is None:
        raise QueryError("say which sounds", advice='For example: earshot collections add Doors --query "door creak"')
    keeping = library.keeping
    ids, skipped = _chosen(library, options)
    collection = keeping.collection_named(options.name) or keeping.make_collection(options.name)[0]
    before = collection.count
    keeping.add_to(collection.id, ids)
    filled = keeping.collection(collection.id)
    _show_collection(filled, options)
    say(f"{filled.count - before} added, {len(ids) - (filled.count - before)} there already")
    return SOME_SKIPPED if skipped else DONE


def _named(keeping: Keeping, name: str) -> Collection:
    found = keeping.collection_named(name)
    if found is None:
        raise KeepingError(f"there is no collection “{name}”", advice="See `earshot collections` for those there are.")
    return found


def _list_tags(options: argparse.Namespace) -> int:
    with Library.open(_folder(options), read_only=True) as library:
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


def _folder(options: argparse.Namespace) -> Path:
    folder: Path | None = options.library
    return folder or default_folder()
