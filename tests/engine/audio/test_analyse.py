"""One pass over a sound: what it gives agrees with the parts, and hours need no more memory than seconds."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio.analysis import analysis
from engine.audio.content import content_id
from engine.audio.decode import read
from engine.audio.metadata import read_metadata
from engine.audio.segments import SegmentPlan, cut
from engine.base.errors import AudioError, DamagedAudio
from engine.base.types import FilePath
from tests.helpers import memory, sounds

PLAN = SegmentPlan(sample_rate_hz=16_000, segment_s=2.0, hop_s=1.0, ladder_s=(0.5, 1.0, 2.0), padding="zeros")


def test_windows_are_those_of_reading_it_whole(tmp_path: Path) -> None:
    path = FilePath.of(sounds.write_noise(tmp_path / "a.flac", 5.5, rate=44_100, channels=2))
    with analysis(path, PLAN) as found:
        segments = list(found.segments())
    whole = cut(read(path, 16_000)[0], PLAN)
    assert [(s.start_s, s.end_s) for s in segments] == [(s.start_s, s.end_s) for s in whole]
    assert all(np.array_equal(a.wave, b.wave) for a, b in zip(segments, whole, strict=True))


def test_everything_of_a_sound_comes_from_one_pass(tmp_path: Path) -> None:
    path = FilePath.of(sounds.write_with_bext(tmp_path / "DOORWood_Slam_A_B.wav", seconds=1.0))
    with analysis(path, PLAN) as found:
        segments = list(found.segments())
    assert len(segments) == 1 and len(segments[0].wave) == 16_000
    assert found.info.duration_s == found.peaks.duration_s == 1.0
    assert found.measures.peak_dbfs == pytest.approx(-6.02, abs=0.01)
    assert found.metadata == read_metadata(path) and found.metadata.ucs_id == "DOORWood"
    assert found.content_id == content_id(path)


def test_loop_chunk_outweighs_what_is_heard(tmp_path: Path) -> None:
    fading = sounds.noise(1.0) * np.geomspace(1, 0.001, 32_000, dtype=np.float32)
    loop = sounds.chunk(b"smpl", bytes(28) + b"\1\0\0\0" + bytes(28))
    (tmp_path / "a.wav").write_bytes(sounds.wav_bytes(fading, after=loop))
    with analysis(FilePath.of(tmp_path / "a.wav"), PLAN) as found:
        list(found.segments())
    assert found.measures.is_loop is True


@pytest.mark.parametrize("frames", [1, 2, 79, 320])
def test_sound_of_a_few_samples_is_one_finite_window(tmp_path: Path, frames: int) -> None:
    path = sounds.write(tmp_path / "a.wav", sounds.noise(1.0)[:frames], 32_000)
    with analysis(FilePath.of(path), PLAN) as found:
        segments = list(found.segments())
    assert len(segments) == 1 and np.isfinite(segments[0].wave).all()


def test_broken_file_fails_at_once(tmp_path: Path) -> None:
    sounds.broken_files(tmp_path)
    with pytest.raises(DamagedAudio), analysis(FilePath.of(tmp_path / "riff_only.wav"), PLAN):
        pass


def test_every_broken_file_fails_as_an_audio_error(tmp_path: Path) -> None:
    for path in sounds.broken_files(tmp_path):
        with pytest.raises(AudioError), analysis(FilePath.of(path), PLAN) as found:
            list(found.segments())


PEAK_MEMORY = """
import sys
from engine.audio.analysis import analysis
from engine.audio.segments import SegmentPlan
from engine.base.types import FilePath
from tests.helpers.memory import peak_kib
plan = SegmentPlan(4_000, 10.0, 5.0, (1.0, 10.0), "zeros")
with analysis(FilePath.of(sys.argv[1]), plan) as found:
    count = sum(1 for _ in found.segments())
print(peak_kib(), count, found.info.duration_s)
"""


def peak_memory(path: Path) -> tuple[int, int, float]:
    done = subprocess.run([sys.executable, "-c", PEAK_MEMORY, path], capture_output=True, text=True, check=True)
    rss, count, duration_s = done.stdout.split()
    return int(rss), int(count), float(duration_s)


@pytest.mark.skipif(not memory.IS_KNOWN, reason=memory.UNKNOWN)
@pytest.mark.parametrize(("suffix", "rate"), [(".flac", 4000), (".wav", 1000)])
def test_ten_hours_need_no_more_memory_than_a_minute(tmp_path: Path, suffix: str, rate: int) -> None:
    # Silence, small on disk as FLAC as in a decompression bomb; at low rates, so that ten hours pass in seconds.
    silence = np.zeros(rate * 60, dtype=np.int16)
    subtype = "PCM_16" if suffix == ".flac" else "PCM_U8"
    for name, minutes in (("short", 1), ("long", 600)):
        with soundfile.SoundFile(tmp_path / (name + suffix), "w", rate, 1, subtype) as file:
            for _ in range(minutes):
                file.write(silence)
    short, _, _ = peak_memory(tmp_path / ("short" + suffix))
    long, count, duration_s = peak_memory(tmp_path / ("long" + suffix))
    assert duration_s == 36_000.0 and count == 7199  # windows of 10 s every 5 s: (36000 - 10) / 5 + 1
    assert long <= 1.2 * short
