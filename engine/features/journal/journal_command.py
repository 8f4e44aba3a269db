"""`earshot journal`: lists what was exported, exports it again by another profile, and writes its credits."""

import argparse
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import TransferError
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_actions, add_patience, count, library_folder, patience_of
from engine.cli.shell.output import json_line, printable, say
from engine.cli.shell.transfer import add_transfer, profile_of, progress, say_transferred, teller

if TYPE_CHECKING:
    from engine.features.journal.export_journal import JournalEntry

DESCRIPTION = """\
What was dragged, copied or written out of the library: when, of which sound, which part, by which profile and for which
cue. Any of it can be exported again by another profile, and its credits written. The newest 50,000 files are kept."""
_LISTED = 50
_DAY_S = 86_400.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    action = add_actions(parser)
    listing = action("list", "list exports, newest first (the default)")
    _add_choice(listing)
    listing.add_argument(
        "--limit", type=count, default=_LISTED, metavar="N", help="most exports to print (default: %(default)s)"
    )
    again = action("again", "export the same parts again, by another profile")
    _add_choice(again)
    again.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="the folder to write into")
    add_patience(again)
    add_transfer(again)
    credits = action("credits", "write the credits of exports")
    _add_choice(credits)
    credits.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="the folder to write them into")
    credits.add_argument("--csv", action="store_true", help="write credits.csv instead of credits.txt")


def _add_choice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("exports", nargs="*", type=count, metavar="NUMBER", help="numbers from the list (default: all)")
    parser.add_argument("--cue", default="", metavar="TEXT", help="only those for cues with this text")
    parser.add_argument("--days", type=count, metavar="N", help="only those of the last N days")


def run(options: argparse.Namespace) -> int:
    """Runs an action; 3 if some sounds could not be exported again."""
    match options.action:
        case "again":
            return _again(options)
        case "credits":
            return _credits(options)
        case _:
            return _list(options)


def _entries(options: argparse.Namespace, limit: int = -1) -> "list[JournalEntry]":
    from engine.features.journal.exports import exported

    if options.action is None:
        return exported(library_folder(options), limit=limit)
    since_s = 0.0 if options.days is None else time.time() - options.days * _DAY_S
    return exported(library_folder(options), cue=options.cue, since_s=since_s, ids=options.exports or None, limit=limit)


def _list(options: argparse.Namespace) -> int:
    for entry in _entries(options, _LISTED if options.action is None else options.limit):
        if options.json:
            json_line(_record(entry))
            continue
        record = entry.record
        when = datetime.fromtimestamp(entry.at_s).strftime("%Y-%m-%d %H:%M")
        part = "" if record.start_s is None else f" @{record.start_s:.3f}-{record.end_s or 0.0:.3f} s"
        about = "".join(f"  [{text}]" for text in (record.profile, entry.cue) if text)
        print(printable(f"{entry.id:6}  {when}  {record.source.text}{part} -> {record.file}{about}"))
    return DONE


def _again(options: argparse.Namespace) -> int:
    from engine.features.journal.exports import pieces_again
    from engine.features.journal.messages import JournalAdvice, JournalFault
    from engine.transfer.transfer import transfer

    profile = profile_of(options)
    library = library_folder(options)
    pieces, refused = pieces_again(library, _entries(options))
    for reason in refused:
        say(f"skipped: {printable(str(reason))}")
    if not pieces:
        raise TransferError(JournalFault.NO_EXPORTS, advice=JournalAdvice.LIST)
    done = transfer(
        pieces,
        options.to,
        profile,
        library=library,
        progress=progress(),
        tell=teller(options, profile),
        patience=patience_of(options),
    )
    return DONE if say_transferred(done, profile) and not refused else SOME_SKIPPED


def _credits(options: argparse.Namespace) -> int:
    from engine.features.journal.exports import write_credits
    from engine.transfer.credits import CreditsFormat

    path = write_credits(_entries(options), options.to, CreditsFormat.CSV if options.csv else CreditsFormat.TEXT)
    if options.json:
        json_line({"file": str(path)})
    else:
        print(printable(str(path)))
    return DONE


def _record(entry: "JournalEntry") -> dict[str, object]:
    record = entry.record
    return {
        "export": entry.id,
        "at": datetime.fromtimestamp(entry.at_s).astimezone().isoformat(timespec="seconds"),
        "path": record.source.text,
        "uri": record.source.uri,
        "file": str(record.file),
        "start_s": record.start_s,
        "end_s": record.end_s,
        "profile": record.profile or None,
        "cue": entry.cue or None,
        "licence": entry.credit.licence,
    }
