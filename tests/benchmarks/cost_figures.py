"""The figures of bench_cost as a file: by size and part, each with the machine's state around it, saved as they come.

Parts of the same commit, machine and options are not measured again, except disturbed ones, unless the run permits
disturbance.
"""

import json
import os
import platform
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from tests.benchmarks.calibration import Calibration, calibrate, what_disturbed
from tests.helpers.tiny_library import REPOSITORY

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Machine:
    cores: int
    """Usable by this process."""
    memory_gib: float | None
    processor: str
    system: str
    python: str

    def __str__(self) -> str:
        memory = "" if self.memory_gib is None else f", {self.memory_gib:.0f} GiB"
        return f"{self.cores} cores of {self.processor}{memory}, {self.system}, Python {self.python}"


@dataclass(frozen=True, slots=True)
class Part:
    figures: Mapping[str, float]
    before: str
    after: str
    """Calibrations around it."""
    disturbed: str
    """Why the figures are void; empty if they are not."""


@dataclass(slots=True)
class CostFigures:
    """All figures of one commit on one machine."""

    commit: str
    """With "+" if files had changed."""
    machine: Machine
    began_on: str
    """ISO date."""
    pack: str
    sizes: dict[int, dict[str, Part]] = field(default_factory=dict)

    def of(self, size: int, name: str) -> float | None:
        """Returns a figure by name, from any part; None if not measured."""
        found = [part.figures[name] for part in self.sizes.get(size, {}).values() if name in part.figures]
        return found[0] if found else None

    @property
    def disturbed(self) -> list[str]:
        """The parts with void figures, each with the reason."""
        parts = [(size, name, part) for size, found in sorted(self.sizes.items()) for name, part in found.items()]
        return [f"{name} at {size:,}: {part.disturbed}" for size, name, part in parts if part.disturbed]

    def save(self, path: Path) -> None:
        record = {
            "format": FORMAT,
            "commit": self.commit,
            "began_on": self.began_on,
            "pack": self.pack,
            "machine": asdict(self.machine),
            "sizes": {
                str(size): {name: asdict(part) for name, part in parts.items()}
                for size, parts in sorted(self.sizes.items())
            },
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(".part")
        half.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        half.replace(path)

    @classmethod
    def load(cls, path: Path) -> "CostFigures":
        """Reads the file of `save`.

        Raises:
            ValueError: it is of another format.
        """
        record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if record["format"] != FORMAT:
            raise ValueError(f"{path}: format {record['format']}, expected {FORMAT}")
        sizes = {
            int(size): {name: Part(**part) for name, part in parts.items()} for size, parts in record["sizes"].items()
        }
        return cls(record["commit"], Machine(**record["machine"]), record["began_on"], record["pack"], sizes)


def begun(path: Path, pack: str) -> CostFigures:
    """Returns the file's figures to continue, or empty ones for another commit or machine."""
    fresh = CostFigures(commit(), this_machine(), date.today().isoformat(), pack)
    if not path.exists():
        return fresh
    found = CostFigures.load(path)
    same = (found.commit, found.machine, found.pack) == (fresh.commit, fresh.machine, fresh.pack)
    return found if same and not fresh.commit.endswith("+") else fresh


class Keeper:
    """Measures parts and saves each as it comes. Calibrates the machine between any two of them."""

    def __init__(self, figures: CostFigures, path: Path, *, keeps_disturbed: bool, is_quick: bool) -> None:
        """`is_quick` skips the calibrations and voids every figure, for toy sizes."""
        self.figures = figures
        self._path = path
        self._keeps_disturbed = keeps_disturbed
        self._is_quick = is_quick
        self._last: Calibration | None = None

    def measure(self, size: int, name: str, work: Callable[[], Mapping[str, float]]) -> None:
        """Measures one part of one size and saves it, unless it exists."""
        there = self.figures.sizes.get(size, {}).get(name)
        if there is not None and (self._keeps_disturbed or not there.disturbed):
            print(f"# {size:,}, {name}: measured before", flush=True)
            return
        began = time.monotonic()
        part = self._measured(work)
        self.figures.sizes.setdefault(size, {})[name] = part
        self.figures.save(self._path)
        told = ", ".join(f"{key} {value:.4g}" for key, value in part.figures.items()) or "nothing"
        void = f" (disturbed: {part.disturbed})" if part.disturbed else ""
        print(f"# {size:,}, {name}, {time.monotonic() - began:.0f} s: {told}{void}", flush=True)

    def _measured(self, work: Callable[[], Mapping[str, float]]) -> Part:
        if self._is_quick:
            return Part(dict(work()), "", "", "at toy sizes")
        before = self._last or calibrate()
        found = dict(work())
        self._last = calibrate()
        return Part(found, str(before), str(self._last), what_disturbed(before, self._last))


def this_machine() -> Machine:
    """Describes the machine, without its name."""
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else None
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Machine(
        cores,
        None if pages is None else round(pages / 2**30, 1),
        _processor(),
        _system(),
        platform.python_version(),
    )


def commit() -> str:
    """Returns the commit of the measured code, with "+" if files other than documents changed."""
    short = _git("rev-parse", "--short=10", "HEAD") or "unknown"
    return f"{short}{'+' if _git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs') else ''}"


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def _processor() -> str:
    file = Path("/proc/cpuinfo")
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    named = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return f"{platform.system()} {platform.release()}"
