"""Runs a real command and stops it at the n-th call that changes a file: at a write, a rename, an fsync of a name.

The product knows nothing of it: `steps.c` is preloaded into the command and its children and intercepts their calls to
the C library. docs/decisions/0068-faults-at-named-steps.md says why not strace.
"""

import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.faults.harness import warm

_SHARED_BYTES = 8 * (3 + 2 * 256)
_SOURCE = Path(__file__).with_name("steps.c")
REPOSITORY = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Step:
    """A call that changed a file."""

    call: str
    """write, truncate, allocate, fsync, create, mkdir, rename, link, remove."""
    path: str
    """Relative to the watched folder; parts that differ from run to run are a star."""

    def __str__(self) -> str:
        return f"{self.call} {self.path}"


@dataclass(frozen=True, slots=True)
class Stop:
    step: Step | None
    """None counts every call."""
    at: int
    """Which of the matching calls, from 1 up; 0 for none."""
    how: str = "before"
    """before, half (of the written data), after; or an error number with which this call and later ones fail."""
    calls: str = "*"
    """Without a step: a pattern of the calls that count."""


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that ended or was stopped."""

    status: int
    output: str
    errors: str
    was_hit: bool
    steps: tuple[Step, ...]
    """Every call that changed a file, in order."""


def compiler() -> str | None:
    return shutil.which("gcc") or shutil.which("cc")


@cache
def library() -> Path:
    """Builds the preloaded library, once per process; skips with the reason where it cannot."""
    if not sys.platform.startswith("linux"):
        pytest.skip("stopping at a named step needs Linux")
    program = compiler()
    if program is None:
        pytest.skip("stopping at a named step needs gcc, which is not here")
    built = Path(tempfile.mkdtemp(prefix="earshot-steps-")) / "steps.so"
    command = [program, "-std=gnu11", "-shared", "-fPIC", "-O1", "-o", str(built), str(_SOURCE), "-ldl"]
    subprocess.run(command, check=True)
    return built


@contextmanager
def stopping(under: Path, stop: Stop) -> Iterator["Watched"]:
    """Stops a command there: yields its `environment`, and records what happened."""
    with tempfile.TemporaryDirectory(prefix="earshot-steps-") as folder:
        shared, log = Path(folder) / "shared", Path(folder) / "log"
        shared.write_bytes(bytes(_SHARED_BYTES))
        under = under.resolve()
        pattern = "*" if stop.step is None else f"{under}/{_escaped(stop.step.path)}"
        environment = {
            "LD_PRELOAD": str(library()),
            "EARSHOT_STEPS_UNDER": str(under),
            "EARSHOT_STEPS_SHARED": str(shared),
            "EARSHOT_STEPS_LOG": str(log),
            "EARSHOT_STEPS_NAME": stop.calls if stop.step is None else stop.step.call,
            "EARSHOT_STEPS_PATH": pattern,
            "EARSHOT_STEPS_AT": str(stop.at),
            "EARSHOT_STEPS_HOW": stop.how,
        }
        yield Watched(environment, under, shared, log)


@dataclass(frozen=True, slots=True)
class Watched:
    """A watched command's environment, and its calls."""

    environment: dict[str, str]
    under: Path
    _shared: Path
    _log: Path

    @property
    def was_hit(self) -> bool:
        return bool(struct.unpack_from("q", self._shared.read_bytes(), 8)[0])

    @property
    def steps(self) -> tuple[Step, ...]:
        if not self._log.exists():
            return ()
        lines = self._log.read_bytes().decode(errors="surrogateescape").split("\n")[:-1]
        return tuple(self._step(line) for line in lines)

    def _step(self, line: str) -> Step:
        call, path = line.split("\t", 1)
        return Step(call, steady(path.removeprefix(f"{self.under}/")))


def run(command: Sequence[str], under: Path, stop: Stop, **environment: str) -> Ran:
    """Runs a command to its end, or to its stop."""
    with stopping(under, stop) as watched:
        done = completed(command, {**watched.environment, **environment})
        return Ran(done.returncode, done.stdout, done.stderr, watched.was_hit, watched.steps)


def completed(command: Sequence[str], environment: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    """Runs a command to its end, with these variables beside our own."""
    whole = {**os.environ, **environment}
    if warm.can_start(command):
        return warm.run(command, whole, library() if compiler() else None)
    return subprocess.run(
        list(command),
        cwd=REPOSITORY,
        env=whole,
        capture_output=True,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        check=False,
    )


def steady(path: str) -> str:
    """Normalises a path's parts that differ from run to run: process ids, random names, pack ids."""
    path = re.sub(r"base-\d{12}-\d+", "base-*", path)
    path = re.sub(r"backups/(catalogue-\d{8}T\d{6}Z-([a-z]+)[-\d]*\.sqlite|\d+\.part)", r"backups/*\2*", path)
    path = re.sub(r"crash-\d+", "crash-*", path)
    path = re.sub(r"journal/\d{8}", "journal/*", path)
    path = re.sub(r"\.[0-9a-f]{4}-\d+-[0-9a-z_]+\.part", ".*.part", path)
    return re.sub(r"[0-9a-f]{12,}", "*", path)


def _escaped(path: str) -> str:
    """Escapes a steady path as an fnmatch pattern, except for its stars."""
    return re.sub(r"([\[\]?\\])", r"\\\1", path)
