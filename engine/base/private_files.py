"""Folders and files that only their user can open, whatever the umask: libraries, settings, logs.

What a library knows (names, notes, searches, speech) is nobody else's business, and nobody else may change it. On
Windows the user's folders are private already, and these functions only create them.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

_FOLDER, _FILE = 0o700, 0o600


def make_private(folder: Path, *, is_ours: bool = False) -> None:
    """Creates a folder, and missing parents, that nobody else can enter.

    Args:
        is_ours: whether only Earshot uses the folder; others then lose access to an existing one, which keeps its
            permissions otherwise.

    Raises:
        OSError: it cannot be created.
    """
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32" or not (is_new or is_ours):
        return
    found = folder.stat()
    if found.st_uid == os.geteuid() and found.st_mode & 0o077:
        folder.chmod(_FOLDER)


def make_part(folder: Path, levels: int = 1) -> None:
    """Creates a private folder inside a library, never the library itself.

    Args:
        levels: how many of its last path components may be missing.

    Raises:
        FileNotFoundError: its parent is missing, and is not created again.
        OSError: it cannot be created.
    """
    for part in reversed((folder, *folder.parents)[:levels]):
        with suppress(FileExistsError):
            part.mkdir(_FOLDER)


def refuse_shut(library: Path) -> None:
    """Refuses a library folder that this user cannot enter; a missing one passes.

    Raises:
        LibraryError: it belongs to somebody else, who grants no access.
    """
    with suppress(FileNotFoundError, NotADirectoryError):
        try:
            os.scandir(library).close()
            (library / "any").stat()  # a folder may be listable and yet not enterable
        except PermissionError as err:
            # Imported here: the window's first moment creates folders and needs no message.
            from engine.base.errors import LibraryError
            from engine.base.library_messages import LibraryAdvice, LibraryFault
            from engine.base.messages import told

            raise LibraryError(told(LibraryFault.LIBRARY_SHUT, library), advice=LibraryAdvice.OTHER_USER) from err


def touch_private(path: Path) -> None:
    """Creates an empty file that nobody else can read, unless it exists.

    Raises:
        OSError: it cannot be created.
    """
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, _FILE))


def private_opener(name: str, flags: int) -> int:
    """For `open(..., opener=)`: creates files that nobody else can read."""
    return os.open(name, flags, _FILE)


def keep_private() -> None:
    """Makes all new files of this process private; only for processes that write into a library."""
    os.umask(0o077)
