"""Two copies of the program, one a format later: the older refuses the newer one's library and leaves it as it is."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.tiny_library import REPOSITORY, TinyLibrary

_ONE_MORE = """
MIGRATIONS = (*MIGRATIONS, "CREATE TABLE of_the_next_version(id INTEGER PRIMARY KEY) STRICT;")
SCHEMA_VERSION = len(MIGRATIONS)
"""


@pytest.fixture(scope="module")
def later_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program whose catalogues have a format more."""
    program = tmp_path_factory.mktemp("later")
    for name in ("engine", "desktop"):
        shutil.copytree(REPOSITORY / name, program / name, ignore=shutil.ignore_patterns("__pycache__"))
    (program / "resources").symlink_to(REPOSITORY / "resources")
    with (program / "engine/store/migrations.py").open("a", encoding="utf-8") as file:
        file.write(_ONE_MORE)
    return program


@pytest.fixture
def newer_library(tiny_library: TinyLibrary, later_program: Path, tmp_path: Path) -> Path:
    """A library that the later program has opened and brought to its format."""
    library = tmp_path / "library"
    shutil.copytree(tiny_library.folder, library)
    done = _earshot(later_program, "verify", "--json", "--library", library)
    assert done.returncode == 0, done.stderr
    return library


@pytest.mark.parametrize(
    "words",
    [("stats",), ("search", "hum"), ("index",), ("tag", "--query", "hum", "--add", "x"), ("verify", "--repair")],
)
def test_an_older_program_refuses_a_newer_library_and_changes_nothing(
    newer_library: Path, words: tuple[str, ...]
) -> None:
    before = _contents(newer_library)
    done = _earshot(REPOSITORY, *words, "--library", newer_library)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "newer Earshot" in done.stderr and "Nothing was changed" in done.stderr
    assert _contents(newer_library) == before


def test_the_window_of_an_older_program_says_so(newer_library: Path, tmp_path: Path) -> None:
    before = _contents(newer_library)
    picture = tmp_path / "window.png"
    places = ["--library", newer_library, "--settings", tmp_path / "window.json", "--log", tmp_path / "log"]
    done = _python(REPOSITORY, "desktop", *places, "--screenshot", picture)
    assert "newer Earshot" in done.stderr, done.stderr
    assert _contents(newer_library) == before


def test_the_newer_program_goes_on_with_it(newer_library: Path, later_program: Path) -> None:
    _earshot(REPOSITORY, "stats", "--library", newer_library)
    done = _earshot(later_program, "stats", "--json", "--library", newer_library)
    assert json.loads(done.stdout)["sounds"] == 6


def _earshot(program: Path, *words: str | Path) -> "subprocess.CompletedProcess[str]":
    return _python(program, "engine.cli.main", *words)


def _python(program: Path, module: str, *words: str | Path) -> "subprocess.CompletedProcess[str]":
    """Runs a module of a copy, and nothing of another one."""
    settings = {**os.environ, "PYTHONPATH": str(program)}
    command = [sys.executable, "-P", "-m", module, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=settings, timeout=240)


def _contents(library: Path) -> dict[str, str]:
    """Returns a checksum of each file but those that only lock or share memory."""
    passing = (".lock", ".sqlite-shm")
    files = [path for path in library.rglob("*") if path.is_file() and path.suffix not in passing]
    return {str(path.relative_to(library)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
