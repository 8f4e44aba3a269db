"""Read-only mode for sounds: no sound is written, renamed, deleted, or gets a file beside it.

An environment variable passes it to child processes. Code that would write checks first, and reports why it does not.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.base.errors import WriteRefused
from engine.base.library_messages import LibraryAdvice, LibraryFault

VARIABLE = "EARSHOT_READ_ONLY"


def is_given() -> bool:
    """Whether sounds are read-only."""
    return os.environ.get(VARIABLE) == "1"


def give(is_kept: bool) -> None:
    """Switches the mode for this process and its future children."""
    if is_kept:
        os.environ[VARIABLE] = "1"
    else:
        os.environ.pop(VARIABLE, None)


@contextmanager
def given(is_kept: bool) -> Iterator[None]:
    """Switches the mode on while a command runs, if requested."""
    former = is_given()
    give(former or is_kept)
    try:
        yield
    finally:
        give(former)


def keep() -> None:
    """Refuses to write into or beside a sound.

    Raises:
        WriteRefused: sounds are read-only.
    """
    if is_given():
        raise WriteRefused(LibraryFault.LEFT_ALONE, advice=LibraryAdvice.ALLOW_WRITING)


def keep_out_of(folder: Path, sounds: Iterable[Path]) -> None:
    """Refuses to write files made of sounds into a folder.

    Raises:
        WriteRefused: sounds are read-only, and one of these lies in the folder.
    """
    if is_given() and any(sound.parent.resolve() == folder.resolve() for sound in sounds):
        keep()
