"""The Qt binding itself: PySide6 6.12.0 under Python 3.11 dropped references until the interpreter aborted."""
# ruff: noqa: N802 (Qt's names)

import subprocess
import sys

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread, Signal
from pytestqt.qtbot import QtBot

from tests.helpers.tiny_library import REPOSITORY

_MODULES = """
import linecache
from desktop.base.binding import read_no_sources
read_no_sources()
import desktop.app.start
print([name for name in linecache.cache if name.endswith("main_window.py")])
"""
_TIMES = 300
_SLACK = 50
"""Other code may let go of a few."""


class Emitter(QThread):
    """Emits from a thread of its own."""

    said = Signal(object)

    def run(self) -> None:
        for _ in range(_TIMES):
            self.said.emit(None)


class Watcher(QObject):
    """Sees every event and lets it pass."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return False


def counts() -> list[int]:
    return [sys.getrefcount(thing) for thing in (None, True, False)]


def lost(before: list[int]) -> int:
    return max(then - now for then, now in zip(before, counts(), strict=True))


def test_signals_from_a_thread_cost_no_references(qtbot: QtBot) -> None:
    emitter = Emitter()
    seen: list[object] = []
    emitter.said.connect(seen.append)
    before = counts()
    emitter.start()
    qtbot.waitUntil(lambda: len(seen) == _TIMES)
    emitter.wait()
    assert lost(before) < _SLACK


def test_events_cost_no_references(qtbot: QtBot) -> None:
    watcher, target = Watcher(), QObject()
    target.installEventFilter(watcher)
    before = counts()
    for _ in range(_TIMES):
        QCoreApplication.sendEvent(target, QEvent(QEvent.Type.User))
    assert lost(before) < _SLACK


def test_importing_a_module_reads_no_source() -> None:
    done = subprocess.run([sys.executable, "-c", _MODULES], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
