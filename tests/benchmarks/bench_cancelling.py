"""How long a question goes on after the next key cancels it.

`python -m tests.benchmarks cancelling [-- --rows 1000000 --keep FOLDER]`: words are ranked to the window's first number
of rows, and cancelled at moments spread over the time of a ranking. Reports the time from there to its end. No question
repeats, since answers are cached.
"""

import argparse
import itertools
import statistics
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.library.library import Library
from engine.search.question import Question
from tests.benchmarks.bench_window import library_of
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, read_options

_HOW = ("rusty", "slow", "heavy", "distant", "metal", "wooden", "small", "loud", "wet", "old")
_WHAT = ("gate creaking", "door slam", "rain on a roof", "footsteps gravel", "glass", "engine idle", "whoosh", "bell")
_WHOLE = 10
"""Uncancelled questions, to measure how long one takes."""
_ROWS = 1_000
_MOST_MS = 10.0


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000, help="sounds")
    parser.add_argument("--keep", type=Path, help="where libraries are kept for the next time")
    options = read_options(parser, argv, rows=200)
    with tempfile.TemporaryDirectory(prefix="bench-cancelling-") as temporary:
        folder = options.keep or Path(temporary)
        pack = bench_pack(Path(temporary), is_quick=options.quick)
        with Library.open(library_of(folder, pack, options.rows), pack=pack, read_only=True) as library:
            show(options.rows, late_s(library))


def show(rows: int, found_s: Sequence[float]) -> None:
    if not found_s:
        print(f"   {rows:,} sounds: every question was answered before it could be cancelled")
        return
    middle, most, worst = (float(value) * 1e3 for value in np.percentile(found_s, (50, 95, 100)))
    told = f"p50 {middle:.1f}, p95 {most:.1f}, worst {worst:.1f} ms of {len(found_s)}"
    line(f"a cancelled question ends, {rows:,} sounds", f"<= {_MOST_MS:g} ms", told, worst <= _MOST_MS)


def late_s(library: Library) -> list[float]:
    """Returns delays of questions cancelled before their answer."""
    draw = np.random.default_rng(4)
    questions = [Question(f"{how} {what}", limit=_ROWS) for how, what in itertools.product(_HOW, _WHAT)]
    library.rank(Question("warm", limit=_ROWS))
    taken_s = []
    for question in questions[::8][:_WHOLE]:
        started_s = time.perf_counter()
        library.rank(question)
        taken_s.append(time.perf_counter() - started_s)
    whole_s = statistics.median(taken_s)
    found = [_late_s(library, question, float(draw.uniform(0, whole_s))) for question in questions]
    return [each for each in found if each is not None]


def _late_s(library: Library, question: Question, after_s: float) -> float | None:
    cancelled_s: list[float] = []
    timer = threading.Timer(after_s, lambda: cancelled_s.append(time.perf_counter()))
    timer.start()
    ranking = library.rank(question, cancel=lambda: bool(cancelled_s))
    ended_s = time.perf_counter()
    timer.cancel()
    timer.join()
    return ended_s - cancelled_s[0] if ranking.tier == "cancelled" else None


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
