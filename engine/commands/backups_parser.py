"""The command line's grammar for backups, going back to one, and verifying; nothing that runs."""

import argparse

BACKUPS = """\
List the backups of the library's catalogue, or make one. They lie in the library's folder `backups`. Earshot makes one
on each day the library is used and before it changes its tables; of the daily ones it keeps three days and three weeks
before, and deletes none that you asked for."""

RESTORE = """\
Go back to a backup of the catalogue. Without --yes nothing is changed: what would be lost and what would come back is
shown. What was there is kept as a backup. Sound files are not touched. Close every Earshot on the library first."""


VERIFY = """\
Hold the parts of the library against each other and against the files: the catalogue, every row of it, the index of
words, vectors, indexes, words.db, units.db, sizes and times of the files, and the newest backup. Everything is read.
Nothing is changed without --mend, which makes a backup first."""


def backups(command: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    """Actions of `earshot backups`; `common` holds the options of every command."""
    actions = command.add_subparsers(title="actions", metavar="ACTION", dest="action")
    for name, text in (("list", "list the backups (what no action does)"), ("make", "make one now")):
        actions.add_parser(name, help=text, description=text, parents=[common], allow_abbrev=False)


def restore(command: argparse.ArgumentParser) -> None:
    """Options of `earshot restore`."""
    command.add_argument(
        "backup",
        nargs="?",
        default="",
        metavar="BACKUP",
        help="its name, as `earshot backups` lists it (default: the newest)",
    )
    command.add_argument("--yes", action="store_true", help="go back to it")


def verify(command: argparse.ArgumentParser) -> None:
    """Options of `earshot verify`."""
    command.add_argument("--mend", action="store_true", help="mend what can be mended, after a backup was made")
