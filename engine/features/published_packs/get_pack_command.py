"""`earshot pack get`: makes a pack of a published model, from the hub or from a folder with its files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import EngineError
from engine.base.events import broke
from engine.cli.commands.pack import show_installed
from engine.cli.shell import DONE
from engine.cli.shell.jobs import print_line
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import bar, duration_text, json_line, printable, say, size_text
from engine.cli.shell.pack_installation import download_shown
from engine.features.published_packs.table import PublishedModel, model_called, read_table
from engine.store.library_identity import refuse_missing

if TYPE_CHECKING:
    from engine.features.published_packs.getting import GotPack

DESCRIPTION = """\
Make a pack of a published CLAP model, without the training tools. The model's files are downloaded from its hub, each
compared with its checksum; a download that was interrupted goes on where it stopped. With --from nothing is downloaded.
Without a name, list the models."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.description = DESCRIPTION
    parser.add_argument("name", nargs="?", metavar="NAME", help="a model of the list (default: print the list)")
    parser.add_argument(
        "--from", dest="source", type=Path, metavar="DIR", help="folder with the model's files, instead of a download"
    )
    parser.add_argument(
        "--table", type=Path, metavar="FILE", help="use this list instead of the one that comes with Earshot"
    )


def run(options: argparse.Namespace) -> int:
    """Makes and installs the pack, or lists the models."""
    models = read_table(options.table)
    if options.name is None:
        for model in models:
            _show(model, as_json=options.json)
        return DONE
    model = model_called(options.name, models)
    library = library_folder(options).absolute()
    refuse_missing(library)
    if not options.json:
        say(_facts(model))
    from engine.features.published_packs.getting import get_pack

    try:
        got = get_pack(
            model,
            library,
            download_shown(as_json=options.json),
            source=options.source,
            step=_quiet if options.json else bar("Trying it on the demo sounds and yours"),
        )
    except EngineError as err:
        if options.json:
            print_line(broke(err))
        raise
    if not options.json:
        _show_speed(got)
        return show_installed(got.folder, library, as_json=False)
    speed = {"window_s": got.window_s, "named": got.named, "sounds": got.sounds, "library_s": got.library_s}
    return show_installed(got.folder, library, as_json=True, further=speed)


def _show_speed(got: GotPack) -> None:
    say(f"a core of this machine takes {got.window_s:.2f} s for {got.windows_of_s:g} s of sound")
    if got.sounds:
        say(f"your {got.sounds:,} sounds will take about {duration_text(got.library_s)}")


def _quiet(share: float) -> None: ...


def _show(model: PublishedModel, *, as_json: bool) -> None:
    if as_json:
        json_line(
            {
                "name": model.name,
                "purpose": model.purpose,
                "page": model.page,
                "licence": model.licence,
                "languages": model.languages,
                "size_bytes": model.size_bytes,
                "files": {
                    role: {"address": f"{model.address}/{file.path}", "sha256": file.sha256 or None}
                    for role, file in model.files.items()
                },
            }
        )
        return
    print(_facts(model))
    print(f"    earshot pack get {model.name}\n")


def _facts(model: PublishedModel) -> str:
    known = all(file.sha256 for file in model.files.values())
    sums = "known" if known else "as the hub states them at the download; nobody compared them before"
    lines = (
        f"{model.name}: {model.purpose}",
        f"  page: {model.page}",
        f"  licence: {model.licence}; languages: {model.languages}; download: about {size_text(model.size_bytes)}",
        f"  checksums: {sums}",
    )
    return "\n".join(map(printable, lines))
