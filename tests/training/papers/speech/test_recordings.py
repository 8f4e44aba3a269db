"""Speech from files."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.base.errors import AudioError
from training.papers.speech.recordings import read_speech, trimmed


def test_a_stretch_is_read_at_the_rate_that_is_asked_for(tmp_path: Path) -> None:
    wave = np.sin(2 * np.pi * 300 * np.arange(16_000) / 16_000).astype(np.float32)
    soundfile.write(tmp_path / "a.wav", wave, 16_000)
    assert len(read_speech(tmp_path / "a.wav", 8_000, 0.25, 0.75)) == pytest.approx(4_000, abs=2)
    with pytest.raises(AudioError):
        read_speech(tmp_path / "a.wav", 8_000, 3.0, 4.0)


def test_silent_ends_go_and_silence_inside_stays() -> None:
    tone = np.ones(1_000, dtype=np.float32)
    wave = np.concatenate([np.zeros(4_000), tone, np.zeros(2_000), tone, np.zeros(6_000)]).astype(np.float32)
    assert len(trimmed(wave, 8_000, margin_s=0.0)) == pytest.approx(4_000, abs=160)
    assert len(trimmed(wave, 8_000)) == pytest.approx(4_320, abs=160)


def test_digital_silence_stays_as_it_is() -> None:
    assert len(trimmed(np.zeros(500, dtype=np.float32), 8_000)) == 500
