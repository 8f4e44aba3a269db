"""Any feature of the engine can be taken out, and all at once: the core still helps, indexes and searches."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.base.feature import features
from tests.helpers.tiny_library import write_sounds
from tests.helpers.tiny_pack import make_tiny_pack

ROOT = Path(__file__).parents[1]
FOLDERS = sorted(path.parent.name for path in (ROOT / "engine/features").glob("*/feature.py"))
COMMANDS = {command.name: name for name, feature in features().items() for command in feature.commands}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine, a pack and sounds."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    make_tiny_pack(folder / "pack")
    write_sounds(folder / "sounds")
    return folder


@contextmanager
def hidden(copy: Path, names: list[str]) -> Iterator[None]:
    """Takes the folders of features out meanwhile."""
    for name in names:
        (copy / "engine/features" / name).rename(copy / name)
    try:
        yield
    finally:
        for name in names:
            (copy / name).rename(copy / "engine/features" / name)


def earshot(copy: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs the copy's `earshot`, which finds nothing but resources in the checkout."""
    command = [sys.executable, "-m", "engine.cli.main", *map(str, words)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(copy), str(ROOT)))}
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("names", [*([name] for name in FOLDERS), FOLDERS], ids=lambda names: "+".join(names)[:20])
def test_the_core_works_without(copy: Path, tmp_path: Path, names: list[str]) -> None:
    library = ("--library", tmp_path / "library")
    with hidden(copy, names):
        shown = earshot(copy, "--help")
        assert shown.returncode == 0, shown.stderr
        listed = {name for name in COMMANDS if re.search(rf"^ +{name}  ", shown.stdout, re.MULTILINE)}
        assert listed == {name for name, feature in COMMANDS.items() if feature not in without(names)}
        indexed = earshot(
            copy, "index", "--json", *library, "--pack", copy / "pack", "--device", "cpu", copy / "sounds"
        )
        assert indexed.returncode == 0, indexed.stderr
        found = earshot(copy, "search", "--json", *library, "low hum")
        assert found.returncode == 0, found.stderr
        assert json.loads(found.stdout.splitlines()[0])["path"].endswith("take 0.wav")


def without(names: list[str]) -> set[str]:
    """These features, and those that need them."""
    gone = set(names)
    while more := {name for name, feature in features().items() if feature.needs & gone} - gone:
        gone |= more
    return gone


def test_a_question_for_a_feature_that_is_not_there_is_refused(copy: Path, tmp_path: Path) -> None:
    library = ("--library", tmp_path / "library")
    earshot(copy, "index", *library, "--pack", copy / "pack", "--device", "cpu", "--no-speech", copy / "sounds")
    with hidden(copy, ["speech"]):
        refused = earshot(copy, "search", *library, "say:hello")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "comes without the search for spoken words" in refused.stderr
        listed = earshot(copy, "pack", "list", "--json", *library)
        assert listed.returncode == 0, listed.stderr


def test_a_script_is_refused_without_what_reads_scripts(copy: Path, tmp_path: Path) -> None:
    library, script = ("--library", tmp_path / "library"), tmp_path / "script.txt"
    script.write_text("SFX: low hum\n", encoding="utf-8")
    earshot(copy, "index", *library, "--pack", copy / "pack", "--device", "cpu", "--no-speech", copy / "sounds")
    with hidden(copy, ["spotting"]):
        refused = earshot(copy, "self-test", *library, "--script", script)
        assert (refused.returncode, refused.stdout) == (1, "")
        assert "comes without what reads scripts" in refused.stderr


def test_what_a_feature_needs_is_what_it_may_import() -> None:
    """import-linter's list of pairs and the records say the same."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (contract,) = (one for one in contracts if one["name"] == "Features of the engine do without each other")
    pairs = {tuple(re.findall(r"engine\.features\.(\w+)", line)) for line in contract["ignore_imports"]}
    assert pairs == {(name, other) for name, feature in features().items() for other in feature.needs}
    assert len(pairs) <= 5
