"""Synthetic speakers; where a program is not installed its tests are skipped."""

import shutil

import numpy as np
import pytest

from training.data.synthesis.speech import SpeechError
from training.papers.speech.voices import FLITE_VOICES, VARIANTS, SyntheticVoice, VoiceManner, manner, say, voices

espeak_only = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
flite_only = pytest.mark.skipif(shutil.which("flite") is None, reason="flite is not installed")


@espeak_only
def test_variants_differ_and_a_voice_says_the_same_twice() -> None:
    first = say("seven", SyntheticVoice("espeak-ng", "m1"), VoiceManner(), 8_000)
    assert first.dtype == np.float32 and 2_000 < len(first) < 12_000
    assert np.array_equal(first, say("seven", SyntheticVoice("espeak-ng", "m1"), VoiceManner(), 8_000))
    other = say("seven", SyntheticVoice("espeak-ng", "f4"), VoiceManner(), 8_000)
    assert len(other) != len(first) or not np.array_equal(other, first)


@espeak_only
def test_every_variant_is_one_that_espeak_has() -> None:
    # Of a variant that is not there espeak-ng says nothing and takes its plain voice.
    plain = say("seven", SyntheticVoice("espeak-ng", "nobody"), VoiceManner(), 8_000)
    said = {name: say("seven", SyntheticVoice("espeak-ng", name), VoiceManner(), 8_000) for name in VARIANTS}
    assert [name for name, wave in said.items() if np.array_equal(wave, plain)] == []
    assert len({wave.tobytes() for wave in said.values()}) == len(VARIANTS)


@flite_only
@pytest.mark.parametrize("speaker", FLITE_VOICES)
def test_flites_voices_take_their_time(speaker: str) -> None:
    voice = SyntheticVoice("flite", speaker)
    slow, quick = (say("seven", voice, VoiceManner(words_per_min=speed), 8_000) for speed in (120, 240))
    assert len(slow) > 1.3 * len(quick)


def test_a_voice_that_is_not_there_is_named() -> None:
    with pytest.raises(SpeechError, match="flite"):
        say("seven", SyntheticVoice("flite", "nobody"), VoiceManner(), 8_000)


def test_speakers_have_names_of_their_own_and_manners_stay_in_range() -> None:
    names = [voice.speaker for voice in voices()]
    assert len(set(names)) == len(names)
    drawn = [manner(np.random.default_rng(seed)) for seed in range(200)]
    assert {each.accent for each in drawn} >= {"en-us", "en-gb"}
    assert all(120 <= each.words_per_min <= 240 and 30 <= each.pitch <= 70 for each in drawn)
