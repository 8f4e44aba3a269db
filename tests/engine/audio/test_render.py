"""A part of a sound as a file of its own, for dragging into another program."""

import struct
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio.effects import Effects
from engine.audio.region_render import render_region
from engine.base.errors import EmptyAudio, LibraryError, NotAFile
from engine.base.types import FilePath
from tests.helpers import sounds


def test_moment_holds_exactly_its_samples_between_the_fades(tmp_path: Path) -> None:
    wave = np.stack([sounds.noise(2.0, 48_000, seed=1), sounds.noise(2.0, 48_000, seed=2)], axis=1)
    path = sounds.write(tmp_path / "a.wav", wave, 48_000, "PCM_24")
    out = render_region(FilePath.of(path), tmp_path / "drag.wav", 0.5, 1.25)
    kept, rate = soundfile.read(out, dtype="float32")
    assert (rate, kept.shape) == (48_000, (36_000, 2))
    np.testing.assert_allclose(kept[240:-240], wave[24_240:59_760], atol=2e-7)  # 5 ms are 240 frames


def test_moment_starts_and_ends_in_silence(tmp_path: Path) -> None:
    path = sounds.write(tmp_path / "a.wav", np.full(32_000, 0.5, dtype=np.float32))
    kept, _ = soundfile.read(render_region(path, tmp_path / "b.wav", 0.2, 0.4))
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
    info = soundfile.info(render_region(path, tmp_path / "out.wav", 0.1, 0.6))
    assert (info.format, info.subtype, info.samplerate, info.channels) == ("WAV", kept, 44_100, 2)
    assert info.frames == 22_050


def test_moment_past_the_end_stops_with_the_sound(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 1.0)
    assert soundfile.info(render_region(path, tmp_path / "b.wav", 0.75, 9.0)).frames == 8000


def test_moment_of_a_few_samples_is_written(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 1.0)
    assert soundfile.info(render_region(path, tmp_path / "b.wav", 0.5, 0.5 + 3 / 32_000)).frames == 3


def test_long_moment_is_written_in_blocks(tmp_path: Path) -> None:
    wave = sounds.noise(12.0)
    path = sounds.write(tmp_path / "a.wav", wave, 32_000, "FLOAT")
    kept, _ = soundfile.read(render_region(path, tmp_path / "b.wav", 0.0, 12.0), dtype="float32")
    np.testing.assert_array_equal(kept, wave)


def test_nothing_in_the_stretch_is_an_error_and_leaves_no_file(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 1.0)
    with pytest.raises(EmptyAudio):
        render_region(path, tmp_path / "b.wav", 3.0, 4.0)
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.wav"]


def test_missing_source_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NotAFile):
        render_region(tmp_path / "gone.wav", tmp_path / "b.wav", 0.0, 1.0)


def test_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 1.0)
    (tmp_path / "taken").write_text("a file, not a folder")
    with pytest.raises(LibraryError, match="taken"):
        render_region(path, tmp_path / "taken" / "b.wav", 0.0, 0.5)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_full_disk_is_told_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 4.0)
    monkeypatch.setattr("engine.audio.region_render.partial_in", lambda folder: folder / ".half.part")
    (tmp_path / ".half.part").symlink_to("/dev/full")
    with pytest.raises(LibraryError, match=r"b\.wav"):
        render_region(path, tmp_path / "b.wav", 0.0, 3.0)
    assert not (tmp_path / "b.wav").exists()


@pytest.mark.parametrize("subtype", ["PCM_U8", "PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE"])
def test_every_sample_between_the_fades_is_the_source_s_own_to_the_last_bit(tmp_path: Path, subtype: str) -> None:
    wave = np.random.default_rng(5).uniform(-1, 1, (48_000, 2))
    path = tmp_path / "a.wav"
    soundfile.write(path, wave, 48_000, subtype)
    out = render_region(path, tmp_path / "b.wav", 0.25, 0.75)
    assert out is not None and soundfile.info(out).subtype == subtype
    kind = "float64" if subtype in ("FLOAT", "DOUBLE") else "int32"
    source, _ = soundfile.read(path, dtype=kind)
    kept, _ = soundfile.read(out, dtype=kind)
    np.testing.assert_array_equal(kept[240:-240], source[12_240:35_760])


def test_the_sound_s_own_start_and_end_are_not_faded(tmp_path: Path) -> None:
    path = sounds.write(tmp_path / "a.wav", np.full(32_000, 0.5, dtype=np.float32))
    start, _ = soundfile.read(render_region(path, tmp_path / "b.wav", 0.0, 0.5))
    end, _ = soundfile.read(render_region(path, tmp_path / "c.wav", 0.5, None))
    assert (start[0], start[-1]) == (0.5, 0.0)
    assert (end[0], end[-1]) == (0.0, 0.5)


def test_a_reversed_part_is_the_part_backwards_and_fades_where_it_was_cut(tmp_path: Path) -> None:
    wave = sounds.noise(1.0, 32_000)
    path = sounds.write(tmp_path / "a.wav", wave, 32_000, "FLOAT")
    out = render_region(path, tmp_path / "b.wav", 0.5, 1.0, Effects(is_reversed=True))
    kept, _ = soundfile.read(out, dtype="float32")
    np.testing.assert_array_equal(kept[:-160], wave[16_000:][::-1][:-160])
    assert kept[-1] == 0.0


@pytest.mark.shows("pitch-speed-direction")
def test_an_octave_up_is_half_as_long_and_twice_as_high(tmp_path: Path) -> None:
    path = sounds.write_tone(tmp_path / "a.wav", 500.0, 2.0)
    kept, rate = soundfile.read(render_region(path, tmp_path / "b.wav", effects=Effects(pitch_semitones=12)))
    assert rate == 32_000 and len(kept) == 32_000
    assert int(np.abs(np.fft.rfft(kept)).argmax()) == 1000


def test_gain_of_a_16_bit_sound_is_dithered_by_a_triangle_of_one_step(tmp_path: Path) -> None:
    path = sounds.write(tmp_path / "a.wav", np.full(64_000, 0.25, np.float32), 32_000, "PCM_16")
    out = render_region(path, tmp_path / "b.wav", effects=Effects(gain_db=-1.0))
    kept, _ = soundfile.read(out, dtype="int16")
    exact = 8192 * 10 ** (-1 / 20)
    # TPDF: variance of two uniform steps 2/12, plus 1/12 of the rounding; the mean stays.
    assert kept.mean() == pytest.approx(exact, abs=0.02)
    assert kept.var() == pytest.approx(3 / 12, abs=0.02)


def test_a_picked_channel_leaves_alone(tmp_path: Path) -> None:
    wave = np.stack([sounds.noise(1.0, seed=n) for n in range(6)], axis=1)
    path = sounds.write(tmp_path / "a.wav", wave, 32_000, "FLOAT")
    kept, _ = soundfile.read(render_region(path, tmp_path / "b.wav", effects=Effects(channels=(3,))), dtype="float32")
    np.testing.assert_array_equal(kept, wave[:, 3])


def test_six_channels_keep_their_speakers(tmp_path: Path) -> None:
    wave = np.stack([sounds.noise(0.5, seed=n) for n in range(6)], axis=1)
    path = tmp_path / "a.wav"
    soundfile.write(path, wave, 32_000, "PCM_24", format="WAVEX")
    raw = bytearray(path.read_bytes())
    struct.pack_into("<I", raw, raw.index(b"fmt ") + 28, 0x60F)  # 5.1 with side speakers
    path.write_bytes(raw)
    out = (tmp_path / "b.wav").read_bytes() if render_region(path, tmp_path / "b.wav", 0.1, 0.2) else b""
    fmt = out.index(b"fmt ") + 8
    tag, channels = struct.unpack_from("<HH", out, fmt)
    bits, mask, kind = struct.unpack_from("<HIH", out, fmt + 18)
    assert (hex(tag), channels, bits, hex(mask), kind) == ("0xfffe", 6, 24, "0x60f", 1)
    assert soundfile.info(tmp_path / "b.wav").channels == 6


def test_cancelled_work_leaves_no_file(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 1.0)
    assert render_region(path, tmp_path / "b.wav", 0.0, 1.0, cancel=lambda: True) is None
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.wav"]


def test_progress_ends_at_the_whole(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 8.0)
    shares: list[float] = []
    render_region(path, tmp_path / "b.wav", 1.0, 7.0, progress=shares.append)
    assert shares == sorted(shares) and shares[-1] > 0.99 and len(shares) > 2
