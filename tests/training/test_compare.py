"""Runs side by side: settings that differ, their last looks, and how far the one leads the other, query by query."""

import json
from pathlib import Path

import pytest

from tests.training.test_train import words as words  # the command line of a small run
from training.cli.main import main


def test_two_runs_are_compared(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "run", tmp_path / "other"
    data = words[words.index("--data") + 1]
    assert main(words) == 0
    recipe = Path(words[1])
    recipe.write_text(recipe.read_text(encoding="utf-8") + "seed = 7\n", encoding="utf-8")
    assert main([*words[:-1], str(second)]) == 0
    capsys.readouterr()
    assert main(["compare", str(first), str(second)]) == 0
    told = capsys.readouterr().out
    assert "run.seed  1 | 7" in told and "learning_rate" in told and "val_map10" in told
    ask = ["compare", str(first), str(second), str(first), "--data", data, "--split", "test", "--json"]
    assert main(ask) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["settings"] == {"run.seed": [1, 7, 1]}
    base, changed, same = record["changes"]
    assert base is None
    values = [one["text_to_audio"]["map10"]["value"] for one in record["measured"]]
    assert changed["text_to_audio"]["map10"]["value"] == pytest.approx(values[1] - values[0])
    lead = same["text_to_audio"]["map10"]
    assert (lead["value"], lead["low"], lead["high"]) == (0.0, 0.0, 0.0)
    assert main(ask[:-1]) == 0
    assert "lead over 1, paired by query" in capsys.readouterr().out


def test_what_cannot_be_compared_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(tmp_path)]) == 1
    assert "nothing to be compared with" in capsys.readouterr().err
    assert main(["compare", str(tmp_path), str(tmp_path)]) == 1
    assert "best.pt" in capsys.readouterr().err
