"""`earshot restore`: restores a backup, after showing what that would lose."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.cli.shell import DONE
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import json_line, say
from engine.features.backups.backups_command import WHY

if TYPE_CHECKING:
    from engine.features.backups.losses import LossKind

DESCRIPTION = """\
Restore a backup of the catalogue. Without --yes nothing is changed: the command shows what you would lose and what
you would get back. The present catalogue is kept as a backup. Sound files are not changed. Close every Earshot that
uses the library first."""
_WORDS = {
    "sounds": "sounds",
    "folders": "folders",
    "ratings": "ratings",
    "colours": "colours",
    "favourites": "favourites",
    "tags": "tags",
    "notes": "notes",
    "collections": "collections",
    "collected": "sounds in collections",
    "saved_searches": "saved searches",
    "history": "searches of the history",
    "thesaurus": "words of the thesaurus",
    "choices": "choices for words of searches",
    "listening": "counts of plays and uses",
}
"""By `engine.features.backups.losses.LossKind`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument(
        "backup",
        nargs="?",
        default="",
        metavar="BACKUP",
        help="its name, as `earshot backups` lists it (default: the newest)",
    )
    parser.add_argument("--yes", action="store_true", help="restore it")


def run(options: argparse.Namespace) -> int:
    """Shows what would be lost, and restores the backup with --yes."""
    from engine.features.backups.losses import losses
    from engine.features.backups.restore import find, restore

    folder = library_folder(options)
    backup = find(folder, options.backup)
    found = losses(folder, backup.path)
    if not options.json:
        print(f"{backup.name}, made on {backup.when_text}, {WHY[backup.reason]}")
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
        say("Nothing was changed. To restore it: the same command with --yes")
        return DONE
    say("restored" if replaced is None else f"restored; what was there is kept as {replaced.name}")
    say("Run `earshot index` to take in what is new since.")
    return DONE


def _tell(what: str, counts: Mapping[LossKind, int]) -> None:
    listed = ", ".join(f"{count} {_WORDS[kind]}" for kind, count in counts.items())
    print(f"{what}: {listed or 'nothing'}")
