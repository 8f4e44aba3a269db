"""`earshot` without a command, and `python -m desktop`: opens the window."""

import gc
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

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


if __name__ == "__main__":
    sys.exit(run())
