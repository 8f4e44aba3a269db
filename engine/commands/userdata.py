"""`earshot export-data` and `earshot import-data`: what the user entered, from a shell."""

import argparse
from dataclasses import asdict
from pathlib import Path

from engine.commands import DONE, SOME_SKIPPED
from engine.commands.show import bar, json_line, printable, say
from engine.errors import QueryError, UserDataError
from engine.library import Library, default_folder
from engine.store.housekeeping import Housekeeping
from engine.userdata.records import Count, DamagedLine, Difference, Exported, Fault, Kind, Merged, Prefer
from engine.userdata.take_in import preview, take_in
from engine.userdata.write import write

_SHOWN = 20
"""Sounds, lines and differences that are named for people; --json names more."""
_WORDS = {
    Kind.RATINGS: ("rating", "ratings"),
    Kind.COLOURS: ("colour", "colours"),
    Kind.FAVOURITES: ("favourite", "favourites"),
    Kind.TAGS: ("tag", "tags"),
    Kind.NOTES: ("note", "notes"),
    Kind.LISTENING: ("count of plays and uses", "counts of plays and uses"),
    Kind.COLLECTIONS: ("collection", "collections"),
    Kind.ITEMS: ("sound in a collection", "sounds in collections"),
    Kind.SAVED: ("saved search", "saved searches"),
    Kind.SEARCHES: ("search of the history", "searches of the history"),
    Kind.THESAURUS: ("word of the thesaurus", "words of the thesaurus"),
}
_FAULTS = {
    Fault.TOO_LONG: "it is too long",
    Fault.NOT_JSON: "it is not JSON",
    Fault.NOT_KNOWN: "this Earshot does not know what it is",
    Fault.WRONG_VALUE: "it has a value that cannot be",
}


def run_export(options: argparse.Namespace) -> int:
    """Writes the file; 3 when something in it is of no use elsewhere."""
    show = bar("writing")
    with Housekeeping.open(_folder(options), read_only=True) as catalogue:
        done = write(catalogue, options.file, progress=lambda at, of: show(at / max(1, of)))
    if options.json:
        json_line({"file": str(options.file), **asdict(done)})
    else:
        _say_exported(done, options.file)
    return SOME_SKIPPED if done.unknown or done.too_long else DONE


def run_import(options: argparse.Namespace) -> int:
    """Takes the file in, says what would change, or takes the newest import back; 3 when lines were passed over."""
    if options.undo:
        return _undo(options)
    work = preview if options.dry_run else take_in
    done = work(_folder(options), options.file, prefer=Prefer(options.prefer), progress=bar("reading"))
    if options.json:
        json_line(_record(done, options))
    else:
        _say_merged(done, options)
    return SOME_SKIPPED if done.damaged or done.unknown or done.is_cut_off else DONE


def _undo(options: argparse.Namespace) -> int:
    if options.dry_run:
        raise QueryError("--undo and --dry-run do not go together", advice="Leave one of them out.")
    with Library.open(_folder(options)) as library:
        left = library.keeping.undo_import()
    if left is None:
        raise UserDataError("there is no import to take back", advice="Only the newest one can be, and only once.")
    if options.json:
        json_line({"undone": True, "kept": left})
    else:
        say("the import is taken back" + (f"; {left} things that you changed since stay" if left else ""))
    return DONE


def _say_exported(done: Exported, path: Path) -> None:
    parts = (
        _counted(done.sounds, "sound", "sounds"),
        _counted(done.collections, "collection", "collections"),
        _counted(done.saved, "saved search", "saved searches"),
        _counted(done.searches, "search of the history", "searches of the history"),
    )
    say(f"{', '.join(parts)} in {printable(str(path))}")
    if done.unknown:
        say(f"{_counted(done.unknown, 'sound', 'sounds')} without a checksum, which no other library can find:")
        _say_names(done.unknown_names, done.unknown)
        say("  Index them again (earshot index --retry-failed), then export again.")
    for name in done.too_long:
        say(f"left out, more was given to it than a line may hold: {printable(name)}")


def _say_merged(done: Merged, options: argparse.Namespace) -> None:
    for count in done.counts:
        if count.new:
            say(f"{'would add' if options.dry_run else 'added'}: {_counted(count.new, *_WORDS[count.kind])}")
    for count in done.counts:
        if count.different:
            say(f"different here: {_counted(count.different, *_WORDS[count.kind])}; {_outcome(count, done)}")
    for one in done.differences[:_SHOWN]:
        say(f"  {printable(one.name)}: {printable(one.here)} here, {printable(one.file)} in the file")
    if done.notes_left_out:
        say(
            f"{_counted(done.notes_left_out, 'note', 'notes')} of the file left out: too long with the one that is here"
        )
    if done.is_nothing_new:
        say("nothing new")
    if done.waiting:
        say(f"{_counted(done.waiting, 'sound', 'sounds')} not in the library; kept until indexed:")
        _say_names(done.waiting_names, done.waiting)
    if done.unknown:
        say(f"{_counted(done.unknown, 'sound', 'sounds')} left out, exported without a checksum:")
        _say_names(done.unknown_names, done.unknown)
    if done.forgotten:
        say(f"{_counted(done.forgotten, 'old search', 'old searches')} left out: the history is full")
    for line in done.damaged_lines[:_SHOWN]:
        say(f"line {line.number} left out: {_FAULTS[line.fault]}{f' ({printable(line.field)})' if line.field else ''}")
    if done.damaged > _SHOWN:
        say(f"{done.damaged} lines left out in all")
    if done.is_cut_off:
        say("the file is not whole: lines of it, or its end, are missing")
    if done.undo is not None:
        say("to take it back: earshot import-data --undo")


def _outcome(count: Count, done: Merged) -> str:
    match count.kind:
        case Kind.NOTES:
            return "both are kept, one below the other"
        case Kind.SAVED:
            return "the file's comes under another name"
        case _:
            return "the file's counts" if done.prefer is Prefer.FILE else "that of the library stays"


def _record(done: Merged, options: argparse.Namespace) -> dict[str, object]:
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


def _difference(one: Difference) -> dict[str, object]:
    return {"kind": str(one.kind), "name": one.name, "here": one.here, "file": one.file}


def _damaged(line: DamagedLine) -> dict[str, object]:
    return {"line": line.number, "fault": str(line.fault), "field": line.field}


def _say_names(names: tuple[str, ...], count: int) -> None:
    for name in names[:_SHOWN]:
        say(f"  {printable(name) or '(its name is not known)'}")
    if count > _SHOWN:
        say(f"  and {count - _SHOWN} more")


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _folder(options: argparse.Namespace) -> Path:
    folder: Path | None = options.library
    return folder or default_folder()
