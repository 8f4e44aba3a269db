"""A session in the real window, offscreen, that ends by itself: run by `python -m`, with the window's options.

Searches, rates, tags, turns the volume and closes, and prints a line for each once the window shows it: a kill must not
lose what was shown.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.app import start
from desktop.app.app import EarshotApp

_TICK_MS = 15
SEARCH = "low hum"
RATING = 5
VOLUME = 37


def session(earshot: EarshotApp) -> Iterator[Callable[[], object]]:
    """Does one thing after the other; yields the condition for going on."""
    window = earshot.window
    yield lambda: window.model.rowCount() > 0
    window.search_bar.field.setFocus()
    window.search_bar.field.selectAll()  # a killed session may have left its words
    QTest.keyClicks(window.search_bar.field, SEARCH)
    QTest.keyClick(window.search_bar.field, Qt.Key.Key_Return)
    yield lambda: window.model.has_scores
    tell("searched")
    window.results.setFocus()
    window.results.selectRow(0)
    yield lambda: window.results.current_hit() is not None
    QTest.keyClick(window.results, Qt.Key(Qt.Key.Key_0 + RATING), Qt.KeyboardModifier.ControlModifier)
    yield lambda: (hit := window.results.current_hit()) and hit.sound.marks.rating == RATING
    hit = window.results.current_hit()
    tell("rated", path=hit.sound.path.text if hit else "")
    earshot.settings.change(volume=VOLUME)
    earshot.settings.flush()
    tell("set")
    window.close()
    yield lambda: False


def tell(done: str, **facts: str) -> None:
    print(json.dumps({"done": done, **facts}), flush=True)


def main(arguments: list[str]) -> int:
    timers: list[QTimer] = []

    def made(earshot: EarshotApp) -> None:
        steps = session(earshot)
        waiting: list[Callable[[], object]] = []

        def tick() -> None:
            if not waiting:
                waiting.append(next(steps))
            elif waiting[0]():
                waiting[0] = next(steps)

        timer = QTimer(QApplication.instance())
        timer.timeout.connect(tick)
        timer.start(_TICK_MS)
        timers.append(timer)

    return start.main(arguments, made)


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    sys.exit(main(sys.argv[1:]))
