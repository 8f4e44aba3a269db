"""Whether a library is where it was opened: its folder may be renamed, deleted, unmounted or replaced meanwhile.

A catalogue that is open stays readable and writable whatever becomes of its name. What is written then lands in a
folder that nobody looks into, or, by name, in another library: so whoever writes looks first.
"""

import os
from pathlib import Path

from engine.error_wording.library import LibraryAdvice, LibraryFault
from engine.errors import LibraryGone, LibraryMissing
from engine.store.faults import FILE_NAME
from engine.wording import told


class LibraryMark:
    """Which catalogue lies in a folder now. Any thread."""

    def __init__(self, folder: Path) -> None:
        """Looks.

        Raises:
            LibraryMissing: there is none.
        """
        refuse_missing(folder)
        self._path = os.fspath(folder / FILE_NAME)
        self._folder = folder
        self._mark = _mark_of(self._path)

    def is_here(self) -> bool:
        """Whether that very catalogue is still there."""
        return self._mark is not None and _mark_of(self._path) == self._mark

    def refuse_gone(self) -> None:
        """Lets nothing be written that would not be found again.

        Raises:
            LibraryGone: the library is not there any more, or another one is.
        """
        if not self.is_here():
            is_other = os.path.exists(self._path)  # noqa: PTH110 - asked before every change
            what = LibraryFault.LIBRARY_REPLACED if is_other else LibraryFault.LIBRARY_GONE
            raise LibraryGone(told(what, self._folder), advice=LibraryAdvice.BRING_BACK)


def refuse_missing(folder: Path) -> None:
    """Refuses a folder that holds no library.

    Raises:
        LibraryMissing: it is missing, or has no catalogue.
    """
    if not (folder / FILE_NAME).is_file():
        raise LibraryMissing(told(LibraryFault.NO_LIBRARY, folder), advice=LibraryAdvice.MAKE_LIBRARY)


def refuse_other(folder: Path, found: str, expected: str) -> None:
    """Refuses a library that is not the one that was meant; an empty `expected` means any.

    Raises:
        LibraryGone: another library lies in the folder.
    """
    if expected and found != expected:
        raise LibraryGone(told(LibraryFault.LIBRARY_REPLACED, folder), advice=LibraryAdvice.BRING_BACK)


def _mark_of(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)  # noqa: PTH116 - asked before every change
    except OSError:
        return None
    return status.st_dev, status.st_ino
