"""`earshot export-data`: writes what the user entered to a file for other libraries."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import bar, counted, json_line, printable, say, say_names

if TYPE_CHECKING:
    from engine.features.user_data.records import ExportResult

DESCRIPTION = """\
Write what you entered about your sounds into one file: ratings, colours, favourites, tags, notes, what you heard and
used, collections, saved searches and the history. Sounds are named in it by their audio, so that another library knows
them at other paths and on other machines. Not in it are markers, corrections of transcripts and the journal, which
travel with the library's folder; nor folders, settings and models, nor what stands in the files."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write; one that is there is replaced")


def run(options: argparse.Namespace) -> int:
    """Writes the file; 3 if some of it is useless elsewhere."""
    from msgspec.structs import asdict

    from engine.features.user_data.write import write
    from engine.store.catalogue import Catalogue

    show = bar("writing")
    with Catalogue.open(library_folder(options), read_only=True) as catalogue:
        done = write(catalogue, options.file, progress=lambda at, of: show(at / max(1, of)))
    if options.json:
        json_line({"file": str(options.file), **asdict(done)})
    else:
        _say_exported(done, options.file)
    return SOME_SKIPPED if done.unknown or done.too_long else DONE


def _say_exported(done: ExportResult, path: Path) -> None:
    parts = (
        counted(done.sounds, "sound", "sounds"),
        counted(done.collections, "collection", "collections"),
        counted(done.saved, "saved search", "saved searches"),
        counted(done.searches, "search of the history", "searches of the history"),
    )
    say(f"{', '.join(parts)} in {printable(str(path))}")
    if done.unknown:
        say(f"{counted(done.unknown, 'sound', 'sounds')} without a checksum, which no other library can find:")
        say_names(done.unknown_names, done.unknown)
        say("  Index them again (earshot index --retry-failed), then export again.")
    for name in done.too_long:
        say(f"left out, more was given to it than a line may hold: {printable(name)}")
