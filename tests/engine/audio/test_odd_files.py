"""Odd files, damaged, lying or no files at all: what can be read is read with a note, the rest is refused."""

import os
import struct
import sys
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from engine.audio.decode import open_audio, read
from engine.base.errors import AudioError, EmptyAudio, NotAFile, UnsupportedAudio
from engine.base.types import FilePath
from tests.helpers import sounds
from tests.helpers.sounds import all_of


def test_video_without_sound_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "silent.mkv"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("ffv1", rate=5)
        stream.width = stream.height = 32
        stream.pix_fmt = "yuv420p"
        for _ in range(3):
            picture = av.VideoFrame.from_ndarray(np.zeros((48, 32), dtype=np.uint8), format="yuv420p")
            container.mux(stream.encode(picture))
        container.mux(stream.encode(None))
    with pytest.raises(UnsupportedAudio, match="no sound"):
        open_audio(path)


def test_65_channels_are_refused_with_the_number(tmp_path: Path) -> None:
    path = sounds.write(tmp_path / "a.wav", np.zeros((100, 65), dtype=np.float32), 48_000)
    with pytest.raises(UnsupportedAudio, match="65 channels"):
        open_audio(path)


@pytest.mark.skipif(os.name == "nt", reason="Windows names are Unicode")
def test_name_that_is_no_utf8_opens(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/d\xe9j\xe0 \xff\n.m4a"
    wav = sounds.encode(tmp_path / "a.m4a", sounds.tone(440.0, 0.5, 48_000), "aac", 48_000, "fltp")
    os.rename(os.fsencode(wav), raw)  # noqa: PTH104  (bytes)
    samples, info = read(FilePath(raw))
    assert info.format == "M4A" and len(samples) > 20_000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_pipe_named_wav_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.wav")
    with pytest.raises(NotAFile, match="pipe"):
        open_audio(tmp_path / "a.wav")


def test_folder_missing_file_and_impossible_name_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(NotAFile, match="a folder"):
        open_audio(tmp_path)
    with pytest.raises(NotAFile, match="is missing"):
        open_audio(tmp_path / "gone.wav")
    with pytest.raises(NotAFile, match="name"):
        open_audio(FilePath(b"/tmp/a\0.wav"))
    with pytest.raises(NotAFile):
        open_audio(tmp_path / ("x" * 300 + ".wav"))


def test_twenty_broken_files_each_fail_with_name_and_advice(tmp_path: Path) -> None:
    paths = sounds.broken_files(tmp_path)
    assert len(paths) == 20
    for path in paths:
        with pytest.raises(AudioError) as caught:
            open_audio(path)
        assert path.name in str(caught.value) and caught.value.advice


def test_empty_and_sampleless_files_say_so(tmp_path: Path) -> None:
    sounds.broken_files(tmp_path)
    with pytest.raises(EmptyAudio):
        open_audio(tmp_path / "empty.wav")
    with pytest.raises(EmptyAudio):
        open_audio(tmp_path / "no_frames.wav")


def test_cut_wav_gives_what_is_there_and_says_what_is_missing(tmp_path: Path) -> None:
    path = sounds.write_tone(tmp_path / "a.wav", 440.0, 4.0)
    os.truncate(path, path.stat().st_size // 2)
    samples, info = all_of(path)
    assert len(samples) == pytest.approx(64_000, abs=30) and info.duration_s == pytest.approx(2.0, abs=0.01)
    assert [str(note) for note in info.notes] == ["ends 2.0 s early: the header says 4.0 s"]


@pytest.mark.parametrize("name", ["a.flac", "a.aiff", "a.w64", "a.caf"])
def test_cut_file_gives_what_is_there_and_a_note(tmp_path: Path, name: str) -> None:
    path = sounds.write_noise(tmp_path / name, 4.0)
    os.truncate(path, path.stat().st_size // 2)
    samples, info = all_of(path)
    assert 50_000 < len(samples) < 70_000 and len(info.notes) >= 1
    assert info.duration_s == len(samples) / 32_000


def test_flac_header_that_claims_weeks_gives_its_true_length(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.flac", 1.0)
    content = bytearray(path.read_bytes())
    content[21] |= 0x0F  # STREAMINFO: total samples are the last 36 bits before the MD5 (RFC 9639 §8.2)
    content[22:26] = b"\xff" * 4
    path.write_bytes(content)
    samples, info = all_of(path)
    assert len(samples) == 32_000 and info.duration_s == 1.0
    assert "early" in str(info.notes[0])
    assert len(read(path)[0]) == 32_000


@pytest.mark.parametrize("size", [0, 0xFFFF_FFFF, 0x7FFF_FFF0])
def test_wav_whose_writer_never_filled_in_the_size_reads_whole(tmp_path: Path, size: int) -> None:
    content = sounds.wav_bytes(sounds.tone(440.0, 1.0))
    at = content.index(b"data") + 4
    path = tmp_path / "a.wav"
    path.write_bytes(content[:at] + struct.pack("<I", size) + content[at + 4 :])
    samples, info = all_of(path)
    assert len(samples) == 32_000 and info.notes == ()


def test_mp3_of_varying_rate_without_an_index_reads_whole(tmp_path: Path) -> None:
    # libsndfile reckons its length from the first frame's bit rate: it lost 2.1 of these 5 seconds.
    quiet_then_loud = np.concatenate([sounds.noise(2.5, 44_100, 1e-4), sounds.noise(2.5, 44_100, 0.5)])
    path = tmp_path / "a.mp3"
    with av.open(str(path), "w", options={"write_xing": "0"}) as container:
        stream = container.add_stream("libmp3lame", rate=44_100, layout="mono", options={"q": "2"})
        stream.codec_context.flags |= 0x02  # AV_CODEC_FLAG_QSCALE: varying bit rate
        stream.codec_context.global_quality = 2 * 118
        for start in range(0, len(quiet_then_loud), 1152):
            part = np.ascontiguousarray(quiet_then_loud[None, start : start + 1152])
            frame = av.AudioFrame.from_ndarray(part, format="fltp", layout="mono")
            frame.sample_rate, frame.pts, frame.time_base = 44_100, start, Fraction(1, 44_100)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    samples, info = all_of(path)
    assert b"Xing" not in path.read_bytes()[:500]
    assert (info.format, info.codec) == ("MP3", "MPEG_LAYER_III")
    assert len(samples) / 44_100 == pytest.approx(5.0, abs=0.1) and info.notes == ()


def test_flac_of_unstated_length_reads_whole(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.flac", 1.0)
    content = bytearray(path.read_bytes())
    content[21] &= 0xF0  # total samples 0: "unknown" (RFC 9639 §8.2), as an encoder into a pipe leaves it
    content[22:26] = bytes(4)
    path.write_bytes(content)
    samples, info = all_of(path)
    assert len(samples) == 32_000 and info.duration_s == 1.0 and info.notes == ()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows fills the hole with zeros on disk")
def test_rf64_of_six_gigabytes_reads_at_its_end(tmp_path: Path) -> None:
    size = 6_000_000_000
    ds64 = sounds.chunk(b"ds64", struct.pack("<QQQI", size + 100, size, size // 4, 0))
    fmt = sounds.chunk(b"fmt ", struct.pack("<HHIIHH", 1, 2, 48_000, 192_000, 4, 16))
    path = tmp_path / "a.wav"
    with path.open("wb") as file:
        file.write(b"RF64\xff\xff\xff\xffWAVE" + ds64 + fmt + b"data\xff\xff\xff\xff")
        file.seek(size - 192_000, os.SEEK_CUR)
        file.write(b"\x00\x40" * 96_000)
    samples, info = read(path, start_s=31_249.5)
    assert info.duration_s == 31_250.0 and len(samples) == 24_000
    assert (samples == 0.5).all()  # 0x4000 / 0x8000


def test_bad_samples_become_zero_and_are_counted(tmp_path: Path) -> None:
    wave = sounds.noise(0.5)
    wave[[5, 70, 900, 15_000]] = [np.nan, np.inf, -np.inf, 1e30]
    samples, info = all_of(sounds.write(tmp_path / "a.wav", wave, 32_000, "FLOAT"))
    assert np.isfinite(samples).all() and not samples[[5, 70, 900, 15_000]].any()
    assert samples[6] == wave[6]
    assert [str(note) for note in info.notes] == ["4 invalid samples set to zero"]


def test_samples_over_full_scale_are_left_as_they_are(tmp_path: Path) -> None:
    wave = sounds.tone(440.0, 0.2, level=8.0)
    samples, info = all_of(sounds.write(tmp_path / "a.wav", wave, 32_000, "FLOAT"))
    np.testing.assert_array_equal(samples[:, 0], wave)
    assert info.notes == ()


def test_playlist_is_not_followed(tmp_path: Path) -> None:
    sounds.write_tone(tmp_path / "secret.wav")
    path = tmp_path / "a.wav"
    path.write_text("#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nsecret.wav\n#EXT-X-ENDLIST\n")
    with pytest.raises(UnsupportedAudio):
        open_audio(path)


def test_damage_in_the_middle_keeps_what_came_before(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.flac", 4.0)
    content = bytearray(path.read_bytes())
    half = len(content) // 2
    content[half : half + 20_000] = bytes(20_000)
    path.write_bytes(content)
    samples, _ = all_of(path)
    assert len(samples) > 40_000
