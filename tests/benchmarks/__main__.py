"""Runs every bench_*.py of this folder, or those named: `python -m tests.benchmarks [scan index …] [-- options]`.

`--quick` before the two dashes runs them at toy sizes: whether they run at all. They run with one BLAS thread, as the
programs do.
"""

import importlib
import os
import sys
import traceback
from pathlib import Path

from engine.children import use_one_blas_thread
from tests.benchmarks.report import cores_to_ourselves


def main(argv: list[str]) -> int:
    """Prints a line a figure; gives 1 when a benchmark broke, never for a figure below its target."""
    names, options = (argv[: argv.index("--")], argv[argv.index("--") + 1 :]) if "--" in argv else (argv, [])
    if "--quick" in names:
        names, options = [name for name in names if name != "--quick"], [*options, "--quick"]
    found = benchmarks()
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


def benchmarks() -> list[str]:
    """The names of all there are."""
    return sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))


if __name__ == "__main__":
    use_one_blas_thread(os.environ)  # numpy is first imported by a benchmark, in main
    sys.exit(main(sys.argv[1:]))
