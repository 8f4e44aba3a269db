"""What the microphone recorded, trimmed and kept."""

from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio.takes import keep_take, kept_takes, remove_take, trimmed
from engine.base.errors import EmptyAudio, LibraryError
from tests.helpers.sounds import tone

RATE_HZ = 32_000
NOON = datetime(2026, 11, 21, 12, 0, 5)


def hummed(before_s: float = 1.0, sound_s: float = 0.5, after_s: float = 2.0) -> np.ndarray:
    """A tone at -12 dBFS between stretches of room noise at -66 dBFS: float32 [T]."""
    room = np.random.default_rng(3).normal(0, 0.0005, round((before_s + sound_s + after_s) * RATE_HZ))
    room[round(before_s * RATE_HZ) :][: round(sound_s * RATE_HZ)] += 0.5 * tone(300.0, sound_s, RATE_HZ)
    return room.astype(np.float32)


def test_silence_around_a_hum_is_trimmed() -> None:
    # 0.5 s of hum, 0.03 s left before and 0.1 s after it; blocks are 0.01 s.
    assert len(trimmed(hummed(), RATE_HZ)) / RATE_HZ == pytest.approx(0.63, abs=0.02)


def test_a_sound_that_fills_the_take_is_left_whole() -> None:
    whole = tone(300.0, 1.0, RATE_HZ)
    assert np.array_equal(trimmed(whole, RATE_HZ), whole)


@pytest.mark.parametrize("take", [np.zeros(RATE_HZ, np.float32), np.zeros(0, np.float32), hummed(1.0, 0.0, 0.5)])
def test_a_take_without_a_sound_is_refused_with_advice(take: np.ndarray) -> None:
    with pytest.raises(EmptyAudio) as raised:
        trimmed(take, RATE_HZ)
    assert "muted" in raised.value.advice


def test_takes_are_kept_as_wav_listed_newest_first_and_deleted(tmp_path: Path) -> None:
    first = keep_take(tmp_path, hummed(), RATE_HZ, NOON)
    second = keep_take(tmp_path, hummed(sound_s=1.0), RATE_HZ, NOON)
    assert first.path.name == "Take 2026-11-21 12.00.05.wav"
    assert second.path.name == "Take 2026-11-21 12.00.05 (2).wav"
    samples, rate_hz = soundfile.read(first.path.native, dtype="float32")
    assert rate_hz == RATE_HZ
    # 24 bit steps are 2 ** -23.
    assert np.abs(samples - trimmed(hummed(), RATE_HZ)).max() <= 2.0**-23
    assert {take.path for take in kept_takes(tmp_path)} == {first.path, second.path}
    remove_take(tmp_path, first)
    assert [take.path for take in kept_takes(tmp_path)] == [second.path]
    assert kept_takes(tmp_path)[0].duration_s == pytest.approx(second.duration_s)


def test_nothing_outside_the_takes_is_deleted(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    take = keep_take(tmp_path / "library", hummed(), RATE_HZ, NOON)
    with pytest.raises(LibraryError):
        remove_take(tmp_path / "another", take)
    assert take.path.native.exists()


def test_a_folder_without_takes_lists_none(tmp_path: Path) -> None:
    assert kept_takes(tmp_path) == ()
