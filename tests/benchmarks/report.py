"""What every benchmark shares: interleaved timing, one printed line a figure, and a check that the machine was quiet.

Absolute times mean little on a shared machine, so a candidate and its reference are timed turn by turn and only their
ratio is reported: the median of the rounds.
"""

import argparse
import hashlib
import statistics
import threading
import time
from collections.abc import Callable, Sequence


def line(name: str, target: str, reached: str, passed: bool) -> None:
    """Prints one figure: name, target, reached, PASS or below."""
    print(f"{name:<44} target {target:<12} reached {reached:<28} {'PASS' if passed else 'below'}", flush=True)


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


def cores_to_ourselves() -> float:
    """How much two threads get done against one: 2.0 on two idle cores, 1.0 when a neighbour uses one of them."""
    data = bytes(2**24)

    def work() -> None:
        for _ in range(4):
            hashlib.sha256(data).digest()

    start = time.perf_counter()
    work()
    alone = time.perf_counter() - start
    threads = [threading.Thread(target=work) for _ in range(2)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return 2 * alone / (time.perf_counter() - start)
