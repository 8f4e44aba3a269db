"""What `earshot doctor` says of transcribing, and what other programs learn of transcripts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.types import SpokenWord
from engine.features.dialogue import optional_parts
from engine.features.dialogue.packs import get_pack, remove_pack
from engine.features.doctor.doctor import Check, examine
from engine.features.door.line_server import HAS_SOCKETS
from engine.features.door.tools import MOST_WORDS, said_record
from tests.engine.features.dialogue.transcribed_library import make_library, make_model, transcribe
from tests.engine.features.door.serving import Script, served

needs_sockets = pytest.mark.skipif(not HAS_SOCKETS, reason="this system's Python has no Unix sockets")


def check_of(library: Path, name: str) -> Check:
    return next(check for check in examine(library) if check.name == name)


def test_doctor_says_that_there_is_no_dialogue_pack_and_how_to_get_one(tmp_path: Path) -> None:
    check = check_of(tmp_path, "dialogue pack")
    assert check.status == "ok"
    assert "none" in check.detail and "earshot dialogue get NAME" in check.detail


def test_doctor_names_the_dialogue_pack(tmp_path: Path) -> None:
    pack = get_pack(str(make_model(tmp_path / "tiny.en")), tmp_path / "library", lambda name, done, size: None)
    assert check_of(tmp_path / "library", "dialogue pack").detail.startswith(f"tiny.en ({pack.pack_id[:12]})")
    remove_pack(tmp_path / "library")
    assert "none" in check_of(tmp_path / "library", "dialogue pack").detail


def test_a_damaged_dialogue_pack_is_a_failure_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "dialogue").mkdir()
    (tmp_path / "dialogue" / "pack.json").write_text("{")
    check = check_of(tmp_path, "optional parts")
    assert check.status == "fail"
    assert check.advice


def test_doctor_says_how_to_get_the_recogniser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optional_parts, "_RECOGNISER", "no-such-recogniser")
    monkeypatch.setattr(optional_parts, "packages_folder", lambda: None)
    assert "earshot dialogue get-recogniser" in check_of(tmp_path, "speech recogniser").detail


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Script]:
    made = make_library(tmp_path_factory.mktemp("said"))
    transcribe(made)
    with served(made, "--socket", made.parent / "door.sock") as (address, _), Script(address) as opened:
        yield opened


@needs_sockets
def test_a_program_finds_what_is_said(script: Script) -> None:
    (hit,) = script.ask("search", query='said:"open the door"')["result"]["hits"]
    assert (Path(hit["path"]).name, hit["start_s"], hit["end_s"]) == ("hall.wav", 1.5, 3.0)
    assert [word["word"] for word in hit["why"]["said"]] == ["open", "the", "door."]


@needs_sockets
def test_a_described_sound_has_what_is_said_in_it(script: Script) -> None:
    (hit,) = script.ask("search", query="said:door")["result"]["hits"]
    said = script.ask("describe", sound=hit["path"])["result"]["said"]
    assert said == {"stretches": [{"text": "Please open the door.", "start_s": 1.0, "end_s": 3.0}], "words": 4}
    silent = next(one for one in script.ask("search", query="said:no")["result"]["hits"])
    assert "said" not in script.ask("describe", sound=silent["path"])["result"]


def test_of_a_long_transcript_only_the_beginning_is_told() -> None:
    words = tuple(SpokenWord("word", float(at), at + 0.5, 0.9) for at in range(700))
    record = said_record([words, words])
    assert [len(one["text"].split()) for one in record["stretches"]] == [700, MOST_WORDS - 700]
    assert record["words"] == 1400
    assert record["stretches"][1]["end_s"] == 299.5
