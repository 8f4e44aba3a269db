"""Files that appear whole or not at all, and the error for what a disk refuses."""

import contextlib
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TextIO

from engine.error_wording.library import LibraryAdvice, LibraryFault
from engine.errors import LibraryError, StorageFull
from engine.models.pack_files import write_synced
from engine.trouble import system_words
from engine.unfinished import partial_in
from engine.wording import told

_MOST_NAME_BYTES = 255
"""Linux takes as many; Windows and macOS 255 UTF-16 units, which no name of as many bytes exceeds."""
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def replacing(path: Path, *, encoding: str = "utf-8") -> Iterator[TextIO]:
    """A text file to write, which takes the place of `path` at the end; after an error nothing of it is left.

    Raises:
        StorageFull: there is no room.
        LibraryError: it cannot be written.
    """
    partial = partial_in(path.parent)
    try:
        with partial.open("x", encoding=encoding, errors="replace", newline="") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as err:
        raise unwritable(path, err) from err
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)


def put(path: Path, content: bytes) -> None:
    """Writes a file of bytes in the place of what was there; after an error nothing of it is left.

    Raises:
        StorageFull: there is no room.
        LibraryError: it cannot be written.
    """
    partial = partial_in(path.parent)
    try:
        write_synced(partial, content)
        partial.replace(path)
    except OSError as err:
        raise unwritable(path, err) from err
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)


def unwritable(path: Path, err: OSError) -> LibraryError:
    """The error for a file that cannot be written: StorageFull where the disk is full."""
    if err.errno in _NO_SPACE:
        return StorageFull(told(LibraryFault.NO_SPACE_TO_WRITE, path), advice=LibraryAdvice.FREE_OR_OTHER_DISK)
    return LibraryError(told(LibraryFault.CANNOT_WRITE, path, system_words(err)), advice=LibraryAdvice.WRITABLE_FOLDER)


def numbered(name: str, number: int) -> str:
    """door.wav, door (2).wav, door (3).wav; a name that would be too long for a disk with its number loses letters."""
    if number == 1:
        return name
    stem, dot, suffix = name.rpartition(".")
    if not dot or not stem:
        stem, suffix = name, ""
    behind = f" ({number}){dot if suffix else ''}{suffix}"
    return f"{_cut(stem, _MOST_NAME_BYTES - len(os.fsencode(behind)))}{behind}"


def _cut(text: str, most_bytes: int) -> str:
    """The beginning of a text that takes so many bytes on the disk; bytes that are no letter stay what they are."""
    while len(os.fsencode(text)) > most_bytes:
        text = text[:-1]
    return text


def free_place(path: Path) -> Path:
    """The path itself, or the first with a number that nobody has: for files that shall replace none."""
    places = (path.with_name(numbered(path.name, number)) for number in count(1))
    return next(place for place in places if not os.path.lexists(place))
