"""How soon a package's window is there, beside the checkout's: `python -m tests.benchmarks bundle -- --bundle DIR`.

DIR is what `.run` has installed, or `build/bundle/earshot`. With `--first` DIR was never started, and its first start
is timed too. Each window is a process of the package's interpreter, or of the one that runs this, with the launcher's
flags; they start in turn, with modules compiled, and end at the first painting with rows of a library of 1,000 sounds,
offscreen. Only the ratios count. Without `--bundle` the checkout stands in for the package: it shows that this runs.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.bench_start import left_at
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, ratio, read_options
from tests.helpers.big_library import make_big_library
from tests.helpers.tiny_library import REPOSITORY

_DRIVER = REPOSITORY / "tests/helpers/first_paint.py"
"""Imports only desktop and PySide6, so each interpreter measures its own."""


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_bundle")
    parser.add_argument("--bundle", type=Path, metavar="DIR")
    parser.add_argument("--first", action="store_true", help="DIR was never started")
    parser.add_argument("--sounds", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=7)
    options = read_options(parser, argv, sounds=50, runs=1)
    bundle = None if options.bundle is None else options.bundle.resolve()
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as home:
        place = Path(home)
        make_big_library(place / "library", bench_pack(place, is_quick=options.quick), options.sounds)
        settings = left_at(place, place / "library", options.sounds)
        given = ["--library", place / "library", "--settings", settings, "--log", place / "log"]
        first_s = start_s(bundle, place, *given) if options.first else None
        start_s(bundle, place, *given), start_s(None, place, *given)  # fills caches, compiles the checkout
        packed, checkout = [], []
        for _ in range(options.runs):
            packed.append(start_s(bundle, place, *given))
            checkout.append(start_s(None, place, *given))
    apart, usual_s = ratio(packed, checkout), statistics.median(checkout)
    said = f"{apart:.2f} x ({statistics.median(packed):.2f} s and {usual_s:.2f} s; load {os.getloadavg()[0]:.1f})"
    line("bundle: window of the package / checkout", "<= 1.2 x", said, apart <= 1.2)
    if first_s is None:
        print("bundle: first start / usual of checkout: not shown, --first was not given")
    else:
        first = first_s / usual_s
        line("bundle: first start / usual of checkout", "<= 2.0 x", f"{first:.2f} x ({first_s:.2f} s)", first <= 2.0)


def start_s(bundle: Path | None, place: Path, *given: str | Path) -> float:
    """Returns the seconds from before a window's process to its first painting with rows; None: the checkout's."""
    python = Path(sys.executable) if bundle is None else bundle / "python/bin/python3"
    # Outside the checkout and without its PYTHONPATH, so that a package cannot load the checkout's modules.
    settings = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    settings |= {"QT_QPA_PLATFORM": "offscreen", "PYTHONNOUSERSITE": "1"}
    if bundle is None:
        settings |= {"PYTHONPATH": str(REPOSITORY), "PYTHONPYCACHEPREFIX": str(place / "compiled")}
    else:
        settings["PYTHONDONTWRITEBYTECODE"] = "1"
    command = [python, "-P", _DRIVER, "--began", f"{time.time():.4f}", "window", *given]
    done = subprocess.run(command, cwd=place, env=settings, stdout=subprocess.PIPE, text=True, check=True)
    return float(json.loads(done.stdout.splitlines()[-1])["seconds"])


if __name__ == "__main__":
    main(sys.argv[1:])
