"""`earshot-train units`, from recordings to tables."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from engine.models.speech_pack import speech_pack_for
from tests.training.papers.units.small import make_fsdd, small_config
from training.cli import main


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_fsdd(tmp_path_factory.mktemp("fsdd"), takes=5)


def write_recipe(path: Path, steps: int) -> Path:
    """The small recipe as TOML."""
    record: dict[str, Any] = asdict(small_config(steps=steps))
    lines = [f'name = "{record.pop("name")}"', f'version = "{record.pop("version")}"']
    for table, fields in record.items():
        lines.append(f"[{table}]")
        known = {name: value for name, value in fields.items() if value is not None}
        lines += [f"{name} = {json.dumps(value)}" for name, value in known.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_codes_and_an_inverter_are_learnt_measured_and_spoken(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe, data = write_recipe(tmp_path / "recipe.toml", 30), ["--data", f"fsdd={folder}"]
    codes, inverter = tmp_path / "codes", tmp_path / "inverter"
    assert main.main(["units", "train", str(recipe), *data, "--out", str(codes)]) == 0
    assert main.main(["units", "train", str(recipe), *data, "--out", str(codes), "--steps", "32", "--resume"]) == 0
    assert "step 32/32" in capsys.readouterr().err
    assert main.main(["units", "invert", str(codes / "last.pt"), *data, "--out", str(inverter), "--steps", "5"]) == 0
    measured = ["units", "measure", str(codes / "last.pt"), *data, "--part", "fsdd", "--about", "cid", "--json"]
    capsys.readouterr()
    assert main.main(measured) == 0
    figures = json.loads(capsys.readouterr().out)
    assert 0.0 <= figures["within"] <= 1.0 and figures["sounds"] == 20
    pack = str(speech_pack_for("words", None))
    spoken = ["units", "respeak", str(inverter / "last.pt"), *data, "--words", pack, "--out", str(tmp_path / "said")]
    assert main.main([*spoken, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["voice"] == "ann"
    assert found["embedded_original_ap"] > found["chance_ap"]
    assert 0.0 < found["embedded_word_ap"] <= 1.0
    assert len(list((tmp_path / "said").glob("*_cid_*.wav"))) == 20


def test_a_sweep_prints_a_table_and_is_not_done_twice(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = write_recipe(tmp_path / "recipe.toml", 3)
    words = ["units", "sweep", str(recipe), "--data", f"fsdd={folder}", "--part", "fsdd", "--table", "1",
             "--leave-out", "cid", "--leave-out", "bob", "--out", str(tmp_path / "sweep")]  # fmt: skip
    assert main.main(words) == 0
    told = capsys.readouterr()
    assert "| model | ABX across | ABX within | bitrate | codes used |" in told.out
    assert "| log-mel |" in told.out and "| MFCC |" in told.out and "uncoded" in told.out
    assert main.main(words) == 0
    again = capsys.readouterr()
    assert again.out == told.out and "measuring" not in again.err
    write_recipe(tmp_path / "recipe.toml", 4)
    assert main.main(words) == 1
    assert "of another recipe" in capsys.readouterr().err


def test_the_papers_rows_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["units", "tables"]) == 0
    told = capsys.readouterr().out
    assert "Table 3" in told and "20.14" in told and "missing: zerospeech2019:english/unit" in told


def test_an_unknown_voice_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["units", "voices", "--out", str(tmp_path), "--voice", "flite-nobody"]) == 1
    assert "flite-nobody" in capsys.readouterr().err


def test_a_recipe_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["units", "train", str(tmp_path / "none.toml"), "--data", "fsdd=/nowhere", "--out", str(tmp_path)]
    assert main.main(words) == 1
    assert "none.toml" in capsys.readouterr().err
