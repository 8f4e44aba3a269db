"""Two hundred lines answered together beside the same lines one after another, on 100,000 sounds.

`python -m tests.benchmarks spotting [-- --rows 100000 --lines 200]`. Both return five rows per line with folded takes,
in a freshly opened library; prints wall clock and CPU time.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.library.library import Library
from engine.search.question import Question
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, read_options
from tests.helpers.big_library import make_big_library

_SAID = (
    "heavy",
    "rusty",
    "wet",
    "distant",
    "slow",
    "deep",
    "creaking",
    "slamming",
    "door",
    "gate",
    "engine",
    "rain",
    "wind",
    "fire",
    "glass",
    "water",
    "bird",
    "dog",
)


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=100_000, help="sounds in the library")
    parser.add_argument("--lines", type=int, default=200)
    parser.add_argument("--keep", type=Path, help="a library that is there already")
    options = read_options(parser, argv, rows=300, lines=8)
    with tempfile.TemporaryDirectory(prefix="bench-spotting-") as temporary:
        folder = Path(temporary)
        pack = bench_pack(folder, is_quick=options.quick)
        library = options.keep or folder / "library"
        if not options.keep:
            make_big_library(library, pack, options.rows)
        for sound_only in (False, True):
            measure(library, pack, options.lines, sound_only=sound_only)


def measure(library: Path, pack: Path, lines: int, *, sound_only: bool) -> None:
    """Times lines together and one after another, each in its own library, and prints both."""
    draw = np.random.default_rng(1)
    texts = [" ".join(draw.choice(_SAID, 4, replace=False)) for _ in range(lines)]
    asked = [Question(text, limit=5, stacks=True, sound_only=sound_only) for text in texts]
    together, one_by_one = _timed(library, pack, asked, True), _timed(library, pack, asked, False)
    names = "by sound alone" if sound_only else "by sound and names"
    wall, cpu = (mine / other for mine, other in zip(together, one_by_one, strict=True))
    line(f"{lines} lines together {names}", "< 3 s", f"{together[0]:.2f} s, {together[1]:.2f} s CPU", together[0] < 3.0)
    line(f"of one after another, {names}", "< 1", f"{wall:.2f} of the time, {cpu:.2f} of the CPU", wall < 1.0)


def _timed(library: Path, pack: Path, asked: list[Question], is_together: bool) -> tuple[float, float]:
    """Returns seconds of wall clock and of CPU time."""
    with Library.open(library, pack=pack) as opened:
        opened.warm_up()
        opened.answer(Question("anything at all", limit=5, stacks=True))
        wall_s, cpu_s = time.perf_counter(), time.process_time()
        if is_together:
            opened.answer_all(asked)
        else:
            for question in asked:
                opened.answer(question)
        return time.perf_counter() - wall_s, time.process_time() - cpu_s


if __name__ == "__main__":
    main(sys.argv[1:])
