"""`earshot backups` and `earshot restore`: which copies of the catalogue there are, and going back to one."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from engine.backups.files import Backup, Reason, backups_of
from engine.backups.losses import Kind, losses
from engine.backups.make import make_backup
from engine.backups.restore import find, restore
from engine.commands import DONE
from engine.commands.show import json_line, printable, say, size_text
from engine.library import default_folder

_WHY = {
    Reason.DAILY: "of a day it was used",
    Reason.MIGRATION: "before an update of Earshot changed it",
    Reason.MENDING: "before it was mended",
    Reason.REPLACED: "replaced by a backup",
    Reason.DAMAGED: "damaged, as it was",
    Reason.ASKED: "asked for",
}
_WORDS = {
    Kind.SOUNDS: "sounds",
    Kind.FOLDERS: "folders",
    Kind.RATINGS: "ratings",
    Kind.COLOURS: "colours",
    Kind.FAVOURITES: "favourites",
    Kind.TAGS: "tags",
    Kind.NOTES: "notes",
    Kind.COLLECTIONS: "collections",
    Kind.COLLECTED: "sounds in collections",
    Kind.SAVED_SEARCHES: "saved searches",
    Kind.HISTORY: "searches of the history",
    Kind.THESAURUS: "words of the thesaurus",
    Kind.LISTENING: "counts of plays and uses",
}


def run_backups(options: argparse.Namespace) -> int:
    """Lists the backups, or makes one."""
    folder = _folder(options)
    if options.action == "make":
        made = make_backup(folder, Reason.ASKED)
        _show(made, options)
        if not made.is_whole:
            say("The catalogue failed its check, and this is a copy of it as it is: see `earshot verify`.")
        return DONE
    everything = backups_of(folder)
    for backup in everything:
        _show(backup, options)
    size = size_text(sum(backup.size_bytes for backup in everything))
    say("no backups yet" if not everything else f"{len(everything)} backups, {size}")
    return DONE


def run_restore(options: argparse.Namespace) -> int:
    """Shows what would be lost, and with --yes goes back to a backup."""
    folder = _folder(options)
    backup = find(folder, options.backup)
    found = losses(folder, backup.path)
    if not options.json:
        print(f"{backup.name}, made on {backup.when_text}, {_WHY[backup.reason]}")
        if found is None:
            print("The library cannot be read as it is, so that nothing can be compared.")
        else:
            _tell("would be lost", found.lost)
            _tell("would come back", found.regained)
    replaced = restore(folder, backup.path) if options.yes else None
    if options.json:
        json_line(
            {
                "backup": backup.name,
                "made_s": backup.made_s,
                "comparable": found is not None,
                "lost": {} if found is None else dict(found.lost),
                "regained": {} if found is None else dict(found.regained),
                "restored": bool(options.yes),
            }
        )
    if not options.yes:
        say("Nothing was changed. To go back to it: the same command with --yes")
        return DONE
    say("restored" if replaced is None else f"restored; what was there is kept as {replaced.name}")
    say("Run `earshot index` to take in what is new since.")
    return DONE


def _tell(what: str, counts: Mapping[Kind, int]) -> None:
    listed = ", ".join(f"{count} {_WORDS[kind]}" for kind, count in counts.items())
    print(f"{what}: {listed or 'nothing'}")


def _show(backup: Backup, options: argparse.Namespace) -> None:
    if options.json:
        json_line(
            {
                "backup": backup.name,
                "path": str(backup.path),
                "made_s": backup.made_s,
                "reason": backup.reason.value,
                "whole": backup.is_whole,
                "size_bytes": backup.size_bytes,
            }
        )
    else:
        name = printable(backup.name)
        print(f"{backup.when_text}  {size_text(backup.size_bytes):>10s}  {name}  ({_WHY[backup.reason]})")


def _folder(options: argparse.Namespace) -> Path:
    folder: Path | None = options.library
    return folder or default_folder()
