"""Engine and window do without what Windows' Python lacks: `os.fork`, `os.pread`, fcntl, `socket.AF_UNIX`, …

Child processes see the standard library through `view/sitecustomize.py`, and so do the children that Earshot starts.
Paths stay those of this system; `test_names_on_windows.py` is about those.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.windows.names import lacking

pytest.importorskip("mypy", reason="mypy's stubs say what Windows lacks")

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
IMPORTS_ALL = """
import importlib, pkgutil
import desktop, engine
for package in (engine, desktop):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
"""
USEFUL = (
    "tests/engine/audio/test_decode.py",
    "tests/engine/base/test_unfinished.py",
    "tests/engine/ingest/test_job.py::test_broken_files_are_counted_named_and_skipped_next_time",
    "tests/engine/store/test_catalogue.py",
    "tests/engine/store/test_vectors.py",
)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """In which a Python sees what Windows has."""
    names = tmp_path / "lacking.json"
    names.write_text(json.dumps(lacking()))
    path = os.pathsep.join((str(HERE / "view"), str(ROOT)))
    return {**os.environ, "PYTHONPATH": path, "EARSHOT_LACKING": str(names), "PYTEST_ADDOPTS": ""}


def test_the_stubs_know_what_windows_lacks() -> None:
    # Names from Python's manual, "Availability: Unix", and some that Windows has.
    known = lacking()
    assert {"fork", "pread", "killpg", "geteuid", "setpriority"} <= set(known["os"] or ())
    assert not {"kill", "getpid", "replace", "cpu_count"} & set(known["os"] or ())
    assert "AF_UNIX" in (known["socket"] or ())
    assert [known[name] for name in ("fcntl", "resource", "pwd", "termios")] == [None] * 4


def test_what_windows_lacks_is_not_there_for_earshot_and_is_for_others(environment: dict[str, str]) -> None:
    said = _python(
        environment,
        "-c",
        "import engine.base.private_files as ours, os; print(hasattr(ours.os, 'geteuid'), hasattr(os, 'geteuid'))",
    )
    assert said.stdout.split() == ["False", "True"]


def test_every_module_can_be_imported(environment: dict[str, str]) -> None:
    done = _python(environment, "-c", IMPORTS_ALL)
    assert done.returncode == 0, done.stderr[-2000:]


def test_sounds_are_decoded_and_catalogued(environment: dict[str, str]) -> None:
    done = _python(environment, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *USEFUL)
    assert done.returncode == 0, done.stdout[-4000:]


def _python(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
