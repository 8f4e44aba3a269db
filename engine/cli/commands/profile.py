"""`earshot profile`: transfer profiles, saved by name, for the form of copies."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_actions
from engine.cli.shell.output import json_line, printable, say
from engine.cli.shell.transfer import add_transfer, profile_of

if TYPE_CHECKING:
    from engine.base.errors import TransferError
    from engine.transfer.profile import Profile

DESCRIPTION = """\
List, show, save and remove transfer profiles: in what format, at what rate, depth and level, with what channels,
handles, metadata and names sounds leave by `earshot collect` and the other commands that write files of sounds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    action = add_actions(parser)
    action("list", "list all profiles (the default)")
    show = action("show", "show all parts of a profile")
    show.add_argument("name", metavar="NAME|FILE", help="profile, by name or as a file")
    save = action("save", "save a profile; one of that name is replaced")
    save.add_argument("name", metavar="NAME", help="what it is called")
    add_transfer(save)
    action("remove", "remove a profile").add_argument("name", metavar="NAME", help="profile to remove")
    out = action("export", "write a profile as a file, for others")
    out.add_argument("name", metavar="NAME", help="profile to write")
    out.add_argument("file", type=Path, metavar="FILE", help="file to write it to; one that is there is replaced")
    taken = action("import", "take a profile in from a file")
    taken.add_argument("file", type=Path, metavar="FILE", help="file that holds a profile")
    taken.add_argument("--as", dest="new_name", default="", metavar="NAME", help="name to give it")


def run(options: argparse.Namespace) -> int:
    """Lists or changes profiles; 3 if some files cannot be read."""
    from engine.cli.shell.transfer import profile_named
    from engine.transfer.profile_store import ProfileStore, write_file

    unread: list[TransferError] = []
    shelf = ProfileStore(unread=unread.append)
    match options.action or "list":
        case "show":
            _show(profile_named(options.name), options)
        case "save":
            # Its source may come with Earshot, whose names are reserved.
            shelf.save(replace(profile_of(options), name=options.name))
            say(f"saved: {printable(options.name)}")
        case "remove":
            shelf.remove(options.name)
            say(f"removed: {printable(options.name)}")
        case "export":
            write_file(options.file, shelf.get(options.name))
            say(f"written: {printable(str(options.file))}")
        case "import":
            say(f"saved: {printable(shelf.take_in(options.file, options.new_name).name)}")
        case _:
            for profile in shelf.all():
                _list(profile, options)
    for err in unread:
        say(f"{printable(str(err))}\n  {err.advice}")
    return SOME_SKIPPED if unread else DONE


def _list(profile: Profile, options: argparse.Namespace) -> None:
    from engine.transfer.profile_store import record_of

    if options.json:
        json_line(record_of(profile))
    else:
        print(f"{printable(profile.name)}: {', '.join(summary(profile)) or 'nothing is changed'}")


def summary(profile: Profile) -> list[str]:
    """Lists what a profile changes, in the words of its options."""
    from engine.transfer.profile import AS_IT_IS
    from engine.transfer.profile_store import record_of

    usual = record_of(AS_IT_IS)
    return [
        f"{name} {printable(str(value))}"
        for name, value in record_of(profile).items()
        if name != "name" and value != usual[name]
    ]


def _show(profile: Profile, options: argparse.Namespace) -> None:
    from engine.transfer.profile_store import record_of

    if options.json:
        json_line(record_of(profile))
        return
    for name, value in record_of(profile).items():
        print(f"{name}: {'as in the sound' if value is None else printable(str(value)) or '-'}")
