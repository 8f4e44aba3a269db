"""A background thread for catalogue reads nobody waits for."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from engine.store.catalogue import Catalogue

Value = TypeVar("Value")
_PAUSE_S = 0.005
"""Delay between two attempts to interrupt a running read."""


class BackgroundReader:
    """A reader thread, started by the first task; each task gets its own connection. One thread owns the object."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pool: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()
        self._reading: Catalogue | None = None
        self._is_closing = False

    def submit(self, read: Callable[[Catalogue], Value]) -> Future[Value]:
        """Queues a read; the future carries its result or error.

        Raises:
            RuntimeError: the object is closed.
        """
        if self._is_closing:
            raise RuntimeError("nothing is read beside a library that is closed")
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, thread_name_prefix="beside")
        return self._pool.submit(self._read, read)

    def close(self) -> None:
        """Interrupts the running read and ends the thread; may be called twice."""
        with self._lock:
            self._is_closing = True
        if self._pool is None:
            return
        self._pool.shutdown(wait=False, cancel_futures=True)
        while self._is_reading():  # an interrupt between two statements has no effect
            time.sleep(_PAUSE_S)
        self._pool.shutdown()
        self._pool = None

    def _is_reading(self) -> bool:
        """Whether a read is still running; interrupts it."""
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
