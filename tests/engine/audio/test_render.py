"""A moment as a file of its own, for dragging into another program."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio.render import write_moment
from engine.errors import EmptyAudio, LibraryError, NotAFile
from engine.types import FilePath
from tests.helpers import sounds


def test_moment_holds_exactly_its_samples_between_the_fades(tmp_path: Path) -> None:
    wave = np.stack([sounds.noise(2.0, 48_000, seed=1), sounds.noise(2.0, 48_000, seed=2)], axis=1)
    path = sounds.write(tmp_path / "a.wav", wave, 48_000, "PCM_24")
    out = write_moment(FilePath.of(path), tmp_path / "drag" / "a.wav", 0.5, 1.25)
    kept, rate = soundfile.read(out, dtype="float32")
    assert (rate, kept.shape) == (48_000, (36_000, 2))
    np.testing.assert_allclose(kept[240:-240], wave[24_240:59_760], atol=2e-7)  # 5 ms are 240 frames


def test_moment_starts_and_ends_in_silence(tmp_path: Path) -> None:
    path = sounds.write(tmp_path / "a.wav", np.full(32_000, 0.5, dtype=np.float32))
    kept, _ = soundfile.read(write_moment(path, tmp_path / "b.wav", 0.2, 0.4))
    assert abs(kept[0]) < 1e-4 and abs(kept[-1]) < 1e-4 and kept[3200] == pytest.approx(0.5, abs=1e-4)
    assert np.abs(np.diff(kept)).max() < 0.01


@pytest.mark.parametrize(
    ("name", "subtype", "kept"),
    [
        ("a.wav", "PCM_U8", "PCM_U8"),
        ("a.wav", "PCM_16", "PCM_16"),
        ("a.wav", "FLOAT", "FLOAT"),
        ("a.flac", "PCM_24", "PCM_24"),
        ("a.flac", "PCM_S8", "PCM_U8"),
        ("a.ogg", "VORBIS", "PCM_24"),
    ],
)
def test_depth_rate_and_channels_are_kept(tmp_path: Path, name: str, subtype: str, kept: str) -> None:
    path = sounds.write_noise(tmp_path / name, 1.0, rate=44_100, channels=2, subtype=subtype)
    info = soundfile.info(write_moment(path, tmp_path / "out.wav", 0.1, 0.6))
    assert (info.format, info.subtype, info.samplerate, info.channels) == ("WAV", kept, 44_100, 2)
    assert info.frames == 22_050


def test_moment_past_the_end_stops_with_the_sound(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 1.0)
    assert soundfile.info(write_moment(path, tmp_path / "b.wav", 0.75, 9.0)).frames == 8000


def test_moment_of_a_few_samples_is_written(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 1.0)
    assert soundfile.info(write_moment(path, tmp_path / "b.wav", 0.5, 0.5 + 3 / 32_000)).frames == 3


def test_long_moment_is_written_in_blocks(tmp_path: Path) -> None:
    wave = sounds.noise(12.0)
    path = sounds.write(tmp_path / "a.wav", wave, 32_000, "FLOAT")
    kept, _ = soundfile.read(write_moment(path, tmp_path / "b.wav", 0.0, 12.0, 0.0), dtype="float32")
    np.testing.assert_array_equal(kept, wave)


def test_nothing_in_the_stretch_is_an_error_and_leaves_no_file(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 1.0)
    with pytest.raises(EmptyAudio):
        write_moment(path, tmp_path / "b.wav", 3.0, 4.0)
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.wav"]


def test_missing_source_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NotAFile):
        write_moment(tmp_path / "gone.wav", tmp_path / "b.wav", 0.0, 1.0)


def test_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 1.0)
    (tmp_path / "taken").write_text("a file, not a folder")
    with pytest.raises(LibraryError, match="taken"):
        write_moment(path, tmp_path / "taken" / "b.wav", 0.0, 0.5)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_full_disk_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 4.0)
    (tmp_path / "b.wav.part").symlink_to("/dev/full")
    with pytest.raises(LibraryError, match=r"b\.wav"):
        write_moment(path, tmp_path / "b.wav", 0.0, 3.0)
    assert not (tmp_path / "b.wav").exists()
