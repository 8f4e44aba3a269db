"""`python -m engine.features.map LIBRARY`: makes the map and prints progress as JSON lines.

Lines are events of `base.events`: `placing`, finally `placed` or `error`. With --follow the job stops when standard
input ends, because the parent is gone.
"""

import argparse
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from engine.base import logs
from engine.base.errors import EngineError
from engine.base.events import Event, MapFinished, MapProgress, MapStage, broke, to_line
from engine.base.private_files import keep_private


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the job of the command line; returns 0 when done, 1 after an EngineError or a stop."""
    parser = argparse.ArgumentParser(prog="python -m engine.features.map", description="Makes the map of a library.")
    parser.add_argument("library", type=Path, help="the library's folder")
    parser.add_argument("--pack", type=Path, metavar="DIR", help="the model pack (default: the library's own)")
    parser.add_argument("--anew", action="store_true", help="lay everything out again")
    parser.add_argument("--follow", action="store_true", help="stop when standard input ends")
    options = parser.parse_args(argv)
    keep_private()
    logs.start()
    stop = threading.Event()
    if options.follow:
        threading.Thread(target=_follow, args=(stop,), daemon=True).start()
    from engine.base.cancellation import StopRequested
    from engine.features.map.job import make_map  # heavy: not before the parent is followed

    def progress(stage: MapStage, share: float) -> None:
        _print(MapProgress(stage, round(share, 3)))

    try:
        made = make_map(options.library, pack=options.pack, anew=options.anew, cancel=stop.is_set, progress=progress)
    except EngineError as err:
        _print(broke(err))
        return 1
    except StopRequested:
        return 1
    _print(MapFinished(len(made.ids)))
    return 0


def _follow(stop: threading.Event) -> None:
    while sys.stdin.readline():
        pass
    stop.set()


def _print(event: Event) -> None:
    print(to_line(event), flush=True)


if __name__ == "__main__":
    sys.exit(main())
