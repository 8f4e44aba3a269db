"""Corrections of transcripts: searched and exported in the place of the machine's words, kept by passes, taken back."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from engine.base.errors import DialogueError, LibraryError
from engine.base.types import SpokenWord
from engine.cli.main import main
from engine.features.dialogue.edits import (
    FILE_NAME,
    MOST_LETTERS,
    TranscriptEdit,
    correction,
    edited,
    edits_of,
    keep_edit,
    take_back_edit,
)
from tests.engine.features.dialogue.transcribed_library import make_library, transcribe

LINE = tuple(SpokenWord(text, at / 2, at / 2 + 0.5, 0.6) for at, text in enumerate(["Please", "open", "the", "door."]))


@pytest.fixture
def library(tmp_path: Path) -> Path:
    made = make_library(tmp_path)
    transcribe(made)
    return made


def ask(library: Path, capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    assert main(["--library", str(library), "--json", *words]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def correct(library: Path, capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    return ask(library, capsys, "dialogue", "edit", str(library.parent / "sounds" / "hall.wav"), *words)


@pytest.mark.shows("transcripts-edited")
def test_a_correction_is_searched_in_the_place_of_the_machines_words(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = correct(library, capsys, "--from", "2.5", "--to", "3", "--text", "drawer.")
    assert line == {"start_s": 1.0, "end_s": 3.0, "text": "Please open the drawer."}
    (found,) = ask(library, capsys, "search", 'said:"open the drawer"')
    assert (found["start_s"], found["end_s"]) == (1.5, 3.0)
    assert ask(library, capsys, "search", 'said:"the door"') == []


@pytest.mark.shows("transcripts-edited")
def test_a_later_pass_leaves_corrections_alone(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    correct(library, capsys, "--from", "2.5", "--to", "3", "--text", "drawer.")
    (library / "transcripts.db").unlink()
    transcribe(library)
    assert len(ask(library, capsys, "search", 'said:"open the drawer"')) == 1


@pytest.mark.shows("transcripts-edited")
def test_corrections_are_exported(library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    correct(library, capsys, "--from", "2.5", "--to", "3", "--text", "drawer.")
    ask(library, capsys, "dialogue", "export", "txt", "said:drawer", "--to", str(tmp_path))
    assert (tmp_path / "hall.txt").read_text() == "Please open the drawer.\n"


@pytest.mark.shows("transcripts-edited")
def test_the_last_correction_is_taken_back(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    correct(library, capsys, "--from", "2.5", "--to", "3", "--text", "drawer.")
    correct(library, capsys, "--from", "1", "--to", "1.5", "--text", "Kindly")
    assert correct(library, capsys, "--undo")[0]["text"] == "Please open the drawer."
    assert correct(library, capsys, "--undo")[0]["text"] == "Please open the door."
    assert main(["--library", str(library), "dialogue", "edit", str(library.parent / "sounds/hall.wav"), "--undo"]) == 1
    assert "no correction to take back" in capsys.readouterr().err


def test_a_sound_whose_words_are_all_taken_out_says_nothing(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert correct(library, capsys, "--from", "0", "--to", "4", "--text", "") == []
    assert len(ask(library, capsys, "search", "said:no")) == 2


def test_a_sound_without_a_transcript_is_not_corrected(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--library", str(library), "dialogue", "edit", "elsewhere.wav", "--from", "0", "--to", "1"]) == 1
    assert "elsewhere.wav has no transcript yet" in capsys.readouterr().err


def test_a_correction_without_a_stretch_says_what_to_give(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(library.parent / "sounds" / "hall.wav")
    assert main(["--library", str(library), "dialogue", "edit", path, "--text", "drawer"]) == 1
    assert "Give its start and its end in seconds" in capsys.readouterr().err


def test_other_words_share_the_stretch_by_their_letters() -> None:
    (line,) = edited((LINE,), [TranscriptEdit(0.5, 1.0, "shut up")])  # 4 and 2 letters of half a second
    assert [word.text for word in line] == ["Please", "shut", "up", "the", "door."]
    assert line[1].end_s == pytest.approx(0.5 + 0.5 * 4 / 6)


def test_words_are_added_where_the_machine_heard_nobody() -> None:
    assert [[word.text for word in line] for line in edited((LINE,), [TranscriptEdit(5.0, 6.0, "Thank you.")])] == [
        ["Please", "open", "the", "door."],
        ["Thank", "you."],
    ]


def test_later_corrections_lie_over_earlier_ones() -> None:
    (line,) = edited((LINE,), [TranscriptEdit(0.5, 1.0, "shut up"), TranscriptEdit(0.5, 1.0, "close")])
    assert [word.text for word in line] == ["Please", "close", "the", "door."]


@pytest.mark.parametrize(
    ("text", "edit"),
    [
        ("Please open the drawer.", TranscriptEdit(1.5, 2.0, "drawer.")),
        ("Kindly shut the door.", TranscriptEdit(0.0, 1.0, "Kindly shut")),
        ("Please open the front door.", TranscriptEdit(1.0, 1.5, "the front")),
        ("Do please open the door.", TranscriptEdit(0.0, 0.5, "Do please")),
        ("open the door.", TranscriptEdit(0.0, 0.5, "")),
        ("", TranscriptEdit(0.0, 2.0, "")),
        ("Please open the door.", None),
    ],
)
def test_a_line_is_corrected_by_its_smallest_stretch(text: str, edit: TranscriptEdit | None) -> None:
    found = correction(LINE, text)
    assert found == edit
    if found is not None:
        said = [word.text for stretch in edited((LINE,), [found]) for word in stretch]
        assert said == text.split()


@pytest.mark.parametrize(
    "edit", [TranscriptEdit(1.0, 1.0, "a"), TranscriptEdit(-1.0, 1.0, "a"), TranscriptEdit(0.0, 1.0, "a" * 2001)]
)
def test_what_is_no_correction_is_refused(tmp_path: Path, edit: TranscriptEdit) -> None:
    assert MOST_LETTERS == 2000
    with pytest.raises(DialogueError):
        keep_edit(tmp_path, b"digest", edit)
    assert edits_of(tmp_path) == {}


def test_verify_names_damaged_corrections_and_keeps_them(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (library / FILE_NAME).write_bytes(b"no database, and long enough to be looked at" * 100)
    assert main(["--library", str(library), "verify"]) != 0
    assert FILE_NAME in capsys.readouterr().out
    main(["--library", str(library), "verify", "--repair"])
    assert (library / f"{FILE_NAME}.damaged").read_bytes().startswith(b"no database")


def test_plain_words_are_answered_though_corrections_are_damaged(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (library / FILE_NAME).write_bytes(b"no database, and long enough to be looked at" * 100)
    assert main(["--library", str(library), "search", "low hum"]) == 0
    assert "Transcripts were not searched" in capsys.readouterr().err
    assert main(["--library", str(library), "search", "said:door"]) == 1
    assert FILE_NAME in capsys.readouterr().err


def test_corrections_of_a_newer_earshot_are_left_alone(tmp_path: Path) -> None:
    number = keep_edit(tmp_path, b"digest", TranscriptEdit(0.0, 1.0, "word"))
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(LibraryError, match="has format 99"):
        edits_of(tmp_path)
    with pytest.raises(LibraryError, match="has format 99"):
        take_back_edit(tmp_path, b"digest", number)


def test_corrections_of_the_first_version_are_read(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).resolve().parents[3] / "golden" / "transcript-edits-v1.db", tmp_path / FILE_NAME)
    assert edits_of(tmp_path) == {
        bytes(range(16)): [TranscriptEdit(0.5, 1.25, "open the door"), TranscriptEdit(2.0, 2.5, "")]
    }
