"""Effects as a person hears them; numbers by hand, signals by numpy."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.audio.decode import open_audio
from engine.audio.effects import EffectChain, Effects, affected_blocks, matching_gain_db, ordered_blocks
from engine.base.types import Measures
from tests.helpers.sounds import noise, tone, write

RATE_HZ = 48_000


def affected(path: Path, effects: Effects, first: int = 0, end: int = 1 << 40) -> np.ndarray:
    with open_audio(path) as stream:
        return np.concatenate(list(affected_blocks(stream, effects, first, end)))


def loudest_hz(samples: np.ndarray, rate: int = RATE_HZ) -> float:
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum) * rate / len(samples))


@pytest.fixture
def noisy(tmp_path: Path) -> tuple[Path, np.ndarray]:
    samples = np.stack([noise(3.0, RATE_HZ, seed=1), noise(3.0, RATE_HZ, seed=2)], axis=1)
    return write(tmp_path / "noise.wav", samples, rate=RATE_HZ, subtype="FLOAT"), samples


def test_no_effect_changes_no_sample(noisy: tuple[Path, np.ndarray]) -> None:
    path, samples = noisy
    assert Effects().is_neutral
    assert np.array_equal(affected(path, Effects()), samples)


def test_an_octave_up_doubles_the_frequency_and_halves_the_length(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", tone(1000, 2.0, RATE_HZ), rate=RATE_HZ, subtype="FLOAT")
    heard = affected(path, Effects(pitch_semitones=12.0))[:, 0]
    assert abs(len(heard) - RATE_HZ) <= 2
    assert loudest_hz(heard) == pytest.approx(2000, abs=2)


def test_seven_semitones_down_is_a_fifth(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", tone(1200, 2.0, RATE_HZ), rate=RATE_HZ, subtype="FLOAT")
    heard = affected(path, Effects(pitch_semitones=-7.0))[:, 0]
    # 2^(7/12) = 1.49831: the tone goes down to 1200 / 1.49831 = 800.90 Hz and lasts 2.99661 s.
    assert len(heard) == pytest.approx(2.99661 * RATE_HZ, abs=2)
    assert loudest_hz(heard) == pytest.approx(800.90, abs=1)


def test_reversed_is_the_last_sample_first(noisy: tuple[Path, np.ndarray]) -> None:
    path, samples = noisy
    assert np.array_equal(affected(path, Effects(is_reversed=True)), samples[::-1])


@pytest.mark.parametrize("suffix", [".flac", ".w64", ".aiff"])
def test_a_stretch_is_reversed_exactly_in_any_lossless_format(tmp_path: Path, suffix: str) -> None:
    samples = np.round(noise(2.5, 44_100) * 32_767).astype(np.float32) / np.float32(32_768)
    path = write(tmp_path / f"a{suffix}", samples, rate=44_100, subtype="PCM_16")
    heard = affected(path, Effects(is_reversed=True), 10_001, 99_999)[:, 0]
    assert np.array_equal(heard, samples[10_001:99_999][::-1])


def test_six_decibels_double(noisy: tuple[Path, np.ndarray]) -> None:
    path, samples = noisy
    heard = affected(path, Effects(gain_db=6.0206))
    assert np.allclose(heard, samples * 2, rtol=1e-4, atol=0)


def test_picked_channels_come_alone(noisy: tuple[Path, np.ndarray]) -> None:
    path, samples = noisy
    assert np.array_equal(affected(path, Effects(channels=(1,)))[:, 0], samples[:, 1])
    assert np.array_equal(affected(path, Effects(channels=(1, 0))), samples[:, ::-1])


def test_a_channel_that_is_not_there_is_our_own_fault(noisy: tuple[Path, np.ndarray]) -> None:
    with pytest.raises(ValueError, match="cannot be picked"):
        affected(noisy[0], Effects(channels=(2,)))


@pytest.mark.parametrize("wrong", [{"pitch_semitones": 24.5}, {"gain_db": float("nan")}, {"channels": (0, 1, 2)}])
def test_what_no_control_can_set_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError):
        Effects(**wrong)  # type: ignore[arg-type]


def test_a_header_that_promises_too_much_is_reversed_from_what_is_there(tmp_path: Path) -> None:
    path = write(tmp_path / "a.flac", noise(4.0, RATE_HZ), rate=RATE_HZ)
    whole = affected(path, Effects())
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    heard = affected(path, Effects(is_reversed=True))
    assert RATE_HZ < len(heard) < 2.5 * RATE_HZ
    assert np.array_equal(heard[::-1], whole[: len(heard)])


@given(cuts=st.lists(st.integers(1, 5000), min_size=1, max_size=8), pitch=st.integers(-24, 24))
def test_what_is_heard_does_not_depend_on_the_blocks(cuts: list[int], pitch: int) -> None:
    samples = noise(0.2, RATE_HZ)[:, None]

    def through(ends: list[int]) -> np.ndarray:
        chain = EffectChain(Effects(pitch_semitones=pitch), channels=1, sample_rate_hz=RATE_HZ)
        parts = [chain.push(part) for part in np.split(samples, ends)]
        return np.concatenate([*parts, chain.finish()])

    ends = [end for end in np.cumsum(cuts).tolist() if end < len(samples)]
    assert np.array_equal(through(ends), through([]))


@given(first=st.integers(-10, 100_000), end=st.integers(0, 200_000))
def test_backwards_is_forwards_turned_round(noisy_once: Path, first: int, end: int) -> None:
    with open_audio(noisy_once) as stream:
        forwards = list(ordered_blocks(stream, first, end))
    with open_audio(noisy_once) as stream:
        backwards = list(ordered_blocks(stream, first, end, is_reversed=True))
    assert sum(map(len, forwards)) == sum(map(len, backwards)) == max(0, min(end, 72_000) - max(0, first))
    if forwards:
        assert np.array_equal(np.concatenate(forwards), np.concatenate(backwards)[::-1])


@pytest.fixture(scope="module")
def noisy_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("effects") / "a.wav", noise(1.5, RATE_HZ), rate=RATE_HZ, subtype="FLOAT")


@pytest.mark.parametrize(
    ("loudness", "peak", "gain"),
    [
        (-30.0, -20.0, 10.0),  # to -20 LUFS
        (-10.0, -0.1, -10.0),  # turned down, whatever its peak
        (-30.0, -4.0, 3.0),  # as far as the peak lets it: -1 dBFS
        (-30.0, 0.0, 0.0),  # no room at all
        (-60.0, -50.0, 20.0),  # no further than 20 dB
        (None, -3.0, 0.0),
    ],
)
def test_level_match_stays_under_the_peak(loudness: float | None, peak: float, gain: float) -> None:
    measures = Measures(loudness_lufs=loudness, peak_dbfs=peak)
    assert matching_gain_db(measures, -20.0) == pytest.approx(gain)
