# ruff: noqa: N802 (Qt's names)
"""A window in its own process, driven from inside its event loop, that prints its measurements as JSON.

`python -m tests.benchmarks.window_driver OPTIONS`; started by bench_window, bench_gaps and bench_cost.
"""

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.app.app import EarshotApp
from desktop.base.start_options import WindowStart
from desktop.deck.playback import Audition
from desktop.results.columns import Column
from desktop.work.requests import SearchAnswer
from engine.base.types import FilePath
from tests.helpers.memory import memory_now, peak_kib

WORDS = (
    "rusty gate", "heavy rain", "dog", "soft cloth", "glass impact", "slow engine", "bright bell", "deep drone",
    "wet stone", "bird", "metal door", "distant crowd", "paper", "fast whoosh", "creaking wood", "light footstep",
    "fire", "rolling wheel", "water drop", "cold wind", "hard hit", "close voice", "dry leaves", "thunder",
)  # fmt: skip
KEY_MS = 70
"""Between two keys: a fast typist."""
_PATIENCE_MS = 120_000


class Gaps(QObject):
    """Gaps of the event loop by phase: the delays of a 1 ms timer."""

    def __init__(self) -> None:
        super().__init__()
        self._last = time.perf_counter()
        self._phase = ""
        self.seconds: dict[str, list[float]] = {}
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start(1)

    def begin(self, phase: str) -> None:
        """Assigns later gaps to this phase; "" for none."""
        self._phase = phase
        self._last = time.perf_counter()
        if phase:
            self.seconds.setdefault(phase, [])

    def _tick(self) -> None:
        now = time.perf_counter()
        if self._phase:
            self.seconds[self._phase].append(now - self._last)
        self._last = now


class Painted(QObject):
    def __init__(self, watched: QObject) -> None:
        super().__init__(watched)
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self.count += 1
        return False


class Driver:
    """Operates the window like a person."""

    def __init__(self, app: QApplication, earshot: EarshotApp) -> None:
        self.app = app
        self.earshot = earshot
        self.window = earshot.window
        self.gaps = Gaps()
        self.painted = Painted(self.window.results.viewport())
        self.pauses_s: list[float] = []
        """Wait of the field for another key before each search, per typed words."""

    def wait(self, is_so: Callable[[], object]) -> float:
        """Runs the event loop until a condition holds; returns the seconds it took."""
        began = time.perf_counter()
        loop = QEventLoop()
        timer = QTimer()
        timer.setInterval(1)
        timer.timeout.connect(lambda: loop.quit() if is_so() else None)
        timer.start()
        QTimer.singleShot(_PATIENCE_MS, loop, lambda: loop.exit(1))
        if not is_so() and loop.exec():
            raise TimeoutError("the window did not come to what was waited for")
        return time.perf_counter() - began

    def rest(self, delay_ms: int) -> None:
        loop = QEventLoop()
        QTimer.singleShot(delay_ms, loop, loop.quit)
        loop.exec()

    def type(self, text: str) -> float:
        """Types words into the emptied search field; returns the seconds from the last key to painted rows."""
        field = self.window.search_bar.field
        field.setFocus()
        field.selectAll()
        painted: list[int] = []

        def slot(answered: SearchAnswer) -> None:
            if answered.request.text == text:
                painted.append(self.painted.count)
                self.window.results.viewport().update()  # otherwise unchanged rows are not painted again

        self.earshot.finding.shown.connect(slot)
        for letter in text[:-1]:
            QTest.keyClick(field, letter)
            self.rest(KEY_MS)
        self.pauses_s.append(self.window.search_bar.pause.interval() / 1000)
        began = time.perf_counter()
        QTest.keyClick(field, text[-1])
        self.wait(lambda: painted and (self.painted.count > painted[0] or not self.window.results.isVisible()))
        self.earshot.finding.shown.disconnect(slot)
        return time.perf_counter() - began

    def clear(self) -> None:
        field = self.window.search_bar.field
        field.selectAll()
        QTest.keyClick(field, Qt.Key.Key_Delete)
        self.wait(lambda: self.window.model.ranking.is_listing)

    def scroll(self, seconds: float) -> None:
        """Drags the scroll bar through the rows, one step per frame."""
        bar = self.window.results.verticalScrollBar()
        steps = round(seconds * 60)
        for step in range(steps):
            # Half of the way by rows, like a wheel, half in great strides, like a hand on the bar.
            far = bar.maximum() * step // steps
            bar.setValue(bar.value() + 120 if step % 2 else far)
            self.rest(16)

    def arrow(self, count: int) -> None:
        self.window.results.setFocus()
        self.window.results.go_to(0)
        for _ in range(count):
            QTest.keyClick(self.window.results, Qt.Key.Key_Down)
            self.rest(33)

    def sort(self, column: Column) -> float:
        """Clicks a column's title; returns the seconds until the rows are in its order."""
        header = self.window.results.columns
        at = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
        before, model = self.window.model.order, self.window.model
        began = time.perf_counter()
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at, header.height() // 2))
        self.wait(lambda: model.order is not before)
        return time.perf_counter() - began


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _measure(driver: Driver, options: argparse.Namespace) -> Iterator[tuple[str, object]]:
    window = driver.window
    driver.wait(lambda: window.model.rowCount() and driver.painted.count and window.model.hit(0))
    yield "first_window_s", time.time() - options.began
    yield "rows", window.model.rowCount()
    if options.index:
        driver.earshot.gathering.add((FilePath.of(options.index),))
        driver.wait(lambda: driver.earshot.ingest.is_running)
    if options.play:
        driver.earshot.player.set_volume(1.0)
        driver.earshot.player.perform(Audition(FilePath.of(options.play)))
        driver.wait(lambda: driver.earshot.player.position_s() is not None)
    yield "first_query_s", driver.type("wind")
    gc.collect()
    driver.gaps.begin("typing")
    driver.pauses_s.clear()
    yield "query_s", [driver.type(words) for words in WORDS[: options.words]]
    yield "pause_s", driver.pauses_s
    driver.gaps.begin("")
    driver.clear()
    driver.gaps.begin("scrolling")
    driver.scroll(options.seconds)
    if options.arrows:
        driver.gaps.begin("arrowing")
        driver.arrow(options.arrows)
    driver.gaps.begin("")
    if options.play:
        yield "underruns", driver.earshot.player.underruns
        driver.earshot.player.stop()
    if options.index:
        yield "was_indexing", driver.earshot.ingest.is_running
    else:
        driver.gaps.begin("sorting")
        before_s = time.process_time()
        yield "sort_first_s", driver.sort(Column.NAME)
        yield "sort_cpu_s", time.process_time() - before_s
        yield "sort_again_s", driver.sort(Column.NAME)
        driver.gaps.begin("")
        yield "select_all_s", _timed(window.results.selectAll)
    yield "peak_mib", peak_kib() / 1024
    held = memory_now()
    yield "own_mib", held.own_kib / 1024
    yield "droppable_mib", held.droppable_kib / 1024
    for phase, seconds in driver.gaps.seconds.items():
        values = np.array(seconds) * 1000
        yield f"{phase}_p99_ms", float(np.percentile(values, 99))
        yield f"{phase}_worst_ms", float(values.max())


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--settings", type=Path, required=True)
    parser.add_argument("--pack", type=Path)
    parser.add_argument("--index", type=Path, help="a folder to index meanwhile")
    parser.add_argument("--play", type=Path, help="a sound to hear meanwhile; choose no arrows then")
    parser.add_argument("--began", type=float, required=True, help="Unix time at which this process was started")
    parser.add_argument("--words", type=int, default=8, help=f"{len(WORDS)} at most")
    parser.add_argument("--seconds", type=float, default=4.0, help="of scrolling")
    parser.add_argument("--arrows", type=int, default=90)
    options = parser.parse_args()
    app = QApplication(["earshot"])
    earshot = EarshotApp(app, WindowStart(options.library, options.settings, options.pack))
    driver = Driver(app, earshot)
    earshot.open()
    try:
        print(json.dumps(dict(_measure(driver, options))), flush=True)
    finally:
        earshot.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
