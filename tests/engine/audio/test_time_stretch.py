"""Time and pitch apart: expected lengths and pitches by hand, the same chain for ear and file."""

from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from engine.audio.decode import open_audio
from engine.audio.effects import EffectChain, Effects, affected_blocks
from engine.audio.playback import played_blocks
from engine.audio.region_render import render_region
from engine.audio.route import Route, RouteReader
from engine.audio.time_stretch import TimeStretch
from tests.helpers.sounds import noise, tone, write

RATE_HZ = 48_000


def changed(samples: NDArray[np.float32], effects: Effects, block: int = 4_800) -> NDArray[np.float32]:
    """float32 [T, C] through the chain, in blocks."""
    chain = EffectChain(effects, channels=samples.shape[1], sample_rate_hz=RATE_HZ)
    parts = [chain.push(samples[at : at + block]) for at in range(0, len(samples), block)]
    return np.concatenate([*parts, chain.finish()])


def pitch_hz(samples: NDArray[np.float32]) -> float:
    """The frequency of a steady sine, by the slope of its phase: least squares over the middle half."""
    middle = samples[len(samples) // 4 : -len(samples) // 4].astype(np.float64)
    spectrum = np.fft.fft(middle * np.hanning(len(middle)))
    spectrum[len(spectrum) // 2 :] = 0.0
    phase = np.unwrap(np.angle(np.fft.ifft(spectrum)))[len(middle) // 4 : -len(middle) // 4]
    return float(np.polyfit(np.arange(len(phase)), phase, 1)[0] * RATE_HZ / (2.0 * np.pi))


@pytest.mark.parametrize("percent", [25.0, 73.0, 99.0, 150.0, 400.0])
@pytest.mark.parametrize("semitones", [-24.0, -0.07, 0.0, 7.0, 24.0])
def test_length_and_pitch_are_what_was_asked_for(percent: float, semitones: float) -> None:
    sine = tone(440.0, 2.0, RATE_HZ)[:, None]
    heard = changed(sine, Effects(stretch_percent=percent, shift_semitones=semitones))
    assert abs(len(heard) - len(sine) * percent / 100.0) <= 1.0
    assert abs(1200.0 * np.log2(pitch_hz(heard[:, 0]) / 440.0) - 100.0 * semitones) < 1.0


def test_speed_stretch_and_pitch_add_up() -> None:
    sine = tone(1_000.0, 2.0, RATE_HZ)[:, None]
    heard = changed(sine, Effects(pitch_semitones=12.0, stretch_percent=150.0, shift_semitones=-5.0))
    # An octave up at double speed: 1 s. Half as long again: 1.5 s. 12 - 5 = 7 semitones up in all.
    assert abs(len(heard) - 72_000) <= 1
    assert abs(1200.0 * np.log2(pitch_hz(heard[:, 0]) / 1_000.0) - 700.0) < 1.0


def test_at_100_percent_and_no_semitones_every_sample_stays() -> None:
    samples = np.stack([noise(1.0, RATE_HZ, seed=1), noise(1.0, RATE_HZ, seed=2)], axis=1)
    assert np.array_equal(changed(samples, Effects(stretch_percent=100.0, shift_semitones=0.0)), samples)


@pytest.mark.parametrize("ratio", [0.25, 0.8, 1.3, 4.0])
def test_the_result_does_not_depend_on_block_sizes(ratio: float) -> None:
    samples = np.stack([noise(0.7, RATE_HZ, seed=1), tone(300.0, 0.7, RATE_HZ)], axis=1)

    def stretched(block: int) -> NDArray[np.float32]:
        stage = TimeStretch(ratio, channels=2, sample_rate_hz=RATE_HZ)
        parts = [stage.push(samples[at : at + block]) for at in range(0, len(samples), block)]
        return np.concatenate([*parts, stage.finish()])

    assert np.array_equal(stretched(len(samples)), stretched(331))


def test_sound_comes_out_long_before_all_of_it_went_in() -> None:
    samples = noise(20.0, RATE_HZ)[:, None]
    for percent in (25.0, 400.0):
        chain = EffectChain(Effects(stretch_percent=percent), channels=1, sample_rate_hz=RATE_HZ)
        pushed = next(at for at in range(0, len(samples), 960) if len(chain.push(samples[at : at + 960])))
        assert pushed < RATE_HZ / 2, f"{pushed} samples were wanted at {percent} %"


@pytest.mark.parametrize("percent", [50.0, 200.0, 400.0])
def test_a_click_stays_a_click_at_its_place(percent: float) -> None:
    samples = np.zeros((RATE_HZ, 1), np.float32)
    samples[24_000] = 0.9
    heard = changed(samples, Effects(stretch_percent=percent))[:, 0]
    place = round(24_000 * percent / 100.0)
    assert int(np.argmax(np.abs(heard))) == place
    energy = np.square(heard, dtype=np.float64)
    assert energy[place] > 0.99 * energy.sum()


def test_a_sine_keeps_its_level() -> None:
    for percent in (50.0, 200.0):
        heard = changed(tone(440.0, 2.0, RATE_HZ)[:, None], Effects(stretch_percent=percent))[:, 0]
        middle = heard[len(heard) // 4 : -len(heard) // 4]
        levels = [np.abs(middle[at : at + 480]).max() for at in range(0, len(middle) - 480, 480)]
        assert min(levels) > 0.99 * max(levels)


def test_both_channels_of_a_mono_sound_stay_equal() -> None:
    one = noise(0.5, RATE_HZ)
    heard = changed(np.stack([one, one], axis=1), Effects(stretch_percent=170.0, shift_semitones=3.0))
    assert np.array_equal(heard[:, 0], heard[:, 1])


def test_silence_and_nothing_stay_what_they_are() -> None:
    silent = changed(np.zeros((1_000, 1), np.float32), Effects(stretch_percent=300.0))
    assert len(silent) == 3_000 and not silent.any()
    assert len(changed(np.zeros((0, 2), np.float32), Effects(stretch_percent=300.0))) == 0


@pytest.mark.parametrize("is_reversed", [False, True])
def test_what_is_heard_is_what_is_written_bit_for_bit(tmp_path: Path, is_reversed: bool) -> None:
    samples = np.stack([noise(1.0, RATE_HZ, seed=1), tone(500.0, 1.0, RATE_HZ)], axis=1) * np.float32(0.3)
    path = write(tmp_path / "a.wav", samples, rate=RATE_HZ, subtype="FLOAT")
    effects = Effects(stretch_percent=130.0, shift_semitones=-2.5, is_reversed=is_reversed)
    render_region(path, tmp_path / "b.wav", effects=effects)
    written, _ = soundfile.read(tmp_path / "b.wav", dtype="float32")
    with open_audio(path) as stream:
        reader = RouteReader(stream, Route.of(1.0, RATE_HZ, is_reversed=is_reversed), 960)
        heard = np.concatenate(list(played_blocks(reader, channels=2, sample_rate_hz=RATE_HZ, effects=effects)))
    assert np.array_equal(heard, written)


def test_memory_does_not_grow_with_the_sound() -> None:
    stage = TimeStretch(0.5, channels=1, sample_rate_hz=RATE_HZ)
    block = noise(1.0, RATE_HZ)[:, None]
    for _ in range(30):
        stage.push(block)
    assert stage._input.shape[1] < 3 * RATE_HZ


@pytest.mark.parametrize(
    "wrong", [{"stretch_percent": 24.0}, {"stretch_percent": float("nan")}, {"shift_semitones": 25.0}]
)
def test_what_is_out_of_range_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="within"):
        Effects(**wrong)  # type: ignore[arg-type]


def test_effects_reach_a_file_by_the_shared_chain(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", tone(440.0, 1.0, RATE_HZ), rate=RATE_HZ, subtype="FLOAT")
    with open_audio(path) as stream:
        heard = np.concatenate(list(affected_blocks(stream, Effects(stretch_percent=200.0), 0, 1 << 40)))
    assert len(heard) == 2 * RATE_HZ
