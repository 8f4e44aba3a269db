"""`earshot undo`: undoes the newest change of metadata or names."""

import argparse
import time

from engine.cli.shell import DONE
from engine.cli.shell.options import add_patience, library_folder, use_patience
from engine.cli.shell.output import json_line
from engine.features.metadata_edits.reports import tell

DESCRIPTION = """\
Undo the newest change of metadata or names. Files that another program has changed since are left alone."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument("--list", action="store_true", help="list what can be undone, and change nothing")
    add_patience(parser)


def run(options: argparse.Namespace) -> int:
    """Undoes the newest session, or lists them all."""
    from engine.features.metadata_edits import journal
    from engine.features.metadata_edits.catalogue_follower import CatalogueFollower
    from engine.features.metadata_edits.recovery import recover
    from engine.features.metadata_edits.sessions import undo
    from engine.store.library_identity import refuse_missing

    use_patience(options)
    library = library_folder(options)
    refuse_missing(library)
    recover(library)
    if options.list:
        for session in journal.sessions(library):
            record = {
                "session": session.id,
                "kind": session.kind,
                "started": time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(session.started_s)),
                "files": session.done,
                "undone": session.is_undone,
            }
            if options.json:
                json_line(record)
            else:
                state = "  (taken back)" if session.is_undone else ""
                print(f"{session.id:6d}  {record['started']}  {session.kind:9s} {session.done} files{state}")
        return DONE
    with CatalogueFollower(library) as upkeep:
        return tell(undo(library, follower=upkeep), options, "taken back")
