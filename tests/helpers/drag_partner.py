"""Another program's window, to drag files from and drop them on. Prints events on stdout."""
# ruff: noqa: N802 (Qt's names)

import json
import sys
from typing import Any

from PySide6.QtCore import QMimeData, QSocketNotifier, Qt, QUrl
from PySide6.QtGui import QDrag, QDragEnterEvent, QDropEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QLabel


def tell(kind: str, **facts: Any) -> None:
    print(json.dumps({"kind": kind, **facts}), flush=True)


class Partner(QLabel):
    """Offers its own files, accepts any."""

    def __init__(self, files: list[str]) -> None:
        super().__init__("another program")
        self._files = files
        self._is_pressed = False
        self._is_ready = False
        self.setAcceptDrops(True)
        self.setWindowTitle("Partner")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._is_ready:
            self._is_ready = True
            tell("ready")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._is_pressed = True

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._is_pressed and self._files:
            self._is_pressed = False
            data = QMimeData()
            data.setUrls([QUrl.fromLocalFile(file) for file in self._files])
            drag = QDrag(self)
            drag.setMimeData(data)
            action = drag.exec(Qt.DropAction.CopyAction)
            tell("dragged", action=action.name)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        tell("entered", formats=event.mimeData().formats())
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        raw = bytes(event.mimeData().data("text/uri-list").data()).decode("ascii")
        tell("dropped", uris=raw.split(), action=event.dropAction().name)
        event.acceptProposedAction()


def main() -> int:
    app = QApplication(["partner"])
    partner = Partner(sys.argv[1:])
    partner.setGeometry(1340, 120, 260, 260)
    notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, partner)

    def obey() -> None:
        line = sys.stdin.readline()
        notifier.setEnabled(False)
        if not line or json.loads(line)["do"] == "close":
            app.quit()

    notifier.activated.connect(obey)
    partner.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
