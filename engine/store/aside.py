"""A thread that reads a library's catalogue for whom nobody waits, while its owner goes on answering."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from engine.store.catalogue import Catalogue

Value = TypeVar("Value")
_PAUSE_S = 0.005
"""Between two interruptions of what is being read."""


class Aside:
    """One thread, started at the first task, with a connection of its own for each. One thread owns the object."""

    def __init__(self, folder: Path) -> None:
        """Args:
        folder: the library's.
        """
        self._folder = folder
        self._pool: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()
        self._reading: Catalogue | None = None
        self._is_closing = False

    def submit(self, read: Callable[[Catalogue], Value]) -> Future[Value]:
        """Has something read, after what waits already; its result or its error is in what comes back.

        Raises:
            RuntimeError: it was closed.
        """
        if self._is_closing:
            raise RuntimeError("nothing is read beside a library that is closed")
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, thread_name_prefix="beside")
        return self._pool.submit(self._read, read)

    def close(self) -> None:
        """Ends what is being read, and the thread; calling it twice does no harm."""
        with self._lock:
            self._is_closing = True
        if self._pool is None:
            return
        self._pool.shutdown(wait=False, cancel_futures=True)
        while self._is_reading():  # an interruption between two statements is lost
            time.sleep(_PAUSE_S)
        self._pool.shutdown()
        self._pool = None

    def _is_reading(self) -> bool:
        """Whether something is being read still; interrupts it."""
        with self._lock:
            if self._reading is None:
                return False
            self._reading.database.connection.interrupt()
            return True

    def _read(self, read: Callable[[Catalogue], Value]) -> Value:
        with Catalogue.open(self._folder, read_only=True) as catalogue:
            with self._lock:
                self._reading = None if self._is_closing else catalogue
            if self._reading is None:
                raise InterruptedError("the library is being closed")
            try:
                return read(catalogue)
            finally:
                with self._lock:
                    self._reading = None
