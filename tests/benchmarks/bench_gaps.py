"""Gaps of the window's event loop during typing, scrolling and arrow keys, while 20,000 files are indexed.

`python -m tests.benchmarks gaps [-- --files 20000 --rows 10000]`: the files are real, short and alike; the indexing job
runs in its child process as always. `--library FOLDER` measures over a copy of an existing library with its bases
instead of a new one without. Prints the longest gap and the 99th percentile.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import soundfile

from tests.benchmarks.bench_window import drive, show_gaps
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import read_options
from tests.helpers.big_library import make_big_library


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--rows", type=int, default=10_000, help="sounds in the library before")
    parser.add_argument("--library", type=Path, help="one that is there: it is copied")
    parser.add_argument("--seconds", type=float, default=8.0, help="of scrolling")
    options = read_options(parser, argv, files=20, rows=200, seconds=0.2)
    with tempfile.TemporaryDirectory(prefix="bench-gaps-") as temporary:
        folder = Path(temporary)
        pack = bench_pack(folder, is_quick=options.quick)
        if options.library is None:
            make_big_library(folder / "library", pack, options.rows)
        else:
            shutil.copytree(options.library, folder / "library")
        write_files(folder / "sounds", options.files)
        more = ["--index", str(folder / "sounds"), "--seconds", f"{options.seconds}"]
        more += ["--arrows", "5", "--words", "1"] if options.quick else ["--arrows", "200"]
        measured = drive(folder / "library", pack, folder, *more)
    print(f"   {options.files:,} files were still being indexed at the end: {measured['was_indexing']}")
    for phase in ("typing", "scrolling", "arrowing"):
        show_gaps(phase, [measured])


def write_files(folder: Path, count: int) -> None:
    """Writes half-second tones, no two alike."""
    draw = np.random.default_rng(0)
    time_s = np.arange(11_025) / 22_050
    for number in range(count):
        place = folder / f"Set {number % 50:02d}"
        place.mkdir(parents=True, exist_ok=True)
        tone = 0.3 * np.sin(2 * np.pi * draw.uniform(100, 4000) * time_s) * np.exp(-3 * time_s)
        soundfile.write(place / f"tone {number:05d}.wav", tone.astype(np.float32), 22_050, "PCM_16")


if __name__ == "__main__":
    main(sys.argv[1:])
