"""Synthetic voices with the times of their phones."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from training.measures.abx import read_items
from training.papers.speech.voices import SyntheticVoice
from training.papers.units.recordings import SPOKEN_ITEMS, read_recordings
from training.papers.units.utterances import SpokenUtterance, sentences, utter, write_utterances

flite = pytest.mark.skipif(shutil.which("flite") is None, reason="needs flite: apt install flite")
espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng: apt install espeak-ng")


def loudness(said: SpokenUtterance, phone: str) -> float:
    """The mean power where a phone is said."""
    parts = [
        said.samples[round(each.start_s * 16_000) : round(each.end_s * 16_000)]
        for each in said.phones
        if each.label == phone
    ]
    return float(np.mean(np.concatenate(parts) ** 2))


@flite
def test_flite_tells_when_each_phone_is_said() -> None:
    said = utter("see", SyntheticVoice("flite", "slt"), 16_000)
    assert [phone.label for phone in said.phones] == ["s", "iy"]
    assert said.phones[0].end_s == said.phones[1].start_s
    assert loudness(said, "iy") > loudness(said, "s")


@espeak
def test_espeak_tells_when_each_phone_is_said() -> None:
    said = utter("see", SyntheticVoice("espeak-ng", "f2"), 16_000)
    assert said.phones[0].label == "s" and len(said.phones) == 2
    first, second = said.phones
    assert 0.0 <= first.start_s < first.end_s == second.start_s < second.end_s <= len(said.samples) / 16_000
    # Hissing crosses zero far more often than a vowel.
    crossings = [
        np.mean(np.diff(np.sign(said.samples[round(each.start_s * 16_000) : round(each.end_s * 16_000)])) != 0)
        for each in said.phones
    ]
    assert crossings[0] > 2.0 * crossings[1]


@flite
def test_voices_are_written_as_a_corpus_with_its_phones(tmp_path: Path) -> None:
    voices = [SyntheticVoice("flite", "slt"), SyntheticVoice("flite", "rms")]
    assert write_utterances(tmp_path, voices, ["six", "two dogs"], 16_000, print) == 0
    recordings = read_recordings(["spoken:-flite-rms"], {"spoken": tmp_path})
    assert [(each.id, each.speaker, each.word) for each in recordings] == [
        ("flite-slt-0000", "flite-slt", "six"),
        ("flite-slt-0001", "flite-slt", ""),
    ]
    items = read_items(tmp_path / SPOKEN_ITEMS)
    six = [(item.phone, item.context) for item in items if item.file == "flite-slt-0000"]
    # s ih k s: only phones between two others.
    assert six == [("ih", ("flite:s", "k")), ("k", ("flite:ih", "s"))]


def test_sentences_are_different_and_the_same_for_a_seed() -> None:
    found = sentences(200, seed=1)
    assert len(set(found)) == 200
    assert found == sentences(200, seed=1) and found != sentences(200, seed=2)
    with pytest.raises(ValueError, match="4096"):
        sentences(5000)
