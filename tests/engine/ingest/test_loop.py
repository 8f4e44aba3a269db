"""The loop by which a job's threads read: what they hand over is kept, and what goes wrong ends them."""

import queue
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from engine.base.types import FilePath
from engine.ingest.control import Control
from engine.ingest.loop import PauseClock, read_all
from engine.ingest.readers import OpenFiles, Reader, ReaderEnded
from engine.ingest.tally import Tally


class Doubler(Reader[int, int]):
    """Hands over twice each number, and fails at 5."""

    def read(self, task: int) -> None:
        self.reading.begin(FilePath.of(Path("/sounds") / f"{task}.wav"))
        if task == 5:
            raise ZeroDivisionError
        self.out.put(2 * task)


class Kept:
    """Keeps pairs of outcomes."""

    def __init__(self) -> None:
        self.waiting: list[int] = []
        self.kept: list[int] = []

    @property
    def has_pending(self) -> bool:
        return bool(self.waiting)

    @property
    def is_due(self) -> bool:
        return len(self.waiting) >= 2

    def take(self, outcome: int) -> None:
        if outcome == 22:
            raise OSError("full")
        self.waiting.append(outcome)

    def commit(self) -> None:
        self.kept += self.waiting
        self.waiting.clear()


def run(numbers: list[int], *, cancels: bool = True) -> tuple[Kept, Control, OpenFiles, Callable[[], None]]:
    control, sink, reading = Control(), Kept(), OpenFiles(lambda paths: None)
    make: Callable[[Callable[[], int | None], queue.Queue[int | ReaderEnded]], Doubler]
    make = partial(Doubler, "doubler", control, reading)
    pauses = PauseClock(control, Tally(0.0), lambda event: None)
    return sink, control, reading, lambda: read_all(numbers, 2, make, sink, pauses, reading, ahead=1, cancels=cancels)


def test_everything_that_is_read_is_kept_to_the_odd_one_at_the_end() -> None:
    sink, control, _, read = run([1, 2, 3])
    read()
    assert (sorted(sink.kept), sink.waiting, control.is_cancelled) == ([2, 4, 6], [], False)


@pytest.mark.parametrize("cancels", [True, False])
@pytest.mark.parametrize(("odd", "error"), [(5, ZeroDivisionError), (11, OSError)])
def test_what_goes_wrong_ends_every_thread_and_the_job_where_it_is_asked_to(
    odd: int, error: type[Exception], cancels: bool
) -> None:
    _, control, reading, read = run([odd, *range(20, 300)], cancels=cancels)
    with pytest.raises(error):
        read()
    assert control.is_cancelled is cancels
    assert reading._open == {}
