"""`earshot collect`: copies the sounds of a query into a folder, with their credits."""

import argparse
from pathlib import Path

from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import LISTED, add_patience, add_query, library_folder, patience_of
from engine.cli.shell.transfer import add_transfer, profile_of, progress, say_transferred, teller

DESCRIPTION = """\
Copy the sounds of a query into a folder, with a credits file from their metadata. Nothing is overwritten unless you ask
for it by --exists: a taken name gets a number. Every copy is read again and compared. With a profile, or parts of one,
files are made in the format, at the rate, depth and level and under the names that you ask for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    add_query(parser)
    parser.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="the folder to copy into")
    parser.add_argument(
        "--credits",
        choices=("text", "csv", "none"),
        default="text",
        help="the credits file to write (default: %(default)s)",
    )
    add_patience(parser)
    parser.add_argument("--moments", action="store_true", help="copy only the best moment of each sound")
    add_transfer(parser)


def run(options: argparse.Namespace) -> int:
    """Copies sounds into a folder; 3 if some could not be read."""
    from engine.cli.shell.answers import ranked
    from engine.library.library import Library
    from engine.transfer.collect import ExportItem
    from engine.transfer.credits import CreditsFormat
    from engine.transfer.transfer import transfer

    profile = profile_of(options)
    with Library.open(library_folder(options), read_only=True) as library:
        ranking, wanted = ranked(library, options)
        pieces: list[ExportItem] = []
        for start in range(0, wanted, LISTED):
            for hit in library.hits(ranking, range(start, min(start + LISTED, wanted))):
                moment = hit.moments[0] if options.moments and hit.moments and not ranking.is_listing else None
                times = (None, None) if moment is None else (moment.start_s, moment.end_s)
                pieces.append(ExportItem(hit.sound.path, hit.sound.metadata, *times))
    form = None if options.credits == "none" else CreditsFormat(options.credits)
    done = transfer(
        pieces,
        options.to,
        profile,
        credits=form,
        library=library_folder(options),
        progress=progress(),
        tell=teller(options, profile),
        patience=patience_of(options),
    )
    return DONE if say_transferred(done, profile) else SOME_SKIPPED
