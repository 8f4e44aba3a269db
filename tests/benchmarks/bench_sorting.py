"""How long it takes to sort a big library by each column, beside numpy's argsort of as many random numbers.

    python -m tests.benchmarks sorting [-- --rows 1000000 --library FOLDER]

A column is read and turned into numbers the first time, and kept: the first click and every further one are told apart.
Both are processor's time.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.search.order import _OF_A_RANKING, SortKey, SoundSorter
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, read_options
from tests.helpers.big_library import make_big_library

_MOST = 5.0


def main(argv: list[str]) -> None:
    """Prints the column that takes longest first and again, and every column below."""
    parser = argparse.ArgumentParser(prog="bench_sorting")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--library", type=Path, help="one that is there, in the place of one that is made")
    options = read_options(parser, argv, rows=300)
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as home:
        library = options.library or Path(home) / "library"
        if options.library is None:
            make_big_library(library, bench_pack(Path(home), is_quick=options.quick), options.rows, is_lifelike=True)
        with Catalogue.open(library, read_only=True) as catalogue:
            show(catalogue)


def show(catalogue: Catalogue) -> None:
    """Sorts by every column and prints the figures."""
    ids = catalogue.passing.ids(Filters())[::-1].copy()
    numbers = np.random.default_rng(0).random(len(ids))
    first, again = {}, {}
    for key in SortKey:
        if key is SortKey.SCORE or key in _OF_A_RANKING:
            continue
        sorter = SoundSorter(catalogue)
        bare_s = min(_cpu_s(lambda: np.argsort(numbers)) for _ in range(3))
        first[key] = _cpu_s(lambda s=sorter, k=key: s.order(ids, k)) / bare_s  # type: ignore[misc]
        again[key] = _cpu_s(lambda s=sorter, k=key: s.order(ids, k, descending=True)) / bare_s  # type: ignore[misc]
    for name, found in (("again", again), ("the first time", first)):
        worst = max(found, key=lambda key: found[key])
        reached = f"{found[worst]:.1f} x argsort, by {worst}"
        line(f"sort {len(ids)} rows, {name}, worst column", f"<= {_MOST:.0f} x", reached, found[worst] <= _MOST)
        print("   " + ", ".join(f"{key} {value:.1f}" for key, value in found.items()))


def _cpu_s(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return max(time.process_time() - start, 1e-9)


if __name__ == "__main__":
    main(sys.argv[1:])
