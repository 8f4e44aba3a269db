"""The front end of speech gives librosa's numbers; the expected ones were computed by librosa 0.11 itself."""

from dataclasses import replace

import numpy as np
import pytest

from engine.features.speech.features import SpeechConfig, differences, log_mels, speech_features

GOLDEN = SpeechConfig(
    sample_rate_hz=16_000, points=512, mels=80, coefficients=13, deltas=2, normalise="none", kind="mfcc"
)


def sweep() -> np.ndarray:
    """One second of a tone and a sweep at 16 kHz."""
    t = np.arange(16_000) / 16_000
    return (0.5 * np.sin(2 * np.pi * 440 * t) + 0.25 * np.sin(2 * np.pi * 3000 * t * (1 + 0.1 * t))).astype(np.float32)


def test_log_mels_are_librosas() -> None:
    mels = log_mels(sweep(), GOLDEN)
    assert mels.shape == (101, 80)
    assert mels.mean() == pytest.approx(-48.786446, abs=2e-3)
    assert mels.min() == pytest.approx(-61.946625, abs=2e-3)
    assert mels.max() == pytest.approx(18.053377, abs=1e-4)
    assert mels[50, 10] == pytest.approx(16.033966, abs=1e-4)


def test_mfccs_and_both_differences_are_librosas() -> None:
    found = speech_features(sweep(), GOLDEN)
    assert found.shape == (101, 39) and GOLDEN.width == 39
    mfcc, first, second = found[:, :13], found[:, 13:26], found[:, 26:]
    assert mfcc[50, [0, 1, 12]] == pytest.approx([-442.2399, 82.79294, 4.294004], abs=2e-3)
    assert mfcc.mean() == pytest.approx(-37.648304, abs=1e-3)
    assert mfcc.std() == pytest.approx(125.253914, abs=1e-3)
    assert first[50, [0, 1]] == pytest.approx([0.011894735, -0.057543438], abs=1e-4)
    assert np.abs(first).mean() == pytest.approx(0.645391, abs=1e-4)
    assert second[50, 1] == pytest.approx(0.02530472, abs=1e-4)
    assert np.abs(second).mean() == pytest.approx(0.350064, abs=1e-4)


def test_the_difference_of_a_straight_line_is_its_slope_at_the_ends_too() -> None:
    line = np.arange(12.0)[:, None] * 3.0
    assert differences(line, 1) == pytest.approx(np.full((12, 1), 3.0))
    assert differences(line, 2) == pytest.approx(np.zeros((12, 1)), abs=1e-9)


@pytest.mark.parametrize("samples", [1, 80, 200, 450])
def test_the_shortest_waves_have_finite_features(samples: int) -> None:
    config = SpeechConfig()
    wave = np.random.default_rng(0).normal(size=samples).astype(np.float32)
    found = speech_features(wave, config)
    assert found.shape == (1 + samples // 80, 36)
    assert np.isfinite(found).all()


def test_normalised_features_do_not_tell_how_loud_it_was() -> None:
    config = SpeechConfig(sample_rate_hz=16_000)
    loud = speech_features(sweep(), config)
    assert speech_features(sweep() * 0.1, config) == pytest.approx(loud, abs=1e-3)
    assert loud.mean(axis=0) == pytest.approx(np.zeros(36), abs=1e-4)


def test_log_mels_with_differences_have_as_many_numbers_as_said() -> None:
    config = SpeechConfig(sample_rate_hz=16_000, kind="logmel", deltas=1)
    assert speech_features(sweep(), config).shape == (101, config.width)
    with pytest.raises(ValueError, match="mels from"):
        replace(config, high_hz=9_000.0)
