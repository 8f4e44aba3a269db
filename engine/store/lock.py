"""The writer's lock of a library: an operating-system lock, which ends with its process.

Whoever appends vectors of the current pack and stores sounds takes it. Readers need no lock.
"""

import logging
import os
import sys
import time
from pathlib import Path
from types import TracebackType

from engine.base.cancellation import Cancel, StopRequested, check, never
from engine.base.errors import LibraryBusy, LibraryMissing
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import MessageCode, told
from engine.base.private_files import make_part
from engine.store.errors import storage_error

_log = logging.getLogger(__name__)

LOCK_NAME = "writer.lock"
LEARNING_LOCK_NAME = "learning.lock"
_TICK_S = 0.05


class FileLock:
    """An exclusive lock on a file, which is created if missing and never deleted."""

    def __init__(
        self,
        path: Path,
        *,
        holder: MessageCode = LibraryFault.LIBRARY_WRITTEN,
        levels: int = 1,
        wait_s: float = 0.0,
        cancel: Cancel = never,
    ) -> None:
        """Creates the lock without acquiring it.

        Args:
            holder: the error about its folder if somebody else holds the lock.
            levels: how many folders at the end of its path may be missing and are created.
            wait_s: how long `acquire` waits for another holder.
            cancel: checked while waiting.
        """
        self._path = path
        self._holder = holder
        self._levels = levels
        self._wait_s = wait_s
        self._cancel = cancel
        self._descriptor: int | None = None

    def acquire(self) -> None:
        """Acquires the lock.

        Raises:
            LibraryBusy: somebody else holds it.
            LibraryMissing: there is no library.
            LibraryError: the file cannot be created.
            StopRequested: `cancel` stopped the wait.
        """
        try:
            make_part(self._path.parent, self._levels)
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError as err:
            raise LibraryMissing(
                told(LibraryFault.NO_LIBRARY, self._path.parent), advice=LibraryAdvice.MAKE_LIBRARY
            ) from err
        except OSError as err:
            raise storage_error(err, self._path) from err
        until_s = time.monotonic() + self._wait_s
        try:
            while True:
                try:
                    _lock(descriptor)
                    break
                except OSError:
                    if time.monotonic() >= until_s:
                        raise
                    check(self._cancel)
                    time.sleep(_TICK_S)
        except StopRequested:
            os.close(descriptor)
            raise
        except OSError as err:
            os.close(descriptor)
            _log.info("%s: held by another process, waited %.1f s", self._path.name, self._wait_s)
            raise LibraryBusy(told(self._holder, self._path.parent), advice=LibraryAdvice.WAIT_OR_STOP) from err
        self._descriptor = descriptor

    def release(self) -> None:
        """Releases the lock, if held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> "FileLock":
        self.acquire()
        return self

    def __exit__(self, kind: type[BaseException] | None, err: BaseException | None, tb: TracebackType | None) -> None:
        self.release()


class WriterLock(FileLock):
    """The writer's lock of the library in `folder`."""

    def __init__(self, folder: Path, *, wait_s: float = 0.0, cancel: Cancel = never) -> None:
        super().__init__(folder / LOCK_NAME, levels=0, wait_s=wait_s, cancel=cancel)


class ReembeddingLock(FileLock):
    """The lock for embedding a library with another pack, or switching packs.

    Its holder may append vectors of packs other than the current one; a switch needs the writer's lock as well.
    """

    def __init__(self, folder: Path, *, wait_s: float = 0.0) -> None:
        super().__init__(folder / LEARNING_LOCK_NAME, holder=LibraryFault.LIBRARY_EMBEDDED, levels=0, wait_s=wait_s)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
