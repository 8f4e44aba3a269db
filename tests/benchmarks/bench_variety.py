"""Cost of the variety slider beside the query itself, in a library of 100,000 sounds.

`python -m tests.benchmarks variety [-- --rows 100000]`: ranks a query like the window, to 5,000 rows; then folds its
takes, and makes rows as different as possible, without a new search. All are timed turn by turn, with the starter.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from engine.library.library import Library
from engine.search.question import Question
from engine.search.variety import ALL, DIFFERENT, FOLDED
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, read_options
from tests.helpers.big_library import make_big_library

_WORDS, _OTHER_WORDS = "rusty gate creaking", "wind in the trees"
_ROUNDS = 9
_MOST = 1.0
"""Times the cost of the query."""


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=100_000, help="sounds")
    options = read_options(parser, argv, rows=2_000)
    with tempfile.TemporaryDirectory(prefix="bench-variety-") as temporary:
        folder = Path(temporary)
        pack = bench_pack(folder, is_quick=options.quick)
        make_big_library(folder / "library", pack, options.rows)
        with Library.open(folder / "library", pack=pack, read_only=True) as library:
            _compare(library, options.rows)


def _compare(library: Library, sounds: int) -> None:
    seconds: dict[float, list[float]] = {ALL: [], FOLDED: [], DIFFERENT: []}
    for number in range(_ROUNDS + 1):
        library.rank(Question(_OTHER_WORDS))  # drops the scores of the question before
        for variety, taken in seconds.items():
            ranking = library.rank(Question(_WORDS, variety=variety))
            if number:  # the first round opens what later ones reuse
                taken.append(ranking.seconds)
    for variety, name in ((FOLDED, "takes folded"), (DIFFERENT, "as different as possible")):
        reached = statistics.median(a / b for a, b in zip(seconds[variety], seconds[ALL], strict=True))
        median_ms = statistics.median(seconds[variety]) * 1000
        told = f"{reached:.2f} of {sounds:,}, {median_ms:.0f} ms"
        line(f"{name} / query, {len(ranking)} rows", f"<= {_MOST:g}", told, reached <= _MOST)


if __name__ == "__main__":
    main(sys.argv[1:])
