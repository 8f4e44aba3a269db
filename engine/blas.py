"""Keeps numpy's matrix products to one thread. Imports nothing that loads numpy: it must come before that.

Ours are small and many, and several threads of ours run at once. On a busy two-core machine the pool's hand-over made
the loudness filter thirty times slower: 0.80 s instead of 0.027 s for eight files.
"""

from collections.abc import MutableMapping

_POOLS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Not OMP_NUM_THREADS: faiss scans long lists of vectors by it."""


def use_one_blas_thread(environment: MutableMapping[str, str]) -> None:
    """Sets the variables that the BLAS libraries read when they are loaded, unless the user has."""
    for name in _POOLS:
        environment.setdefault(name, "1")
