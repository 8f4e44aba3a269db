"""Keeps the results of trainings and measurements: nothing is overwritten without `--replace`.

A folder that holds a result is refused, or with --replace renamed: runs/starter becomes runs/starter.1. A repeated
measurement takes the place of the former file, which is renamed likewise.
"""

import argparse
import os
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

from engine.base.errors import EngineError

RUN = ("last.pt", "best.pt")
"""Files of a run; a folder with one of them takes no other run."""
PACK, TEACHER, RETRAINING, SHARED = ("pack.json",), ("teacher.json",), ("run.json",), ("model.safetensors",)
CHARTS = "charts"
"""Folder of charts inside that of a run, and beside the card of shared weights."""
_MOST = 10_000


class FolderTaken(EngineError):
    """A folder that holds a result already. The command changed nothing and exits with status 2."""


def add_replace_option(parser: argparse.ArgumentParser, what: str = "what DIR holds") -> None:
    """Adds `--replace`, which moves a folder with a result aside.

    Args:
        what: moves, for the help.
    """
    parser.add_argument("--replace", action="store_true", help=f"move {what} aside: its name gets the next free number")


def refuse_taken(folder: Path, files: Sequence[str], advice: str) -> None:
    """Refuses a folder that holds a result.

    Args:
        folder: where the command will write.
        files: names that mark a result.
        advice: what to do instead.

    Raises:
        FolderTaken: one of the files exists.
    """
    found = next((name for name in files if os.path.lexists(folder / name)), None)
    if found is not None:
        raise FolderTaken(f"{folder} holds a result already: {found}", advice=advice)


def check_room(folder: Path, files: Sequence[str], *, replaces: bool, resumes: bool | None = None) -> None:
    """Refuses a folder with a result unless the command replaces or resumes it; call before reading anything.

    Args:
        folder: where the command will write.
        files: names that mark a result.
        replaces: whether `make_room` will move the result aside.
        resumes: whether to resume the result; None where the command cannot.

    Raises:
        FolderTaken: both options are set, or neither and the folder holds a result.
    """
    if replaces and resumes:
        raise FolderTaken("--resume and --replace exclude each other", advice="Give one of them.")
    if not (replaces or resumes):
        others = "" if resumes is None else "--resume to go on with it, "
        refuse_taken(folder, files, f"Give {others}--replace to move it aside, or another folder.")


def make_room(folder: Path, files: Sequence[str], say: Callable[[str], None]) -> None:
    """Moves a folder with a result aside; call once everything a new one needs has been read.

    Args:
        files: names that mark a result.
        say: receives the new location.
    """
    if any(os.path.lexists(folder / name) for name in files):
        say(f"what {folder} held is in {aside(folder)} now")


def aside(path: Path) -> Path:
    """Renames a file or folder to its name with the first free number appended, and returns that path.

    Raises:
        FolderTaken: thousands of numbers are taken.
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
    """Says what a run interrupted from the keyboard kept in `--out`, and how to resume."""
    if (options.out / RUN[0]).is_file():
        return f"{options.out / RUN[0]} holds the run up to its last step: the same command with --resume goes on."
    return "Nothing was learnt yet; the same command begins anew."


def parts_kept(options: argparse.Namespace) -> str:
    """Says what an interrupted command of many parts kept, and how to resume."""
    return "What was done is kept: the same command goes on."


def rest_left(options: argparse.Namespace) -> str:
    """Says what an interrupted command that writes many files left behind."""
    if options.out is None or not options.out.exists():
        return "Nothing was written; the same command begins anew."
    return f"What was made so far lies unfinished in {options.out}: remove it, and begin anew."


def write_result(path: Path, text: str) -> None:
    """Writes a result atomically; a former one with other text is kept with a number appended to its name.

    Args:
        path: missing folders are made.
        text: content; a line break is added.
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
