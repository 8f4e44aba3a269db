"""`earshot describe` and `earshot undo`, as a shell user meets them."""

import json
from pathlib import Path

import pytest

from engine.audio.metadata import read_metadata
from engine.cli.main import main
from tests.helpers.sounds import write_tone, write_with_bext


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_with_bext(tmp_path / "a.wav", "Heavy door")


def earshot(tmp_path: Path, *words: str | Path) -> int:
    return main(["--library", str(tmp_path / "library"), *map(str, words)])


def test_a_file_is_shown_with_everything_it_says(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert earshot(tmp_path, "describe", file) == 0
    shown = capsys.readouterr().out
    assert "Heavy door" in shown and "Originator" in shown and "602 bytes" in shown
    assert earshot(tmp_path, "describe", "--json", file) == 0
    record = json.loads(capsys.readouterr().out)
    assert ["bext", "Description", "Heavy door"] in record["facts"]


def test_writing_and_taking_back(tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = file.read_bytes()
    assert (
        earshot(
            tmp_path,
            "describe",
            "--create",
            file,
            "--set",
            "title=Slam = loud",
            "--keywords",
            "a, b",
            "--ucs",
            "doorwood",
        )
        == 0
    )
    metadata = read_metadata(file)
    assert (metadata.title, metadata.keywords, metadata.ucs_id) == ("Slam = loud", ("a", "b"), "DOORWood")
    assert earshot(tmp_path, "undo", "--list") == 0
    assert "describe  1 files" in capsys.readouterr().out
    assert earshot(tmp_path, "undo") == 0
    assert file.read_bytes() == before
    assert earshot(tmp_path, "undo") == 1
    assert "no metadata change to undo" in capsys.readouterr().err


def test_a_dry_run_changes_nothing(tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = file.read_bytes()
    assert earshot(tmp_path, "describe", file, "--set", "description=New", "--dry-run") == 0
    assert "description: 'Heavy door' -> 'New'" in capsys.readouterr().out
    assert file.read_bytes() == before
    assert not (tmp_path / "library").exists()


def test_wrong_words_are_usage(tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert earshot(tmp_path, "describe", file, "--set", "colour=red") == 2
    assert "names a field that does not exist" in capsys.readouterr().err
    assert earshot(tmp_path, "describe", file, "--ucs", "DOORBanana") == 2


def test_some_files_that_fail_are_told(tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    second = write_tone(tmp_path / "b.caf", 440.0, 0.1)
    assert earshot(tmp_path, "describe", "--create", file, second, "--set", "title=x") == 3
    assert "cannot write into this kind" in capsys.readouterr().err
    assert earshot(tmp_path, "describe", second, "--set", "title=x") == 1


@pytest.mark.shows("batch-metadata")
def test_a_rule_is_shown_and_then_written_into_many_files(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = write_with_bext(tmp_path / "12A_03 door.wav", "Light door")
    gone = tmp_path / "gone.wav"
    rule = ("--replace", "description", "DOOR", "gate")
    assert earshot(tmp_path, "describe", file, other, *rule, "--dry-run") == 0
    shown = capsys.readouterr().out
    assert "description: 'Heavy door' -> 'Heavy gate'" in shown and "'Light gate'" in shown
    assert read_metadata(file).description == "Heavy door"
    assert earshot(tmp_path, "describe", "--create", file, gone, other, *rule) == 3
    assert "gone.wav" in capsys.readouterr().err
    assert [read_metadata(path).description for path in (file, other)] == ["Heavy gate", "Light gate"]
    assert earshot(tmp_path, "undo") == 0
    assert [read_metadata(path).description for path in (file, other)] == ["Heavy door", "Light door"]


@pytest.mark.parametrize(
    ("words", "after"),
    [
        (("--fill", "title={name} {number:2}", "--first", "7"), "title: '' -> 'a 07'"),
        (("--append", "description= at night"), "'Heavy door at night'"),
        (("--prepend", "description=Old: "), "'Old: Heavy door'"),
        (("--replace", "description", "DOOR", "gate", "--match-case"), ""),
        (("--case", "description=upper"), "'HEAVY DOOR'"),
        (("--from-name", "{scene}"), "scene: '' -> 'a'"),
        (("--case", "description=upper", "--set", "description=b"), "'Heavy door' -> 'b'"),
    ],
)
def test_every_rule_has_an_option(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], after: str
) -> None:
    assert earshot(tmp_path, "describe", file, "--dry-run", *words) == 0
    shown = capsys.readouterr().out
    assert after in shown and bool(after) == ("->" in shown)


def test_a_table_says_what_to_write(tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.csv").write_text("name,title\na.wav,Slam\n")
    assert earshot(tmp_path, "describe", "--create", file, "--table", tmp_path / "table.csv") == 0
    assert read_metadata(file).title == "Slam"
    assert earshot(tmp_path, "describe", "--create", file, "--table", tmp_path / "none.csv") == 2
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--case", "title=loud"), ("--append", "colour=red"), ("--fill", "title={sceen}")])
def test_a_rule_that_cannot_be_meant_is_usage(tmp_path: Path, file: Path, words: tuple[str, str]) -> None:
    assert earshot(tmp_path, "describe", "--create", file, *words) == 2
