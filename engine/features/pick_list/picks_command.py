"""`earshot picks`: adds, lists and removes picked moments, and hands them out."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.shell import DONE, SOME_SKIPPED, WORLDS_FAULT
from engine.cli.shell.options import add_actions, add_patience, library_folder, use_patience
from engine.cli.shell.output import json_line, printable, say
from engine.cli.shell.transfer import add_transfer, profile_of, progress, say_transferred, teller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.features.pick_list.pick_list import PickedMoment

DESCRIPTION = """\
Collect moments of several sounds in one list, which the window shows too, and hand them out together by a transfer
profile. The list stays until moments are removed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    action = add_actions(parser, is_required=True)
    action("list", "list the picked moments, with their numbers")
    add = action("add", "add a moment, or without times a whole sound")
    add.add_argument("file", type=Path, metavar="FILE", help="sound file")
    add.add_argument("--at", dest="start_s", type=float, metavar="S", help="where it begins, in seconds")
    add.add_argument("--to", dest="end_s", type=float, metavar="S", help="where it ends")
    add.add_argument("--name", default="", metavar="TEXT", help="what it is for: {cue} in names of files")
    remove = action("remove", "remove moments; the sounds stay")
    remove.add_argument("numbers", nargs="*", type=int, metavar="N", help="their numbers in the list")
    remove.add_argument("--all", action="store_true", help="remove all")
    collect = action("collect", "write a file for each moment")
    collect.add_argument("--to", type=Path, required=True, metavar="DIR", help="folder of the files")
    add_transfer(collect)
    add_patience(collect)


def run(options: argparse.Namespace) -> int:
    """Runs an action; 3 if some moments could not be handed out, 1 if none could."""
    from engine.base.types import FilePath
    from engine.features.pick_list.pick_list import PickedMoment, add_picks, read_picks, remove_picks
    from engine.store.library_identity import refuse_missing

    library = library_folder(options)
    refuse_missing(library)
    match options.action:
        case "add":
            path = FilePath.of(options.file.absolute())
            return _show(
                add_picks(library, [PickedMoment(path, options.start_s, options.end_s, options.name)]), options
            )
        case "remove":
            picks = read_picks(library)
            return _show(remove_picks(library, picks if options.all else _numbered(picks, options.numbers)), options)
        case "collect":
            return _collect(library, read_picks(library), options)
        case _:
            return _show(read_picks(library), options)


def _numbered(picks: Sequence[PickedMoment], numbers: Sequence[int]) -> list[PickedMoment]:
    from engine.base.errors import TransferError
    from engine.base.messages import told
    from engine.features.pick_list.messages import PickAdvice, PickFault

    for number in numbers or [0]:
        if not 1 <= number <= len(picks):
            raise TransferError(told(PickFault.NO_SUCH_PICK, number), advice=PickAdvice.LIST_PICKS)
    return [picks[number - 1] for number in numbers]


def _show(picks: Sequence[PickedMoment], options: argparse.Namespace) -> int:
    for number, one in enumerate(picks, 1):
        if options.json:
            record = {"path": one.path.text, "start_s": one.start_s, "end_s": one.end_s, "name": one.name}
            json_line({"number": number, **record})
        else:
            times = "" if one.start_s is None or one.end_s is None else f"{one.start_s:.3f} {one.end_s:.3f}"
            print(f"{number:5d}  {times:>21s}  {printable(one.path.text)}  {printable(one.name)}".rstrip())
    return DONE


def _collect(library: Path, picks: Sequence[PickedMoment], options: argparse.Namespace) -> int:
    from engine.base.errors import TransferError
    from engine.features.pick_list.messages import PickAdvice, PickFault
    from engine.features.pick_list.pick_list import pick_pieces
    from engine.transfer.transfer import by_pattern, transfer

    use_patience(options)
    profile = profile_of(options)
    if not picks:
        raise TransferError(PickFault.NO_PICKS, advice=PickAdvice.ADD_PICKS_FIRST)
    found = pick_pieces(picks)
    for err in found.unread:
        say(f"{printable(str(err))}\n  {err.advice}")
    if not found.pieces:
        return WORLDS_FAULT
    pieces = by_pattern(found.pieces, profile)
    done = transfer(pieces, options.to, profile, library=library, progress=progress(), tell=teller(options, profile))
    return DONE if say_transferred(done, profile) and not found.unread else SOME_SKIPPED
