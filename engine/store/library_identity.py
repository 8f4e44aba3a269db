"""Checks that a library is still in its folder, which may be renamed, deleted, unmounted or replaced while it is open.

An open catalogue stays readable and writable whatever happens to its path. Later writes could then end up in a folder
that nobody looks into, or, by path, in another library; so every writer checks first.
"""

import logging
import os
from pathlib import Path

from engine.base.errors import LibraryGone, LibraryMissing
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.store.errors import FILE_NAME

_log = logging.getLogger(__name__)


class LibraryIdentity:
    """The identity of the catalogue in a folder. Any thread."""

    def __init__(self, folder: Path) -> None:
        """Remembers the present catalogue.

        Raises:
            LibraryMissing: there is none.
        """
        refuse_missing(folder)
        self._path = os.fspath(folder / FILE_NAME)
        self._folder = folder
        self._mark = _mark_of(self._path)

    def is_here(self) -> bool:
        """Whether the same catalogue is still there."""
        return self._mark is not None and _mark_of(self._path) == self._mark

    def refuse_gone(self) -> None:
        """Raises before a write that would be lost.

        Raises:
            LibraryGone: the library has disappeared, or another one has replaced it.
        """
        if not self.is_here():
            is_other = os.path.exists(self._path)  # noqa: PTH110 - asked before every change
            _log.info("the open library is gone from its place; another is there: %s", is_other)
            what = LibraryFault.LIBRARY_REPLACED if is_other else LibraryFault.LIBRARY_GONE
            raise LibraryGone(told(what, self._folder), advice=LibraryAdvice.BRING_BACK)


def refuse_missing(folder: Path) -> None:
    """Raises unless the folder contains a library.

    Raises:
        LibraryMissing: the folder or its catalogue is missing.
    """
    if not (folder / FILE_NAME).is_file():
        raise LibraryMissing(told(LibraryFault.NO_LIBRARY, folder), advice=LibraryAdvice.MAKE_LIBRARY)


def refuse_other(folder: Path, found: str, expected: str) -> None:
    """Raises if a library is not the expected one; an empty `expected` means any.

    Raises:
        LibraryGone: another library is in the folder.
    """
    if expected and found != expected:
        raise LibraryGone(told(LibraryFault.LIBRARY_REPLACED, folder), advice=LibraryAdvice.BRING_BACK)


def _mark_of(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)  # noqa: PTH116 - asked before every change
    except OSError:
        return None
    return status.st_dev, status.st_ino
