"""Spectrograms of sounds whose frequencies are known."""

from pathlib import Path

import numpy as np
import pytest

from engine.audio.spectrogram import FrequencyScale, Spectrogram, spectrogram, window_frames
from tests.helpers import sounds


def picture(path: Path, start_s: float, end_s: float, **options: object) -> Spectrogram:
    found = spectrogram(path, start_s, end_s, **options)  # type: ignore[arg-type]
    assert found is not None
    return found


def row_of(found: Spectrogram, hz: float) -> int:
    return int(np.searchsorted(found.edges_hz, hz)) - 1


@pytest.mark.parametrize("scale", list(FrequencyScale))
@pytest.mark.parametrize("hz", [440.0, 5_000.0])
def test_a_tone_is_brightest_in_its_own_row(tmp_path: Path, scale: FrequencyScale, hz: float) -> None:
    path = sounds.write_tone(tmp_path / "a.wav", hz, 2.0)
    found = picture(path, 0.5, 1.5, columns=50, rows=128, scale=scale)
    assert abs(int(found.values[:, 25].argmax()) - row_of(found, hz)) <= 1


def test_full_scale_is_255_and_20_db_less_is_51_less(tmp_path: Path) -> None:
    # 1000 Hz lies on a bin of every window: 32 kHz / 2^k divides it. 255 steps are 100 dB, so 20 dB are 51.
    loud = picture(sounds.write_tone(tmp_path / "a.wav", 1000.0, 2.0, level=0.9999), 0.5, 1.5, columns=20)
    soft = picture(sounds.write_tone(tmp_path / "b.wav", 1000.0, 2.0, level=0.1), 0.5, 1.5, columns=20)
    assert abs(int(loud.values[:, 10].max()) - 255) <= 3
    assert abs(int(soft.values[:, 10].max()) - 204) <= 3


def test_silence_is_dark_and_so_is_what_lies_past_the_end(tmp_path: Path) -> None:
    path = sounds.write(tmp_path / "a.wav", np.concatenate([np.zeros(32_000, np.float32), sounds.tone(2000, 1.0)]))
    found = picture(path, 0.0, 4.0, columns=80)
    loudest = found.values.max(axis=0)
    assert loudest[:15].max() == 0  # up to 0.75 s
    assert loudest[25:35].min() > 200  # 1.25 to 1.75 s
    assert loudest[45:].max() == 0  # from 2.25 s on


def test_a_click_stands_in_its_own_column_when_zoomed_in(tmp_path: Path) -> None:
    wave = np.zeros(32_000, np.float32)
    wave[16_000] = 1.0
    found = picture(sounds.write(tmp_path / "a.wav", wave), 0.45, 0.55, columns=100)
    energy = found.values.astype(int).sum(axis=0)
    assert abs(int(energy.argmax()) - 50) <= 4  # half a window of 256 frames is 4 columns of 1 ms


def test_the_beginning_of_a_stretch_does_not_depend_on_what_was_cut_off(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 2.0)
    whole = picture(path, 0.0, 2.0, columns=200)
    half = picture(path, 1.0, 2.0, columns=100)
    np.testing.assert_array_equal(half.values, whole.values[:, 100:])


def test_a_long_sound_is_looked_at_in_samples(tmp_path: Path) -> None:
    wave = np.concatenate([sounds.tone(500.0, 300.0, 8_000), sounds.tone(3_000.0, 300.0, 8_000)])
    path = sounds.write(tmp_path / "a.wav", wave, 8_000)
    found = picture(path, 0.0, 600.0, columns=20)
    assert abs(int(found.values[:, 3].argmax()) - row_of(found, 500.0)) <= 1
    assert abs(int(found.values[:, 16].argmax()) - row_of(found, 3_000.0)) <= 1


def test_windows_are_shorter_where_columns_are_finer() -> None:
    assert window_frames(48_000, 2_000) == 4096
    assert window_frames(48_000, 10) == 256
    assert window_frames(192_000, 2_000) == 16_384
    assert window_frames(8_000, 2_000) == 512  # 85 ms are 683 frames at 8 kHz, 0.42 octaves above 512


def test_work_ends_when_it_is_cancelled(tmp_path: Path) -> None:
    assert spectrogram(sounds.write_noise(tmp_path / "a.wav"), 0.0, 1.0, cancel=lambda: True) is None


def test_channels_out_of_phase_do_not_hide_each_other(tmp_path: Path) -> None:
    left = sounds.tone(1000.0, 1.0, level=0.9999)
    path = sounds.write(tmp_path / "a.wav", np.stack([left, -left], axis=1))
    assert picture(path, 0.25, 0.75).values[:, 256].max() >= 252


def test_a_sound_with_very_many_channels_is_mixed(tmp_path: Path) -> None:
    path = sounds.write_tone(tmp_path / "a.wav", 1000.0, 1.0, channels=12, level=0.9999)
    assert picture(path, 0.25, 0.75).values[:, 256].max() >= 252
