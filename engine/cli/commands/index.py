"""`earshot index`: runs a supervised job and shows its events to people or programs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.shell.options import (
    DEVICES,
    add_library_id,
    add_memory,
    add_patience,
    count,
    library_folder,
    make_library,
)

if TYPE_CHECKING:
    from engine.base.types import FilePath

_STANDARD_INPUT = 0

DESCRIPTION = """\
Take folders (or single files) into the library, which is made where there is none. Without a folder every known one is
looked at again. What has not
changed is not read again. The sounds of every folder can be searched before any is analysed for speech. With --json
event lines come on standard output, and the lines pause, resume, cancel and yield are obeyed on standard input: yield
leaves listening for speech to a later job. Ctrl-C cancels; what was done is kept, and the same command goes on from
there."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="a folder, or a file, to take in")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PATH",
        help="look at this file or folder of the library and not at the rest; a path or a file: address; may be given"
        " several times",
    )
    parser.add_argument(
        "--device", choices=DEVICES, default="auto", help="what computes (default: %(default)s, the best that works)"
    )
    add_memory(parser)
    add_patience(parser)
    parser.add_argument("--retry-failed", action="store_true", help="try files again that failed before")
    parser.add_argument(
        "--reread",
        action="store_true",
        help="read every file again, even with the same size and date; unchanged audio is not analysed again",
    )
    parser.add_argument("--no-speech", action="store_true", help="do not analyse speech now; the next indexing does")
    parser.add_argument(
        "--no-sidecars", action="store_true", help="analyse every sound, even if a sidecar has its analysis"
    )
    parser.add_argument(
        "--pack",
        type=Path,
        metavar="P",
        help="model pack to use, a folder or the name of one at hand (default: the library's own, else starter)",
    )
    add_library_id(parser)
    parser.add_argument("--workers", type=count, default=0, metavar="N", help="reading threads (default: one a core)")


def run(options: argparse.Namespace) -> int:
    """Indexes; returns 0, 3 if files were skipped, or 130 after Ctrl-C."""
    from engine.base.types import FilePath
    from engine.cli.shell.jobs import Ticker, print_line, run_shown
    from engine.ingest.control import Control
    from engine.ingest.pack_install import pack_folder
    from engine.ingest.spec import JobSpec

    library = library_folder(options).absolute()
    if options.folders and not options.library_id:
        make_library(library)
    spec = JobSpec(
        library=library,
        folders=tuple(FilePath.of(folder) for folder in options.folders),
        only=tuple(_place(text) for text in options.only),
        pack=None if options.pack is None else pack_folder(options.pack, library),
        device=options.device,
        library_id=options.library_id,
        retry_failed=options.retry_failed,
        rereads=options.reread,
        without_speech=options.no_speech,
        without_sidecars=options.no_sidecars,
        workers=options.workers,
        memory_bytes=options.memory,
        give_up_s=float(options.give_up_after),
    )
    control = Control()
    if options.json:
        control.follow(_STANDARD_INPUT, cancel_at_end=False)
    show = print_line if options.json else Ticker(sys.stderr.isatty())
    return run_shown(spec, control, show, as_json=options.json)


def _place(text: str) -> FilePath:
    """Parses a path, or a file: address, which can name a file that is not valid text."""
    from engine.base.types import FilePath

    return FilePath.of_uri(text) if text.startswith("file://") else FilePath.of(text)
