"""Edited sounds differ as their new captions say."""

import numpy as np
import pytest

from training.data.edits import EDITS, EditResult, contradicts, edit, edit_caption, pitched, plain, resampled, stretched

RATE_HZ = 16_000
TONE = (0.4 * np.sin(2 * np.pi * 500 * np.arange(2 * RATE_HZ) / RATE_HZ)).astype(np.float32)
HISS = (0.1 * np.random.default_rng(1).standard_normal(2 * RATE_HZ)).astype(np.float32)
FADING = HISS * np.linspace(1.0, 0.0, len(HISS), dtype=np.float32)


def edited(name: str, samples: np.ndarray = TONE, caption: str = "A dog is barking.", seed: int = 0) -> EditResult:
    found = edit(samples, caption, np.random.default_rng(seed), RATE_HZ, [name])
    assert found is not None
    return found


def peak_hz(samples: np.ndarray) -> float:
    return float(np.argmax(np.abs(np.fft.rfft(samples * np.hanning(len(samples))))) * RATE_HZ / len(samples))


def share_above(samples: np.ndarray, hz: float) -> float:
    power = np.abs(np.fft.rfft(samples)) ** 2
    return float(power[np.fft.rfftfreq(len(samples), 1 / RATE_HZ) > hz].sum() / power.sum())


@pytest.mark.parametrize("name", EDITS)
def test_every_edit_is_the_same_for_a_seed_and_says_itself_in_the_caption(name: str) -> None:
    first, again = edited(name, FADING), edited(name, FADING)
    assert first.samples.tobytes() == again.samples.tobytes() and first.caption == again.caption
    assert np.isfinite(first.samples).all() and 0.0 < np.abs(first.samples).max() <= 1.0
    assert "dog is barking" in first.caption and first.caption != "A dog is barking."
    assert first.caption[0].isupper() and first.caption.endswith(".") and "{" not in first.caption
    assert first.samples.dtype == np.float32


def test_distant_is_quieter_and_duller_and_muffled_is_duller() -> None:
    far, dull = edited("distant", HISS).samples, edited("muffled", HISS).samples
    assert np.abs(far).max() < 0.2 * np.abs(HISS).max()
    assert share_above(HISS, 3000.0) > 0.6  # white: 5 of 8 kHz
    assert share_above(far, 3000.0) < 0.25 and share_above(dull, 3000.0) < 0.01


def test_an_echo_comes_again_and_a_hall_rings_on() -> None:
    click = np.zeros(RATE_HZ, np.float32)
    click[100:1000] = HISS[:900]
    echo, hall = edited("echoing", click).samples, edited("reverberant", click).samples
    loud = np.flatnonzero(np.abs(echo) > 0.02)
    assert 1 + np.sum(np.diff(loud) > 0.1 * RATE_HZ) >= 3
    assert np.sqrt(np.mean(hall[RATE_HZ // 2 : RATE_HZ] ** 2)) > 1e-3 and len(hall) > 2.5 * RATE_HZ


def test_slow_is_longer_and_lower_fast_shorter_and_higher() -> None:
    slow, fast = edited("slowed").samples, edited("sped up").samples
    assert len(slow) > 1.6 * len(TONE) and peak_hz(slow) == pytest.approx(500 * len(TONE) / len(slow), rel=0.01)
    assert len(fast) < len(TONE) / 1.6 and peak_hz(fast) == pytest.approx(500 * len(TONE) / len(fast), rel=0.01)


def test_reversed_begins_with_the_end() -> None:
    assert edited("reversed", FADING[:-1]).samples[0] == FADING[-2]


# An interval of 5 to 10 semitones is a factor of 1.33 to 1.79.
def test_pitch_moves_and_length_stays() -> None:
    low, high = edited("lower").samples, edited("higher").samples
    assert len(low) == len(high) == len(TONE)
    assert 1.32 < 500 / peak_hz(low) < 1.79 and 1.32 < peak_hz(high) / 500 < 1.79


def test_a_telephone_carries_300_to_3400_hz() -> None:
    heard = edited("telephone", HISS).samples
    assert share_above(heard, 4200.0) < 0.02 and 1 - share_above(heard, 200.0) < 0.02


def test_noise_behind_is_as_loud_as_the_sound() -> None:
    noisy = edited("noise").samples
    behind = noisy - TONE * (np.dot(noisy, TONE) / np.dot(TONE, TONE))
    level_db = 10 * np.log10(np.mean(behind**2) / (np.mean(noisy**2) - np.mean(behind**2)))
    assert -3.6 < level_db < 3.6


@pytest.mark.parametrize(
    ("caption", "name"),
    [
        ("a high beep", "lower"),
        ("footsteps far away", "distant"),
        ("a bell in a church", "reverberant"),
        ("a crowd cheering", "crowd"),
        ("a clock ticking fast", "slowed"),
    ],
)
def test_what_a_caption_says_already_is_not_contradicted(caption: str, name: str) -> None:
    assert edit(TONE, caption, np.random.default_rng(0), RATE_HZ, [name]) is None


def test_silence_and_nothing_are_left_alone() -> None:
    assert edit(np.zeros(RATE_HZ, np.float32), "silence", np.random.default_rng(0), RATE_HZ) is None
    assert edit(TONE[:10], "a dog", np.random.default_rng(0), RATE_HZ) is None


def test_what_would_not_be_heard_is_not_made() -> None:
    rng = np.random.default_rng(0)
    falling = TONE * np.linspace(1.0, 0.0, len(TONE), dtype=np.float32) ** 2
    assert edit(HISS, "rain", rng, RATE_HZ, ["reversed"]) is None and edit(
        falling, "a gong", rng, RATE_HZ, ["reversed"]
    )
    assert edit(TONE, "a horn", rng, RATE_HZ, ["muffled"]) is None and edit(HISS, "rain", rng, RATE_HZ, ["muffled"])


@pytest.mark.parametrize(
    ("caption", "wanted"),
    [
        ("clear ring of a bell in a short recording", "clear ring of a bell"),
        ("the sound of a helicopter flying", "a helicopter flying"),
        ("short alarm sting heard in this clip", "short alarm sting"),
        ("electronic keyboard tone as a sound effect", "electronic keyboard tone"),
        ("a recording of a telephone ringing", "a telephone ringing"),
        ("a dog is barking in a hall.", "a dog is barking in a hall."),
        ("steps of a person in a clip shop", "steps of a person in a clip shop"),
    ],
)
def test_a_caption_loses_what_it_says_of_itself(caption: str, wanted: str) -> None:
    assert plain(caption) == wanted


def test_a_contradiction_is_told_beforehand() -> None:
    assert contradicts("lower", "A high beep") and not contradicts("lower", "a dog barks")


def test_names_and_sentences_get_words_that_fit_them() -> None:
    texts = {edit_caption("rain on a roof", "distant", np.random.default_rng(seed)) for seed in range(40)}
    sentences = {edit_caption("a dog is barking", "distant", np.random.default_rng(seed)) for seed in range(40)}
    assert "in the distance, a dog is barking" in sentences and "a dog is barking, far away" in sentences
    assert not [text for text in sentences if "sound of" in text]
    assert len(texts) >= 4


def test_a_stretch_keeps_the_pitch_and_a_resampling_does_not() -> None:
    longer = stretched(TONE, 1.5)
    assert len(longer) == 1.5 * len(TONE) and peak_hz(longer) == pytest.approx(500, abs=2)
    assert np.sqrt(np.mean(longer[8000:-8000] ** 2)) == pytest.approx(0.4 / np.sqrt(2), rel=0.05)
    assert peak_hz(resampled(TONE, 2.0)) == pytest.approx(250, abs=1)
    assert peak_hz(pitched(TONE, 2.0)) == pytest.approx(1000, abs=4)
