"""Figures of a sweep repeat: the same seed gives the same ones again, in another process and with more threads."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.training.papers.units.small import make_fsdd
from tests.training.papers.units.test_units_command import write_recipe
from training.runs.figures_store import machine


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with recordings and the small recipe for seeds 0 and 1."""
    place = tmp_path_factory.mktemp("repeating")
    make_fsdd(place / "fsdd")
    recipe = write_recipe(place / "seed-0.toml", 30).read_text(encoding="utf-8")
    (place / "seed-1.toml").write_text(recipe.replace("seed = 0", "seed = 1"), encoding="utf-8")
    return place


def swept(place: Path, out: str, recipe: str = "seed-0", **changes: str) -> dict[str, dict[str, Any]]:
    """The figures of both rows of table 1 about one speaker, learnt by a process of its own."""
    words = ["units", "sweep", str(place / f"{recipe}.toml"), "--data", f"fsdd={place / 'fsdd'}", "--part", "fsdd"]
    words += ["--table", "1", "--leave-out", "cid", "--out", str(place / out)]
    done = subprocess.run(
        [sys.executable, "-m", "training", *words], env={**os.environ, **changes}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found = {path.parent.parent.name: json.loads(path.read_text()) for path in (place / out).rglob("figures.json")}
    assert sorted(found) == ["MFCC", "log-mel"]
    return found


def test_the_same_seed_gives_the_same_figures_again(place: Path) -> None:
    first = swept(place, "first", OMP_NUM_THREADS="1")
    assert swept(place, "again", OMP_NUM_THREADS="1") == first
    assert swept(place, "more threads", OMP_NUM_THREADS="2") == first
    other = swept(place, "another seed", "seed-1", OMP_NUM_THREADS="1")
    assert all(other[row]["figures"] != first[row]["figures"] for row in first)


def test_figures_say_on_what_machine_they_were_computed(place: Path) -> None:
    """Other instructions round otherwise, and a run ends elsewhere: whoever compares figures has to see that."""
    found = swept(place, "named")
    assert {one["machine"] for one in found.values()} == {machine()}
    lesser = swept(place, "lesser", ATEN_CPU_CAPABILITY="default")
    assert {one["machine"] for one in lesser.values()} != {machine()}
