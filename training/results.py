"""What trainings and measurements leave is kept: nothing of theirs is written over unless that is asked for.

A folder that holds a result is refused, or with --replace moved beside: runs/starter becomes runs/starter.1. A table
that was measured again stands in the place of the former one, which is kept beside likewise.
"""

import argparse
import os
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

from engine.errors import EngineError

RUN = ("last.pt", "best.pt")
"""Files of a run: nobody begins another where one of them lies."""
PACK, TEACHER, RETRAINING, SHARED = ("pack.json",), ("teacher.json",), ("run.json",), ("model.safetensors",)
CHARTS = "charts"
"""Folder of pictures in that of a run, and beside the card of shared weights."""
_MOST = 10_000


class FolderTaken(EngineError):
    """A folder that holds a result already. The command changed nothing and ends with exit status 2."""


def add_replace_option(parser: argparse.ArgumentParser, what: str = "what DIR holds") -> None:
    """Adds the word by which a folder that holds a result is moved aside.

    Args:
        parser: of the command.
        what: is moved, for the help.
    """
    parser.add_argument("--replace", action="store_true", help=f"move {what} aside: its name gets the next free number")


def refuse_taken(folder: Path, files: Sequence[str], advice: str) -> None:
    """Refuses a folder that holds a result.

    Args:
        folder: where somebody wants to write.
        files: any of which shows that it holds one.
        advice: what to do instead.

    Raises:
        FolderTaken: one of them is there.
    """
    found = next((name for name in files if os.path.lexists(folder / name)), None)
    if found is not None:
        raise FolderTaken(f"{folder} holds a result already: {found}", advice=advice)


def check_room(folder: Path, files: Sequence[str], *, replaces: bool, resumes: bool | None = None) -> None:
    """As `refuse_taken`, unless what is there is to be replaced or gone on with; before anything is read.

    Args:
        folder: where a command wants to write.
        files: any of which shows that it holds a result.
        replaces: what is there is to be moved aside, see `make_room`.
        resumes: what is there is to be gone on with; None where that cannot be.

    Raises:
        FolderTaken: both are wanted, or neither, of a folder that holds one.
    """
    if replaces and resumes:
        raise FolderTaken("--resume and --replace exclude each other", advice="Give one of them.")
    if not (replaces or resumes):
        others = "" if resumes is None else "--resume to go on with it, "
        refuse_taken(folder, files, f"Give {others}--replace to move it aside, or another folder.")


def make_room(folder: Path, files: Sequence[str], say: Callable[[str], None]) -> None:
    """Moves a folder aside that holds a result, once all that a new one needs has been read.

    Args:
        folder: of the result.
        files: any of which shows that it holds one.
        say: told where it is now.
    """
    if any(os.path.lexists(folder / name) for name in files):
        say(f"what {folder} held is in {aside(folder)} now")


def aside(path: Path) -> Path:
    """Renames a file or folder to its name with the first free number behind it, and gives that.

    Raises:
        FolderTaken: there are thousands of them.
    """
    for number in count(1):
        beside = path.with_name(f"{path.name}.{number}")
        if not os.path.lexists(beside):
            path.rename(beside)
            return beside
        if number > _MOST:
            break
    raise FolderTaken(f"{path} has {_MOST} older ones beside it", advice="Remove some, or name another folder.")


def run_kept(options: argparse.Namespace) -> str:
    """What a run that was stopped from the keyboard has kept in `--out`, and how to go on."""
    if (options.out / RUN[0]).is_file():
        return f"{options.out / RUN[0]} holds the run up to its last step: the same command with --resume goes on."
    return "Nothing was learnt yet; the same command begins anew."


def parts_kept(options: argparse.Namespace) -> str:
    """What a command of many parts has kept that was stopped from the keyboard, and how to go on."""
    return "What was done is kept: the same command goes on."


def rest_left(options: argparse.Namespace) -> str:
    """What a command that writes many files has left behind when it was stopped from the keyboard."""
    if options.out is None or not options.out.exists():
        return "Nothing was written; the same command begins anew."
    return f"What was made so far lies unfinished in {options.out}: remove it, and begin anew."


def write_result(path: Path, text: str) -> None:
    """Writes a result whole or not at all; a former one that says something else is kept with a number behind its name.

    Args:
        path: its folders are made.
        text: what it holds; a line break is added.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    text += "\n"
    if path.is_file():
        if path.read_bytes() == text.encode():
            return
        aside(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(text.encode())
    temporary.replace(path)
