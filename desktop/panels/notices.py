"""What lies over or between the other parts: the message bar for faults, and the overlay while files are dragged in."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from desktop import resources
from desktop.theme import Theme
from desktop.translation import translate


class MessageBar(QFrame):
    """One fault at a time: what happened and what to do; it stays until it is closed or mended. GUI thread only."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message")
        sign = QLabel(self)
        sign.setPixmap(resources.pixmap("warning", theme.danger, 20, self.devicePixelRatioF()))
        self.label = QLabel("", self)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = QToolButton(self)
        close.setIcon(resources.icon("close", theme.text))
        close.setIconSize(QSize(16, 16))
        close.setToolTip(translate("MessageBar", "Close this message"))
        close.setAccessibleName(translate("MessageBar", "Close this message"))
        close.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 6, 6)
        layout.setSpacing(10)
        layout.addWidget(sign)
        layout.addWidget(self.label, 1)
        layout.addWidget(close)
        self.kind = ""
        self.hide()

    def say(self, message: str, advice: str, kind: str = "") -> None:
        """Shows a fault; `kind` lets the part that reported it take it back."""
        self.kind = kind
        ended = message if message.endswith((".", "!", "?", ":", "…")) else f"{message}."
        self.label.setText(f"{ended} {advice}".strip())
        self.label.setAccessibleName(self.label.text())
        self.show()

    def take_back(self, kind: str) -> None:
        """Hides the message if it is of this kind: the fault is over."""
        if self.kind == kind:
            self.hide()


class DropOverlay(QLabel):
    """Covers the window while files are dragged over it. GUI thread only."""

    def __init__(self, parent: QWidget) -> None:
        add = translate("DropOverlay", "Drop to add to the library")
        find = translate("DropOverlay", "Drop a sound on the search field to find sounds like it")
        super().__init__(f"{add}\n\n{find}", parent)
        self.setObjectName("dropOverlay")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def cover(self) -> None:
        """Lies over the whole parent."""
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        self.raise_()
        self.show()
