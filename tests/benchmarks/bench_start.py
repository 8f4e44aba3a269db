"""How soon a window over 1,000 sounds shows the last session's rows, beside an empty window of PySide6.

Measured twice: until the picture that the last session left, with a working search field, and until usable rows.

    python -m tests.benchmarks start [-- --sounds 1000 --runs 7]

Both windows are processes of their own, started in turn; the clock runs from before the process to the first painting,
offscreen. Only the ratio counts: on a shared machine, both are slower. The target of one second is for a quiet machine,
so it is reported and not asserted.
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
from typing import Any

from desktop.controllers.startup.last_place import LastPlace, place_file, record_of
from desktop.results.rows_state import RowsPlace
from engine.base.types import SoundId
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, read_options
from tests.helpers.big_library import make_big_library
from tests.helpers.tiny_library import REPOSITORY


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_start")
    parser.add_argument("--sounds", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=7)
    options = read_options(parser, argv, sounds=50, runs=1)
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as home:
        folder = Path(home)
        make_big_library(folder / "library", bench_pack(folder, is_quick=options.quick), options.sounds)
        settings = left_at(folder, folder / "library", options.sounds)
        given = ["--library", str(folder / "library"), "--settings", str(settings), "--log", str(folder / "log")]
        compiled = folder / "compiled"
        first_picture("window", compiled, *given), first_picture("empty", compiled)  # fills caches, compiles modules
        ours, bare = [], []
        for _ in range(options.runs):
            bare.append(first_picture("empty", compiled))
            ours.append(first_picture("window", compiled, *given))
    ours_s, bare_s = ([float(one["seconds"]) for one in found] for found in (ours, bare))
    pictures_s = [float(one["picture"]) for one in ours]
    middle_s, empty_s, picture_s = (statistics.median(found) for found in (ours_s, bare_s, pictures_s))
    apart, picture_apart = (
        statistics.median(a / b for a, b in zip(found, bare_s, strict=True)) for found in (ours_s, pictures_s)
    )
    said = f"{picture_apart:.2f} x ({picture_s:.2f} s)"
    line("start: picture of the last rows / empty window", "<= 1.5 x", said, picture_apart <= 1.5)
    load = os.getloadavg()[0]
    line(f"start: {ours[0]['rows']} rows on show / empty window", "<= 5.0 x", f"{apart:.1f} x", apart <= 5.0)
    reached = f"{middle_s:.2f} s, least {min(ours_s):.2f}; empty {empty_s:.2f} s; load {load:.1f}"
    line("start: process to rows", "<= 1.00 s", reached, middle_s <= 1.0)
    heavy = sorted({name for one in ours for name in one["heavy"]})
    line("start: slow modules loaded by then", "0", f"{len(heavy)} {' '.join(heavy)}".strip(), not heavy)


def left_at(folder: Path, library: Path, sounds: int) -> Path:
    """Writes a settings file into the folder, with a last session beside it that was at the library's newest sounds."""
    settings = folder / "window.json"
    chosen = {"version": 1, "autoplay": False, "look_at_start": False, "watch": False}
    settings.write_text(json.dumps(chosen), encoding="utf-8")
    rows = tuple(range(sounds, 0, -1))
    record = record_of(LastPlace(str(library), rows=rows, at=RowsPlace(current=SoundId(rows[3]), selected=(rows[3],))))
    place_file(settings).write_text(json.dumps(record), encoding="utf-8")
    return settings


def first_picture(kind: str, compiled: Path | None, *given: str) -> dict[str, Any]:
    """Starts a window and returns its report on its first painting.

    `compiled` caches its modules, like an installed Earshot: a Python that may write none, as often in containers,
    reads and compiles 800 files at each start, which takes longer than everything else.
    """
    command = [sys.executable, "-m", "tests.helpers.first_paint", "--began", f"{time.time():.4f}", kind, *given]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if compiled is not None:
        environment["PYTHONPYCACHEPREFIX"] = str(compiled)
    environment["QT_QPA_PLATFORM"] = os.environ.get("EARSHOT_BENCH_QPA", "offscreen")
    done = subprocess.run(command, cwd=REPOSITORY, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode and done.stdout:  # the painting was there: later failures do not affect its time
        print(f"# a window that was closed at its first picture ended with status {done.returncode}", flush=True)
    elif done.returncode:
        raise subprocess.CalledProcessError(done.returncode, command)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
