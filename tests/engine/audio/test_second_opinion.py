"""Where one decoder gives up in the middle of a file that players play whole, another reads the rest."""

from io import BytesIO
from pathlib import Path
from typing import Any

import mutagen.ogg
import numpy as np
import pytest

from engine.audio.decode import open_audio
from tests.helpers import sounds
from tests.helpers.sounds import all_of

_OggPage: Any = mutagen.ogg.OggPage
_RATE_HZ = 48_000


def _rising(seconds: float, rate_hz: int = _RATE_HZ) -> np.ndarray:
    """A tone that rises by 100 Hz a second from 300 Hz on, so that every place sounds unlike the others."""
    time_s = np.arange(int(seconds * rate_hz)) / rate_hz
    return (0.4 * np.sin(2 * np.pi * (300 * time_s + 50 * time_s**2))).astype(np.float32)


def _with_page_a_little_off(path: Path, number: int, rate_hz: int = _RATE_HZ) -> Path:
    """Opus whose page says that it ends 360 samples later than it does, as FFmpeg makes it of some Vorbis files."""
    sounds.encode(path, _rising(10.0, rate_hz), "libopus", rate_hz, "s16")
    file, pages = BytesIO(path.read_bytes()), []
    while True:
        try:
            pages.append(_OggPage(file))
        except EOFError:
            break
    pages[number].position += 360
    path.write_bytes(b"".join(page.write() for page in pages))
    return path


@pytest.mark.parametrize("number", [3, 6])
def test_opus_whose_pages_are_a_little_off_is_read_whole_and_not_called_damaged(tmp_path: Path, number: int) -> None:
    samples, info = all_of(_with_page_a_little_off(tmp_path / "a.opus", number))
    assert info.notes == ()
    assert abs(len(samples) - 10 * _RATE_HZ) <= 960  # a packet
    expected = _rising(10.0)
    for second in range(1, 9):
        stretch = slice(second * _RATE_HZ, second * _RATE_HZ + 12_000)
        assert np.corrcoef(samples[stretch, 0], expected[stretch])[0, 1] > 0.95


@pytest.mark.parametrize("rate_hz", [12_000, 24_000])
def test_so_is_opus_of_a_lower_rate_which_the_two_decoders_read_at_different_ones(tmp_path: Path, rate_hz: int) -> None:
    samples, info = all_of(_with_page_a_little_off(tmp_path / "a.opus", 3, rate_hz))
    assert (info.notes, info.sample_rate_hz) == ((), rate_hz)
    assert len(samples) == pytest.approx(10 * rate_hz, abs=rate_hz // 50)  # a packet
    expected = _rising(10.0, rate_hz)
    for second in range(1, 9):
        stretch = slice(second * rate_hz, second * rate_hz + rate_hz // 4)
        assert np.corrcoef(samples[stretch, 0], expected[stretch])[0, 1] > 0.95


def test_it_plays_from_a_place_behind_the_page_that_is_off(tmp_path: Path) -> None:
    with open_audio(_with_page_a_little_off(tmp_path / "a.opus", 3)) as stream:
        stream.seek(6.0)
        samples = np.concatenate(list(stream.blocks()))
    assert len(samples) == pytest.approx(4 * _RATE_HZ, abs=0.05 * _RATE_HZ)
    spectrum = np.abs(np.fft.rfft(samples[:4800, 0]))
    assert spectrum.argmax() * 10 == pytest.approx(
        905, abs=20
    )  # 300 Hz and 100 for each of 6 s, in the middle of 0.1 s
