"""Good sounds of every suffix that FFmpeg or SoX here write, of 1 to 64 channels, a tenth of a second each."""

import shutil
import subprocess
from pathlib import Path

_CHANNELS = (1, 2, 6, 8, 9, 16, 24, 64)
_OPUS = ("-c:a", "libopus", "-mapping_family", "255")
_WRITERS: dict[str, tuple[str, ...]] = {
    "wav": (), "rf64": ("-f", "wav", "-rf64", "always"), "bwf": ("-f", "wav", "-write_bext", "1"),
    "w64": (), "aiff": (), "aifc": ("-f", "aiff", "-c:a", "pcm_f32be"), "caf": (), "au": (), "snd": ("-f", "au"),
    "voc": (), "flac": (), "ogg": ("-c:a", "libvorbis"), "oga": ("-c:a", "flac"), "opus": _OPUS,
    "mp3": (), "mp2": (), "m4a": ("-c:a", "aac"), "alac": ("-f", "ipod", "-c:a", "alac"), "aac": (), "wma": (),
    "asf": ("-c:a", "wmav2"), "ac3": (), "eac3": (), "wv": (), "tta": (), "mka": _OPUS, "webm": _OPUS,
    "mkv": ("-c:a", "pcm_f32le"), "mp4": ("-c:a", "aac"), "mov": ("-c:a", "pcm_s24le"), "avi": ("-c:a", "pcm_s16le"),
    "mts": ("-c:a", "ac3"), "mpg": ("-c:a", "mp2"), "3gp": ("-c:a", "aac"), "dts": ("-strict", "-2"),
}  # fmt: skip
"""Suffix to what FFmpeg is told."""
_BY_SOX = {"8svx": "8svx", "amr": "amr-nb", "sd2": "sd2", "avr": "avr", "sph": "sph"}
"""Suffix to SoX's name of the format."""


def write_seeds(folder: Path) -> list[Path]:
    """Writes what is not there yet; what a writer refuses (many channels, mostly) is left out.

    Raises:
        RuntimeError: FFmpeg's program is not installed.
    """
    if shutil.which("ffmpeg") is None:
        raise RuntimeError("the ffmpeg program writes the sounds that are mutated: install it")
    folder.mkdir(parents=True, exist_ok=True)
    done = folder / "done"
    if not done.exists():
        for suffix, options in _WRITERS.items():
            for channels in _CHANNELS:
                _by_ffmpeg(folder / f"{channels:02d}.{suffix}", channels, options)
        for suffix, kind in _BY_SOX.items():
            _by_sox(folder / f"01.{suffix}", kind)
        done.touch()
    return sorted(path for path in folder.iterdir() if path.suffix and path.stat().st_size > 0)


def _by_ffmpeg(path: Path, channels: int, options: tuple[str, ...]) -> None:
    tones = "|".join(f"0.3*sin({200 + 30 * at}*2*PI*t)" for at in range(channels))
    source = f"aevalsrc={tones}:s=48000:d=0.1"
    tags = ("-metadata", "title=Door", "-metadata", "comment=x")
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", source, *tags, *options, str(path)]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        path.unlink(missing_ok=True)


def _by_sox(path: Path, kind: str) -> None:
    if shutil.which("sox") is None:
        return
    command = ["sox", "-n", "-r", "8000", "-c", "1", "-t", kind, str(path), "synth", "0.1", "sine", "440"]
    # In that folder: for SD2 it writes a second file where it stands.
    if subprocess.run(command, cwd=path.parent, capture_output=True, check=False).returncode != 0:
        path.unlink(missing_ok=True)
