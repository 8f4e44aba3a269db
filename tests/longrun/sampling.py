"""What the processes of a run hold as the work goes on, and by how much that grows: memory, handles, threads.

Memory is USS, what would be free if the process ended: RSS also counts pages of files that many share. A sample is one
line of JSON, so that a run can be looked at again. Growth is the slope of a straight line through the least that
was held in each of twenty stretches of the run, after its first fifth, in which caches fill: what is never given back
lifts the least, and a page that is open for a moment does not. Single samples follow each other too closely to be
counted as so many observations.
"""

import json
import math
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

STRETCHES = 20
WARM_UP = 0.2
_STUDENT_95 = {3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 8: 2.306, 10: 2.228, 13: 2.160, 18: 2.101}
"""Two-sided 95 % of Student's t by degrees of freedom (any table of it)."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What all processes of one kind held together at one moment."""

    phase: str
    done: int
    """Actions or files of the phase so far."""
    seconds: float
    process: str
    count: int
    """Of processes of the kind."""
    uss_kib: float
    rss_kib: float
    handles: float
    threads: float


@dataclass(frozen=True, slots=True)
class Growth:
    """A slope per thousand actions with its interval of 95 %, and the least of the first and the last stretch."""

    slope: float
    low: float
    high: float
    first: float
    last: float


class Watch:
    """Takes a sample of a process and its children every so often, in a thread, into a file."""

    def __init__(self, pid: int, where: Callable[[], tuple[str, int]], file: Path, every_s: float) -> None:
        """`where` says the phase and how much of it is done."""
        self._root = psutil.Process(pid)
        self._where = where
        self._every_s = every_s
        self._file = file
        self._began = time.monotonic()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _work(self) -> None:
        with self._file.open("a", encoding="utf-8") as file:
            while not self._over.wait(self._every_s):
                phase, done = self._where()
                for sample in self._look(phase, done):
                    file.write(json.dumps(asdict(sample)) + "\n")
                file.flush()

    def _look(self, phase: str, done: int) -> Iterator[Sample]:
        found: dict[str, list[tuple[float, ...]]] = {}
        try:
            processes = [self._root, *self._root.children(recursive=True)]
        except psutil.NoSuchProcess:
            return
        for process in processes:
            try:
                with process.oneshot():
                    memory = process.memory_full_info()
                    held = (memory.uss / 1024, memory.rss / 1024, process.num_fds(), process.num_threads())
                    found.setdefault(name_of(process.cmdline()), []).append(held)
            except (psutil.NoSuchProcess, psutil.AccessDenied):
                continue
        for name, rows in found.items():
            sums = [sum(column) for column in zip(*rows, strict=True)]
            yield Sample(phase, done, time.monotonic() - self._began, name, len(rows), *sums)


def name_of(command: Sequence[str]) -> str:
    """What a process is called in the table: the module that it runs."""
    if "-m" in command and command.index("-m") + 1 < len(command):
        return command[command.index("-m") + 1]
    return Path(command[0]).name if command else "?"


def read_samples(file: Path) -> list[Sample]:
    """All samples of a file."""
    return [Sample(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def growth(done: Sequence[float], held: Sequence[float], warm_up: float = WARM_UP) -> Growth | None:
    """The slope per thousand of `done`; None where there are too few samples for one."""
    if len(done) < STRETCHES:
        return None
    start = done[0] + warm_up * (done[-1] - done[0])
    width = (done[-1] - start) / STRETCHES
    if width <= 0:
        return None
    stretches: list[list[tuple[float, float]]] = [[] for _ in range(STRETCHES)]
    for at, value in zip(done, held, strict=True):
        if at >= start:
            stretches[min(STRETCHES - 1, int((at - start) / width))].append((at / 1000, value))
    points = [(statistics.median(at for at, _ in part), min(value for _, value in part)) for part in stretches if part]
    return line_through(points) if len(points) >= 5 else None


def line_through(points: Sequence[tuple[float, float]]) -> Growth:
    """Ordinary least squares, with the interval of the slope by Student's t."""
    count = len(points)
    mean_x, mean_y = sum(x for x, _ in points) / count, sum(y for _, y in points) / count
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    rest = sum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in points)
    freedom = count - 2
    known = max((degrees for degrees in _STUDENT_95 if degrees <= freedom), default=3)  # the wider interval
    half = _STUDENT_95[known] * math.sqrt(rest / freedom / spread)
    return Growth(slope, slope - half, slope + half, points[0][1], points[-1][1])


def table(samples: Sequence[Sample], limits: dict[str, float], per: str, warm_up: float = WARM_UP) -> list[str]:
    """Rows of Markdown: how each kind of process grew in each phase, beside the limits.

    Args:
        samples: in the order they were taken.
        limits: most growth of `uss_kib`, `handles` and `threads` per thousand.
        per: what the thousand are: files, actions.
        warm_up: the share of each phase in which caches fill.
    """
    lines = [
        f"| phase | process | {per} | what | first | last | growth per 1,000 (95 %) | limit | |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    kinds = dict.fromkeys((sample.phase, sample.process) for sample in samples)
    for phase, process in kinds:
        chosen = [sample for sample in samples if (sample.phase, sample.process) == (phase, process)]
        done = [float(sample.done) for sample in chosen]
        for what, limit in limits.items():
            found = growth(done, [getattr(sample, what) for sample in chosen], warm_up)
            if found is None:
                continue
            ends = (
                f"{found.first:,.1f} | {found.last:,.1f} | {found.slope:+.2f} ({found.low:+.2f} to {found.high:+.2f})"
            )
            lines.append(
                f"| {phase} | {process} | {done[-1]:,.0f} | {what} | {ends} | {limit:g} | {verdict(found, limit)} |"
            )
    return lines


def verdict(found: Growth, limit: float) -> str:
    """Whether the whole interval lies below the limit, or above it."""
    return "within" if found.high <= limit else "ABOVE" if found.low > limit else "unclear"
