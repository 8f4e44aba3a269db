"""Files of eight to 64 channels, in every container that FFmpeg writes them to: each channel is read as it is."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.audio.decode import open_audio
from engine.base.errors import AudioError
from tests.helpers.sounds import all_of

_RATE_HZ = 48_000
_OPUS = ("-c:a", "libopus", "-mapping_family", "255")
_WRITERS: dict[str, tuple[str, ...]] = {
    "mka": _OPUS, "webm": _OPUS, "ogg": _OPUS, "opus": _OPUS, "mkv": ("-c:a", "pcm_f32le"), "m4a": ("-c:a", "aac"),
    "mov": ("-c:a", "pcm_s24le"), "caf": (), "wav": (), "w64": (), "aiff": (), "au": (), "tta": (), "wv": (),
}  # fmt: skip
"""Suffix to the coder FFmpeg is told; none where its own choice takes many channels."""
_UNREADABLE = {"tta": (24, 64), "wv": (9, 16, 24, 64)}
"""What FFmpeg's own writers make and no reader of its takes back."""
_NOT_WRITTEN = {"m4a": (9, 24, 64)}
"""Channels that the writer refuses; FFmpeg's AAC knows layouts of 1 to 8 and 16."""


def _write(path: Path, channels: int) -> None:
    """Half a second; channel c is a sine of 200 + 30 c Hz, so that a mixed-up or foreign plane is heard."""
    tones = "|".join(f"0.3*sin({200 + 30 * at}*2*PI*t)" for at in range(channels))
    source = f"aevalsrc={tones}:s={_RATE_HZ}:d=0.5"
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", source, *_WRITERS[path.suffix[1:]], str(path)]
    subprocess.run(command, check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs the ffmpeg program to write such files")
@pytest.mark.parametrize(
    ("suffix", "channels"),
    [(suffix, count) for suffix in _WRITERS for count in (9, 16, 24, 64) if count not in _NOT_WRITTEN.get(suffix, ())],
)
def test_every_channel_of_many_is_read_as_it_is(tmp_path: Path, suffix: str, channels: int) -> None:
    path = tmp_path / f"many.{suffix}"
    _write(path, channels)
    if channels in _UNREADABLE.get(suffix, ()):
        with pytest.raises(AudioError):
            open_audio(path)
        return
    samples, info = all_of(path)
    assert (info.channels, info.sample_rate_hz, info.notes) == (channels, _RATE_HZ, ())
    assert abs(len(samples) - 24_000) <= 16
    middle = samples[4000:20_000]  # a third of a second: 3 Hz a line
    loudest_hz = np.abs(np.fft.rfft(middle, axis=0)).argmax(axis=0) * _RATE_HZ / len(middle)
    expected_hz = 200 + 30 * np.arange(channels)
    assert np.abs(loudest_hz - expected_hz).max() <= 3.0


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs the ffmpeg program to write such a file")
def test_damaged_planar_sound_of_many_channels_ends_with_a_note_or_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "many.mka"
    _write(path, 24)
    whole = bytearray(path.read_bytes())
    for at in range(len(whole) // 3, len(whole), 37):
        whole[at] ^= 0x5A
    path.write_bytes(whole)
    try:
        samples, _ = all_of(path)
    except AudioError:
        return
    assert samples.shape[1] == 24 and np.isfinite(samples).all() and len(samples) <= 30_000


# A child: memory that is freed twice ends the process, at once or later.
_READ = """
import sys
from pathlib import Path
from tests.helpers.sounds import all_of
for _ in range(3):
    samples, info = all_of(Path(sys.argv[1]))
    print(samples.shape, info.channels, info.notes)
"""


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs the ffmpeg program to write such a file")
def test_sound_that_names_its_speakers_one_by_one_is_read(tmp_path: Path) -> None:
    _write(tmp_path / "many.mov", 8)
    done = subprocess.run([sys.executable, "-c", _READ, tmp_path / "many.mov"], capture_output=True, text=True)
    assert (done.returncode, set(done.stdout.splitlines())) == (0, {"(24000, 8) 8 ()"}), done.stderr[-2000:]
