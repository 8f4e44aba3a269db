"""`earshot` without a command, and `python -m desktop`: opens the window."""

import contextlib
import gc
import logging
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from desktop.base.binding import read_no_sources
from engine.base.child_processes import use_one_blas_thread

if TYPE_CHECKING:
    from desktop.app.app import EarshotApp
    from desktop.window.main_window import MainWindow


def run(
    argv: Sequence[str] | None = None,
    made: "Callable[[EarshotApp], object]" = lambda earshot: None,
    pictured: "Callable[[MainWindow], object]" = lambda window: None,
) -> int:
    """Runs the window in this process and returns the exit code. Takes the arguments of `desktop.app.start.main`."""
    use_one_blas_thread(os.environ)
    # Freeze collection while modules load: a pass over them costs 0.1 s and frees nothing.
    # desktop/controllers/memory/garbage.py collects once the window exists.
    gc.disable()
    read_no_sources()
    from desktop.app.start import main  # deferred: its imports read the BLAS setting once

    return main(argv, made, pictured)


def leave(code: int) -> NoReturn:
    """Ends this process at once, with this exit code.

    Everything is closed and written by now. Tearing the window down takes as long as closing it, and would kill the
    jobs that outlive it (`desktop.work.event_process.let_go`).
    """
    logging.shutdown()
    for stream in filter(None, (sys.stdout, sys.stderr)):  # pythonw.exe has neither
        with contextlib.suppress(OSError, ValueError):  # the reader has gone
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    leave(run())
