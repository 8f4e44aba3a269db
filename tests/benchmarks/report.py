"""What every benchmark shares: interleaved timing, and one printed line a figure.

Absolute times mean little on a shared machine, so a candidate and its reference are timed turn by turn and only their
ratio is reported: the median of the rounds.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence

_is_disturbed = False


def mark_disturbed(is_disturbed: bool) -> None:
    """Says whether figures from here on come from a machine that others use too."""
    global _is_disturbed
    _is_disturbed = is_disturbed


def is_disturbed() -> bool:
    """Whether figures from a machine that others use were asked for."""
    return _is_disturbed


def line(name: str, target: str, reached: str, passed: bool) -> None:
    """Prints one figure: name, target, reached, PASS or below; and that it is disturbed, where it may be."""
    verdict = f"{'PASS' if passed else 'below'}{' (disturbed)' if _is_disturbed else ''}"
    print(f"{name:<44} target {target:<12} reached {reached:<28} {verdict}", flush=True)


def read_options(parser: argparse.ArgumentParser, argv: Sequence[str], **toy: object) -> argparse.Namespace:
    """Reads a benchmark's options; with --quick, sizes that were not named are those of `toy`.

    Quick figures say that the benchmark runs, and nothing of the program's speed.
    """
    parser.add_argument("--quick", action="store_true", help="at toy sizes: does it run?")
    if "--quick" in argv:
        parser.set_defaults(**toy)
    return parser.parse_known_args(argv)[0]  # several benchmarks may be given what one of them knows


def turns(*jobs: Callable[[], object], rounds: int = 5) -> list[list[float]]:
    """Times the jobs in turn, `rounds` times over, each first once unmeasured.

    Returns:
        seconds of wall clock, a list a job in the order given, a number a round.
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
    """The median over rounds of above / below."""
    return statistics.median(a / b for a, b in zip(above, below, strict=True))
