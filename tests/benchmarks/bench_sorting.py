"""Time to sort a big library by each column, beside numpy's argsort of as many random numbers.

    python -m tests.benchmarks sorting [-- --rows 1000000 --library FOLDER]

The first sort by a column reads it and caches its order: the first click and later ones are timed separately, as is a
first click with orders stored by a job, with nothing changed since and with so many renames. All figures are CPU time.
Changes the measured library: pass a copy.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.base.types import FilePath, FileStamp
from engine.search.sorting import _OF_A_RANKING, SortKey, SoundSorter, keep_file_orders
from engine.store.catalogue import Catalogue
from engine.store.files import Move
from engine.store.filters import Filters
from engine.store.order_cache import drop_orders, kept_sequence, orders_file
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, read_options
from tests.helpers.big_library import make_big_library

_MOST = 5.0


def main(argv: list[str]) -> None:
    """Prints the slowest column at the first and the second click, and every column below."""
    parser = argparse.ArgumentParser(prog="bench_sorting")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--library", type=Path, help="one that is there, in the place of one that is made")
    options = read_options(parser, argv, rows=300)
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as home:
        library = options.library or Path(home) / "library"
        if options.library is None:
            make_big_library(library, bench_pack(Path(home), is_quick=options.quick), options.rows, is_lifelike=True)
        with Catalogue.open(library) as catalogue:
            drop_orders(library)
            show(catalogue, "without kept orders")
            spent_s = _cpu_s(lambda: keep_file_orders(catalogue))
            size_mib = orders_file(library).stat().st_size / 2**20
            print(f"   keeping them: {spent_s:.1f} s of the processor, {size_mib:.1f} MiB", flush=True)
            show(catalogue, "with kept orders")
            for count in dict.fromkeys(min(options.rows // 10, most) for most in (1_000, 4_000)):
                rename(catalogue, count)
                changed = len(catalogue.columns.changed_or_gone_since(kept_sequence(library) or 0))
                show(catalogue, f"after {changed:,} changes")


def rename(catalogue: Catalogue, count: int) -> None:
    """Renames so many sounds, like a job that finds their files moved."""
    sounds = np.random.default_rng(count).choice(catalogue.columns.living(), count, replace=False)
    moves = []
    for sound in catalogue.sounds.many(sounds):
        folder, name = sound.path.raw.rsplit(b"/", 1)
        stamp = FileStamp(FilePath(folder + b"/New %d " % count + name), sound.size_bytes, sound.mtime_ns)
        moves.append(Move(sound.id, stamp))
    catalogue.files.relink_all(moves)


def show(catalogue: Catalogue, label: str) -> None:
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
        line(f"sort {len(ids)} rows {name}, {label}", f"<= {_MOST:.0f} x", reached, found[worst] <= _MOST)
        print("   " + ", ".join(f"{key} {value:.1f}" for key, value in found.items()))


def _cpu_s(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return max(time.process_time() - start, 1e-9)


if __name__ == "__main__":
    main(sys.argv[1:])
