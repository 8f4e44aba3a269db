"""`earshot-train train` from the command line: a recipe, its folder, stopping and going on, teachers."""

from pathlib import Path

import pytest
import torch

from tests.training.corpora import make_corpus
from training.cli.main import main
from training.runs.checkpoint import load_checkpoint
from training.runs.environment import read_starts

RECIPE = """\
name = "small"
[model]
dim = 8
[model.audio]
stem = 4
widths = [8]
blocks = [1]
hidden = 16
[augment]
mix_share = 0.0
[batch]
size = 6
lengths_s = [0.5]
[run]
steps = 4
validate_every = 2
threads = 1
"""


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    """The command line of a small run, but for what a test adds."""
    recipe = tmp_path / "small.toml"
    recipe.write_text(RECIPE, encoding="utf-8")
    data = make_corpus(tmp_path / "data")
    return ["train", str(recipe), "--data", str(data), "--out", str(tmp_path / "run")]


def test_a_recipe_becomes_checkpoints_and_a_table(words: list[str], tmp_path: Path) -> None:
    assert main(words) == 0
    kept = load_checkpoint(tmp_path / "run" / "last.pt")
    assert (kept.step, kept.config.name) == (4, "small")
    left = {"last.pt", "best.pt", "best-look.json", "metrics.csv", "environment.json", "tensorboard", "charts"}
    assert {path.name for path in (tmp_path / "run").iterdir()} == left
    assert main([*words, "--resume"]) == 0
    first, second = read_starts(tmp_path / "run")
    assert (first["step"], second["step"], first["seed"], first["device"]) == (0, 4, 1, "cpu")
    assert torch.__version__.startswith(first["versions"]["torch"]) and first["machine"]["threads"] >= 1
    assert load_checkpoint(tmp_path / "run" / "last.pt").step == 4


def test_a_student_learns_from_the_table_of_a_teacher(words: list[str], tmp_path: Path) -> None:
    assert main(words) == 0
    data, table = words[words.index("--data") + 1], str(tmp_path / "teachers")
    last = str(tmp_path / "run" / "last.pt")
    assert main(["teach", "--checkpoint", last, "--data", data, "--out", table]) == 0
    student = [*words[:-1], str(tmp_path / "student"), "--teachers", table, "--start", last]
    assert main(student) == 0
    assert load_checkpoint(tmp_path / "student" / "last.pt").config.objective.teachers == (table,)


def test_a_clip_that_cannot_be_decoded_is_left_out_and_named(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "data" / "audio" / "made" / "train-hum-0.wav"
    broken.write_bytes(b"no sound at all")
    assert main(words) in (0, 3)
    assert "train-hum-0.wav" in capsys.readouterr().err
    assert load_checkpoint(tmp_path / "run" / "last.pt").step == 4


def test_a_corpus_whose_place_is_not_said_is_asked_for(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = tmp_path / "clotho.toml"
    recipe.write_text(RECIPE + '[data]\ntrain = ["clotho:development"]\n', encoding="utf-8")
    assert main(["train", str(recipe), *words[2:]]) == 1
    assert "--data clotho=DIR" in capsys.readouterr().err


def test_a_recipe_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", str(tmp_path / "none.toml"), "--data", str(tmp_path), "--out", str(tmp_path / "run")]) == 1
    assert "none.toml" in capsys.readouterr().err
