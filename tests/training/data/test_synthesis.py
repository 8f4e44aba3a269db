"""Sounds made by formula are what their captions say, as measured from their samples."""

import re

import numpy as np
import pytest

from training.data.synthesis.generator_output import SynthesisedSound, Wave, worded
from training.data.synthesis.machines import passing
from training.data.synthesis.noises import coloured_noise, noise_bursts
from training.data.synthesis.percussive import bell
from training.data.synthesis.registry import GENERATORS, make
from training.data.synthesis.signals import beeps, keypad
from training.data.synthesis.speech import SpeechError, is_installed
from training.data.synthesis.tones import held_tone, sweep

RATE_HZ = 44_100
SEEDS = range(8)
DRY = [name for name in GENERATORS if name != "speech"]
NUMBERS = {
    "once": 1,
    "twice": 2,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
}


def peak_hz(samples: np.ndarray) -> float:
    """The strongest frequency."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum) * RATE_HZ / len(samples))


def onsets(samples: np.ndarray, gap_s: float = 0.03) -> int:
    """How often sound begins after a silence of at least that."""
    loud = np.flatnonzero(np.abs(samples) > 0.05 * np.abs(samples).max())
    return 1 + int(np.sum(np.diff(loud) > gap_s * RATE_HZ))


def number_in(captions: tuple[str, ...]) -> int:
    """The number a caption says, in words."""
    found = {NUMBERS[word] for text in captions for word in re.findall(r"\w+", text) if word in NUMBERS}
    assert len(found) == 1, captions
    return found.pop()


@pytest.mark.parametrize("name", DRY)
def test_every_sound_is_finite_audible_unclipped_and_has_captions(name: str) -> None:
    made: SynthesisedSound = make(name, np.random.default_rng(3))
    samples: Wave = made.samples
    assert samples.dtype == np.float32 and samples.ndim == 1
    assert 0.2 * made.sample_rate_hz < len(samples) < 22 * made.sample_rate_hz
    assert np.isfinite(samples).all() and 0.05 < np.abs(samples).max() < 1.0
    assert abs(samples[0]) < 1e-3 and abs(samples[-1]) < 1e-3  # no click at the ends
    assert 2 <= len(set(made.captions)) == len(made.captions) <= 3
    assert not [text for text in made.captions if re.search(r"[{}]|  | ,|\ba [aeio]|\ban [^aeiou8]", text)]
    assert made.kind and made.category and made.labels


@pytest.mark.parametrize("name", ["tone", "noise", "beeps", "siren", "ticking", "heartbeat", "engine-idle"])
def test_the_same_seed_gives_the_same_sound_and_another_one_another(name: str) -> None:
    first, again, other = (make(name, np.random.default_rng(seed)) for seed in (7, 7, 8))
    assert first.samples.tobytes() == again.samples.tobytes() and first.captions == again.captions
    assert first.samples.tobytes() != other.samples.tobytes()


def test_kinds_that_say_more_name_the_kind_they_are_a_case_of() -> None:
    bases = {made.kind: made.base for made in (make("beeps", np.random.default_rng(seed)) for seed in SEEDS)}
    assert len(bases) > 2 and set(bases.values()) == {"beep"}
    assert make("morse", np.random.default_rng(1)).base == ""


# The fundamental is the strongest partial of each timbre; the bounds of the words are those of the captions' guide.
@pytest.mark.parametrize("seed", SEEDS)
def test_a_tone_has_the_pitch_its_caption_says(seed: int) -> None:
    draft = held_tone(np.random.default_rng(seed))
    found = peak_hz(draft.samples)
    text = " ".join(draft.captions)
    low, high = (
        (5700.0, 11_500.0) if re.search(r"very high|piercing|extremely", text)
        else (1600.0, 4000.0) if "high" in text
        else (380.0, 940.0) if re.search(r"mid|medium", text)
        else (60.0, 230.0)
    )  # fmt: skip
    assert low <= found <= high, (found, draft.captions)


def test_a_steady_tone_stays_and_a_pulsing_one_comes_and_goes() -> None:
    spreads: dict[str, list[float]] = {"steady": [], "pulsing": []}
    for seed in range(16):
        draft = held_tone(np.random.default_rng(seed))
        frames = draft.samples[2000:-4000][: len(draft.samples[2000:-4000]) // 1500 * 1500].reshape(-1, 1500)
        levels = np.sqrt(np.mean(frames**2, axis=1))
        spreads.setdefault(draft.labels[1], []).append(float(levels.min() / levels.max()))
    assert min(spreads["steady"]) > 0.7 and max(spreads["pulsing"]) < 0.3


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sweep_goes_where_its_caption_says(seed: int) -> None:
    draft = sweep(np.random.default_rng(seed))
    size = len(draft.samples) // 12
    start, middle, end = (
        peak_hz(draft.samples[at : at + size])
        for at in (size // 4, (len(draft.samples) - size) // 2, -size - size // 4)
    )
    first = re.search(r"\b(rising|up|low|falling|down|high)\b", draft.captions[0])
    rises, bends = first is not None and first[1] in ("rising", "up", "low"), " and " in draft.captions[0]
    if bends:
        assert (middle > 1.5 * start and middle > 1.5 * end) if rises else (middle < start / 1.5 and middle < end / 1.5)
    else:
        assert end > 2 * start if rises else end < start / 2, (start, end, draft.captions)


# Power of the colours by octave: white 0 dB, pink -3, brown -6, blue +3.
@pytest.mark.parametrize("seed", SEEDS)
def test_noise_has_the_slope_of_its_colour(seed: int) -> None:
    draft = coloured_noise(np.random.default_rng(seed))
    power = np.abs(np.fft.rfft(draft.samples)) ** 2
    frequency = np.fft.rfftfreq(len(draft.samples), 1 / RATE_HZ)
    bands_db = [10 * np.log10(power[(frequency >= low) & (frequency < 2 * low)].mean()) for low in (250.0, 4000.0)]
    wanted = {"white": 0.0, "pink": -3.01, "brown": -6.02, "blue": 3.01}
    colour = next(name for name in wanted if name in draft.captions[0])
    assert (bands_db[1] - bands_db[0]) / 4 == pytest.approx(wanted[colour], abs=0.4)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("generator", [beeps, noise_bursts])
def test_the_number_in_the_caption_is_what_is_heard(generator: object, seed: int) -> None:
    assert callable(generator)
    draft = generator(np.random.default_rng(seed))
    assert onsets(draft.samples) == number_in(draft.captions)


def test_bells_are_struck_as_often_as_said() -> None:
    draft = next(
        each for each in (bell(np.random.default_rng(seed)) for seed in range(20)) if "twice" in str(each.captions)
    )
    frames = draft.samples[: len(draft.samples) // 2205 * 2205].reshape(-1, 2205)
    rises_db = np.diff(20 * np.log10(np.sqrt(np.mean(frames**2, axis=1)) + 1e-4))
    rises = np.flatnonzero(rises_db > 3.0)  # the first frame is silent
    assert 1 + np.sum(np.diff(rises) > 1) == 2


# ITU-T Q.23: every key is one of four low tones with one of three high ones.
def test_a_key_of_a_telephone_is_a_pair_of_its_rows_and_columns_tones() -> None:
    draft = keypad(np.random.default_rng(2))
    samples = draft.samples[round(0.055 * RATE_HZ) : round(0.12 * RATE_HZ)]
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples)), 1 << 16))
    hz = np.fft.rfftfreq(1 << 16, 1 / RATE_HZ)
    row = hz[hz < 1075][np.argmax(spectrum[hz < 1075])]
    column = hz[hz >= 1075][np.argmax(spectrum[hz >= 1075])]
    assert min(abs(row - np.array([697, 770, 852, 941]))) < 6 and min(abs(column - np.array([1209, 1336, 1477]))) < 6


# Doppler: 1000 Hz at 34.3 m/s, a tenth of the speed of sound, is near 1000 / 0.9 coming and 1000 / 1.1 going.
def test_what_passes_falls_in_pitch_and_is_loudest_in_the_middle() -> None:
    tone = np.sin(2 * np.pi * 1000 * np.arange(6 * RATE_HZ) / RATE_HZ)
    heard = passing(tone, 6.0, 34.3, 3.0)
    coming, going = peak_hz(heard[RATE_HZ // 2 : RATE_HZ * 2]), peak_hz(heard[RATE_HZ * 4 : -RATE_HZ // 2])
    assert coming == pytest.approx(1000 * 1.1, abs=6) and going == pytest.approx(1000 * 0.9, abs=6)
    assert 2.9 < np.argmax(np.abs(heard)) / RATE_HZ < 3.1


def test_words_get_their_article_and_empty_ones_leave_no_gap() -> None:
    rng = np.random.default_rng(0)
    assert worded(rng, ("a(n) {size} {what} bell",), size="old", what="") == ("an old bell",)


def test_without_espeak_speech_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SpeechError) as caught:
        make("speech", np.random.default_rng(0))
    assert "apt install espeak-ng" in caught.value.advice


@pytest.mark.skipif(not is_installed(), reason="espeak-ng is not installed")
def test_voices_are_as_high_as_those_they_are_said_to_be() -> None:
    medians: dict[str, list[float]] = {}
    for seed in range(14):
        made = make("speech", np.random.default_rng(seed))
        if made.kind.startswith("speech_"):
            medians.setdefault(made.labels[1], []).append(_voice_hz(made.samples))
    assert np.median(medians["man"]) < np.median(medians["woman"]) < np.median(medians["child"])


def _voice_hz(samples: np.ndarray) -> float:
    """The median pitch of the loud frames, by autocorrelation between 60 and 500 Hz."""
    frames = samples[: len(samples) // 2048 * 2048].reshape(-1, 2048)
    loud = frames[np.sum(frames**2, axis=1) > np.median(np.sum(frames**2, axis=1))]
    echoes = np.fft.irfft(np.abs(np.fft.rfft(loud, 4096)) ** 2)[:, 88:735]
    return float(np.median(RATE_HZ / (88 + np.argmax(echoes, axis=1))))
