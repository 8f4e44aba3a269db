"""The command line's grammar for user data that travels: export and import; nothing that runs."""

import argparse
from pathlib import Path

EXPORT = """\
Write all that you entered into one file: ratings, colours, favourites, tags, notes, what you heard and used,
collections, saved searches and the history. Sounds are named in it by their audio, so that another library knows them
at other paths and on other machines. Folders, settings and models are not in it, nor is what stands in the files."""

IMPORT = """\
Take in a file that export-data or the window wrote. What the library has stays, and what it lacks is filled in; tags,
collections and notes are joined. What belongs to sounds that are not in the library waits until they are indexed.
The same file a second time changes nothing."""


def export(command: argparse.ArgumentParser) -> None:
    """Options of `earshot export-data`."""
    command.add_argument("file", type=Path, metavar="FILE", help="the file to write; one that is there is replaced")


def take_in(command: argparse.ArgumentParser) -> None:
    """Options of `earshot import-data`."""
    what = command.add_mutually_exclusive_group(required=True)
    what.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the file to take in")
    what.add_argument("--undo", action="store_true", help="take the newest import back; what you changed since stays")
    command.add_argument("--dry-run", action="store_true", help="say what would change, and change nothing")
    command.add_argument(
        "--prefer",
        choices=("here", "file"),
        default="here",
        help="whose rating and colour counts where the library and the file differ (default: %(default)s)",
    )
