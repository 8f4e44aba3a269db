"""`earshot backups`: lists the copies of the catalogue, or makes one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from engine.cli.shell import DONE
from engine.cli.shell.options import add_actions, library_folder
from engine.cli.shell.output import json_line, printable, say, size_text

if TYPE_CHECKING:
    from engine.base.backup_files import Backup

DESCRIPTION = """\
List the backups of the library's catalogue, or make one. They lie in the library's folder `backups`. Earshot makes one
on each day the library is used and before it changes its tables; of the daily ones it keeps three days and three weeks
before, and deletes none that you asked for."""
WHY = {
    "daily": "of a day it was used",
    "migration": "before an update of Earshot changed it",
    "mending": "before it was mended",
    "replaced": "replaced by a backup",
    "damaged": "damaged, as it was",
    "asked": "asked for",
}
"""By `engine.base.backup_files.Reason`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    add = add_actions(parser)
    add("list", "list the backups (the default)")
    add("make", "make one now")


def run(options: argparse.Namespace) -> int:
    """Lists the backups, or makes one."""
    from engine.base.backup_files import backups_of
    from engine.ingest.backup_schedule import make_asked

    folder = library_folder(options)
    if options.action == "make":
        made = make_asked(folder)
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
        print(f"{backup.when_text}  {size_text(backup.size_bytes):>10s}  {name}  ({WHY[backup.reason]})")
