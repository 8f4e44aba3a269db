"""Common parts of benchmarks: interleaved timing, and one printed line per figure.

Absolute times mean little on a shared machine, so candidate and reference run turn by turn and only the ratio counts:
the median over rounds.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence

_is_disturbed = False


def mark_disturbed(is_disturbed: bool) -> None:
    """Sets whether figures from here on come from a shared machine."""
    global _is_disturbed
    _is_disturbed = is_disturbed


def is_disturbed() -> bool:
    return _is_disturbed


def line(name: str, target: str, reached: str, passed: bool) -> None:
    """Prints one figure: name, target, reached, PASS or below; and a mark if disturbed."""
    verdict = f"{'PASS' if passed else 'below'}{' (disturbed)' if _is_disturbed else ''}"
    print(f"{name:<44} target {target:<12} reached {reached:<28} {verdict}", flush=True)


def read_options(parser: argparse.ArgumentParser, argv: Sequence[str], **toy: object) -> argparse.Namespace:
    """Parses a benchmark's options; with --quick, sizes default to `toy`.

    Quick figures show that the benchmark runs, and nothing about the program's speed.
    """
    parser.add_argument("--quick", action="store_true", help="at toy sizes: does it run?")
    if "--quick" in argv:
        parser.set_defaults(**toy)
    return parser.parse_known_args(argv)[0]  # several benchmarks may share options that only one of them knows


def turns(*jobs: Callable[[], object], rounds: int = 5) -> list[list[float]]:
    """Times the jobs in turn, for `rounds` rounds, after one unmeasured call of each.

    Returns:
        seconds of wall clock, one list per job in the given order, one number per round.
    """
    for job in jobs:
        job()
    seconds: list[list[float]] = [[] for _ in jobs]
    for _ in range(rounds):
        for job, taken in zip(jobs, seconds, strict=True):
            start = time.perf_counter()
            job()
            taken.append(time.perf_counter() - start)
    return seconds


def ratio(above: Sequence[float], below: Sequence[float]) -> float:
    """Returns the median over rounds of above / below."""
    return statistics.median(a / b for a, b in zip(above, below, strict=True))
