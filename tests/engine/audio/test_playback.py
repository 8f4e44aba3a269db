"""A sound as an output wants it."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.audio.decode import open_audio
from engine.audio.playback import fold_matrix, playable_blocks
from tests.helpers.sounds import tone, write


def played(path: Path, **options: float) -> np.ndarray:
    with open_audio(path) as stream:
        blocks = list(playable_blocks(stream, sample_rate_hz=48_000, channels=2, **options))  # type: ignore[arg-type]
    return np.concatenate(blocks)


def test_stereo_at_the_devices_rate_passes_untouched(tmp_path: Path) -> None:
    samples = np.stack([tone(400, 0.3, 48_000), tone(700, 0.3, 48_000)], axis=1)
    path = write(tmp_path / "a.wav", samples, rate=48_000, subtype="FLOAT")
    assert np.array_equal(played(path), samples)


def test_another_rate_is_resampled_to_the_same_sound(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", tone(400, 1.0, 44_100), rate=44_100, subtype="FLOAT")
    heard = played(path)
    assert abs(len(heard) - 48_000) <= 2
    wanted = tone(400, 1.0, 48_000)
    assert np.abs(heard[1000:47_000, 0] - wanted[1000:47_000]).max() < 1e-3


def test_it_starts_where_it_is_told_to(tmp_path: Path) -> None:
    ramp = np.linspace(0, 0.9, 48_000, dtype=np.float32)
    path = write(tmp_path / "a.wav", ramp, rate=48_000, subtype="FLOAT")
    heard = played(path, start_s=0.5)
    assert heard[0, 0] == pytest.approx(ramp[24_000], abs=1e-6)
    assert len(heard) == 24_000


def test_a_hot_file_is_clipped_not_wrapped(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", np.full(4800, 1.5, np.float32), rate=48_000, subtype="FLOAT")
    assert played(path).max() == 1.0


def test_mono_sounds_in_every_output() -> None:
    assert fold_matrix(1, 2).tolist() == [[1.0, 1.0]]


def test_five_one_folds_by_bs_775() -> None:
    # ITU-R BS.775-3: left = L + 0.707 C + 0.707 Ls; all over 2.414 so that a full-scale file does not clip; no LFE.
    left = fold_matrix(6, 2)[:, 0]
    assert left.tolist() == pytest.approx([1 / 2.41421, 0, 0.70711 / 2.41421, 0, 0.70711 / 2.41421, 0], abs=1e-5)


@given(source=st.integers(1, 64), target=st.integers(1, 8))
def test_no_fold_makes_anything_louder_or_loses_a_side(source: int, target: int) -> None:
    matrix = fold_matrix(source, target)
    assert matrix.shape == (source, target)
    assert matrix.sum(axis=0).max() <= 1.0 + 1e-5
    assert (matrix[:, : min(2, target)].sum(axis=0) > 0).all()


def test_no_channels_is_our_own_fault() -> None:
    with pytest.raises(ValueError, match="0 channels"):
        fold_matrix(0, 2)
