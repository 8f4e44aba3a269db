"""Commands of uv, or of venv and pip, that install the locks into an environment, and a parser of their output."""

import os
import re
import shutil
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from msgspec import Struct

from desktop.base.translation import translate
from desktop.features.retrain.interpreters import python_of

_LOCKS = ("cpu.txt", "training.txt")
LOG = "environment-log.txt"
_ANNOUNCED = re.compile(r"Downloading (\S+) \(([\d.,]+) ?([kKMG]i?)B\)")
_DONE = re.compile(r"Downloaded (\S+)$")
_UNITS = {"k": 1e3, "M": 1e6, "G": 1e9, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}
_OFFLINE = re.compile(
    r"dns error|error sending request|failed to fetch|NewConnectionError|name resolution|NameResolutionError|"
    r"network is unreachable|connection refused|connect timeout|ConnectTimeout|tcp connect error",
    re.IGNORECASE,
)
_FULL = re.compile(r"no space left|not enough space|os error 28", re.IGNORECASE)
_CHANGED = re.compile(r"hash mismatch|do not match the hashes", re.IGNORECASE)
_NO_PIP = re.compile(r"ensurepip|python3-venv", re.IGNORECASE)


class Program(Struct, frozen=True):
    """A command to run."""

    program: str
    arguments: tuple[str, ...]


class Downloads:
    """Sums up the downloads that uv or pip report.

    uv: "Downloading torch (528.9MiB)" for many at once, then "Downloaded torch". pip: "Downloading torch-2.whl (554.6
    MB)" one after the other. Neither reports small packages.
    """

    def __init__(self) -> None:
        self.done_bytes = 0
        self._announced: dict[str, int] = {}

    def hear(self, line: str) -> None:
        """Processes a line."""
        # Pip reports no end of a download.
        for name in [name for name in self._announced if name.endswith((".whl", ".gz"))]:
            self.done_bytes += self._announced.pop(name)
        if (found := _ANNOUNCED.search(line)) is not None:
            self._announced[found[1]] = round(float(found[2].replace(",", "")) * _UNITS[found[3]])
        elif (found := _DONE.search(line)) is not None:
            self.done_bytes += self._announced.pop(found[1], 0)


def lock_files() -> tuple[Path, ...]:
    """The locks shipped with Earshot."""
    folder = Path(str(resources.files("resources.locks")))
    return tuple(folder / name for name in _LOCKS)


def uv_program() -> str:
    """Path of uv, beside our interpreter or in PATH; empty if there is none."""
    beside = str(Path(sys.executable).parent)
    return shutil.which("uv", path=f"{beside}{os.pathsep}{os.environ.get('PATH', '')}") or ""


def programs(folder: Path, locks: Sequence[Path], uv: str) -> tuple[Program, ...]:
    """Commands that create the environment, in order; an existing one is only completed."""
    python = python_of(folder)
    files = tuple(part for lock in locks for part in ("-r", str(lock)))
    stands = python.exists() and bool(uv or list(folder.glob("**/site-packages/pip")))
    if uv:
        make = Program(uv, ("venv", "--allow-existing", "--no-project", "--python", sys.executable, str(folder)))
        fill = Program(uv, ("pip", "install", "--python", str(python), "--require-hashes", *files))
    else:
        make = Program(sys.executable, ("-m", "venv", str(folder)))
        options = ("--require-hashes", "--progress-bar", "off", "--retries", "2")
        fill = Program(str(python), ("-m", "pip", "install", *options, *files))
    return (fill,) if stands else (make, fill)


def complaint(said: Sequence[str]) -> tuple[str, str]:
    """Message and advice after an installer failed."""
    text = "\n".join(said)
    if _FULL.search(text):
        return (
            translate("TrainingSetup", "The disk is full."),
            translate("TrainingSetup", "Free some space and try again. The download so far is kept."),
        )
    if _CHANGED.search(text):
        return (
            translate("TrainingSetup", "A package is not the one that Earshot was tested with; it was not installed."),
            translate("TrainingSetup", "Try again later, or from another network."),
        )
    if _OFFLINE.search(text):
        return (
            translate("TrainingSetup", "The packages cannot be reached: there is no connection to the network."),
            translate("TrainingSetup", "Connect and try again: what was downloaded is kept."),
        )
    if _NO_PIP.search(text):
        return (
            translate("TrainingSetup", "This system lacks what makes environments."),
            translate("TrainingSetup", "Install python3-venv, or uv, and try again."),
        )
    last = said[-1] if said else translate("TrainingSetup", "no reason was given")
    return (
        translate("TrainingSetup", "The environment could not be made: %1", last),
        translate("TrainingSetup", "Try again: what was downloaded is kept. Its last words are in %1.", LOG),
    )
