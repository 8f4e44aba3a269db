"""What characters say in a script: read as speech, and answered by transcripts first."""

import json
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.features.spotting.cue_reader import read_cue_text
from tests.engine.features.dialogue.transcribed_library import make_library, transcribe

SCRIPT = """Wind over a field

ANNA (V.O.)
(whispering)
Please open the door.
It is late.

A low hum

DOOR SLAM
heavy, wooden

TOM
Ten past seven.

TOM
"Already?"
"""


@pytest.mark.shows("transcripts-script")
def test_lines_under_the_names_of_characters_are_speech() -> None:
    sheet = read_cue_text(SCRIPT)
    assert [(cue.name, cue.spoken) for cue in sheet.cues] == [
        ("", ""),
        ("ANNA", "Please open the door."),
        ("ANNA", "It is late."),
        ("", ""),
        ("", ""),
        ("", ""),
        ("TOM", "Ten past seven."),
        ("TOM", "Already?"),
    ]
    assert [cue.text for cue in sheet.cues if not cue.spoken] == [
        "Wind over a field",
        "A low hum",
        "DOOR SLAM",  # a heading that comes once names nobody
        "heavy, wooden",
    ]


@pytest.mark.parametrize("text", ['"Open the door!"', "“Open the door!”", 'ANNA: "Open the door!"', "„Open the door!“"])
def test_a_line_in_quotation_marks_is_speech(text: str) -> None:
    (cue,) = read_cue_text(text).cues
    assert cue.spoken == "Open the door!"
    assert "open the door" in cue.query.lower()


@pytest.mark.parametrize("text", ['a "vintage" car', "door", 'two "quoted" and "more"', '""'])
def test_a_quoted_word_in_a_sound_is_no_speech(text: str) -> None:
    assert all(not cue.spoken for cue in read_cue_text(f"{text}\nrain").cues)


@pytest.mark.shows("transcripts-script")
def test_a_spoken_line_is_answered_by_the_transcript_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library = make_library(tmp_path)
    transcribe(library)
    (tmp_path / "script.txt").write_text('"Please open the drawer, no, the door"\n"open the door"\nlow hum\n')
    assert main(["--library", str(library), "--json", "spot", str(tmp_path / "script.txt")]) in (0, 3)
    cues = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    first = cues[1]["hits"][0]
    assert Path(first["path"]).name == "hall.wav" and (first["start_s"], first["end_s"]) == (1.5, 3.0)
    assert [hit["rank"] for hit in cues[1]["hits"]] == [1, 2, 3]
    assert len({hit["path"] for hit in cues[1]["hits"]}) == 3  # then by sound, each sound once
    assert all(not hit["why"].get("said") for hit in cues[2]["hits"])
