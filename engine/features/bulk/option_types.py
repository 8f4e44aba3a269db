"""Parsers of the option values of `earshot embed`."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from engine.cli.shell.options import count

if TYPE_CHECKING:
    from engine.base.types import FilePath


def place(text: str) -> tuple[FilePath, FilePath]:
    """Parses OLD=NEW, two folders."""
    from engine.base.types import FilePath

    old, equals, new = text.partition("=")
    if not (old and equals and new):
        raise argparse.ArgumentTypeError(f"{text!r} is not OLD=NEW")
    return FilePath(os.fsencode(old)), FilePath.of(new)


def volume(text: str) -> tuple[str, FilePath]:
    """Parses NAME=FOLDER: a server's volume, and its folder when the plan was made."""
    from engine.base.types import FilePath

    name, equals, folder = text.partition("=")
    if not (name and equals and folder):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=FOLDER")
    return name, FilePath.of(folder)


def whole(text: str) -> int:
    """Parses a whole number from 0."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def share(text: str) -> float:
    """Parses a share of a GPU."""
    share = _number(text)
    if not 0.01 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0.01 to 1")
    return share


def megabytes(text: str) -> float:
    """Parses MB per second; returns bytes."""
    size = _number(text)
    if not size > 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of MB")
    return size * 1e6


def counts(text: str) -> tuple[int, ...]:
    """Parses counts separated by commas."""
    return tuple(count(part) for part in text.split(","))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
