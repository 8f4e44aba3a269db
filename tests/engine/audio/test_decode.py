"""Sounds in: every format, rate and channel count; stretches, mixes, and what happens to odd files."""

import os
import shutil
import struct
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audio.decode import AUDIO_SUFFIXES, mono_blocks, open_audio, read
from engine.errors import AudioError, EmptyAudio, EngineError, NotAFile, UnsupportedAudio
from engine.types import FilePath
from tests.helpers import sounds


def all_of(path: Path, frames: int = 65536) -> tuple[np.ndarray, object]:
    with open_audio(path) as stream:
        blocks = list(stream.blocks(frames))
        return np.concatenate(blocks), stream.info


@pytest.mark.parametrize(
    ("name", "subtype", "container", "bits", "tolerance"),
    [
        ("a.wav", "PCM_U8", "WAV", 8, 1 / 127),
        ("a.wav", "PCM_16", "WAV", 16, 1e-4),
        ("a.wav", "PCM_24", "WAV", 24, 1e-6),
        ("a.wav", "PCM_32", "WAV", 32, 1e-7),
        ("a.wav", "FLOAT", "WAV", 32, 0.0),
        ("a.wav", "DOUBLE", "WAV", 64, 0.0),
        ("a.rf64", "PCM_24", "RF64", 24, 1e-6),
        ("a.w64", "PCM_24", "W64", 24, 1e-6),
        ("a.aiff", "PCM_24", "AIFF", 24, 1e-6),
        ("a.caf", "PCM_16", "CAF", 16, 1e-4),
        ("a.au", "PCM_16", "AU", 16, 1e-4),
        ("a.flac", "PCM_24", "FLAC", 24, 1e-6),
        ("a.ogg", "VORBIS", "OGG", None, 0.05),
        ("a.mp3", "MPEG_LAYER_III", "MP3", None, 0.05),
    ],
)
def test_format_reads_back(
    tmp_path: Path, name: str, subtype: str, container: str, bits: int | None, tolerance: float
) -> None:
    wave = sounds.tone(440.0, 0.5, 44_100)
    samples, info = all_of(sounds.write(tmp_path / name, wave, 44_100, subtype))
    assert (info.format, info.codec, info.bit_depth) == (container, subtype, bits)
    assert (info.sample_rate_hz, info.channels, info.notes) == (44_100, 1, ())
    assert info.duration_s == pytest.approx(0.5, abs=0.001)
    middle = slice(4000, 18_000)
    np.testing.assert_allclose(samples[middle, 0], wave[middle], atol=tolerance)


def test_adpcm_wav_reads_back(tmp_path: Path) -> None:
    wave = sounds.tone(440.0, 0.5, 44_100)
    samples, info = all_of(sounds.write(tmp_path / "a.wav", wave, 44_100, "MS_ADPCM"))
    assert (info.codec, info.bit_depth) == ("MS_ADPCM", None)
    np.testing.assert_allclose(samples[4000:18_000, 0], wave[4000:18_000], atol=0.02)


def test_opus_reads_back(tmp_path: Path) -> None:
    wave = sounds.tone(440.0, 0.5, 48_000)
    samples, info = all_of(sounds.write(tmp_path / "a.opus", wave, 48_000))
    assert (info.format, info.codec) == ("OGG", "OPUS")
    np.testing.assert_allclose(samples[4000:20_000, 0], wave[4000:20_000], atol=0.05)


def encode_by_pyav(path: Path, wave: np.ndarray, codec: str, rate: int, kind: str) -> Path:
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=rate, layout="mono")
        stream.bit_rate = 128_000
        step = stream.codec_context.frame_size or 1024
        for start in range(0, len(wave), 1024 if step == 0 else step):
            part = wave[start : start + step]
            values = part if kind == "fltp" else np.round(part * 32767).astype("<i2")
            frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(values[None, :]), format=kind, layout="mono")
            frame.sample_rate, frame.pts, frame.time_base = rate, start, Fraction(1, rate)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


@pytest.mark.parametrize(
    ("name", "codec", "kind", "container", "tolerance"),
    [
        ("a.m4a", "aac", "fltp", "M4A", 0.05),
        ("a.m4a", "alac", "s16p", "M4A", 1e-4),
        ("a.wma", "wmav2", "fltp", "WMA", 0.05),
        ("a.ac3", "ac3", "fltp", "AC3", 0.05),
        ("a.wv", "wavpack", "fltp", "WAVPACK", 1e-4),
        ("a.tta", "tta", "s16", "TTA", 1e-4),
    ],
)
def test_ffmpeg_format_reads_back(
    tmp_path: Path, name: str, codec: str, kind: str, container: str, tolerance: float
) -> None:
    wave = sounds.tone(440.0, 1.0, 48_000)
    samples, info = all_of(encode_by_pyav(tmp_path / name, wave, codec, 48_000, kind))
    assert (info.format, info.codec, info.channels) == (container, codec.upper(), 1)
    assert info.duration_s == pytest.approx(1.0, abs=0.06)
    # Codecs delay by up to a frame or two: compare level and pitch, not phase.
    spectrum = np.abs(np.fft.rfft(samples[8000:40_000, 0]))
    assert np.argmax(spectrum) == 440 * 32_000 // 48_000
    level = np.sqrt(np.mean(samples[8000:40_000, 0] ** 2))
    assert level == pytest.approx(0.5 / np.sqrt(2), abs=max(tolerance, 1e-3))


def test_aac_in_mp4_lasts_as_long_as_was_encoded(tmp_path: Path) -> None:
    path = encode_by_pyav(tmp_path / "a.m4a", sounds.tone(440.0, 1.0, 48_000), "aac", 48_000, "fltp")
    _, info = all_of(path)
    assert info.duration_s == pytest.approx(1.0, abs=0.0015)


def test_sound_of_a_video_reads(tmp_path: Path) -> None:
    if shutil.which("ffmpeg") is None:
        pytest.skip("no ffmpeg program on this machine to make a video with")
    wav = sounds.write_tone(tmp_path / "a.wav", 440.0, 1.0, rate=48_000)
    film = tmp_path / "a.mp4"
    picture = ["-f", "lavfi", "-i", "color=size=32x32:duration=1"]
    subprocess.run(["ffmpeg", "-v", "error", *picture, "-i", wav, "-shortest", film], check=True)
    samples, info = all_of(film)
    assert info.codec == "AAC" and len(samples) == pytest.approx(48_000, abs=1200)


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


@pytest.mark.parametrize("rate", [8_000, 11_025, 22_050, 96_000, 192_000, 384_000])
def test_rate_from_8_to_384_khz_resamples_to_the_same_tone(tmp_path: Path, rate: int) -> None:
    path = sounds.write_tone(tmp_path / "a.wav", 1000.0, 0.5, rate=rate, subtype="FLOAT")
    samples, info = read(path, 32_000)
    assert info.sample_rate_hz == rate and len(samples) == pytest.approx(16_000, abs=1)
    np.testing.assert_allclose(samples[2000:14_000], sounds.tone(1000.0, 0.5)[2000:14_000], atol=2e-3)


@pytest.mark.parametrize("channels", [1, 2, 3, 6, 16, 64])
def test_up_to_64_channels_mix_to_their_mean(tmp_path: Path, channels: int) -> None:
    wave = np.stack([np.full(500, (i + 1) / 100, dtype=np.float32) for i in range(channels)], axis=1)
    mono, info = read(sounds.write(tmp_path / "a.wav", wave, 48_000, "FLOAT"))
    assert info.channels == channels
    np.testing.assert_allclose(mono, np.full(500, (channels + 1) / 200), rtol=1e-5)  # mean of 1..n is (n+1)/2


def test_65_channels_are_refused_with_the_number(tmp_path: Path) -> None:
    path = sounds.write(tmp_path / "a.wav", np.zeros((100, 65), dtype=np.float32), 48_000)
    with pytest.raises(UnsupportedAudio, match="65 channels"):
        open_audio(path)


@pytest.mark.parametrize("name", ["a.mp3", "a", "a.tar.gz", "a.flac"])
def test_content_decides_not_the_suffix(tmp_path: Path, name: str) -> None:
    wav = sounds.write_tone(tmp_path / "right.wav", 440.0, 0.2)
    path = tmp_path / name
    path.write_bytes(wav.read_bytes())
    np.testing.assert_array_equal(all_of(path)[0], all_of(wav)[0])


@pytest.mark.skipif(os.name == "nt", reason="Windows names are Unicode")
def test_name_that_is_no_utf8_opens(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/d\xe9j\xe0 \xff\n.m4a"
    wav = encode_by_pyav(tmp_path / "a.m4a", sounds.tone(440.0, 0.5, 48_000), "aac", 48_000, "fltp")
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
    with pytest.raises(NotAFile, match="No such file"):
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
    assert info.notes == ("ends 2.0 s early: the header says 4.0 s",)


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
    assert "early" in info.notes[0]
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
    assert info.notes == ("4 non-finite or absurd samples set to zero",)


def test_samples_over_full_scale_are_left_as_they_are(tmp_path: Path) -> None:
    wave = sounds.tone(440.0, 0.2, level=8.0)
    samples, info = all_of(sounds.write(tmp_path / "a.wav", wave, 32_000, "FLOAT"))
    np.testing.assert_array_equal(samples[:, 0], wave)
    assert info.notes == ()


@pytest.mark.parametrize("name", ["a.wav", "a.flac", "a.ogg", "a.mp3", "a.aiff"])
def test_seek_lands_on_the_sample(tmp_path: Path, name: str) -> None:
    path = sounds.write_noise(tmp_path / name, 3.0, rate=44_100)
    whole, _ = all_of(path)
    with open_audio(path) as stream:
        stream.seek(1.5)
        np.testing.assert_allclose(next(stream.blocks(1000)), whole[66_150:67_150], atol=1e-4)


def test_seek_in_an_ffmpeg_format_lands_on_the_sample(tmp_path: Path) -> None:
    path = encode_by_pyav(tmp_path / "a.m4a", sounds.noise(3.0, 48_000), "alac", 48_000, "s16p")
    whole, _ = all_of(path)
    with open_audio(path) as stream:
        stream.seek(1.7)
        np.testing.assert_array_equal(next(stream.blocks(1000)), whole[81_600:82_600])


def test_stretch_is_read_alone(tmp_path: Path) -> None:
    wave = sounds.noise(2.0)
    path = sounds.write(tmp_path / "a.wav", wave, 32_000, "FLOAT")
    samples, info = read(path, start_s=0.5, end_s=0.75)
    np.testing.assert_array_equal(samples, wave[16_000:24_000])
    assert info.duration_s == 2.0


def test_no_more_than_max_s_is_read(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 2.0)
    assert len(read(path, max_s=0.1)[0]) == 3200


def test_stretch_past_the_end_is_an_error_that_says_where_the_end_is(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 1.0)
    with pytest.raises(EmptyAudio) as caught:
        read(path, start_s=5.0)
    assert "1.00 s" in caught.value.advice


def test_channels_are_kept_when_no_mix_is_asked_for(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 0.5, channels=3, rate=48_000)
    samples, _ = read(path, 24_000, mono=False)
    assert samples.shape == (12_000, 3)


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


def test_suffixes_hold_what_the_readme_promises() -> None:
    promised = ".wav .aif .aiff .caf .flac .ogg .opus .mp3 .m4a .aac .wma .ac3 .w64 .wv"
    assert set(promised.split()) <= AUDIO_SUFFIXES


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 5000), st.floats(0.001, 0.5))
def test_mono_blocks_do_not_depend_on_how_they_are_cut(
    tmp_path_factory: pytest.TempPathFactory, frames: int, block_s: float
) -> None:
    path = tmp_path_factory.mktemp("cut") / "a.flac"
    sounds.write_noise(path, 0.7, rate=44_100, channels=2)
    with open_audio(path) as stream:
        plain = np.concatenate(list(mono_blocks(stream, 32_000)))
    with open_audio(path) as stream:
        several = list(mono_blocks(stream, 32_000, block_s))
    np.testing.assert_array_equal(np.concatenate(several), plain)
    assert {len(block) for block in several[:-1]} <= {max(1, round(block_s * 32_000))}
    np.testing.assert_array_equal(all_of(path, frames)[0], all_of(path)[0])
    np.testing.assert_array_equal(read(path, 32_000)[0], plain)


def test_resampling_keeps_aliases_under_100_db(tmp_path: Path) -> None:
    path = sounds.write_tone(tmp_path / "a.wav", 20_000.0, 1.0, rate=48_000, subtype="FLOAT")
    samples, _ = read(path, 32_000)
    assert 20 * np.log10(np.abs(samples[4000:-4000]).max() / 0.5) < -100


def test_error_of_a_file_is_an_engine_error() -> None:
    assert issubclass(NotAFile, EngineError)
