"""`earshot export`: writes the sounds of a query as a table, a playlist, or both."""

import argparse
from pathlib import Path

from engine.base.errors import QueryError
from engine.cli.shell import DONE
from engine.cli.shell.options import add_query, library_folder
from engine.cli.shell.output import json_line, printable, say

DESCRIPTION = """\
Write the sounds of a query as a table or a playlist. Without words, or with filters alone, every sound that passes is
written, the newest first."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    add_query(parser)
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a table with everything known about each sound")
    parser.add_argument("--fields", action="store_true", help="add a column for every text of every chunk")
    parser.add_argument(
        "--excel", action="store_true", help="begin the table with a byte order mark, so that Excel reads UTF-8"
    )
    parser.add_argument(
        "--formulas",
        action="store_true",
        help="write texts that begin with = + - @ unchanged; without this, an apostrophe keeps "
        "spreadsheets from running them",
    )
    parser.add_argument("--m3u", type=Path, metavar="FILE", help="write an M3U8 playlist")
    parser.add_argument("--relative", action="store_true", help="write paths relative to the playlist's folder")


def run(options: argparse.Namespace) -> int:
    """Writes a table, a playlist, or both."""
    from engine.cli.shell.answers import ranked
    from engine.features.export.playlist import write_m3u8
    from engine.library.library import Library
    from engine.store.catalogue import Catalogue
    from engine.transfer.table import write_csv

    if options.csv is None and options.m3u is None:
        raise QueryError("say what to write", advice="For example: earshot export door --csv doors.csv")
    folder = library_folder(options)
    with Library.open(folder, read_only=True) as library:
        ranking, wanted = ranked(library, options)
    ids = ranking.ids[:wanted]
    with Catalogue.open(folder, read_only=True) as catalogue:
        if options.csv is not None:
            written = write_csv(
                catalogue,
                ids,
                options.csv,
                with_mark=options.excel,
                with_fields=options.fields,
                with_formulas=options.formulas,
            )
            _told(options, options.csv, written)
        if options.m3u is not None:
            _told(options, options.m3u, write_m3u8(catalogue, ids, options.m3u, is_relative=options.relative))
    return DONE


def _told(options: argparse.Namespace, path: Path, written: int) -> None:
    if options.json:
        json_line({"file": str(path), "sounds": written})
    else:
        say(f"{written} sounds in {printable(str(path))}")
