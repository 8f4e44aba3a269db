"""What our processes share: environment, low priority, and one thread for numpy's matrix products.

Must not import numpy, whose pool has to be limited before it loads. Our matrix products are small and many, and
several of our threads run at once. On a busy two-core machine the pool's overhead made the loudness filter thirty
times slower: 0.80 s instead of 0.027 s for eight files.
"""

import contextlib
import ctypes
import os
import sys
from collections.abc import MutableMapping
from pathlib import Path

from engine.base import logs

_POOLS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Without OMP_NUM_THREADS: faiss uses it to scan long lists of vectors."""


def use_one_blas_thread(environment: MutableMapping[str, str]) -> None:
    """Sets the variables that BLAS libraries read on loading, unless the user has set them."""
    for name in _POOLS:
        environment.setdefault(name, "1")


_LAST = 19
_IDLE_PRIORITY_CLASS = 0x40


def child_environment() -> dict[str, str]:
    """Returns our environment with this package's folder first, so that a child runs the same code from any folder."""
    home = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH", ""))))
    environment = {**os.environ, "PYTHONPATH": path, **logs.child_variables()}
    use_one_blas_thread(environment)
    return environment


def step_back() -> None:
    """Gives this process the lowest priority, for background work."""
    if sys.platform == "win32":
        ctypes.windll.kernel32.SetPriorityClass(ctypes.windll.kernel32.GetCurrentProcess(), _IDLE_PRIORITY_CLASS)
        return
    with contextlib.suppress(OSError):
        os.nice(_LAST)
