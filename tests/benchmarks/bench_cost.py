"""Cost of a library by its size, from 1,000 to 1,000,000 sounds: figures in a file, and docs/cost.md.

    python -m tests.benchmarks cost [-- --rows 1000,10000,100000,1000000 --keep FOLDER --page docs/cost.md]

Each size has a lifelike library, made in bulk, on which a real window starts, answers and is measured; a base index
built from scratch; a tree of real, empty files to rescan; and, up to `--most-indexed`, real one-shots to index. Nothing
is extrapolated; missing measurements are listed. FOLDER keeps figures as they come, and the libraries, so that the same
command resumes an interrupted run. `--all` adds measurements that take an hour: indexing and rescanning at every size.
The page needs only the figures: `python -m tests.benchmarks.cost_page`.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from engine.models.pack import load_pack
from tests.benchmarks import cost_parts, report
from tests.benchmarks.bench_window import library_of
from tests.benchmarks.cost_figures import CostFigures, Keeper, begun
from tests.benchmarks.cost_page import write_page
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, read_options

SIZES = "1000,10000,100000,1000000"
_MEMORY_BESIDE_MIB = 300.0
"""Memory of a window beyond 1.4 times the fp16 bytes of its vectors."""


def main(argv: list[str]) -> None:
    """Measures what is missing, prints one line per figure, and makes the page on request."""
    parser = argparse.ArgumentParser(prog="bench_cost")
    parser.add_argument("--rows", default=SIZES, help="sizes, parted by commas")
    parser.add_argument("--keep", type=Path, help="where figures and libraries are kept for the next time")
    parser.add_argument("--page", type=Path, help="the page to write, with its plots in images/cost beside it")
    parser.add_argument("--words", type=int, default=24, help="queries that are typed")
    parser.add_argument("--runs", type=int, default=5, help="starts of each window")
    parser.add_argument("--most-indexed", type=int, default=10_000, help="the largest size that is really indexed")
    parser.add_argument("--most-scanned", type=int, default=100_000, help="the most files that are looked over")
    parser.add_argument("--base-minutes", type=float, default=8.0, help="what building a base may take")
    parser.add_argument("--all", action="store_true", help="index and look over files at every size")
    options = read_options(parser, argv, rows="40", words=1, runs=1, most_indexed=40)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="bench-cost-") as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        pack = bench_pack(Path(temporary), is_quick=options.quick)
        path = folder / "cost.json"
        figures = begun(path, load_pack(pack).info.name)
        keeper = Keeper(figures, path, keeps_disturbed=report.is_disturbed(), is_quick=options.quick)
        sizes = sorted(int(size) for size in options.rows.split(","))
        for size in sizes:
            parts = _parts(options, size, folder, pack, Path(temporary))
            for name, work in parts.items():
                keeper.measure(size, name, work)
        _show(figures, sizes)
        if options.page:
            write_page(figures, options.page)
    print(f"# cost: took {(time.monotonic() - began) / 60:.1f} minutes", flush=True)


def _parts(
    options: argparse.Namespace, size: int, folder: Path, pack: Path, temporary: Path
) -> dict[str, Callable[[], cost_parts.Figures]]:
    """Returns the measurements of a size in order; the window comes after its base."""
    library = folder / f"library-{size}"
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    short = ["--seconds", "0.2", "--arrows", "5"] if options.quick else ["--seconds", "2", "--arrows", "30"]

    def base() -> cost_parts.Figures:
        return cost_parts.base(library_of(folder, pack, size), pack, options.base_minutes)

    parts: dict[str, Callable[[], cost_parts.Figures]] = {
        "base": base,
        "disk": partial(cost_parts.disk, library, pack),
        "start": partial(cost_parts.start, library, temporary, size, options.runs),
        "window": partial(cost_parts.window, library, pack, temporary, "--words", str(options.words), *short),
    }
    if options.all or size <= options.most_scanned:
        parts["rescan"] = partial(cost_parts.rescan, folder, size)
    if options.all or size <= options.most_indexed:
        parts["indexing"] = partial(cost_parts.indexing, folder, pack, size, cores)
    return parts


def _show(figures: CostFigures, sizes: list[int]) -> None:
    """Prints the figures of all sizes side by side, with their targets."""

    def told(name: str, form: str) -> str:
        found = [figures.of(size, name) for size in sizes]
        return " | ".join("not measured" if value is None else form.format(value) for value in found)

    def most(name: str) -> float:
        return max((value for size in sizes if (value := figures.of(size, name)) is not None), default=0.0)

    print("   sounds: " + " | ".join(f"{size:,}" for size in sizes))
    if _has(figures, sizes, "index_files_s"):
        line("indexing one-shots, files a second", "-", told("index_files_s", "{:.0f}"), True)
    else:
        print("indexing one-shots, files a second: not shown, these sizes are not indexed without --all", flush=True)
    if _has(figures, sizes, "base_s"):
        line("building the bases and orders", "-", told("base_s", "{:.1f} s"), True)
    else:
        print("building the bases and orders: not shown, none was built in time, or none is due", flush=True)
    line("on the disk", "-", told("disk_mib", "{:.1f} MiB"), True)
    pictured = most("start_picture_ratio")
    if pictured:
        told_ratio = told("start_picture_ratio", "{:.2f} x")
        line("start, picture of the last rows / an empty window", "<= 1.5 x", told_ratio, pictured <= 1.5)
    else:
        print(
            "start, picture of the last rows / an empty window: not shown, no session before had left one", flush=True
        )
    line("start, rows to work with / an empty window", "-", told("start_ratio", "{:.2f} x"), True)
    line("first ranked answer", "<= 1.5 s", told("first_query_s", "{:.2f} s"), most("first_query_s") <= 1.5)
    line("last key to painted rows, p50", "-", told("query_p50_ms", "{:.0f} ms"), True)
    line("last key to painted rows, p95", "<= 100 ms", told("query_p95_ms", "{:.0f} ms"), most("query_p95_ms") <= 100)
    if len(sizes) > 1:
        apart = _last_to_first(figures, sizes, "query_p95_ms")
        line("p95 of the largest / of the smallest", "<= 1.5 x", f"{apart:.2f} x", apart <= 1.5)
    else:
        print("p95 of the largest / of the smallest: not shown, there is one size", flush=True)
    fits = all(_own_share(figures, size) <= 1.0 for size in sizes)
    shares = " | ".join(f"{figures.of(size, 'own_mib'):.0f} MiB: {_own_share(figures, size):.2f}" for size in sizes)
    line("own memory / (1.4 vectors + 300 MiB)", "<= 1.0", shares, fits)
    if _has(figures, sizes, "rescan_share"):
        least = min(value for size in sizes if (value := figures.of(size, "rescan_share")) is not None)
        line("rescan, of a bare walk's speed", ">= 0.50", told("rescan_share", "{:.2f} x"), least >= 0.5)
    else:
        print("rescan, of a bare walk's speed: not shown, so many files are made with --all alone", flush=True)


def _own_share(figures: CostFigures, size: int) -> float:
    half, own = figures.of(size, "vectors_fp16_mib"), figures.of(size, "own_mib")
    assert half is not None and own is not None
    return own / (1.4 * half + _MEMORY_BESIDE_MIB)


def _has(figures: CostFigures, sizes: list[int], name: str) -> bool:
    return any(figures.of(size, name) is not None for size in sizes)


def _last_to_first(figures: CostFigures, sizes: list[int], name: str) -> float:
    first, last = figures.of(sizes[0], name), figures.of(sizes[-1], name)
    assert first is not None and last is not None
    return last / first


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
