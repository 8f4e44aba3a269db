"""Dropouts in what is heard while 20,000 files are indexed by two workers and somebody types and scrolls.

`python -m tests.benchmarks dropouts [-- --seconds 60 --files 20000]`: the window plays a sine into the null sink of a
PulseAudio server of its own. A sine follows from its last two samples, so wherever the recording does not, sound was
lost. Also prints how often the device reported that it had run out of sound.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from tests.benchmarks.bench_gaps import write_files
from tests.benchmarks.bench_window import drive
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, read_options
from tests.helpers.big_library import make_big_library
from tests.helpers.pulse import RATE_HZ, PulseServer, missing_pulse_parts

_SINE_HZ = 997.0
_LEVEL = 0.25
_TOLERANCE = 0.002
"""Far above a sound card's rounding and far below a break of the sine."""
_APART = RATE_HZ // 10
"""Breaks within a tenth of a second are one dropout: a gap has two ends."""


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_dropouts")
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--rows", type=int, default=10_000, help="sounds in the library before")
    parser.add_argument("--seconds", type=float, default=60.0, help="of scrolling, beside typing eight searches")
    options = read_options(parser, argv, files=20, rows=200, seconds=0.2)
    missing = missing_pulse_parts()
    if missing:
        raise SystemExit(f"not measured without {', '.join(missing)}")
    with tempfile.TemporaryDirectory(prefix="bench-dropouts-") as temporary, PulseServer() as server:
        folder = Path(temporary)
        pack = bench_pack(folder, is_quick=options.quick)
        make_big_library(folder / "library", pack, options.rows)
        write_files(folder / "sounds", options.files)
        sine = write_sine(folder / "sine.wav", options.seconds * 3 + 120)
        server.record()
        more = ["--index", str(folder / "sounds"), "--play", str(sine), "--seconds", f"{options.seconds}"]
        more += ["--words", "1"] if options.quick else []
        measured = drive(folder / "library", pack, folder, *more, "--arrows", "0", env=server.env)
        heard_s, breaks = dropouts(server.recorded()[:, 0])
    print(f"   heard for {heard_s:.0f} s; files were still being indexed at the end: {measured['was_indexing']}")
    line("dropouts in the recording", "0", f"{breaks}", breaks == 0)
    line("underruns that the device reported", "0", f"{measured['underruns']}", measured["underruns"] == 0)


def write_sine(path: Path, seconds: float) -> Path:
    time_s = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    sine = (_LEVEL * np.sin(2 * np.pi * _SINE_HZ * time_s)).astype(np.float32)
    soundfile.write(path, np.stack([sine, sine], axis=1), RATE_HZ, "FLOAT")
    return path


def dropouts(recording: NDArray[np.float32]) -> tuple[float, int]:
    """Returns the seconds from the first to the last sample of the sine, and how often it breaks between them.

    Args:
        recording: float32 [T] at RATE_HZ.
    """
    loud = np.flatnonzero(np.abs(recording) > _LEVEL / 2)
    if not len(loud):
        return 0.0, 0
    edge = RATE_HZ // 20  # fades in and out
    heard = recording[loud[0] + edge : loud[-1] - edge].astype(np.float64)
    rest = heard[2:] - 2 * np.cos(2 * np.pi * _SINE_HZ / RATE_HZ) * heard[1:-1] + heard[:-2]
    broken = np.flatnonzero(np.abs(rest) > _TOLERANCE)
    return len(heard) / RATE_HZ, int(np.count_nonzero(np.diff(broken, prepend=-_APART - 1) > _APART))


if __name__ == "__main__":
    main(sys.argv[1:])
