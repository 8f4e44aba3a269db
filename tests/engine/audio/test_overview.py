"""The overview of a file that no library knows."""

from pathlib import Path

import numpy as np

from engine.audio.peaks import overview
from engine.base.types import FilePath
from tests.helpers.sounds import tone, write


def test_a_sound_in_the_second_half_shows_there(tmp_path: Path) -> None:
    silence = np.zeros(32_000, np.float32)
    path = write(tmp_path / "late.wav", np.concatenate([silence, tone(300.0, 1.0)]))
    peaks = overview(FilePath.of(path))
    assert peaks.duration_s == 2.0
    columns = len(peaks.columns)
    assert columns <= 256
    assert np.abs(peaks.columns[: columns // 2 - 1]).max() == 0
    # A sine of 0.5 peaks at 0.5 * 127 = 63.5.
    assert np.abs(peaks.columns[columns // 2 + 1 :]).max() in (63, 64)
