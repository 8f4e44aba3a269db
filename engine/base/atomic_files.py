"""Atomic writing of files, and the errors of disks that refuse it."""

import contextlib
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TextIO

from engine.base.errors import LibraryError, StorageFull
from engine.base.file_messages import system_words
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.partial_files import partial_in

_MOST_NAME_BYTES = 255
"""Linux's limit; that of Windows and macOS, 255 UTF-16 units, is never reached within it."""
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def replacing_file(path: Path) -> Iterator[Path]:
    """Gives the path of a new file, for who writes it by name; it replaces `path` at the end, or nothing of it is left.

    Raises:
        StorageFull: there is no room.
        LibraryError: it cannot be written.
    """
    partial = partial_in(path.parent)
    try:
        yield partial
        with partial.open("r+b") as file:  # Windows syncs no file that is open for reading alone
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as err:
        raise unwritable(path, err) from err
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)


@contextmanager
def replacing(path: Path, *, encoding: str = "utf-8") -> Iterator[TextIO]:
    """Opens a text file that replaces `path` at the end, as `replacing_file` does, and raises the same."""
    with replacing_file(path) as partial, partial.open("x", encoding=encoding, errors="replace", newline="") as file:
        yield file


def put(path: Path, content: bytes) -> None:
    """Replaces a file by these bytes, as `replacing_file` does, and raises the same."""
    with replacing_file(path) as partial:
        partial.write_bytes(content)


def unwritable(path: Path, err: OSError) -> LibraryError:
    """The error for a file that cannot be written: StorageFull where the disk is full."""
    if err.errno in _NO_SPACE:
        return StorageFull(told(LibraryFault.NO_SPACE_TO_WRITE, path), advice=LibraryAdvice.FREE_OR_OTHER_DISK)
    return LibraryError(told(LibraryFault.CANNOT_WRITE, path, system_words(err)), advice=LibraryAdvice.WRITABLE_FOLDER)


def numbered(name: str, number: int) -> str:
    """Numbers a name: door.wav, door (2).wav, door (3).wav; shortens one that would be too long for a disk."""
    if number == 1:
        return name
    stem, dot, suffix = name.rpartition(".")
    if not dot or not stem:
        stem, suffix = name, ""
    behind = f" ({number}){dot if suffix else ''}{suffix}"
    return f"{_cut(stem, _MOST_NAME_BYTES - len(os.fsencode(behind)))}{behind}"


def _cut(text: str, most_bytes: int) -> str:
    """The longest beginning of a text within `most_bytes` on the disk; undecodable bytes stay as they are."""
    while len(os.fsencode(text)) > most_bytes:
        text = text[:-1]
    return text


def free_place(path: Path) -> Path:
    """The path itself, or the first free numbered one: for files that must replace none."""
    places = (path.with_name(numbered(path.name, number)) for number in count(1))
    return next(place for place in places if not os.path.lexists(place))


def write_synced(path: Path, content: bytes) -> None:
    """Writes a file and waits until the disk has it.

    Raises:
        OSError: the disk is full or may not be written to.
    """
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
