"""Finds Python interpreters that can train by probing them, and defines the place of Earshot's own environment.

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
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

import engine
from desktop.base.start_options import TRAINING
from desktop.base.translation import translate
from engine.base.cancellation import Cancel, never
from engine.base.lazy_import import later

if TYPE_CHECKING:
    from desktop.features.retrain import environment_probe as probing
else:
    probing = later("desktop.features.retrain.environment_probe")

DOWNLOAD_BYTES = 3_415_115_336
"""Download size of the locks cpu and training: `pip download --require-hashes` of both, Linux x86-64, Python 3.11, in
November 2026; torch for CUDA is most of it. macOS and Windows download less, because their torch has no CUDA.
"""
DISK_BYTES = 6_595_240_198
"""Their installed size: `du -sb` of the environment that uv created, as above."""

_PACKAGES = ("engine", "training", "resources")
"""Our packages that a training imports."""
_PATIENCE_S = 180.0
_MOST_LETTERS = 160
"""Limit of letters shown from the output of a program that is not Python."""


class ProbeResult(Struct, frozen=True):
    """Result of probing an interpreter."""

    python: Path
    version: str = ""
    """Version of Python; empty if it did not start."""
    versions: tuple[tuple[str, str], ...] = ()
    """Names and versions of the relevant packages."""
    missing: tuple[tuple[str, str], ...] = ()
    """Modules that cannot be imported, and why."""
    device: str = ""
    """Compute device: cpu, mps, or the name of a graphics card."""
    fault: str = ""
    """Why the probe failed."""

    @property
    def is_good(self) -> bool:
        return bool(self.version) and not self.missing and not self.fault


class SearchResult(Struct, frozen=True):
    """Result of a search for an interpreter."""

    trainer: ProbeResult | None
    """The first one that can train."""
    refused: tuple[ProbeResult, ...]
    """Those probed earlier that cannot."""


def own_folder(data_folder: Path) -> Path:
    """Path of Earshot's own training environment."""
    return data_folder / TRAINING / "environment"


def python_of(environment: Path) -> Path:
    """The interpreter of a virtual environment."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def packages_folder(data_folder: Path) -> Path:
    """A folder with only our packages, for PYTHONPATH.

    In a checkout that is the checkout. In an installation, other packages beside ours would shadow those of the
    training environment. Therefore the data folder gets a folder of links to ours, or of copies if links are
    impossible.
    """
    home = Path(engine.__file__).resolve().parents[1]
    if not any(home.glob("*.dist-info")):
        return home
    folder = data_folder / TRAINING / "packages"
    folder.mkdir(parents=True, exist_ok=True)
    for name in _PACKAGES:
        _link(folder / name, home / name)
    return folder


def find(candidates: Iterable[Path], packages: Path, cancel: Cancel = never) -> SearchResult:
    """Probes interpreters until one can train; skips missing ones."""
    refused: list[ProbeResult] = []
    tried: set[Path] = set()
    for python in candidates:
        if python in tried or not python.exists() or cancel():
            continue
        tried.add(python)
        verdict = probe(python, packages, cancel)
        if verdict.is_good:
            return SearchResult(verdict, tuple(refused))
        refused.append(verdict)
    return SearchResult(None, tuple(refused))


def candidates(chosen: str, data_folder: Path) -> tuple[Path, ...]:
    """Interpreters to probe, best first: the user's choice, our own environment, the window's own."""
    own = (python_of(own_folder(data_folder)), Path(sys.executable))
    return (Path(chosen), *own) if chosen else own


def probe(python: Path, packages: Path, cancel: Cancel = never) -> ProbeResult:
    """Lets an interpreter import what training needs; takes seconds, because torch loads."""
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
            return ProbeResult(
                python, fault=translate("TrainingEnvironment", "it cannot be started: %1", str(err.strerror))
            )
        end_s = time.monotonic() + _PATIENCE_S
        while process.poll() is None:
            if cancel() or time.monotonic() > end_s:
                process.kill()
                process.wait()
                return ProbeResult(python, fault=translate("TrainingEnvironment", "it did not answer"))
            time.sleep(0.02)
        output.seek(0)
        return _verdict(python, output.read().decode("utf-8", errors="replace"))


def _verdict(python: Path, said: str) -> ProbeResult:
    lines = said.strip().splitlines()
    try:
        record = json.loads(next(line for line in reversed(lines) if line.startswith("{")))
        return ProbeResult(
            python,
            str(record["python"]),
            tuple((str(name), str(version)) for name, version in record["versions"].items()),
            tuple((str(name), str(why)) for name, why in record["missing"]),
            str(record["device"]),
        )
    except (StopIteration, ValueError, KeyError, TypeError, AttributeError):
        word = lines[-1][:_MOST_LETTERS] if lines else ""
        return ProbeResult(python, fault=translate("TrainingEnvironment", "this environment cannot be used: %1", word))


def _link(place: Path, target: Path) -> None:
    """Makes `place` a link to `target`, or a copy of it."""
    if place.is_symlink():
        if place.resolve() == target:
            return
        place.unlink()
    elif place.exists():
        shutil.rmtree(place)
    try:
        place.symlink_to(target, target_is_directory=True)
    except OSError:  # Windows, without the privilege
        shutil.copytree(target, place)
