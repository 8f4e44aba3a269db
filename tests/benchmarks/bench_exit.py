"""Time to quit after Ctrl+Q, in a real window under Xvfb that plays into a null sink.

    python -m tests.benchmarks exit [-- --sounds 100000] [-- --library DIR --folder DIR]

Three times from the key: until the window is off the screen, until its process has ended, and, since an indexing job
finishes its current work without the window, until its last child has ended. The target for the process is one second
on a quiet machine.
"""

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, read_options
from tests.helpers.big_library import make_big_library
from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, XServer, missing_x_programs, wait_until
from tests.helpers.sounds import write_noise

_QUICK_S = 1.0
_PATIENCE_S = 120.0


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_exit")
    parser.add_argument("--sounds", type=int, default=1_114, help="of a library made up, without files")
    parser.add_argument("--library", type=Path, help="a library to copy instead, whose files are there")
    parser.add_argument(
        "--seconds", type=float, default=240.0, help="length of each recording that is indexed or played"
    )
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="cases, with commas")
    options = read_options(parser, argv, sounds=50, runs=1, seconds=30.0)
    missing = [*missing_x_programs(), *missing_pulse_parts()]
    if missing:
        print(f"# exit: not measured, for want of {', '.join(missing)}", flush=True)
        return
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as home, XServer() as server, PulseServer() as pulse:
        folder = Path(home)
        library = options.library
        pack = [] if library else ["--pack", bench_pack(folder, is_quick=options.quick)]
        if library is None:
            library = folder / "made"
            make_big_library(library, Path(pack[1]), options.sounds)
        for number in range(24):
            write_noise(folder / "new" / f"{number}.wav", seconds=options.seconds, seed=number)
        write_noise(folder / "one" / "one.wav", seconds=options.seconds, seed=99)
        cases = [name for name in CASES if not options.only or name in options.only.split(",")]
        for name in cases:
            runs = []
            for number in range(options.runs):
                place = folder / f"{name}-{number}"
                shutil.copytree(library, place / "library")
                (place / "window.json").write_text('{"version": 1, "look_at_start": false, "watch": false}')
                given = (server.display, place / "library", place / "window.json", *pack)
                homes = {kind: str(place / kind) for kind in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
                with DrivenWindow(*given, env={**pulse.env, **homes}) as window:
                    runs.append(_leave(window, CASES[name], folder))
                shutil.rmtree(place)
            hidden_s, ended_s, last_s = (max(one[at] for one in runs) for at in range(3))
            said = f"{ended_s:.2f} s; window {hidden_s:.2f} s, children {last_s:.2f} s; load {os.getloadavg()[0]:.1f}"
            line(f"exit: {name}", f"<= {_QUICK_S:.1f} s", said, ended_s <= _QUICK_S)


def _leave(window: DrivenWindow, prepare: Callable[[DrivenWindow, Path], None], folder: Path) -> tuple[float, ...]:
    """Returns seconds from the key to the end of the window, of its process and of its last child."""
    if prepare is _at_once:
        window.wait("made", patience_s=_PATIENCE_S)
        window.hands.activate("Earshot")
    else:
        window.open()
    prepare(window, folder)
    family = psutil.Process(window.process.pid).children(recursive=True)
    began, since = time.monotonic(), window.mark()
    window.key("ctrl+q")
    window.wait("left", since=since)
    hidden_s = time.monotonic() - began
    window.process.wait(_PATIENCE_S)
    ended_s = time.monotonic() - began
    psutil.wait_procs(family, _PATIENCE_S)
    return hidden_s, ended_s, time.monotonic() - began


def _idle(window: DrivenWindow, folder: Path) -> None:
    wait_until(lambda: not window.look("window.search_bar.field.text()"), "the window")


def _at_once(window: DrivenWindow, folder: Path) -> None:
    """Quits before the first answer."""


def _typing(window: DrivenWindow, folder: Path) -> None:
    window.type("distant thunder over wet")


def _indexing(window: DrivenWindow, folder: Path) -> None:
    since = window.mark()
    window.look(
        f"app.gathering.add((__import__('engine.base.types', fromlist=['x']).FilePath.of({str(folder / 'new')!r}),))"
    )
    window.wait("event", lambda told: told["event"] == "reading", since=since)


def _playing(window: DrivenWindow, folder: Path) -> None:
    since = window.mark()
    path = f"__import__('engine.base.types', fromlist=['x']).FilePath.of({str(folder / 'one' / 'one.wav')!r})"
    audition = f"__import__('desktop.deck.playback', fromlist=['x']).Audition({path}, None)"
    window.look(f"app.player.perform({audition})")
    window.wait("started", since=since)


CASES: dict[str, Callable[[DrivenWindow, Path], None]] = {
    "idle": _idle,
    "at once after the start": _at_once,
    "while words are typed": _typing,
    "while it indexes": _indexing,
    "while it plays": _playing,
}
"""Activity at the press of the key."""
