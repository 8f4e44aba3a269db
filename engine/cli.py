"""`earshot`: the engine from a shell, and the door to the window.

Exit status: 0 done; 1 the world's fault, with advice; 2 usage; 3 done, but some files were skipped.
"""

import argparse
import contextlib
import io
import os
import runpy
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from engine.blas import use_one_blas_thread
from engine.commands import DONE, USAGE, WORLDS_FAULT
from engine.commands.parser import parse
from engine.commands.show import say
from engine.errors import EngineError, QueryError
from engine.private import refuse_shut

_COMMANDS = {
    "index": ("engine.commands.index", "run"),
    "search": ("engine.commands.search", "run_search"),
    "similar": ("engine.commands.search", "run_similar"),
    "sketch": ("engine.commands.sketch", "run"),
    "export": ("engine.commands.housekeeping", "run_export"),
    "collect": ("engine.commands.housekeeping", "run_collect"),
    "duplicates": ("engine.commands.housekeeping", "run_duplicates"),
    "missing": ("engine.commands.housekeeping", "run_missing"),
    "describe": ("engine.commands.describe", "run"),
    "undo": ("engine.commands.describe", "run_undo"),
    "tag": ("engine.commands.keeping", "run_tag"),
    "collections": ("engine.commands.keeping", "run_collections"),
    "thesaurus": ("engine.commands.thesaurus", "run_thesaurus"),
    "backups": ("engine.commands.backups", "run_backups"),
    "verify": ("engine.commands.verify", "run"),
    "restore": ("engine.commands.backups", "run_restore"),
    "export-data": ("engine.commands.userdata", "run_export"),
    "import-data": ("engine.commands.userdata", "run_import"),
    "stats": ("engine.commands.stats", "run"),
    "doctor": ("engine.commands.doctor", "run"),
    "pack": ("engine.commands.pack", "run"),
}
"""Module and function of each command, imported when it is called: help and a wrong option need no numpy."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; argparse itself exits with 2 on a wrong command line."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    _make_streams_safe()
    use_one_blas_thread(os.environ)
    options = parse(given)
    try:
        if options.command in ("", "window"):
            return _open_window([] if options.library is None else ["--library", str(options.library)])
        run = _command(options.command)
        refuse_shut(options.library or _default_folder())
        code = run(options)
        sys.stdout.flush()  # here, where a reader that has left can still be told from a fault
        return code
    except QueryError as err:
        _explain(err)
        return USAGE
    except EngineError as err:
        _explain(err)
        return WORLDS_FAULT
    except BrokenPipeError:
        # The reader (head, less) left: nothing more to say, and nothing for the interpreter to flush at its end.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return 130


def _command(name: str) -> Callable[[argparse.Namespace], int]:
    module, function = _COMMANDS[name]
    run: Callable[[argparse.Namespace], int] = getattr(import_module(module), function)
    return run


def _default_folder() -> Path:
    folder: Callable[[], Path] = import_module("engine.library").default_folder
    return folder()


def _open_window(arguments: list[str]) -> int:
    """Starts the desktop package by its name: the engine imports nothing of it (docs/architecture.md)."""
    if find_spec("desktop") is None or find_spec("PySide6") is None:
        raise EngineError(
            "the window is not installed", advice="Install Earshot with its window, or see `earshot --help`."
        )
    sys.argv = ["earshot", *arguments]
    try:
        runpy.run_module("desktop", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else DONE if end.code is None else WORLDS_FAULT
    return DONE


def _make_streams_safe() -> None:
    """A name that the terminal's encoding lacks is printed with escapes instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _explain(err: EngineError) -> None:
    say(f"earshot: {err}")
    say(f"  {err.advice}")


if __name__ == "__main__":
    sys.exit(main())
