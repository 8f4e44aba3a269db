"""`earshot window`, and `earshot` alone: opens the window."""

import argparse
import sys
from pathlib import Path

from engine.base.errors import EngineError
from engine.cli.shell import DONE, WORLDS_FAULT

DESCRIPTION = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's options."""
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="a folder or file to add")


def run(options: argparse.Namespace) -> int:
    """Starts the desktop package by name, because the engine imports nothing from it (docs/architecture.md)."""
    import runpy
    from importlib.util import find_spec

    if find_spec("desktop") is None or find_spec("PySide6") is None:
        raise EngineError(
            "the window is not installed", advice="Install Earshot with its window, or see `earshot --help`."
        )
    sys.argv = ["earshot", *([] if options.library is None else ["--library", str(options.library)])]
    sys.argv += ["--create"] if options.create else []
    sys.argv += ["--verbose"] if options.verbose else []
    folders = getattr(options, "folders", [])  # `earshot` alone has none
    sys.argv += ["--", *map(str, folders)] if folders else []
    try:
        runpy.run_module("desktop", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else DONE if end.code is None else WORLDS_FAULT
    return DONE
