"""Spoken words from where they lie, and as numbers."""

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.helpers.recorded import corpus_folder
from training.papers.words.material import joined, measure
from training.papers.words.settings import WordsConfig
from training.papers.words.utterances import WordsError, read_utterances

FSDD = (corpus_folder() or Path()) / "fsdd"


def speak(path: Path, seconds: float = 0.4) -> Path:
    """Writes noise that stands for a word."""
    path.parent.mkdir(parents=True, exist_ok=True)
    noise = np.random.default_rng(len(path.name)).normal(size=round(8_000 * seconds))
    soundfile.write(path, (0.1 * noise).astype(np.float32), 8_000)
    return path


def test_digits_are_read_by_their_names(tmp_path: Path) -> None:
    for name in ("7_anna_0.flac", "0_ben_12.flac", "notes_of_a_day.flac"):
        speak(tmp_path / name)
    found = read_utterances([f"digits={tmp_path}"])
    assert [(each.word, each.speaker) for each in found] == [("zero", "ben"), ("seven", "anna")]


def test_folders_are_words_and_names_begin_with_the_speaker(tmp_path: Path) -> None:
    for name in ("yes/0ab3_nohash_0.wav", "open door/anna-2.wav", "_background_noise_/rain.wav", "loose.wav"):
        speak(tmp_path / name)
    found = read_utterances([f"folders={tmp_path}"])
    assert [(each.word, each.speaker) for each in found] == [("open door", "anna"), ("yes", "0ab3")]


def test_aligned_words_are_cut_out_of_their_recordings(tmp_path: Path) -> None:
    speak(tmp_path / "anna" / "r1.wav", 2.0)
    speak(tmp_path / "ben_r2.wav", 2.0)
    (tmp_path / "anna" / "r1.TextGrid").write_text(
        'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n2\n<exists>\n1\n"IntervalTier"\n"words"\n0\n2\n2\n'
        '0\n0.5\n"seven"\n0.5\n2\n""\n'
    )
    (tmp_path / "all.ctm").write_text("ben_r2 1 0.25 0.5 eight\n")
    found = read_utterances([f"aligned={tmp_path}"])
    assert [(each.word, each.speaker, each.start_s, each.end_s) for each in found] == [
        ("seven", "anna", 0.0, 0.5),
        ("eight", "ben", 0.25, 0.75),
    ]
    spoken = measure(found, WordsConfig())
    assert [len(rows) for rows in spoken.features] == [51, 51]


def test_unknown_names_and_empty_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WordsError, match="names no words"):
        read_utterances([str(tmp_path)])
    with pytest.raises(WordsError, match="no spoken words"):
        read_utterances([f"digits={tmp_path}"])


def test_words_that_are_said_alike_are_one_and_what_cannot_be_used_is_told(tmp_path: Path) -> None:
    for name in ("two/a_0.wav", "too/a_0.wav", "open/a_0.wav"):
        speak(tmp_path / name)
    speak(tmp_path / "open" / "b_0.wav", 3.0)
    (tmp_path / "open" / "c_0.wav").write_bytes(b"no sound")
    told: list[str] = []
    spoken = measure(read_utterances([f"folders={tmp_path}"]), WordsConfig(), told.append)
    assert len(spoken) == 3 and set(spoken.words) == {"open", "too"}
    assert spoken.labels.tolist().count(spoken.words.index("too")) == 2
    assert len(told) == 2 and told[0].startswith("2 of 5 utterances left out")
    assert told[1] == "longer than 2 s: 1, left out by the recipe's longest_s"


def test_two_sets_of_words_become_one(tmp_path: Path) -> None:
    for name in ("first/two/a_0.wav", "first/open/a_0.wav", "second/too/b_0.wav", "second/door/b_0.wav"):
        speak(tmp_path / name)
    first, second = (
        measure(read_utterances([f"folders={tmp_path / name}"]), WordsConfig()) for name in ("first", "second")
    )
    whole = joined(first, second)
    assert [whole.words[label] for label in whole.labels] == ["open", "two", "door", "two"]
    assert whole.by(["b"]).words == ("two", "door")


@pytest.mark.skipif(not FSDD.is_dir(), reason="EARSHOT_DATA names no folder with fsdd, the recordings of spoken digits")
def test_the_spoken_digits_are_all_there_and_can_be_measured() -> None:
    found = read_utterances([f"digits={FSDD}"])
    assert (len(found), len({each.speaker for each in found}), len({each.word for each in found})) == (2500, 5, 10)
    spoken = measure(found[::250], WordsConfig())
    assert len(spoken) == 10 and spoken.features[0].shape[1] == 36


def test_recordings_listed_like_made_words_are_read_and_glosses_are_not(tmp_path: Path) -> None:
    rows = [
        {"word": "seven", "speaker": "anna", "path": "a.ogg", "text": "spoken", "licence": "CC0"},
        {"word": "cat", "speaker": "anna", "path": "chat.ogg", "text": "gloss", "licence": "CC0"},
    ]
    (tmp_path / "words.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert [each.word for each in read_utterances([f"made={tmp_path}"])] == ["seven"]
