"""Folders and files that are their user's alone, whatever the umask: libraries, settings, logs.

What a library knows (names, notes, what was searched and heard) is nobody else's business, and nobody else may change
it. On Windows the user's own folders are private already, and these do nothing more than make them.
"""

import os
from contextlib import suppress
from pathlib import Path

_FOLDER, _FILE = 0o700, 0o600


def make_private(folder: Path, *, is_ours: bool = False) -> None:
    """Makes a folder, with what is missing above it, that nobody else may enter.

    Args:
        folder: one that is there may be the user's for other things too, and is left as it is,
        is_ours: unless it is Earshot's alone; then it is closed to others now.

    Raises:
        OSError: it cannot be made.
    """
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    if os.name != "posix" or not (is_new or is_ours):
        return
    found = folder.stat()
    if found.st_uid == os.geteuid() and found.st_mode & 0o077:
        folder.chmod(_FOLDER)


def make_part(folder: Path, levels: int = 1) -> None:
    """Makes a folder of a library, which nobody else may enter, and never the library itself.

    Args:
        folder: the folder.
        levels: how many of the last names of its path may be missing.

    Raises:
        FileNotFoundError: what it is to be in is not there; that is not made anew.
        OSError: it cannot be made.
    """
    for part in reversed((folder, *folder.parents)[:levels]):
        with suppress(FileExistsError):
            part.mkdir(_FOLDER)


def refuse_shut(library: Path) -> None:
    """Refuses a library's folder that may not be looked into; a missing one passes.

    Raises:
        LibraryError: it is somebody else's, who lets nobody in.
    """
    with suppress(FileNotFoundError, NotADirectoryError):
        try:
            os.scandir(library).close()
            (library / "any").stat()  # a folder may be listed and yet not entered
        except PermissionError as err:
            # Only here: the window's first moment makes folders, and needs no sentence.
            from engine.error_wording.library import LibraryAdvice, LibraryFault
            from engine.errors import LibraryError
            from engine.wording import told

            raise LibraryError(told(LibraryFault.LIBRARY_SHUT, library), advice=LibraryAdvice.OTHER_USER) from err


def touch_private(path: Path) -> None:
    """Makes an empty file that nobody else may read, where there is none.

    Raises:
        OSError: it cannot be made.
    """
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, _FILE))


def private_opener(name: str, flags: int) -> int:
    """For `open(..., opener=)`: what it makes nobody else may read."""
    return os.open(name, flags, _FILE)


def keep_private() -> None:
    """All that this process makes from now on is its user's alone: for processes that write into a library only."""
    os.umask(0o077)
