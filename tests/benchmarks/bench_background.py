"""Cost of *same background* in a library of 100,000 sounds: finding candidates, and listening to them.

`python -m tests.benchmarks background [-- --rows 100000 --files 300]`. Finding candidates is timed beside one search
for sounds like the same stretch, in a library of synthetic vectors; listening to the maximum of 300 files of ten
seconds beside decoding the same files; both turn by turn.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.audio.decode import read
from engine.base.types import FilePath
from engine.features.ambience.background_measure import listen
from engine.features.ambience.background_search import LOOKED_AT, BackgroundGuess, candidates, compare
from engine.library.library import Library
from engine.search.question import Like, Question
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, ratio, read_options, turns
from tests.helpers.big_library import make_big_library
from tests.helpers.sounds import write
from tests.helpers.tiny_library import earshot

_RATE_HZ = 48_000


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=100_000, help="sounds in the library that is asked")
    parser.add_argument("--files", type=int, default=LOOKED_AT, help="files that are listened to")
    parser.add_argument("--seconds", type=float, default=10.0, help="length of each")
    options = read_options(parser, argv, rows=300, files=6, seconds=2.0)
    with tempfile.TemporaryDirectory(prefix="bench-background-") as temporary:
        folder = Path(temporary)
        pack = bench_pack(folder, is_quick=options.quick)
        make_big_library(folder / "library", pack, options.rows)
        stretch = FilePath.of(write(folder / "asked.wav", _room(0, 4.0), _RATE_HZ))
        _ask(folder / "library", pack, stretch, options.rows)
        _listen(folder, pack, stretch, options.files, options.seconds)


def _ask(library: Path, pack: Path, stretch: FilePath, rows: int) -> None:
    asked = listen(stretch, 0.5, 3.5)
    like = Question(like=Like(stretch, 0.5, 3.5), limit=LOOKED_AT)
    with Library.open(library, pack=pack, read_only=True) as opened:
        opened.warm_up()

        def search() -> None:
            ranking = opened.rank(like)
            opened.hits(ranking, range(len(ranking)))

        seconds = turns(lambda: candidates(opened, asked), search)
    reached = ratio(*seconds)
    told = f"{reached:.2f}: {np.median(seconds[0]) * 1000:.0f} ms"
    line(f"candidates of {rows:,} / one search by likeness", "<= 3", told, reached <= 3.0)


def _listen(folder: Path, pack: Path, stretch: FilePath, files: int, seconds: float) -> None:
    paths = [write(folder / "sounds" / f"{number}.wav", _room(number, seconds), _RATE_HZ) for number in range(files)]
    earshot(
        *("index", "--json", "--no-speech", "--library", folder / "small", "--pack", pack, "--device", "cpu"),
        folder / "sounds",
    )
    asked = listen(stretch, 0.5, 3.5)
    with Library.open(folder / "small", pack=pack, read_only=True) as opened:
        known = [opened.sound_at(FilePath.of(path)) for path in paths]
        guesses = [BackgroundGuess(opened.sound(id), 0.0) for id in known if id is not None]
    assert len(guesses) == files

    def decode() -> None:
        for path in paths:
            read(path, mono=False)

    taken = turns(lambda: compare(asked, guesses), decode, rounds=3)
    reached = ratio(*taken)
    told = f"{reached:.2f}: {np.median(taken[0]):.1f} s"
    line(f"listening to {files} files / decoding them", "<= 4", told, reached <= 4.0)


def _room(seed: int, seconds: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Returns stereo noise, darker or brighter by the seed."""
    draw = np.random.default_rng(seed)
    white = draw.standard_normal((round(seconds * _RATE_HZ), 2))
    dark = np.apply_along_axis(lambda wave: np.convolve(wave, np.ones(1 + seed % 9) / (1 + seed % 9), "same"), 0, white)
    return np.asarray(0.03 * dark, dtype=np.float32)


if __name__ == "__main__":
    main(sys.argv[1:])
