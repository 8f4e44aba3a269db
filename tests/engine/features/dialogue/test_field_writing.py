"""`earshot dialogue write`: transcripts in the metadata of real files, seen before they are written, and taken back."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio.field_text import PlacedText, TextPlacement, placed_text
from engine.audio.metadata import read_metadata
from engine.base.types import PackId, SpokenWord
from engine.cli.main import main
from engine.features.dialogue.transcripts import TranscriptFile
from engine.features.speech.speech_phase import digest_of
from engine.store.catalogue import Catalogue
from tests.helpers.indexing import index
from tests.helpers.tiny_pack import make_tiny_pack

SAID = {
    "hall.wav": "Please open the door.",
    "call.flac": "It is ten past 7",
    "radio.au": "Over and out.",
    "wind.wav": "",
}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Sounds in WAV, FLAC and AU, the last of which Earshot reads and does not write, with transcripts."""
    (tmp_path / "sounds").mkdir()
    time_s = np.arange(4 * 16_000) / 16_000
    for number, name in enumerate(SAID, start=1):
        soundfile.write(tmp_path / "sounds" / name, 0.3 * np.sin(2 * np.pi * 200 * number * time_s), 16_000)
    library = tmp_path / "library"
    index(library, make_tiny_pack(tmp_path / "pack"), tmp_path / "sounds")
    say_in(library, SAID)
    return library


def say_in(library: Path, said: dict[str, str]) -> None:
    with Catalogue.open(library, read_only=True) as catalogue:
        known = list(catalogue.files.payloads())
    file = TranscriptFile.for_pack(library, PackId("ab" * 16))
    for sound in known:
        words = tuple(
            SpokenWord(word, at / 100, (at + 1) / 100, 0.9) for at, word in enumerate(said[sound.path.name].split())
        )
        file.keep(sound.id, digest_of(sound.content_id, sound.payload_digest), (words,) if words else ())
    file.close()


def sound(library: Path, name: str) -> Path:
    return library.parent / "sounds" / name


def contents(library: Path) -> dict[str, bytes]:
    return {name: sound(library, name).read_bytes() for name in SAID}


def write(
    library: Path, capsys: pytest.CaptureFixture[str], *words: str, status: int
) -> dict[str, dict[str, str | int | bool]]:
    """Runs it on these words; returns what it says of each file."""
    capsys.readouterr()
    assert main(["--library", str(library), "--json", "dialogue", "write", *words]) == status
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return {Path(record["path"]).name: record for record in records}


@pytest.mark.shows("transcripts-written")
def test_nothing_is_written_before_it_was_shown(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(library)
    shown = write(library, capsys, "description", "dur:>1", status=3)
    assert contents(library) == before
    assert shown.keys() == {"hall.wav", "call.flac", "radio.au"}
    assert (shown["hall.wav"]["old"], shown["hall.wav"]["new"]) == ("", "Please open the door.")


@pytest.mark.shows("transcripts-written")
def test_transcripts_are_written_into_files_and_taken_back(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(library)
    done = write(library, capsys, "description", "dur:>1", "--apply", status=3)
    assert read_metadata(sound(library, "hall.wav")).description == "Please open the door."
    assert read_metadata(sound(library, "call.flac")).description == "It is ten past 7"
    assert "error" in done["radio.au"] and sound(library, "radio.au").read_bytes() == before["radio.au"]
    assert sound(library, "wind.wav").read_bytes() == before["wind.wav"]
    assert main(["--library", str(library), "undo"]) == 0
    assert contents(library) == before


def test_a_text_that_is_there_stays_unless_asked(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hall = sound(library, "hall.wav")
    assert main(["--library", str(library), "describe", str(hall), "--set", "comment=Wide stereo"]) == 0
    kept = write(library, capsys, "comment", "said:door", "--apply", status=0)
    assert kept["hall.wav"]["kept"] is True and read_metadata(hall).comment == "Wide stereo"
    for _ in range(2):  # the second time it is there already
        write(library, capsys, "comment", "said:door", "--placement", "append", "--apply", status=0)
        assert read_metadata(hall).comment == "Wide stereo\nPlease open the door."
    write(library, capsys, "comment", "said:door", "--placement", "replace", "--apply", status=0)
    assert read_metadata(hall).comment == "Please open the door."


def test_what_is_cut_off_is_told(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    say_in(library, SAID | {"hall.wav": "door " * 1000})
    shown = write(library, capsys, "comment", "said:door", "--most", "100", status=0)["hall.wav"]
    assert shown["new"] == "door " * 18 + "door […]"  # 19 words and 4 blanks fit in 100 letters less " […]"
    assert shown["left_out"] == 1000 * 5 - 1 - (19 * 5 - 1)
    main(["--library", str(library), "dialogue", "write", "comment", "said:door", "--most", "100"])
    assert "letters of the transcript left out" in capsys.readouterr().err


def test_corrections_are_written_in_the_place_of_the_machines_words(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hall = sound(library, "hall.wav")
    words = ["--from", "0.03", "--to", "0.04", "--text", "drawer."]
    assert main(["--library", str(library), "dialogue", "edit", str(hall), *words]) == 0
    write(library, capsys, "user.Said", "said:drawer", "--apply", status=0)
    assert read_metadata(hall).fields["ixml.USER.SAID"] == "Please open the drawer."


def test_a_field_that_is_for_something_else_is_refused(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--library", str(library), "dialogue", "write", "keywords", "said:door", "--apply"]) == 1
    assert "description, comment, user.NAME" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("ffprobe") is None, reason="ffprobe is not installed")
@pytest.mark.parametrize(("name", "tag"), [("hall.wav", "comment"), ("call.flac", "COMMENT")])
def test_other_programs_read_it(library: Path, capsys: pytest.CaptureFixture[str], name: str, tag: str) -> None:
    write(library, capsys, "comment", "dur:>1", "--apply", status=3)
    probe = ["ffprobe", "-v", "error", "-show_entries", "format_tags", "-of", "json", str(sound(library, name))]
    tags = json.loads(subprocess.run(probe, capture_output=True, check=True).stdout)["format"]["tags"]
    assert {key.lower(): text for key, text in tags.items()}[tag.lower()] == SAID[name]


def test_wavinfo_reads_the_description(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wavinfo = pytest.importorskip("wavinfo", reason="wavinfo is not installed")
    write(library, capsys, "description", "said:door", "--apply", status=0)
    assert wavinfo.WavInfoReader(str(sound(library, "hall.wav"))).bext.description == SAID["hall.wav"]


@pytest.mark.parametrize(
    ("old", "placement", "expected"),
    [
        ("", TextPlacement.EMPTY, PlacedText("one two")),
        ("x", TextPlacement.EMPTY, PlacedText("x", is_kept=True)),
        ("x", TextPlacement.APPEND, PlacedText("x\none two")),
        ("x one two", TextPlacement.APPEND, PlacedText("x one two")),
        ("x", TextPlacement.REPLACE, PlacedText("one two")),
        ("x" * 20_000, TextPlacement.APPEND, PlacedText("x" * 20_000, is_kept=True)),
    ],
)
def test_a_text_beside_what_a_field_says(old: str, placement: TextPlacement, expected: PlacedText) -> None:
    assert placed_text(old, "one two", placement) == expected
