"""What lies beside the code is found there, from any folder and in any process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.features.retrain.interpreters import packages_folder
from engine.base.child_processes import child_environment
from training.base import recipe
from training.cli.commands import starter
from training.export import page

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("place", [recipe.RECIPES, starter.RECIPES, starter.default_place().parent, page.PATH], ids=str)
def test_what_comes_with_training_is_there(place: Path) -> None:
    assert place.exists()


def test_a_child_runs_the_same_code_from_any_folder(tmp_path: Path) -> None:
    assert packages_folder(tmp_path) == ROOT
    assert child_environment()["PYTHONPATH"].split(os.pathsep)[0] == str(ROOT)
    shown = subprocess.run(
        [sys.executable, "-P", "-c", "import engine; print(engine.__path__[0])"],
        cwd=tmp_path,
        env=child_environment(),
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    assert shown == str(ROOT / "engine")
