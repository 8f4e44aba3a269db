"""The ear of the model: what it makes of tones, silence and level, against numpy's Fourier transform."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from training.towers.frontend import CompactMelPower, FrontEndConfig, LogMel, StridedMelPower, triangles

CONFIG = FrontEndConfig()


def by_numpy(waves: np.ndarray, config: FrontEndConfig) -> np.ndarray:
    """Frames of 800 samples under a periodic Hann window, centred on hop * (f + 1/2), by a 1024-point rfft."""
    left = (800 - config.hop) // 2
    frames = waves.shape[1] // config.hop
    padded = np.pad(waves[:, : frames * config.hop].astype(np.float64), ((0, 0), (left, 800)))
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(800) / 800)
    cut = np.stack([padded[:, f * config.hop : f * config.hop + 800] * window for f in range(frames)], axis=1)
    return np.abs(np.fft.rfft(cut, 1024)) ** 2 @ triangles(config).T


@given(samples=st.integers(320, 4000), batch=st.integers(1, 3), seed=st.integers(0, 9))
@settings(max_examples=15, deadline=None)
def test_two_stage_transform_equals_numpy_for_any_length(samples: int, batch: int, seed: int) -> None:
    waves = np.random.default_rng(seed).normal(0, 0.3, (batch, samples)).astype(np.float32)
    found = CompactMelPower(CONFIG)(torch.from_numpy(waves)).numpy()
    expected = by_numpy(waves, CONFIG)
    assert found.shape == (batch, samples // 320, 64)
    assert np.abs(found - expected).max() <= 1e-5 * expected.max()


def test_another_hop_keeps_the_transform_right() -> None:
    config = FrontEndConfig(hop=256)
    waves = np.random.default_rng(1).normal(0, 0.3, (1, 3000)).astype(np.float32)
    found = CompactMelPower(config)(torch.from_numpy(waves)).numpy()
    assert np.abs(found - by_numpy(waves, config)).max() <= 1e-5 * found.max()


def test_a_tone_lights_the_band_it_lies_in() -> None:
    # HTK mel of 40 Hz is 62.6, of 15 kHz 3505.3, of 1 kHz 1000.0; centres lie 52.96 apart from 115.6 on: band 16.7.
    seconds = np.arange(32_000) / 32_000
    power = CompactMelPower(CONFIG)(torch.tensor(np.sin(2 * np.pi * 1000.0 * seconds)[None], dtype=torch.float32))
    assert int(power[0, 50].argmax()) in (16, 17)


def test_no_filter_is_empty() -> None:
    assert triangles(CONFIG).max(axis=1).min() > 0.2


def test_thirty_decibels_less_give_the_same_picture() -> None:
    waves = torch.tensor(np.random.default_rng(0).normal(0, 0.3, (1, 16_000)), dtype=torch.float32)
    mel, picture = CompactMelPower(CONFIG), LogMel(CONFIG)
    loud, quiet = picture(mel(waves)), picture(mel(waves * 10 ** (-30 / 20)))
    assert (loud - quiet).abs().max() < 1e-3


def test_silence_gives_the_floor_and_no_nan() -> None:
    picture = LogMel(CONFIG)(CompactMelPower(CONFIG)(torch.zeros(1, 16_000)))
    # The floor is 70 dB under the mean: ln(1e-7) = -16.118.
    assert torch.allclose(picture, torch.full_like(picture, -16.118), atol=1e-3)


def test_a_range_beyond_the_rate_is_refused() -> None:
    with pytest.raises(ValueError, match="20000"):
        FrontEndConfig(high_hz=20_000.0)


def test_every_second_frame_is_the_frame_it_would_be() -> None:
    waves = torch.tensor(np.random.default_rng(2).normal(0, 0.3, (2, 16_100)), dtype=torch.float32)
    found, whole = StridedMelPower(CONFIG, every=2)(waves), CompactMelPower(CONFIG)(waves)
    assert torch.allclose(found, whole[:, ::2], rtol=1e-4, atol=1e-5)


@given(samples=st.integers(320, 4000), batch=st.integers(1, 3), seed=st.integers(0, 9))
@settings(max_examples=15, deadline=None)
def test_the_way_of_graphs_equals_numpy_for_any_length(samples: int, batch: int, seed: int) -> None:
    waves = np.random.default_rng(seed).normal(0, 0.3, (batch, samples)).astype(np.float32)
    found, expected = StridedMelPower(CONFIG)(torch.from_numpy(waves)).numpy(), by_numpy(waves, CONFIG)
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() <= 1e-5 * expected.max()


def test_a_hop_that_is_no_whole_row_is_refused() -> None:
    with pytest.raises(ValueError, match="32"):
        FrontEndConfig(hop=300)
