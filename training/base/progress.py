"""Progress of a command: what it does, how far it is and how long the rest takes.

Code names its work with `working` and `follow`; whoever runs the command decides how to report it: as a bar on a
terminal, as a line every fifteen seconds in a log, or as events for programs. Nested work follows its parent's name.
By default, as in tests and in other programs, nothing is printed.
"""

import json
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any, TextIO, TypeVar

T = TypeVar("T")
EVERY_S = 15.0
"""Longest silence of a log while work goes on."""
_BAR_EVERY_S = 0.5
_BEGIN_S = 1.0
"""Shorter work gets no bar."""


class ReportForm(Enum):
    """How progress is reported."""

    NOTHING = "nothing"
    """For all ranks of a run but the first."""
    BAR = "bar"
    LINES = "lines"
    EVENTS = "events"
    """One JSON object per line: event, command, what, done, total, left_s; the last two null where unknown."""


class Work:
    """A piece of work; only the thread that does it updates it."""

    def __init__(self, what: str, total: int | None, done: int) -> None:
        """See `working`."""
        self.what, self.total, self.done, self.note = what, total, done, ""
        self._first, self.begun_s = done, time.monotonic()
        self._share: float | None = None

    def step(self, count: int = 1) -> None:
        self.done += count

    def at(self, done: int, *, total: int | None = None, share: float | None = None, note: str = "") -> None:
        """Sets the steps done so far.

        Args:
            done: in all.
            total: where it became known only now.
            share: finished share of the whole, where `done` and `total` do not give it.
            note: text appended to the line.
        """
        self.done, self.total, self._share = done, total or self.total, share
        self.note = note or self.note

    @property
    def left_s(self) -> float | None:
        """Seconds until the end at the average rate so far; None where unknown."""
        passed_s, share = time.monotonic() - self.begun_s, self._share
        if share is None and self.total and self.done > self._first:
            return passed_s * (self.total - self.done) / (self.done - self._first)
        return passed_s * (1.0 - share) / share if share else None

    def told(self) -> str:
        """The line shown to people."""
        counted = f" {self.done:,} of {self.total:,}" if self.total else f" {self.done:,}" if self.done else ""
        return f"{self.what}{counted}"


_at_work: list[Work] = []


@contextmanager
def working(what: str, total: int | None = None, done: int = 0) -> Iterator[Work]:
    """Names a piece of work for the length of the block.

    Args:
        what: a phrase such as "embedding sounds".
        total: steps in all; None where unknown.
        done: steps done beforehand.
    """
    work = begin(what, total, done)
    try:
        yield work
    finally:
        end(work)


def begin(what: str, total: int | None = None, done: int = 0) -> Work:
    """Begins a piece of work that `end` ends; see `working`."""
    work = Work(what, total, done)
    _at_work.append(work)
    return work


def end(work: Work) -> None:
    """Ends a piece of work and everything begun within it."""
    if work in _at_work:
        del _at_work[_at_work.index(work) :]


def follow(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Yields the items and counts them as progress.

    Args:
        what: a phrase such as "embedding sounds".
        total: number of items; None takes the length of `items`, if it has one.
    """
    if total is None and isinstance(items, Sequence):
        total = len(items)
    with working(what, total) as work:
        for item in items:
            yield item
            work.step()


def said() -> None:
    """Clears the bar before other output on standard error, which also counts as a line of the log."""
    if _teller is not None:
        _teller.make_room()


@contextmanager
def told(how: ReportForm, command: str, stream: TextIO | None = None, every_s: float = EVERY_S) -> Iterator[None]:
    """Reports all work of this process for the length of the block.

    Args:
        stream: destination; None is standard error.
        every_s: longest silence of a log.
    """
    global _teller
    if how is ReportForm.NOTHING:
        yield
        return
    _teller = teller = _Reporter(how, command, stream or sys.stderr, every_s)
    teller.start()
    try:
        yield
    finally:
        _teller = None
        teller.close()
        _at_work.clear()


class _Reporter(threading.Thread):
    def __init__(self, how: ReportForm, command: str, stream: TextIO, every_s: float) -> None:
        super().__init__(name="progress", daemon=True)
        self._how, self._command, self._stream, self._every_s = how, command, stream, every_s
        self._begun_s = self._said_s = time.monotonic()
        self._before = "starting"
        self._is_over = threading.Event()
        self._lock = threading.RLock()
        self._bar: Any = None
        self._drawn: Work | None = None

    def run(self) -> None:
        wait_s = _BAR_EVERY_S if self._how is ReportForm.BAR else min(1.0, self._every_s / 5.0)
        while not self._is_over.wait(wait_s):
            with self._lock:
                self._tell()

    def make_room(self) -> None:
        with self._lock:
            self._said_s = time.monotonic()
            if self._bar is not None:
                self._bar.clear()

    def close(self) -> None:
        self._is_over.set()
        self.join()
        self._draw([])

    def _draw(self, works: Sequence[Work]) -> None:
        """Draws the bar of the innermost work; removes it when that work ends."""
        last = works[-1] if works and time.monotonic() - works[-1].begun_s >= _BEGIN_S else None
        if self._bar is not None and last is not self._drawn:
            self._bar.close()
            self._bar = None
        if last is None:
            return
        if self._bar is None:
            # Imported here: most commands in a log or a script never need it.
            from tqdm import tqdm  # type: ignore[import-untyped]

            what, self._drawn = ": ".join([*(work.told() for work in works[:-1]), last.what]), last
            self._bar = tqdm(
                total=last.total, initial=last.done, desc=what, file=self._stream, dynamic_ncols=True, leave=False
            )
        self._bar.total, self._bar.n = last.total, last.done
        self._bar.set_postfix_str(last.note, refresh=False)
        self._bar.refresh()

    def _tell(self) -> None:
        now_s, works = time.monotonic(), list(_at_work)
        if self._how is ReportForm.BAR:
            self._draw(works)
            return
        if works:
            self._before = f"after {works[-1].what}"
        if now_s - self._said_s < self._every_s:
            return
        self._said_s = now_s
        if self._how is ReportForm.EVENTS:
            last = works[-1] if works else Work("", None, 0)
            told = {"event": "progress", "command": self._command, "what": last.what, "done": last.done}
            left_s = last.left_s
            told |= {"total": last.total, "left_s": None if left_s is None else round(left_s, 1)}
            print(json.dumps(told), file=self._stream, flush=True)
        else:
            line = _line(works, self._begun_s) if works else f"{self._before}, {_so_far(self._begun_s)}"
            print(line, file=self._stream, flush=True)


_teller: _Reporter | None = None


def _line(works: Sequence[Work], begun_s: float) -> str:
    last = works[-1]
    parts = [": ".join(work.told() for work in works), last.note]
    left_s = last.left_s
    parts.append(_so_far(begun_s) if left_s is None else f"{_duration(left_s)} left")
    return ", ".join(part for part in parts if part)


def _so_far(begun_s: float) -> str:
    return f"{_duration(time.monotonic() - begun_s)} so far"


def _duration(seconds: float) -> str:
    if seconds < 90.0:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60.0)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02d} min"
