"""Starts the window, or an empty one of Qt, as a process of its own, and reports its first painting on stdout.

    python -m tests.helpers.first_paint --began SECONDS window --library DIR --settings FILE
    python -m tests.helpers.first_paint --began SECONDS empty

One JSON line: seconds since `--began` (Unix time), visible rows, and the slow modules loaded; "picture" are the seconds
until the window appeared as the last session left it, null without a stored picture, and "early" the slow modules
loaded by then.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

if TYPE_CHECKING:
    from desktop.app.app import EarshotApp

HEAVY = (
    "onnxruntime", "faiss", "hnswlib", "tokenizers", "av", "sklearn", "openTSNE", "scipy", "sounddevice", "soxr",
    "soundfile", "mutagen", "watchdog", "importlib.metadata", "numpy.random", "engine.ingest.installed_packs",
    "desktop.features.help.about", "desktop.features.help.guide", "desktop.features.packs.dialog",
    "desktop.features.help.preferences",
    "desktop.features.retrain.dialog", "desktop.features.help.shortcut_sheet",
)  # fmt: skip
"""Slow modules that the first rows do not need."""


class First(QObject):
    """Reports the first painting with rows and closes the window; without rows, the first painting."""

    def __init__(
        self,
        watched: QWidget,
        began_s: float,
        earshot: "EarshotApp | None" = None,
        pictured_s: float | None = None,
        early: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self._watched, self._began_s, self._earshot, self._is_done = watched, began_s, earshot, False
        self._pictured_s, self._early = pictured_s, early
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's name)
        if event.type() is QEvent.Type.Paint and not self._is_done and (self._earshot is None or self._rows()):
            self._is_done = True
            QTimer.singleShot(0, self._tell)  # painted by then
        return False

    def _rows(self) -> int:
        return 0 if self._earshot is None else self._earshot.window.model.rowCount()

    def _tell(self) -> None:
        found: dict[str, Any] = {"seconds": time.time() - self._began_s, "rows": self._rows()}
        found["picture"], found["early"] = self._pictured_s, self._early
        found["heavy"] = [name for name in HEAVY if name in sys.modules]
        found["modules"] = len(sys.modules)
        print(json.dumps(found), flush=True)
        if self._earshot is None:
            QApplication.quit()
        else:
            self._earshot.quit()


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--began", type=float, required=True)
    parser.add_argument("kind", choices=("window", "empty"))
    options, rest = parser.parse_known_args()
    keep: list[QObject] = []
    if options.kind == "empty":
        app = QApplication(["empty"])
        window = QMainWindow()
        window.resize(1280, 800)
        middle = QWidget(window)
        window.setCentralWidget(middle)
        keep.append(First(middle, options.began))
        window.show()
        return app.exec()
    from desktop.__main__ import run  # the measured code

    pictures_s: list[float] = []
    early: list[str] = []

    def pictured(window: QMainWindow) -> None:
        pictures_s.append(time.time() - options.began)
        early.extend(name for name in (*HEAVY, "numpy", "apsw", "desktop.app.app") if name in sys.modules)

    def made(earshot: "EarshotApp") -> None:
        viewport = earshot.window.results.viewport()
        keep.append(First(viewport, options.began, earshot, next(iter(pictures_s), None), early))

    return run(rest, made, pictured)


if __name__ == "__main__":
    sys.exit(main())
