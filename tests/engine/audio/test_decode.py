"""Sounds in: every format, rate and channel count; stretches, mixes, and what happens to odd files."""

import shutil
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audio.decode import AUDIO_SUFFIXES, mono_blocks, open_audio, read
from engine.base.errors import EmptyAudio, EngineError, NotAFile
from tests.helpers import sounds
from tests.helpers.sounds import all_of


@pytest.mark.shows("account-network-usual")
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


@pytest.mark.shows("account-network-usual")
def test_opus_reads_back(tmp_path: Path) -> None:
    wave = sounds.tone(440.0, 0.5, 48_000)
    samples, info = all_of(sounds.write(tmp_path / "a.opus", wave, 48_000))
    assert (info.format, info.codec) == ("OGG", "OPUS")
    np.testing.assert_allclose(samples[4000:20_000, 0], wave[4000:20_000], atol=0.05)


@pytest.mark.shows("account-network-usual")
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
    samples, info = all_of(sounds.encode(tmp_path / name, wave, codec, 48_000, kind))
    assert (info.format, info.codec, info.channels) == (container, codec.upper(), 1)
    assert info.duration_s == pytest.approx(1.0, abs=0.06)
    # Codecs delay by up to a frame or two: compare level and pitch, not phase.
    spectrum = np.abs(np.fft.rfft(samples[8000:40_000, 0]))
    assert np.argmax(spectrum) == 440 * 32_000 // 48_000
    level = np.sqrt(np.mean(samples[8000:40_000, 0] ** 2))
    assert level == pytest.approx(0.5 / np.sqrt(2), abs=max(tolerance, 1e-3))


def test_aac_in_mp4_lasts_as_long_as_was_encoded(tmp_path: Path) -> None:
    path = sounds.encode(tmp_path / "a.m4a", sounds.tone(440.0, 1.0, 48_000), "aac", 48_000, "fltp")
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


@pytest.mark.parametrize("name", ["a.mp3", "a", "a.tar.gz", "a.flac"])
def test_content_decides_not_the_suffix(tmp_path: Path, name: str) -> None:
    wav = sounds.write_tone(tmp_path / "right.wav", 440.0, 0.2)
    path = tmp_path / name
    path.write_bytes(wav.read_bytes())
    np.testing.assert_array_equal(all_of(path)[0], all_of(wav)[0])


@pytest.mark.parametrize("name", ["a.wav", "a.flac", "a.ogg", "a.mp3", "a.aiff"])
def test_seek_lands_on_the_sample(tmp_path: Path, name: str) -> None:
    path = sounds.write_noise(tmp_path / name, 3.0, rate=44_100)
    whole, _ = all_of(path)
    with open_audio(path) as stream:
        stream.seek(1.5)
        np.testing.assert_allclose(next(stream.blocks(1000)), whole[66_150:67_150], atol=1e-4)


def test_seek_in_an_ffmpeg_format_lands_on_the_sample(tmp_path: Path) -> None:
    path = sounds.encode(tmp_path / "a.m4a", sounds.noise(3.0, 48_000), "alac", 48_000, "s16p")
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
    assert "is 1 s long." in caught.value.advice


def test_channels_are_kept_when_no_mix_is_asked_for(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 0.5, channels=3, rate=48_000)
    samples, _ = read(path, 24_000, mono=False)
    assert samples.shape == (12_000, 3)


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


def silent_ape(frames: int) -> bytes:
    """Monkey's Audio 3.99 of two channels at 44.1 kHz: one frame, by whose flags both are silent."""
    frame = struct.pack("<II", 0x8000_0000, 3) + bytes(16)
    header = struct.pack("<HHIIIHHI", 1000, 32, 73_728, frames, 1, 16, 2, 44_100)
    lengths = (52, len(header), 4, 0, len(frame), 0, 0)
    descriptor = struct.pack("<4sHH7I16x", b"MAC ", 3990, 0, *lengths)
    return descriptor + header + struct.pack("<I", len(descriptor) + len(header) + 4) + frame


@pytest.mark.parametrize("tag", [b"", b"ID3\3\0\0\0\0\0\x0a" + bytes(10)], ids=["alone", "behind an ID3 tag"])
def test_monkeys_audio_is_read(tmp_path: Path, tag: bytes) -> None:
    path = tmp_path / "a.ape"
    path.write_bytes(tag + silent_ape(4410))
    samples, info = all_of(path)
    assert (samples.shape, info.sample_rate_hz, info.notes) == ((4410, 2), 44_100, ())
