"""What our child processes have in common: their environment, and how they make way for others."""

import contextlib
import ctypes
import os
import sys
from pathlib import Path

from engine.blas import use_one_blas_thread

_LAST = 19
_IDLE_PRIORITY_CLASS = 0x40


def child_environment() -> dict[str, str]:
    """Our environment, with this package's folder first, so that the child runs the same code from any folder."""
    home = str(Path(__file__).resolve().parents[1])
    path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH", ""))))
    environment = {**os.environ, "PYTHONPATH": path}
    use_one_blas_thread(environment)
    return environment


def step_back() -> None:
    """Gives this process the lowest priority from now on: for work that nobody waits for."""
    if sys.platform == "win32":
        ctypes.windll.kernel32.SetPriorityClass(ctypes.windll.kernel32.GetCurrentProcess(), _IDLE_PRIORITY_CLASS)
        return
    with contextlib.suppress(OSError):
        os.nice(_LAST)
