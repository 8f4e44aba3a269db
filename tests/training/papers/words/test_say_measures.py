"""`earshot-train words library`, `words phrases` and `units again`: the engine is asked, with the packs of Earshot."""

import json
import shutil
from pathlib import Path

import pytest

from engine.models.speech_pack import speech_pack_for
from tests.helpers.recorded import corpus_folder
from training.cli import main
from training.papers.speech_packs.spoken_phrases import choose
from training.papers.words.utterances import Utterance, WordsError

DATA = corpus_folder() or Path()
needs_digits = pytest.mark.skipif(
    not (DATA / "fsdd").is_dir(), reason="EARSHOT_DATA names no folder with fsdd, recordings of spoken digits"
)
needs_voices = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")


def words(path: str, said: str) -> list[Utterance]:
    """A recording of words half a second long each."""
    return [Utterance(word, "ann", Path(path), at / 2, at / 2 + 0.5) for at, word in enumerate(said.split())]


def test_phrases_are_runs_of_words_with_every_place_they_are_said_at() -> None:
    recordings, asked = choose([*words("a", "open the door"), *words("b", "close the door")], 10, 10)
    assert recordings == [Path("a"), Path("b")]
    found = {each.words: [(place.path.name, place.start_s, place.end_s) for place in each.places] for each in asked}
    assert found[("the", "door")] == [("a", 0.5, 1.5), ("b", 0.5, 1.5)]
    assert found[("open", "the", "door")] == [("a", 0.0, 1.5)]
    assert len(found) == 4 + 3 + 2


def test_words_without_times_are_refused() -> None:
    with pytest.raises(WordsError, match="running speech"):
        choose([Utterance("seven", "ann", Path("a")), Utterance("eight", "ann", Path("b"))], 10, 10)


@needs_digits
def test_digits_are_found_among_other_sounds(tmp_path: Path) -> None:
    asked = ["words", "library", "--pack", str(speech_pack_for("words", None)), "--data", f"digits={DATA / 'fsdd'}",
             "--among", str(DATA / "audio"), "--speaker", "george", "--speaker", "lucas", "--limit", "1",
             "--others", "20", "--out", str(tmp_path)]  # fmt: skip
    assert main.main(asked) == 0
    found = json.loads((tmp_path / "spoken.json").read_text())
    assert [each["name"] for each in found["speakers"]] == ["george", "lucas"]
    # One digit among nine others of the same person and twenty sounds.
    assert found["all"]["chance"] == pytest.approx(1 / 30)
    assert found["all"]["said"]["value"] > 5 * found["all"]["chance"]
    values = [each["said"]["value"] for each in found["words"]]
    assert found["all"]["said"]["value"] == pytest.approx(sum(values) / 10)


@needs_voices
def test_phrases_are_found_in_running_speech(tmp_path: Path) -> None:
    said = tmp_path / "said"
    assert main.main(["words", "sentences", "--out", str(said), "--speakers", "1", "--sentences", "6"]) == 0
    asked = ["words", "phrases", "--pack", str(speech_pack_for("words", None)), "--data", f"aligned={said}",
             "--most", "12", "--phrases", "8", "--out", str(tmp_path / "out")]  # fmt: skip
    assert main.main(asked) == 0
    found = json.loads((tmp_path / "out" / "phrases.json").read_text())
    assert [each["words"] for each in found] == [1, 2, 3]
    assert max(each["said"]["value"] for each in found) > 2 * found[0]["chance"]


@needs_digits
def test_the_same_digit_and_the_sound_of_a_cut_are_found_by_their_units(tmp_path: Path) -> None:
    asked = ["units", "again", str(speech_pack_for("units", None)), "--data", f"digits={DATA / 'fsdd'}",
             "--speaker", "george", "--limit", "2", "--among", str(DATA / "audio" / "openclonk"), "--others", "12",
             "--cuts", "2", "--out", str(tmp_path)]  # fmt: skip
    assert main.main(asked) == 0
    found = json.loads((tmp_path / "again.json").read_text())
    assert found["recordings"] == 20 and found["chance"] == pytest.approx(1 / 31)
    assert found["digits"]["value"] > 5 * found["chance"]
    assert found["cuts"] >= 1 and found["seconds"]["plain"] >= 0.5
    assert {path.suffix for path in (tmp_path / "cuts").iterdir()} == {".wav", ".mp3"}
