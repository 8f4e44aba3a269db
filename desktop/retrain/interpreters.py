"""The interpreters that can train: which there are, found by trying them, and where Earshot keeps one of its own.

Reads files and runs programs: not for the GUI thread.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import engine
from desktop.opening import TRAINING
from desktop.translation import translate
from engine.later import later
from engine.stopping import Cancel, never

if TYPE_CHECKING:
    from desktop.retrain import probe as probing
else:
    probing = later("desktop.retrain.probe")

DOWNLOAD_BYTES = 3_415_115_336
"""What the locks cpu and training download: `pip download --require-hashes` of both, Linux x86-64, Python 3.11, in
November 2026; torch for CUDA is most of it. macOS and Windows download less, for their torch brings no CUDA."""
DISK_BYTES = 6_595_240_198
"""What they take once installed: `du -sb` of the environment that uv made of them, as above."""

_PACKAGES = ("engine", "training", "resources")
"""What a training imports of ours."""
_PATIENCE_S = 180.0
_MOST_LETTERS = 160
"""Letters shown of what a program says that is no Python."""


@dataclass(frozen=True, slots=True)
class EnvironmentVerdict:
    """What an interpreter said when it was tried."""

    python: Path
    version: str = ""
    """Of Python itself; empty when it could not even be started."""
    versions: tuple[tuple[str, str], ...] = ()
    """Names and versions of the packages that matter."""
    missing: tuple[tuple[str, str], ...] = ()
    """Modules that cannot be imported, and why."""
    device: str = ""
    """What it computes with: cpu, mps, or the name of a graphics card."""
    fault: str = ""
    """Why it could not be tried."""

    @property
    def is_good(self) -> bool:
        """Whether it can train."""
        return bool(self.version) and not self.missing and not self.fault


@dataclass(frozen=True, slots=True)
class InterpreterFound:
    """What a search for an interpreter gave."""

    trainer: EnvironmentVerdict | None
    """The first that can train."""
    refused: tuple[EnvironmentVerdict, ...]
    """Those that were tried before and cannot."""


def own_folder(data_folder: Path) -> Path:
    """Where Earshot's own environment for training lies, once it is made."""
    return data_folder / TRAINING / "environment"


def python_of(environment: Path) -> Path:
    """The interpreter of a virtual environment."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def packages_folder(data_folder: Path) -> Path:
    """A folder that holds our packages and no others, for PYTHONPATH.

    In a checkout that is the checkout. Where Earshot is installed, what lies beside our packages would come before the
    training environment's own: a folder of links to ours is made in the data folder, or of copies where links are not
    to be had.
    """
    home = Path(engine.__file__).resolve().parents[1]
    if not any(home.glob("*.dist-info")):
        return home
    folder = data_folder / TRAINING / "packages"
    folder.mkdir(parents=True, exist_ok=True)
    for name in _PACKAGES:
        _link(folder / name, home / name)
    return folder


def find(candidates: Iterable[Path], packages: Path, cancel: Cancel = never) -> InterpreterFound:
    """Tries interpreters until one can train; those that are not there are passed over."""
    refused: list[EnvironmentVerdict] = []
    tried: set[Path] = set()
    for python in candidates:
        if python in tried or not python.exists() or cancel():
            continue
        tried.add(python)
        verdict = probe(python, packages, cancel)
        if verdict.is_good:
            return InterpreterFound(verdict, tuple(refused))
        refused.append(verdict)
    return InterpreterFound(None, tuple(refused))


def candidates(chosen: str, data_folder: Path) -> tuple[Path, ...]:
    """Where to look, best first: what the user chose, our own environment, and the window's own interpreter."""
    own = (python_of(own_folder(data_folder)), Path(sys.executable))
    return (Path(chosen), *own) if chosen else own


def probe(python: Path, packages: Path, cancel: Cancel = never) -> EnvironmentVerdict:
    """Lets an interpreter import what training needs and say what came of it; seconds, as torch takes to load."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONHOME", "VIRTUAL_ENV")}
    environment |= {"PYTHONPATH": str(packages), "PYTHONIOENCODING": "utf-8"}
    with tempfile.TemporaryDirectory(prefix="earshot-probe-") as neutral, tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                [str(python), "-c", Path(probing.__file__).read_text(encoding="utf-8")],
                cwd=neutral,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        except OSError as err:
            return EnvironmentVerdict(
                python, fault=translate("TrainingEnvironment", "it cannot be started: %1", str(err.strerror))
            )
        end_s = time.monotonic() + _PATIENCE_S
        while process.poll() is None:
            if cancel() or time.monotonic() > end_s:
                process.kill()
                process.wait()
                return EnvironmentVerdict(python, fault=translate("TrainingEnvironment", "it did not answer"))
            time.sleep(0.02)
        output.seek(0)
        return _verdict(python, output.read().decode("utf-8", errors="replace"))


def _verdict(python: Path, said: str) -> EnvironmentVerdict:
    lines = said.strip().splitlines()
    try:
        record = json.loads(next(line for line in reversed(lines) if line.startswith("{")))
        return EnvironmentVerdict(
            python,
            str(record["python"]),
            tuple((str(name), str(version)) for name, version in record["versions"].items()),
            tuple((str(name), str(why)) for name, why in record["missing"]),
            str(record["device"]),
        )
    except (StopIteration, ValueError, KeyError, TypeError, AttributeError):
        word = lines[-1][:_MOST_LETTERS] if lines else ""
        return EnvironmentVerdict(
            python, fault=translate("TrainingEnvironment", "this Python cannot be used: %1", word)
        )


def _link(place: Path, target: Path) -> None:
    """Makes `place` lead to `target`, or be a copy of it."""
    if place.is_symlink():
        if place.resolve() == target:
            return
        place.unlink()
    elif place.exists():
        shutil.rmtree(place)
    try:
        place.symlink_to(target, target_is_directory=True)
    except OSError:  # Windows, without the right to
        shutil.copytree(target, place)
