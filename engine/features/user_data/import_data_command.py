"""`earshot import-data`: imports a file of `export-data`, previews it, or undoes the newest import."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import QueryError, UserDataError
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import NAMED, bar, counted, json_line, printable, say, say_names

if TYPE_CHECKING:
    from engine.features.user_data.records import Count, DamagedLine, DataDifference, ImportResult

DESCRIPTION = """\
Import a file that export-data or the window wrote. Values in the library stay and missing ones are filled in; tags,
collections and notes are merged. Data for sounds that are not in the library is kept until they are indexed.
Importing a file twice changes nothing."""
_WORDS = {
    "ratings": ("rating", "ratings"),
    "colours": ("colour", "colours"),
    "favourites": ("favourite", "favourites"),
    "tags": ("tag", "tags"),
    "notes": ("note", "notes"),
    "listening": ("count of plays and uses", "counts of plays and uses"),
    "collections": ("collection", "collections"),
    "collection items": ("sound in a collection", "sounds in collections"),
    "saved searches": ("saved search", "saved searches"),
    "searches": ("search of the history", "searches of the history"),
    "thesaurus": ("word of the thesaurus", "words of the thesaurus"),
}
"""Singular and plural, by `engine.features.user_data.records.RecordKind`."""
_FAULTS = {
    "too long": "it is too long",
    "not JSON": "it is not JSON",
    "not known": "this Earshot does not know what it is",
    "wrong value": "it has a value that cannot be",
}
"""By `engine.features.user_data.records.RecordFault`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the file to import")
    what.add_argument("--undo", action="store_true", help="undo the newest import; your changes since then stay")
    parser.add_argument("--dry-run", action="store_true", help="show what would change, and change nothing")
    parser.add_argument(
        "--prefer",
        choices=("here", "file"),
        default="here",
        help="whose rating and colour to keep where the library and the file differ (default: %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Imports or previews the file, or undoes the newest import; 3 if lines were skipped."""
    from engine.features.user_data.import_file import preview, take_in
    from engine.features.user_data.records import Prefer

    if options.undo:
        return _undo(options)
    work = preview if options.dry_run else take_in
    done = work(library_folder(options), options.file, prefer=Prefer(options.prefer), progress=bar("reading"))
    if options.json:
        json_line(_record(done, options))
    else:
        _say_merged(done, options)
    return SOME_SKIPPED if done.damaged or done.unknown or done.is_cut_off else DONE


def _undo(options: argparse.Namespace) -> int:
    from engine.library.library import Library

    if options.dry_run:
        raise QueryError("--undo and --dry-run do not go together", advice="Leave one of them out.")
    with Library.open(library_folder(options)) as library:
        left = library.keeping.undo_import()
    if left is None:
        raise UserDataError("there is no import to take back", advice="Only the newest one can be, and only once.")
    if options.json:
        json_line({"undone": True, "kept": left})
    else:
        say("the import is taken back" + (f"; {left} things that you changed since stay" if left else ""))
    return DONE


def _say_merged(done: ImportResult, options: argparse.Namespace) -> None:
    for count in done.counts:
        if count.new:
            say(f"{'would add' if options.dry_run else 'added'}: {counted(count.new, *_WORDS[count.kind])}")
    for count in done.counts:
        if count.different:
            say(f"different here: {counted(count.different, *_WORDS[count.kind])}; {_outcome(count, done)}")
    for one in done.differences[:NAMED]:
        say(f"  {printable(one.name)}: {printable(one.here)} here, {printable(one.file)} in the file")
    if done.notes_left_out:
        say(f"{counted(done.notes_left_out, 'note', 'notes')} of the file left out: too long with the one that is here")
    if done.is_nothing_new:
        say("nothing new")
    if done.waiting:
        say(f"{counted(done.waiting, 'sound', 'sounds')} not in the library; kept until indexed:")
        say_names(done.waiting_names, done.waiting)
    if done.unknown:
        say(f"{counted(done.unknown, 'sound', 'sounds')} left out, exported without a checksum:")
        say_names(done.unknown_names, done.unknown)
    if done.forgotten:
        say(f"{counted(done.forgotten, 'old search', 'old searches')} left out: the history is full")
    for line in done.damaged_lines[:NAMED]:
        say(f"line {line.number} left out: {_FAULTS[line.fault]}{f' ({printable(line.field)})' if line.field else ''}")
    if done.damaged > NAMED:
        say(f"{done.damaged} lines left out in all")
    if done.is_cut_off:
        say("the file is not whole: lines of it, or its end, are missing")
    if done.undo is not None:
        say("to take it back: earshot import-data --undo")


def _outcome(count: Count, done: ImportResult) -> str:
    from engine.features.user_data.records import Prefer, RecordKind

    match count.kind:
        case RecordKind.NOTES:
            return "both are kept, one below the other"
        case RecordKind.SAVED:
            return "the file's comes under another name"
        case _:
            return "the file's counts" if done.prefer is Prefer.FILE else "that of the library stays"


def _record(done: ImportResult, options: argparse.Namespace) -> dict[str, object]:
    return {
        "dry_run": bool(options.dry_run),
        "prefer": str(done.prefer),
        "changed": not done.is_nothing_new,
        "sounds": done.sounds,
        "found": done.found,
        "waiting": done.waiting,
        "unknown": done.unknown,
        "new": {str(count.kind): count.new for count in done.counts},
        "different": {str(count.kind): count.different for count in done.counts if count.different},
        "notes_left_out": done.notes_left_out,
        "forgotten": done.forgotten,
        "damaged": done.damaged,
        "cut_off": done.is_cut_off,
        "differences": [_difference(one) for one in done.differences],
        "waiting_names": list(done.waiting_names),
        "unknown_names": list(done.unknown_names),
        "damaged_lines": [_damaged(line) for line in done.damaged_lines],
    }


def _difference(one: DataDifference) -> dict[str, object]:
    return {"kind": str(one.kind), "name": one.name, "here": one.here, "file": one.file}


def _damaged(line: DamagedLine) -> dict[str, object]:
    return {"line": line.number, "fault": str(line.fault), "field": line.field}
