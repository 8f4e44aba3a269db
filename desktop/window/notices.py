"""Notes, errors, and the overlay shown while files are dragged in."""

from msgspec import Struct
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QToolButton, QWidget

from desktop.base import resources
from desktop.base.messages import plain
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.results.empty import SuggestedAction
from desktop.widgets.accessibility import announce
from desktop.widgets.boxes import hbox
from desktop.widgets.buttons import NoticeDialog
from desktop.widgets.elided_label import ElidedLabel
from desktop.window.status import StatusBar

_LINE_PX = 28


class Notices:
    """What features tell the user. GUI thread only."""

    def __init__(self, status: StatusBar, message: "MessageBar") -> None:
        self.say = status.say
        """A sentence about what was done."""
        self.warn = message.say
        """An error, with advice."""
        self.take_back = message.take_back


class NoteLine(QFrame):
    """One line about the current answer, in full in its tooltip. It goes with the answer. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("note")
        self.setFixedHeight(_LINE_PX)
        self.label = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        hbox((self.label, 1), parent=self, margins=(16, 0, 16, 0))
        self.hide()

    def say(self, text: str) -> None:
        """Shows a sentence; "" hides the line."""
        is_new = text != self.label.text()
        self.label.setText(text)
        self.label.setToolTip(plain(text) if text else "")
        self.label.setAccessibleName(text)
        self.setVisible(bool(text))
        if is_new:
            announce(self, text)


class _Error(Struct, frozen=True):
    text: str
    kind: str
    way: SuggestedAction | None = None


class MessageBar(QFrame):
    """Errors in one line, newest first; each stays until closed or resolved. GUI thread only.

    *Details* and the tooltip show the full text. An error may offer a way out as a button.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message")
        self._faults: list[_Error] = []
        sign = QLabel(self)
        sign.setPixmap(resources.pixmap("warning", theme.danger, 16, self.devicePixelRatioF()))
        self.label = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.details = QToolButton(self)
        self.details.setText(translate("MessageBar", "Details"))
        self.details.setToolTip(translate("MessageBar", "Read the whole message"))
        self.details.clicked.connect(self.show_whole)
        self.way = QToolButton(self)
        self.way.clicked.connect(self._take_way)
        self._name_way(None)
        self._close = QToolButton(self)
        self._close.setIcon(resources.icon("close", theme.text))
        self._close.setIconSize(QSize(14, 14))
        self._close.setToolTip(translate("MessageBar", "Close this message"))
        self._close.setAccessibleName(translate("MessageBar", "Close this message"))
        self._close.clicked.connect(lambda: self._drop(self._faults[:1]))
        hbox(sign, (self.label, 1), self.details, self.way, self._close, parent=self, margins=(10, 0, 4, 0), spacing=8)
        self.setFixedHeight(_LINE_PX)
        self.hide()

    @property
    def kind(self) -> str:
        """Kind of the error shown; "" for none."""
        return self._faults[0].kind if self._faults else ""

    def say(self, message: str, advice: str, kind: str = "", way: SuggestedAction | None = None) -> None:
        """Shows an error; its source withdraws it by `kind`, `way` is an immediate action."""
        ended = message if message.endswith((".", "!", "?", ":", "…")) else f"{message}."
        fault = _Error(f"{ended} {advice}".strip(), kind, way)
        self._faults = [fault, *(other for other in self._faults if other.kind != kind and other.text != fault.text)]
        self._show()
        announce(self, fault.text, is_urgent=True)

    def take_back(self, kind: str) -> None:
        """Removes messages of this kind: the problem is resolved."""
        self._drop([fault for fault in self._faults if fault.kind == kind])

    def show_whole(self) -> None:
        """Opens a dialog with the full text to read and copy."""
        box = NoticeDialog(self.window(), "Earshot", self.label.text())
        box.setIcon(NoticeDialog.Icon.Warning)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._offer_details()

    def _drop(self, faults: list[_Error]) -> None:
        self._faults = [fault for fault in self._faults if fault not in faults]
        self._show()

    def _show(self) -> None:
        if self._faults:
            text = self._faults[0].text
            self.label.setText(text)
            self.label.setToolTip(plain(text))
            self.label.setAccessibleName(text)
            way = self._faults[0].way
            self.way.setText("" if way is None else way.text)
            self._name_way(way)
            self.way.setVisible(way is not None)
            self._offer_details()
        self.setVisible(bool(self._faults))

    def _name_way(self, way: SuggestedAction | None) -> None:
        self.way.setAccessibleName(translate("MessageBar", "What can be done") if way is None else way.text)

    def _take_way(self) -> None:
        way = self._faults[0].way if self._faults else None
        if way is not None:
            way.take()

    def _offer_details(self) -> None:
        room = self.width() - 2 * self._close.sizeHint().width() - 40
        room -= 0 if self.way.isHidden() else self.way.sizeHint().width() + 8
        self.details.setVisible(self.label.fontMetrics().horizontalAdvance(self.label.text()) > room)


class DropOverlay(QLabel):
    """Covers the window while files are dragged over it. GUI thread only."""

    def __init__(self, parent: QWidget) -> None:
        add = translate("DropOverlay", "Drop to add to the library")
        find = translate("DropOverlay", "Drop a sound on the search field to find similar sounds")
        super().__init__(f"{add}\n\n{find}", parent)
        self.setObjectName("dropOverlay")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def cover(self) -> None:
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        self.raise_()
        self.show()
