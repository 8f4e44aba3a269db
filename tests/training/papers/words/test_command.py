"""`earshot-train words`, from synthetic voices to figures."""

import json
import shutil
from pathlib import Path

import pytest
import torch

from training.cli import main

RECIPE = """
name = "tiny"
[features]
hop_s = 0.02
mels = 20
[model.acoustic]
layers = 1
heads = 4
width = 32
inner = 64
[model.phonemes]
layers = 1
heads = 4
width = 32
inner = 64
[split]
val_speakers = 1
test_speakers = 1
test_words = 0.2
[learn]
batch = 16
epochs = 2
threads = 1
"""


@pytest.fixture(autouse=True)
def threads() -> object:
    """Leaves the number of threads as it was."""
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_from_words_to_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made, recipe = tmp_path / "made", tmp_path / "tiny.toml"
    recipe.write_text(RECIPE)
    (tmp_path / "words.txt").write_text("seven open door water glass")
    words = ["--words", str(tmp_path / "words.txt"), "--speakers", "3"]
    assert main.main(["words", "make", "--out", str(made), *words]) == 0
    data = ["--data", f"made={made}"]
    assert main.main(["words", "train", str(recipe), *data, "--out", str(tmp_path / "run")]) == 0
    told = capsys.readouterr().out
    assert "unseen speakers: acoustic AP" in told and "cross-view AP" in told
    best = tmp_path / "run" / "best.pt"
    assert main.main(["words", "evaluate", "--checkpoint", str(best), *data, "--most", "15"]) == 0
    assert "MFCC + DTW: acoustic AP" in capsys.readouterr().out
    rows = ["--recipe", str(recipe), "--row", "n1-h4-avg", "--most", "15"]
    assert main.main(["words", "tables", *data, "--out", str(tmp_path / "rows"), *rows]) == 0
    assert "N = 1, average" in (tmp_path / "rows" / "tables.md").read_text()
    assert main.main(["words", "digits", *data, "--out", str(tmp_path / "digits"), *rows]) == 0
    pooled = json.loads((tmp_path / "digits" / "digits.json").read_text())["n1-h4-avg"]["pooled"]
    assert pooled["acoustic"]["low"] <= pooled["acoustic"]["value"] <= pooled["acoustic"]["high"]


@pytest.mark.parametrize(("more", "says"), [(["--row", "n9"], "no row n9"), (["--table", "7"], "no table 7")])
def test_rows_and_tables_that_are_not_there_are_named(
    tmp_path: Path, more: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["words", "tables", "--data", f"digits={tmp_path}", "--out", str(tmp_path / "out")]
    assert main.main([*words, *more]) == 1
    assert says in capsys.readouterr().err


def test_a_recipe_with_an_unknown_key_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.toml").write_text("[model.acoustic]\nlayer = 2\n")
    words = ["words", "train", str(tmp_path / "bad.toml"), "--data", f"digits={tmp_path}", "--out", str(tmp_path)]
    assert main.main(words) == 1
    assert "unknown setting model.acoustic.layer" in capsys.readouterr().err
