"""What can train: found by trying."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from desktop.features.retrain import interpreters
from desktop.features.retrain.interpreters import candidates, find, own_folder, packages_folder, probe, python_of
from tests.helpers.scripted_training import make_packages
from tests.helpers.tiny_library import REPOSITORY

PYTHON = Path(sys.executable)


def test_an_interpreter_without_torch_is_refused_and_says_what_it_lacks(tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    venv.EnvBuilder(with_pip=False, symlinks=os.name != "nt").create(bare)
    verdict = probe(python_of(bare), REPOSITORY)
    assert not verdict.is_good
    lacking = {name for name, _ in verdict.missing}
    assert {"torch", "transformers", "onnx", "numpy"} <= lacking
    assert verdict.version.startswith("3.")


def test_what_is_no_python_is_refused_with_its_word(tmp_path: Path) -> None:
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\necho I am a shell script\n", encoding="utf-8")
    program.chmod(0o755)
    assert "I am a shell script" in probe(program, REPOSITORY).fault
    plain = tmp_path / "plain"
    plain.write_text("no program", encoding="utf-8")
    assert "cannot be started" in probe(plain, REPOSITORY).fault


def test_a_package_that_is_there_but_broken_is_named_with_its_error(tmp_path: Path) -> None:
    packages = make_packages(tmp_path / "packages")
    (packages / "torch.py").write_text("raise ImportError('libcudart.so.13 is missing')\n", encoding="utf-8")
    assert probe(PYTHON, packages).missing == (("torch", "ImportError: libcudart.so.13 is missing"),)


def test_the_first_that_can_train_is_taken_and_the_others_are_told(tmp_path: Path) -> None:
    packages = make_packages(tmp_path / "packages")
    broken = tmp_path / "broken"
    broken.write_text("", encoding="utf-8")
    found = find((tmp_path / "gone", broken, PYTHON), packages)
    assert found.trainer is not None
    assert found.trainer.python == PYTHON
    assert [verdict.python for verdict in found.refused] == [broken]


def test_the_users_choice_comes_first_then_our_own_then_the_windows(tmp_path: Path) -> None:
    own = python_of(own_folder(tmp_path))
    assert candidates("", tmp_path) == (own, PYTHON)
    assert candidates("/opt/env/bin/python", tmp_path) == (Path("/opt/env/bin/python"), own, PYTHON)


def test_in_a_checkout_training_imports_the_checkout(tmp_path: Path) -> None:
    assert packages_folder(tmp_path) == REPOSITORY


def test_where_earshot_is_installed_only_our_packages_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The neighbours of our packages in site-packages would hide those of the training environment."""
    site = tmp_path / "site-packages"
    for name in ("engine", "training", "resources", "numpy"):
        (site / name).mkdir(parents=True)
        (site / name / "__init__.py").write_text(f"here = {name!r}\n", encoding="utf-8")
    (site / "earshot-1.dist-info").mkdir()
    monkeypatch.setattr(interpreters.engine, "__file__", str(site / "engine" / "__init__.py"))
    for _ in range(2):  # made, then found
        folder = packages_folder(tmp_path / "data")
    assert sorted(path.name for path in folder.iterdir()) == ["engine", "resources", "training"]
    text = "import engine, training; print(engine.here, training.here)"
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", text], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["engine", "training"]
