"""Waveforms at any zoom."""

from pathlib import Path

import numpy as np
import pytest

from engine.audio import zoom
from engine.audio.zoom import build_pyramid, decoded_stretch
from engine.audio.zoom_cache import ZoomCache, from_bytes, to_bytes
from engine.base.types import ContentId
from tests.helpers import sounds

RATE = 32_000


def two_channels(tmp_path: Path, seconds: float = 3.0) -> tuple[Path, np.ndarray]:
    wave = np.stack([sounds.noise(seconds, RATE, 0.9, seed=1), sounds.noise(seconds, RATE, 0.1, seed=2)])
    return sounds.write(tmp_path / "a.wav", wave.T, RATE, "FLOAT"), wave


def test_a_pyramid_holds_the_extremes_of_every_bin_and_channel(tmp_path: Path) -> None:
    path, wave = two_channels(tmp_path)
    pyramid = build_pyramid(path)
    assert pyramid is not None
    # 3 s at 32 kHz are 96,000 frames, exactly 375 bins of 256.
    bins = wave.reshape(2, 375, 256)
    np.testing.assert_allclose(pyramid.levels[0][0] / 32_767, bins.min(axis=2), atol=2e-5)
    np.testing.assert_allclose(pyramid.levels[0][1] / 32_767, bins.max(axis=2), atol=2e-5)


@pytest.mark.parametrize("columns", [7, 100, 374])
def test_no_peak_is_lost_at_any_width(tmp_path: Path, columns: int) -> None:
    path, wave = two_channels(tmp_path)
    pyramid = build_pyramid(path)
    assert pyramid is not None
    stretch = pyramid.stretch(0.0, 3.0, columns)
    assert stretch is not None and stretch.lows.shape == (2, columns)
    np.testing.assert_allclose(stretch.highs.max(axis=1), wave.max(axis=1), atol=2e-5)
    np.testing.assert_allclose(stretch.lows.min(axis=1), wave.min(axis=1), atol=2e-5)


def test_a_stretch_covers_what_was_asked_and_says_where_it_lies(tmp_path: Path) -> None:
    path, wave = two_channels(tmp_path)
    pyramid = build_pyramid(path)
    assert pyramid is not None
    stretch = pyramid.stretch(1.0, 2.0, 100)
    assert stretch is not None
    # Frames 32,000 to 64,000 are bins 125 to 250, which start and end just there.
    assert (stretch.start_s, stretch.end_s) == (1.0, 2.0)
    np.testing.assert_allclose(stretch.highs.max(axis=1), wave[:, 32_000:64_000].max(axis=1), atol=2e-5)


def test_what_is_finer_than_the_bins_is_left_to_the_decoder(tmp_path: Path) -> None:
    pyramid = build_pyramid(two_channels(tmp_path)[0])
    assert pyramid is not None
    assert pyramid.stretch(1.0, 1.1, 100) is None


def test_too_many_bins_are_joined_in_pairs_and_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zoom, "MAX_BINS", 202)  # 101 a channel
    path, wave = two_channels(tmp_path)
    pyramid = build_pyramid(path)
    assert pyramid is not None
    # 375 bins of 256 are too many, 188 of 512 too; 94 of 1024 (the last of 768 frames) fit.
    assert (pyramid.bin_frames, pyramid.levels[0].shape) == (1024, (2, 2, 94))
    padded = np.concatenate([wave, np.repeat(wave[:, -1:], 94 * 1024 - 96_000, axis=1)], axis=1).reshape(2, 94, 1024)
    np.testing.assert_allclose(pyramid.levels[0][1] / 32_767, padded.max(axis=2), atol=4e-5)


def test_a_short_stretch_is_its_very_samples(tmp_path: Path) -> None:
    path, wave = two_channels(tmp_path)
    stretch = decoded_stretch(path, 1.0, 1.001, 200)
    assert stretch is not None and stretch.is_samples
    np.testing.assert_array_equal(stretch.lows, wave[:, 32_000:32_032])
    assert (stretch.start_s, stretch.end_s) == (1.0, 1.001)


def test_a_longer_stretch_is_decoded_into_columns(tmp_path: Path) -> None:
    path, wave = two_channels(tmp_path)
    stretch = decoded_stretch(path, 0.5, 1.5, 100)
    assert stretch is not None and not stretch.is_samples
    np.testing.assert_array_equal(stretch.highs, wave[:, 16_000:48_000].reshape(2, 100, 320).max(axis=2))


def test_a_stretch_past_the_end_ends_with_the_sound(tmp_path: Path) -> None:
    path, _ = two_channels(tmp_path)
    stretch = decoded_stretch(path, 2.9995, 9.0, 4000)
    assert stretch is not None and stretch.lows.shape == (2, 16) and stretch.end_s == 3.0


def test_a_stretch_too_long_to_decode_on_the_spot_is_left_to_the_pyramid(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 1.0)
    assert decoded_stretch(path, 0.0, 3600.0, 100) is None


def test_building_ends_when_it_is_cancelled(tmp_path: Path) -> None:
    assert build_pyramid(two_channels(tmp_path)[0], lambda: True) is None


def test_a_kept_pyramid_is_read_back_the_same(tmp_path: Path) -> None:
    path, _ = two_channels(tmp_path)
    cache = ZoomCache(tmp_path / "cache")
    built = cache.pyramid(path)
    key = next((tmp_path / "cache").iterdir()).stem
    kept = cache.load(ContentId(bytes.fromhex(key)))
    assert built is not None and kept is not None
    assert (kept.sample_rate_hz, kept.frames, kept.bin_frames) == (RATE, 96_000, 256)
    np.testing.assert_array_equal(kept.levels[0], built.levels[0])


@pytest.mark.parametrize("place", [5, 30, 400])
def test_a_damaged_pyramid_is_thrown_away_and_built_again(tmp_path: Path, place: int) -> None:
    path, _ = two_channels(tmp_path)
    cache = ZoomCache(tmp_path / "cache")
    built = cache.pyramid(path)
    kept = next((tmp_path / "cache").iterdir())
    damaged = bytearray(kept.read_bytes())
    damaged[place] ^= 0xFF
    kept.write_bytes(damaged)
    assert cache.load(ContentId(bytes.fromhex(kept.stem))) is None
    assert not kept.exists()
    again = cache.pyramid(path)
    assert built is not None and again is not None
    np.testing.assert_array_equal(again.levels[0], built.levels[0])


def test_a_pyramid_cut_short_is_refused(tmp_path: Path) -> None:
    pyramid = build_pyramid(two_channels(tmp_path)[0])
    assert pyramid is not None
    assert from_bytes(to_bytes(pyramid)[:-1]) is None


def test_the_cache_keeps_to_its_size_and_drops_the_least_lately_used(tmp_path: Path) -> None:
    import os

    pyramid = build_pyramid(two_channels(tmp_path)[0])
    assert pyramid is not None
    size_bytes = len(to_bytes(pyramid))
    cache = ZoomCache(tmp_path / "cache", max_bytes=2 * size_bytes)
    for number in range(2):
        cache.keep(ContentId(bytes([number])), pyramid)
        os.utime(tmp_path / "cache" / f"{number:02x}.zoom", (number + 1, number + 1))
    assert cache.load(ContentId(b"\0")) is not None  # the older one is used, and so becomes the newer
    cache.keep(ContentId(b"\2"), pyramid)
    assert sorted(entry.name for entry in (tmp_path / "cache").iterdir()) == ["00.zoom", "02.zoom"]
