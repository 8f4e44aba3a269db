"""`earshot` without a command, and `python -m desktop`: opens the window."""

import gc
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.children import use_one_blas_thread

if TYPE_CHECKING:
    from desktop.app import EarshotApp


def run(argv: Sequence[str] | None = None, made: Callable[["EarshotApp"], object] = lambda earshot: None) -> int:
    """Runs the window as a process of its own does; returns the exit code.

    Args:
        argv: the command line, without the program.
        made: given the application before its window opens.
    """
    use_one_blas_thread(os.environ)
    # What is loaded now stays: a search for garbage in it takes a tenth of a second and finds none. Once the window is
    # made, desktop/memory/tidying.py searches.
    gc.disable()
    from desktop.start import main  # only now: it loads numpy, which reads the setting once

    return main(argv, made)


if __name__ == "__main__":
    sys.exit(run())
