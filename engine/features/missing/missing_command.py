"""`earshot missing`: lists files that are gone from their places, and relinks them."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import bar, json_line, printable, say

if TYPE_CHECKING:
    from engine.base.types import FilePath

DESCRIPTION = """\
List missing files. With --moved, files below OLD are looked for below NEW; those with identical audio are linked
again and keep their tags, ratings and collections."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument(
        "--moved",
        nargs=2,
        type=Path,
        metavar=("OLD", "NEW"),
        help="old and new path of a folder or file that was moved",
    )


def run(options: argparse.Namespace) -> int:
    """Lists missing files, or relinks moved ones; 3 if some did not match."""
    from engine.base.types import FilePath
    from engine.features.missing.relink import locate_below, missing, relink
    from engine.store.catalogue import Catalogue

    folder = library_folder(options)
    if options.moved is None:
        with Catalogue.open(folder, read_only=True) as catalogue:
            listed = missing(catalogue)
        for place in listed.folders:
            for row in place.rows:
                if options.json:
                    json_line({"path": row.path.text, "uri": row.path.uri, "root": place.root.path.text})
                else:
                    print(printable(row.path.text))
        for away in listed.offline:
            say(f"offline: {printable(away.root.path.text)}, {away.sounds} sounds")
        say(f"{listed.sounds} missing")
        return DONE
    old, new = _as_written(options.moved[0]), FilePath.of(options.moved[1])
    with Catalogue.open(folder, read_only=True) as catalogue:
        proposal = locate_below(catalogue, old, new)
    done = relink(folder, proposal, progress=_counter("read"))
    for item in done.unmatched:
        if options.json:
            json_line({"path": item.row.path.text, "at": item.path.text, "reason": str(item.reason)})
        else:
            print(f"{printable(item.path.text)}: {printable(str(item.reason))}")
    say(f"{done.sounds} linked again, {len(done.unmatched)} not")
    return SOME_SKIPPED if done.unmatched else DONE


def _as_written(path: Path) -> "FilePath":
    """The former place; a path of another kind of system stays as written."""
    from engine.base.types import FilePath

    written = FilePath(os.fsencode(path))
    return written if written.is_foreign else FilePath.of(path)


def _counter(word: str) -> Callable[[int, int], None]:
    share = bar(word)
    return lambda done, total: share(done / max(1, total))
