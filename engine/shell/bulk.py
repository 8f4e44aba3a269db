"""What options of `earshot embed` take."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from engine.shell.options import count

if TYPE_CHECKING:
    from engine.types import FilePath


def place(text: str) -> tuple[FilePath, FilePath]:
    """Reads OLD=NEW, two folders."""
    from engine.types import FilePath

    old, equals, new = text.partition("=")
    if not (old and equals and new):
        raise argparse.ArgumentTypeError(f"{text!r} is not OLD=NEW")
    return FilePath(os.fsencode(old)), FilePath.of(new)


def volume(text: str) -> tuple[str, FilePath]:
    """Reads NAME=FOLDER, a volume of a server and where it was when the plan was made."""
    from engine.types import FilePath

    name, equals, folder = text.partition("=")
    if not (name and equals and folder):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=FOLDER")
    return name, FilePath.of(folder)


def whole(text: str) -> int:
    """Reads a whole number, 0 too."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def share(text: str) -> float:
    """Reads a share of a GPU."""
    share = _number(text)
    if not 0.01 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0.01 to 1")
    return share


def megabytes(text: str) -> float:
    """Reads MB a second, as bytes."""
    size = _number(text)
    if not size > 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of MB")
    return size * 1e6


def counts(text: str) -> tuple[int, ...]:
    """Reads counts with commas between."""
    return tuple(count(part) for part in text.split(","))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
