"""The front ends of the published encoders: their golden values, the authors' own code, and training."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from tests.training.towers.signals import noise, one_tone, through_onnx, two_tones
from training.towers.mels import (
    ATST_MEL,
    PANNS_MEL,
    PASST_JITTER_HZ,
    PASST_MEL,
    MelConfig,
    MelPower,
    mel_bank,
    with_jitter,
)
from training.towers.pictures import PasstPicture, masked

JITTERED = with_jitter(PASST_MEL, *PASST_JITTER_HZ)


def passt_picture(waves: Tensor) -> Tensor:
    return PasstPicture().eval()(MelPower(PASST_MEL).eval()(waves))[:, 0]


def test_passt_mel_of_two_tones_is_the_golden_one() -> None:
    picture = passt_picture(two_tones())
    assert picture.shape == (1, 128, 1000)
    found = [picture.mean(), picture.std(), picture.min(), picture.max(), picture[0, 10, 500], picture[0, 0, 0]]
    assert np.allclose(found, [-0.686468, 0.791516, -1.402574, 2.326322, -0.771682, -0.091109], atol=1e-4)


def test_passt_mel_of_silence_is_flat() -> None:
    assert torch.allclose(passt_picture(torch.zeros(1, 32_000)), torch.tensor(-1.4026), atol=1e-4)


def test_panns_mel_of_two_tones_is_the_golden_one() -> None:
    decibels = 10.0 * torch.log10(MelPower(PANNS_MEL).eval()(two_tones()).clamp(min=1e-10))
    assert decibels.shape == (1, 1001, 64)
    assert decibels.min() == -100.0
    assert decibels.mean() == pytest.approx(-50.6022, abs=1e-3)
    assert decibels.max() == pytest.approx(24.8559, abs=1e-3)
    assert decibels[0, 500, 10] == pytest.approx(-41.3295, abs=1e-3)


def authors_mel(masks: tuple[int, int]) -> torch.nn.Module:
    from hear21passt.models.preprocess import AugmentMelSTFT

    return AugmentMelSTFT(freqm=masks[0], timem=masks[1], fmin_aug_range=10, fmax_aug_range=2000)


@pytest.fixture
def quiet(recwarn: pytest.WarningsRecorder) -> None:
    """Keeps what torch deprecates of the authors' code from failing the test."""


@pytest.mark.usefixtures("quiet")
def test_passt_mel_equals_the_authors_own() -> None:
    waves = noise(2, 48_123)
    assert torch.allclose(passt_picture(waves), authors_mel((0, 0)).eval()(waves), atol=1e-4)


@pytest.mark.usefixtures("quiet")
def test_edges_and_masks_of_training_fall_where_the_authors_fall() -> None:
    waves = noise(4, 64_000)
    theirs, ours, picture = authors_mel((48, 192)).train(), MelPower(JITTERED).train(), PasstPicture(48, 192).train()
    torch.manual_seed(5)
    expected = theirs(waves)
    torch.manual_seed(5)
    assert torch.allclose(picture(ours(waves))[:, 0], expected, atol=1e-4)


def by_numpy(waves: np.ndarray, config: MelConfig) -> np.ndarray:
    """Centred frames by numpy's rfft, the wave mirrored beyond both ends."""
    half = config.window // 2
    padded = np.pad(waves.astype(np.float64), ((0, 0), (half, half)), mode="reflect")
    window = np.hanning(config.window + 1)[:-1] if config.is_periodic else np.hanning(config.window)
    frames = 1 + waves.shape[1] // config.hop
    cut = np.stack([padded[:, f * config.hop :][:, : config.window] * window for f in range(frames)], axis=1)
    return np.abs(np.fft.rfft(cut, 1024)) ** 2 @ mel_bank(config, config.low_hz, config.high_hz).T


@given(samples=st.integers(600, 5000), batch=st.integers(1, 3), seed=st.integers(0, 9))
@settings(max_examples=10, deadline=None)
def test_panns_and_atst_transforms_equal_numpy_for_any_length(samples: int, batch: int, seed: int) -> None:
    waves = noise(batch, samples, seed)
    panns, atst = MelPower(PANNS_MEL)(waves).numpy(), MelPower(ATST_MEL)(waves).numpy()
    expected_panns, expected_atst = by_numpy(waves.numpy(), PANNS_MEL), by_numpy(waves.numpy(), ATST_MEL)
    assert panns.shape == expected_panns.shape
    assert atst.shape == expected_atst.shape
    assert np.abs(panns - expected_panns).max() <= 1e-5 * expected_panns.max()
    assert np.abs(atst - expected_atst).max() <= 1e-5 * expected_atst.max()


def test_slaney_filters_have_equal_areas() -> None:
    # Slaney's triangles have area 1 over Hz; bins lie 31.25 Hz apart. Wide ones, of many bins, show it well.
    assert np.allclose(mel_bank(PANNS_MEL, 50.0, 14_000.0)[40:].sum(axis=1) * 31.25, 1.0, atol=2e-3)


def test_mel_edges_stay_outside_training_and_move_in_it() -> None:
    waves, mel = noise(1, 16_000), MelPower(JITTERED)
    still = mel.eval()(waves)
    assert torch.equal(still, MelPower(PASST_MEL).eval()(waves))
    mel.train()
    torch.manual_seed(0)
    first, second = mel(waves), mel(waves)
    assert not torch.equal(first, second)
    torch.manual_seed(0)
    assert torch.equal(first, mel(waves))


def test_drawn_mel_edges_are_the_authors_range() -> None:
    seen = []

    class Watching(MelPower):
        def bank(self, low_hz: float, high_hz: float) -> Tensor:
            seen.append((low_hz, high_hz))
            return super().bank(low_hz, high_hz)

    torch.manual_seed(1)
    mel, waves = Watching(JITTERED).train(), noise(1, 700)
    for _ in range(150):
        mel(waves)
    lows, highs = np.array(seen[1:]).T
    assert set(lows) == set(range(10))
    # high_hz + 1000 - {0 … 1999}: 14001 to 16000.
    assert 14_001 <= highs.min() < 14_100 and 15_900 < highs.max() <= 16_000


def test_a_batch_in_parts_is_the_same_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    waves, mel = noise(5, 16_000), MelPower(JITTERED).train()
    torch.manual_seed(2)
    whole = mel(waves)
    monkeypatch.setattr("training.towers.mels._MOST_FRAMES", 120)
    torch.manual_seed(2)
    assert torch.allclose(mel(waves), whole, rtol=1e-4, atol=1e-7)


def test_powers_are_alike_under_autocast_and_carry_no_gradient() -> None:
    waves = noise(1, 16_000).requires_grad_()
    mel = MelPower(PASST_MEL).eval()
    with torch.autocast("cpu", torch.bfloat16):
        found = mel(waves)
    assert found.dtype == torch.float32
    assert torch.equal(found, mel(waves))
    assert not found.requires_grad


def test_a_click_of_a_few_samples_is_heard() -> None:
    click = torch.zeros(1, 20)
    click[0, 10] = 1.0
    power = MelPower(PASST_MEL).eval()(click)
    assert power.isfinite().all() and power.max() > 0


def test_masks_hide_one_stretch_of_each_picture() -> None:
    torch.manual_seed(3)
    hidden = masked(torch.ones(200, 128, 50), 48, dim=1) == 0
    assert torch.equal(hidden.any(dim=2), hidden.all(dim=2))
    bands = hidden[:, :, 0].int()
    widths = bands.sum(dim=1)
    # Rounded down from [0, 48): at most 47, 0 among them, on average 23.5; each picture has its own.
    assert widths.max() <= 47 and widths.min() == 0
    assert abs(widths.float().mean() - 23.5) < 3
    borders = (bands.diff(dim=1) != 0).sum(dim=1)
    assert borders.max() <= 2


def test_masks_are_drawn_in_training_only() -> None:
    power = MelPower(PASST_MEL).eval()(noise(2, 32_000))
    picture = PasstPicture(48, 192)
    assert torch.equal(picture.eval()(power), PasstPicture().eval()(power))
    torch.manual_seed(0)
    # A masked logarithm of 0 becomes (0 + 4.5) / 5.
    assert (picture.train()(power) == 0.9).any()


def test_mels_export_with_free_batch_and_length() -> None:
    waves = noise(3, 20_011)
    (passt,) = through_onnx(MelPower(JITTERED), noise(2, 16_000), waves)
    (atst,) = through_onnx(MelPower(ATST_MEL), noise(2, 16_000), waves)
    expected_passt, expected_atst = MelPower(PASST_MEL).eval()(waves).numpy(), MelPower(ATST_MEL)(waves).numpy()
    assert np.allclose(passt, expected_passt, rtol=1e-4, atol=1e-6 * expected_passt.max())
    assert np.allclose(atst, expected_atst, rtol=1e-4, atol=1e-6 * expected_atst.max())


def test_a_mel_range_beyond_the_rate_is_refused() -> None:
    with pytest.raises(ValueError, match=r"20000"):
        MelConfig(32_000, 800, False, 320, 128, 0.0, 20_000.0, "kaldi")


def test_one_tone_is_where_it_should_be_for_atst() -> None:
    # HTK mel 2595 log10(1 + f / 700): 60 Hz 92.6, 7800 Hz 2813.8, 440 Hz 549.6; centres 41.86 apart: band 9.9.
    assert int(MelPower(ATST_MEL)(one_tone())[0, 500].argmax()) in (9, 10)
