"""`earshot` without a command, and `python -m desktop`: opens the window."""

import contextlib
import gc
import logging
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from engine.children import use_one_blas_thread

if TYPE_CHECKING:
    from desktop.app import EarshotApp
    from desktop.main_window import MainWindow


def run(
    argv: Sequence[str] | None = None,
    made: "Callable[[EarshotApp], object]" = lambda earshot: None,
    pictured: "Callable[[MainWindow], object]" = lambda window: None,
) -> int:
    """Runs the window as a process of its own does; returns the exit code. The arguments are those of its `main`."""
    use_one_blas_thread(os.environ)
    # What is loaded now stays: a search for garbage in it takes a tenth of a second and finds none. Once the window is
    # made, desktop/memory/tidying.py searches.
    gc.disable()
    from desktop.start import main  # only now: what it loads reads the setting once

    return main(argv, made, pictured)


def leave(code: int) -> NoReturn:
    """Ends this process at once, with this exit code.

    All is closed and written by then. Taking apart what a window is made of takes as long as closing it, and would kill
    the jobs that end without it (`desktop.work.event_process.let_go`).
    """
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # nobody reads it any more
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    leave(run())
