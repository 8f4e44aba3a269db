"""Where channels stand: what files say, in every order that formats have, and what it means for loudness.

FFmpeg's `ebur128` gives 1.41 to all that is behind; ITU-R BS.1770-5 (table 4) to what stands 60 to 120 degrees to the
side. Where the two differ FFmpeg is asked about the same samples with what is behind or above put in front, at 1.
"""

import shutil
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio import channel_layout
from engine.audio.decode import open_audio
from engine.base.types import FilePath
from engine.search.reference import measured

RATE_HZ = 48_000
needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs the ffmpeg program, as an oracle")

SAME = {
    "2.1": "FL FR LFE",
    "3.0": "FL FR FC",
    "quad": "FL FR BL BR",
    "quad of sides": "FL FR SL SR",
    "5.0": "FL FR FC BL BR",
    "5.0 of sides": "FL FR FC SL SR",
    "5.1": "FL FR FC LFE BL BR",
    "5.1 of sides": "FL FR FC LFE SL SR",
}
"""Where FFmpeg counts as the standard does."""
IN_FRONT = {
    "4.0": ("FL FR FC BC", "FL FR FC TC"),
    "6.1": ("FL FR FC LFE BC SL SR", "FL FR FC LFE FLC SL SR"),
    "7.0": ("FL FR FC BL BR SL SR", "FL FR FC FLC FRC SL SR"),
    "7.1": ("FL FR FC LFE BL BR SL SR", "FL FR FC LFE FLC FRC SL SR"),
    "7.1.4": ("FL FR FC LFE BL BR SL SR TFL TFR TBL TBR", "FL FR FC LFE FLC FRC SL SR TC TFL TFC TFR"),
}
"""Where it does not: what is written, and what it is asked about."""


def noises(channels: int, seconds: float = 3.0) -> np.ndarray:
    """float32 [T, C]: each channel another noise, the later the louder, so that a wrong weight is heard."""
    levels = np.float32(0.02) * np.float32(1.25) ** np.arange(channels, dtype=np.float32)
    shape = round(seconds * RATE_HZ), channels
    return np.random.default_rng(channels).standard_normal(shape).astype(np.float32) * levels


def write_wave(path: Path, samples: np.ndarray, labels: str) -> Path:
    """A WAVE_FORMAT_EXTENSIBLE file of 32-bit floats with the mask of these labels."""
    channels = samples.shape[1]
    mask = sum(1 << channel_layout.WAVE_ORDER.index(label) for label in labels.split())
    guid = struct.pack("<IHH8s", 3, 0, 0x10, bytes.fromhex("800000aa00389b71"))
    form = struct.pack("<HHIIHHHHI", 0xFFFE, channels, RATE_HZ, RATE_HZ * 4 * channels, 4 * channels, 32, 22, 32, mask)
    body = samples.astype("<f4").tobytes()
    chunks = b"fmt " + struct.pack("<I", 40) + form + guid + b"data" + struct.pack("<I", len(body)) + body
    path.write_bytes(b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks)
    return path


def said_layout(path: Path) -> str:
    """The layout of a file by its decoder."""
    with open_audio(path) as stream:
        return stream.info.layout


def loudness(path: Path) -> float:
    """Integrated loudness as Earshot measures a file."""
    lufs = measured(FilePath.of(path))[1].loudness_lufs
    assert lufs is not None
    return lufs


def by_ffmpeg(path: Path) -> float:
    """Integrated loudness by FFmpeg's ebur128, the layout taken from the file."""
    what = "ebur128=metadata=1,ametadata=print:key=lavfi.r128.I:file=-"
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-af", what, "-f", "null", "-"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(said.rsplit("lavfi.r128.I=", 1)[1].split()[0])


@needs_ffmpeg
@pytest.mark.shows("loudness-layout")
@pytest.mark.parametrize("labels", SAME.values(), ids=SAME)
def test_loudness_by_the_mask_is_that_of_ffmpeg(tmp_path: Path, labels: str) -> None:
    path = write_wave(tmp_path / "sound.wav", noises(len(labels.split())), labels)
    assert said_layout(path) == labels
    assert loudness(path) == pytest.approx(by_ffmpeg(path), abs=0.1)


@needs_ffmpeg
@pytest.mark.shows("loudness-layout")
@pytest.mark.parametrize(("labels", "in_front"), IN_FRONT.values(), ids=IN_FRONT)
def test_what_is_behind_or_above_counts_as_what_is_in_front(tmp_path: Path, labels: str, in_front: str) -> None:
    samples = noises(len(labels.split()))
    path = write_wave(tmp_path / "sound.wav", samples, labels)
    assert said_layout(path) == labels
    assert loudness(path) == pytest.approx(by_ffmpeg(write_wave(tmp_path / "in front.wav", samples, in_front)), abs=0.1)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("FL FR FC LFE BL BR", [1, 1, 1, 0, 1.41, 1.41]),  # the surrounds of BS.775, at 110 degrees
        ("FL FR FC LFE BL BR SL SR", [1, 1, 1, 0, 1, 1, 1.41, 1.41]),  # BS.2051's 0+7+0: 135 and 90 degrees
        ("FL FR FC BC", [1, 1, 1, 1]),  # 180 degrees
        ("FL FR FC LFE BL BR SL SR TFL TFR TBL TBR", [1, 1, 1, 0, 1, 1, 1.41, 1.41, 1, 1, 1, 1]),  # 30 degrees up
    ],
)
def test_weights_are_those_of_table_4_of_bs_1770_5(labels: str, expected: list[float]) -> None:
    assert channel_layout.weights(labels, len(expected)).tolist() == expected


@needs_ffmpeg
@pytest.mark.parametrize(
    ("suffix", "coder", "labels"),
    [
        *[
            (suffix, coder, "FL FR FC LFE BL BR")
            for suffix, coder in {
                "wav": "pcm_s16le", "w64": "pcm_s16le", "caf": "pcm_s16be", "flac": "flac", "ogg": "libvorbis",
                "opus": "libopus", "m4a": "aac", "mov": "pcm_s16le", "wv": "wavpack",
            }.items()
        ],
        ("ogg", "libvorbis", "FL FR FC"),
        ("ogg", "libvorbis", "FL FR FC BL BR"),
        ("ogg", "libvorbis", "FL FR FC LFE BC SL SR"),
        ("ogg", "libvorbis", "FL FR FC LFE BL BR SL SR"),
        ("opus", "libopus", "FL FR FC LFE BL BR SL SR"),
        ("flac", "flac", "FL FR FC BC"),
        ("flac", "flac", "FL FR FC LFE BC SL SR"),
        ("m4a", "aac", "FL FR FC LFE BL BR SL SR"),
    ],
)  # fmt: skip
def test_each_channel_is_where_the_layout_says(tmp_path: Path, suffix: str, coder: str, labels: str) -> None:
    path = tmp_path / f"sound.{suffix}"
    pitches = {label: 60 if label == "LFE" else 300 + 200 * at for at, label in enumerate(labels.split())}
    tones = "|".join(f"0.5*sin({hz}*2*PI*t)" for hz in pitches.values())
    source = f"aevalsrc={tones}:s={RATE_HZ}:d=1:c={labels.replace(' ', '+')}"
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, "-c:a", coder, str(path)], check=True)
    with open_audio(path) as stream:
        samples = np.concatenate(list(stream.blocks()))
    middle = samples[4800 : 4800 + 24_000]
    heard_hz = np.abs(np.fft.rfft(middle, axis=0)).argmax(axis=0) * RATE_HZ / len(middle)
    assert stream.info.layout == labels
    assert heard_hz == pytest.approx(np.array(list(pitches.values())), abs=5)


def test_a_plain_wave_of_six_is_taken_for_5_1_and_of_four_for_quad(tmp_path: Path) -> None:
    six, four = noises(6), noises(4)
    for name, samples, labels in (("six", six, SAME["5.1"]), ("four", four, SAME["quad"])):
        soundfile.write(tmp_path / f"{name}.wav", samples, RATE_HZ, "FLOAT", format="WAV")
        assert said_layout(tmp_path / f"{name}.wav") == ""
        said = write_wave(tmp_path / f"{name} by mask.wav", samples, labels)
        assert loudness(tmp_path / f"{name}.wav") == pytest.approx(loudness(said), abs=1e-6)


@needs_ffmpeg
def test_opus_whose_channels_have_no_places_stays_in_its_order(tmp_path: Path) -> None:
    path = tmp_path / "sound.opus"
    tones = "|".join(f"0.5*sin({300 + 200 * at}*2*PI*t)" for at in range(6))
    source, coder = f"aevalsrc={tones}:s={RATE_HZ}:d=1", ["-c:a", "libopus", "-mapping_family", "255"]
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, *coder, str(path)], check=True)
    with open_audio(path) as stream:
        middle = np.concatenate(list(stream.blocks()))[4800 : 4800 + 24_000]
    heard_hz = np.abs(np.fft.rfft(middle, axis=0)).argmax(axis=0) * RATE_HZ / len(middle)
    assert stream.info.layout == ""
    assert heard_hz == pytest.approx(np.array([300, 500, 700, 900, 1100, 1300]), abs=5)


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ("FL FR FC LFE BL BR", "5.1 (L R C LFE Ls Rs)"),
        ("FL FR FC LFE SL SR", "5.1 (L R C LFE Ls Rs)"),
        ("FL FR FC LFE BL BR SL SR", "7.1 (L R C LFE Lb Rb Ls Rs)"),
        ("FL FR BL BR", "quad (L R Ls Rs)"),
        ("FL FR FC TC", "L R C Tc"),
    ],
)
def test_a_layout_is_told_as_mixers_know_it(labels: str, said: str) -> None:
    assert channel_layout.told(labels) == said


@pytest.mark.parametrize("text", ["FL", "FL FL", "FL XX", "fl fr", " FL"])
def test_what_is_no_layout_of_two_is_none(text: str) -> None:
    assert not channel_layout.is_layout(text, 2)
