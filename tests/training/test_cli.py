"""`earshot-train` on a machine without torch, and with a wrong command line."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from tests.training.corpora import make_corpus
from training.cli import main
from training.cli.commands.measures import MEASURED, Measured, measure_of


def test_without_torch_it_names_the_command_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(main, "NEEDED", ("torch_that_is_not_here",))
    assert main.main(["corpus", "--data", "/nowhere"]) == 1
    assert "make setup-training" in capsys.readouterr().err


def test_help_is_there_without_importing_torch_or_numpy() -> None:
    code = "import sys, training.cli.main; training.cli.main.build_parser();"
    code += "sys.exit(bool({'torch', 'onnx', 'numpy'} & {*sys.modules}))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_command_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main.main([])
    assert stopped.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["starter", "--minutes", "0"], ["evaluate", "--workers", "-1"]])
def test_no_time_and_no_threads_are_wrong_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main.main([*words, "--data", "/nowhere"])
    assert stopped.value.code == 2
    assert words[1] in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = make_corpus(tmp_path / "data")
    (tmp_path / "runs").write_text("a file is in the way", encoding="utf-8")
    assert main.main(["starter", "--data", str(data), "--runs", str(tmp_path / "runs")]) == 1
    told = capsys.readouterr().err
    assert str(tmp_path / "runs") in told
    assert "another folder" in told


def test_a_corpus_without_the_split_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = make_corpus(tmp_path)
    meta = data / "meta.jsonl"
    meta.write_text(meta.read_text(encoding="utf-8").replace('"split": "test"', '"split": "val"'), encoding="utf-8")
    assert main.main(["evaluate", "--data", str(data)]) == 1
    assert main.main(["starter", "--data", str(data), "--runs", str(tmp_path / "runs")]) == 1
    assert capsys.readouterr().err.count("no clips of test") == 2


def test_reading_a_corpus_needs_its_folder(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main.main(["corpus"])
    assert stopped.value.code == 2
    assert "--data" in capsys.readouterr().err


@pytest.mark.parametrize("measured", MEASURED, ids=[measured.name for measured in MEASURED])
def test_command_that_measures_finds_its_function_and_its_options(measured: Measured) -> None:
    taken = inspect.signature(measure_of(measured)).parameters
    assert {"pack", "clips", "by", *(option.keyword for option in measured.options)} <= taken.keys()
