"""Runs every bench_*.py of this folder, or those named: `python -m tests.benchmarks [scan index …] [-- options]`.

Calibrates the machine before and after each (calibration.py). Refuses to run on a busy machine, and voids a benchmark
that others disturbed; `--disturbed` before the two dashes runs it anyway and marks its figures. `--quick` runs toy
sizes, which only shows that benchmarks run. Uses one BLAS thread, as the programs do.

Exit status: 1 when a benchmark broke, 3 when one was disturbed, never for a figure below its target.
"""

import importlib
import os
import sys
import traceback
from pathlib import Path

from engine.base.child_processes import use_one_blas_thread
from tests.benchmarks import report
from tests.benchmarks.calibration import calibrate, what_disturbed

DISTURBED = 3


def main(argv: list[str]) -> int:
    """Prints one line per figure; returns the exit status."""
    names, options = (argv[: argv.index("--")], argv[argv.index("--") + 1 :]) if "--" in argv else (argv, [])
    flags = {name for name in names if name in ("--quick", "--disturbed")}
    names = [name for name in names if name not in flags]
    is_quick = "--quick" in flags or "--quick" in options
    found = benchmarks()
    if unknown := sorted(set(names) - set(found)):
        print(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(found)}", file=sys.stderr)
        return 2
    report.mark_disturbed("--disturbed" in flags)
    states = [
        run(name, [*options, "--quick"] if is_quick else options, is_checked=not flags and not is_quick)
        for name in names or found
    ]
    return 1 if 1 in states else max(states)


def run(name: str, options: list[str], *, is_checked: bool) -> int:
    """Runs one benchmark; returns 1 if it broke, 3 if it was disturbed and `is_checked`."""
    before = calibrate()
    print(f"# {name}: {before}", flush=True)
    if is_checked and not before.is_quiet:
        print(f"# {name}: not run, others use this machine (--disturbed runs it all the same)", flush=True)
        return DISTURBED
    try:
        importlib.import_module(f"tests.benchmarks.bench_{name}").main(options)
    except Exception:
        traceback.print_exc()
        return 1
    why = what_disturbed(before, calibrate()) if is_checked else ""
    if why:
        print(f"# {name}: disturbed, the figures above are void: {why}", flush=True)
    return DISTURBED if why else 0


def benchmarks() -> list[str]:
    return sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))


if __name__ == "__main__":
    use_one_blas_thread(os.environ)  # before a benchmark, in main, imports numpy
    sys.exit(main(sys.argv[1:]))
