"""A units pack hears tones as their bands, in windows too; a sketch has the pitch and the level of the sound."""

from pathlib import Path

import numpy as np
import pytest

from engine.base.errors import PackError
from engine.features.speech.sketch import sketch
from engine.features.speech.units_model import UnitsModel
from tests.helpers.tiny_units_pack import RATE_HZ, band_of, make_tiny_units_pack


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> UnitsModel:
    return UnitsModel.load(make_tiny_units_pack(tmp_path_factory.mktemp("packs") / "units"))


def tune(level: float = 0.3) -> np.ndarray:
    """Six seconds, longer than several windows: one tone a second, at half the level from the third on."""
    time_s = np.arange(RATE_HZ) / RATE_HZ
    tones = [np.sin(2 * np.pi * hz * time_s) for hz in (500, 1500, 3000, 700, 2200, 500)]
    gains = np.repeat([1.0, 1.0, 0.5, 0.5, 0.5, 0.5], RATE_HZ)
    return (level * gains * np.concatenate(tones)).astype(np.float32)


def test_tones_are_heard_as_their_bands_across_windows(model: UnitsModel) -> None:
    codes, levels = model.hear(tune())
    assert len(codes) == len(levels) == 151  # ceil((1 + 600 frames) / 4)
    middles = [int(codes[25 * second + 12]) for second in range(6)]
    assert [abs(found - band_of(hz)) <= 1 for found, hz in zip(middles, (500, 1500, 3000, 700, 2200, 500), strict=True)]
    assert middles[0] == middles[5]


def test_a_softer_copy_has_the_same_units_and_its_own_levels(model: UnitsModel) -> None:
    codes, levels = model.hear(tune(0.3))
    soft_codes, soft_levels = model.hear(tune(0.03))
    assert (codes == soft_codes).mean() > 0.97
    # 20 dB, in steps of 0.4 dB
    assert np.median(levels[:150].astype(int) - soft_levels[:150]) == pytest.approx(50, abs=1)


def test_a_sketch_has_the_pitch_and_the_level_of_the_sound(model: UnitsModel) -> None:
    wave = tune()
    drawn = sketch(model, *model.hear(wave))
    assert abs(len(drawn) - len(wave)) <= model.hop
    for second, hz in ((0, 500), (2, 3000), (4, 2200)):
        part = slice(second * RATE_HZ + RATE_HZ // 4, second * RATE_HZ + 3 * RATE_HZ // 4)
        heard_hz = np.abs(np.fft.rfft(drawn[part])).argmax() * 2.0
        assert heard_hz == pytest.approx(hz, abs=150)
        ratio = np.sqrt(np.mean(drawn[part] ** 2) / np.mean(wave[part] ** 2))
        assert 20 * np.log10(ratio) == pytest.approx(0.0, abs=1.5)


def test_what_is_no_units_pack_is_refused(tmp_path: Path) -> None:
    folder = make_tiny_units_pack(tmp_path / "units")
    (folder / "encoder.onnx").write_bytes((folder / "inverter.onnx").read_bytes())
    with pytest.raises(PackError, match=r"encoder\.onnx"):
        UnitsModel.load(folder)
