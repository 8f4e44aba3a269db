"""Tempo and key: heard in sounds whose answer is known by how they are made."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audio.tempo_key import TempoKeyEstimator
from engine.base.types import SURE, Waves

_RATE_HZ = 32_000


def clicks(bpm: float, seconds: float) -> Waves:
    """A short noise burst on every beat, the first of four louder."""
    rng = np.random.default_rng(0)
    wave = np.zeros(round(seconds * _RATE_HZ), np.float32)
    burst = rng.standard_normal(800).astype(np.float32) * np.exp(-np.arange(800) / 150).astype(np.float32)
    for number, start_s in enumerate(np.arange(0.0, seconds - 0.05, 60.0 / bpm)):
        at = round(start_s * _RATE_HZ)
        wave[at : at + 800] += burst * (0.9 if number % 4 == 0 else 0.6)
    return wave


def chord(*notes: int, seconds: float = 1.0) -> Waves:
    """Sines with three harmonics at MIDI notes."""
    t = np.arange(round(seconds * _RATE_HZ)) / _RATE_HZ
    parts = [
        np.sin(2 * np.pi * 440.0 * 2 ** ((note - 69) / 12) * harmonic * t) / harmonic**2
        for note in notes
        for harmonic in (1, 2, 3)
    ]
    return (0.1 * np.sum(parts, axis=0)).astype(np.float32)


def listen(wave: Waves, block: int = 4_000) -> TempoKeyEstimator:
    listener = TempoKeyEstimator(_RATE_HZ)
    for start in range(0, len(wave), block):
        listener.add(wave[start : start + block])
    return listener


@pytest.mark.parametrize("bpm", [72.0, 96.0, 120.0, 133.0, 174.0])
def test_a_steady_beat_is_heard_to_one_in_a_hundred(bpm: float) -> None:
    tempo = listen(clicks(bpm, 12.0)).tempo(is_loop=False)
    assert tempo is not None
    assert min(abs(tempo.bpm / bpm - 1), abs(tempo.bpm / (2 * bpm) - 1), abs(tempo.bpm / (bpm / 2) - 1)) < 0.01
    assert tempo.confidence >= SURE


def test_a_loop_of_eight_beats_gives_its_tempo_exactly() -> None:
    tempo = listen(clicks(137.0, 8 * 60 / 137.0)).tempo(is_loop=True)
    assert tempo is not None
    assert tempo.bpm == pytest.approx(137.0, abs=0.02)


def test_noise_a_tone_and_a_single_hit_have_no_tempo_to_filter_by() -> None:
    noise = np.random.default_rng(1).standard_normal(10 * _RATE_HZ).astype(np.float32) * 0.1
    tempo = listen(noise).tempo(is_loop=False)
    assert tempo is None or tempo.confidence < SURE
    assert listen(chord(60, seconds=5.0)).tempo(is_loop=False) is None
    assert listen(clicks(60.0, 1.2)).tempo(is_loop=False) is None


def test_a_cadence_gives_its_key() -> None:
    c_major = np.concatenate([chord(60, 64, 67), chord(65, 69, 72), chord(67, 71, 74), chord(60, 64, 67)])
    key = listen(c_major).key()
    assert key is not None
    assert key.name == "C major"
    assert key.confidence >= SURE


def test_the_same_cadence_a_third_lower_in_minor_gives_that_key() -> None:
    a_minor = np.concatenate([chord(57, 60, 64), chord(62, 65, 69), chord(64, 68, 71), chord(57, 60, 64)])
    key = listen(a_minor).key()
    assert key is not None
    assert key.name == "A minor"


def test_noise_has_no_key_to_filter_by() -> None:
    noise = np.random.default_rng(2).standard_normal(10 * _RATE_HZ).astype(np.float32) * 0.1
    key = listen(noise).key()
    assert key is None or key.confidence < SURE


@settings(deadline=None, max_examples=30)  # a busy machine is no fault
@given(st.integers(1, 9_000))
def test_blocks_may_be_cut_anywhere(block: int) -> None:
    wave = clicks(100.0, 3.0)
    assert listen(wave, block).tempo(is_loop=False) == listen(wave, len(wave)).tempo(is_loop=False)
