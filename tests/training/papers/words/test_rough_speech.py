"""Rough copies of words, and running speech of synthetic voices; tests of speaking want espeak-ng."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from training.papers.speech.augmentation import SpeechAugmentConfig, cut_again, drawn_for, roughened
from training.papers.speech.voices import SyntheticVoice
from training.papers.words.material import measure
from training.papers.words.sentences import SentencePlan, say_sentences
from training.papers.words.settings import WordsConfig
from training.papers.words.utterances import WordsError, read_utterances

espeak_only = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
RATE_HZ = 8000


def test_a_copy_is_another_wave_and_the_same_at_every_reading() -> None:
    wave = np.sin(np.arange(4000) * 0.3).astype(np.float32)
    config = SpeechAugmentConfig(noise_db=(20.0, 20.0), room_share=0.0)
    first, again, other = (roughened(wave, RATE_HZ, config, drawn_for("seven", copy)) for copy in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert len(first) != len(other)
    still = roughened(wave, RATE_HZ, replace(config, stretch=0.0), drawn_for("seven", 1))
    noise = still - wave
    assert 10.0 * np.log10(np.mean(wave**2) / np.mean(noise**2)) == pytest.approx(20.0, abs=0.1)


def test_a_word_that_stands_alone_gets_silence_or_is_cut_but_never_to_nothing() -> None:
    wave = np.ones(1000, dtype=np.float32)
    assert len(cut_again(wave, RATE_HZ, 0.01, -0.02)) == 1000 + 80 - 160
    assert len(cut_again(wave, RATE_HZ, -0.2, -0.2)) == 1000


def test_what_cannot_be_done_is_refused() -> None:
    with pytest.raises(ValueError, match="noise_db"):
        SpeechAugmentConfig(noise_db=(20.0, 10.0))
    with pytest.raises(ValueError, match="copies"):
        SpeechAugmentConfig(copies=-1)


@espeak_only
def test_running_speech_is_read_as_aligned_and_each_word_has_its_rough_copies(tmp_path: Path) -> None:
    speaking = SentencePlan(("seven", "window", "guitar", "open"), (SyntheticVoice("espeak-ng", "m1"),), sentences=2)
    told = say_sentences(tmp_path, speaking)
    found = read_utterances([f"aligned={tmp_path}"])
    assert 8 <= told == len(found) <= 12
    assert {each.speaker for each in found} == {"espeak-m1"} and {each.word for each in found} <= set(speaking.words)
    spoken = measure(found[:3], WordsConfig(rough=SpeechAugmentConfig(copies=2)), is_rough=True)
    assert len(spoken) == 9 and spoken.labels[0] == spoken.labels[1] == spoken.labels[2]
    assert not np.array_equal(spoken.features[0], spoken.features[1])


def test_nobody_to_say_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WordsError, match="nobody to say"):
        say_sentences(tmp_path, SentencePlan(("seven",), (), 1))
