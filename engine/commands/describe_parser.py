"""The command line's grammar for showing, writing and taking back metadata; nothing that runs."""

import argparse
from pathlib import Path

DESCRIBE = """\
Show what sound files say of themselves or, with --set, --keywords or --ucs, write it into them. What was not named
stays as it is, to the byte, and so does the sound; `earshot undo` gives the files back as they were. Fields: title,
description, keywords, ucs, artist, library, comment. An empty text takes a field out."""

UNDO = """\
Take back the newest change of metadata or names that was not taken back yet. Files that another program changed since
are left alone."""


def describe(command: argparse.ArgumentParser) -> None:
    """Options of `earshot describe`."""
    command.add_argument("files", nargs="+", type=Path, metavar="FILE", help="sound files")
    command.add_argument(
        "--set",
        dest="texts",
        action="append",
        default=[],
        metavar="FIELD=TEXT",
        help="write a text into a field; may be given several times",
    )
    command.add_argument("--keywords", metavar="WORDS", help="write keywords, with commas between them")
    command.add_argument("--ucs", metavar="CATID", help="write a UCS category, such as DOORWood")
    command.add_argument("--dry-run", action="store_true", help="say what would change, and change nothing")
    command.add_argument("--keep-time", action="store_true", help="give the files their former time of change again")


def undo(command: argparse.ArgumentParser) -> None:
    """Options of `earshot undo`."""
    command.add_argument("--list", action="store_true", help="list what can be taken back, and change nothing")
