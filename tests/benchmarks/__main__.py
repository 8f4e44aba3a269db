"""Runs every bench_*.py of this folder, or those named: `python -m tests.benchmarks [scan index …] [-- options]`.

Libraries' own thread pools are pinned to one thread before they load: two that share cores with a neighbour wait for
each other (a 64 x 64 product took 30 times as long), and a ratio taken then says nothing.
"""

import importlib
import os
import sys
import traceback
from pathlib import Path

from tests.benchmarks.report import cores_to_ourselves

_POOLS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def main(argv: list[str]) -> int:
    """Prints a line a figure; gives 1 when a benchmark broke, never for a figure below its target."""
    names, options = (argv[: argv.index("--")], argv[argv.index("--") + 1 :]) if "--" in argv else (argv, [])
    found = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    if unknown := sorted(set(names) - set(found)):
        print(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(found)}", file=sys.stderr)
        return 2
    broken = 0
    for name in names or found:
        print(
            f"# {name}: two threads do {cores_to_ourselves():.2f} x the work of one (2.00 on a quiet machine)",
            flush=True,
        )
        try:
            importlib.import_module(f"tests.benchmarks.bench_{name}").main(options)
        except Exception:
            traceback.print_exc()
            broken += 1
    return 1 if broken else 0


if __name__ == "__main__":
    for _pool in _POOLS:  # numpy is first imported by a benchmark, in main
        os.environ.setdefault(_pool, "1")
    sys.exit(main(sys.argv[1:]))
