"""The promise to leave sounds alone: none is written into, renamed, thrown away, or gets a file beside it.

It is a variable of the environment, so that every process that is started from here keeps it, too. Whatever would write
asks first, and says why it does not.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.error_wording.metadata import WriteAdvice, WriteFault
from engine.errors import WriteRefused

VARIABLE = "EARSHOT_READ_ONLY"


def is_given() -> bool:
    """Whether sounds are left alone."""
    return os.environ.get(VARIABLE) == "1"


def give(is_kept: bool) -> None:
    """Gives the promise for this process and those it starts from now on, or takes it back."""
    if is_kept:
        os.environ[VARIABLE] = "1"
    else:
        os.environ.pop(VARIABLE, None)


@contextmanager
def given(is_kept: bool) -> Iterator[None]:
    """Gives the promise while a command runs, where it is asked to; else leaves it as it is."""
    former = is_given()
    give(former or is_kept)
    try:
        yield
    finally:
        give(former)


def keep() -> None:
    """Asked before anything is written into a sound or laid beside it.

    Raises:
        WriteRefused: sounds are left alone.
    """
    if is_given():
        raise WriteRefused(WriteFault.LEFT_ALONE, advice=WriteAdvice.ALLOW_WRITING)


def keep_out_of(folder: Path, sounds: Iterable[Path]) -> None:
    """Asked before files made of sounds are written into a folder.

    Raises:
        WriteRefused: sounds are left alone, and one of these lies in the folder.
    """
    if is_given() and any(sound.parent.resolve() == folder.resolve() for sound in sounds):
        keep()
