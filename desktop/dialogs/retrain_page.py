"""The shape of every page of *Retrain…*: a title, a word about it, a body that scrolls where room is short, buttons."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop.translation import translate

_MARGIN_PX = 22


class Page(QWidget):
    """A page. GUI thread only.

    Args:
        close: what the Close button does.
        parent: the window.
    """

    def __init__(self, close: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel("", self)
        self.title.setObjectName("pageTitle")
        self.title.setWordWrap(True)
        self.about = soft_label(self)
        inner = QWidget(self)
        self.body = QVBoxLayout(inner)
        self.body.setContentsMargins(_MARGIN_PX, 2, _MARGIN_PX, 4)
        self.body.setSpacing(12)
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        self.close_button = push_button(translate("Page", "Close"), close, self)
        self.buttons = QHBoxLayout()
        self.buttons.setContentsMargins(_MARGIN_PX, 0, _MARGIN_PX, 0)
        self.buttons.setSpacing(8)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.close_button)
        self._at_left = 0
        head = QVBoxLayout()
        head.setContentsMargins(_MARGIN_PX, 0, _MARGIN_PX, 0)
        head.setSpacing(6)
        head.addWidget(self.title)
        head.addWidget(self.about)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 20, 0, 18)
        layout.setSpacing(14)
        layout.addLayout(head)
        layout.addWidget(area, 1)
        layout.addLayout(self.buttons)

    def add_button(self, text: str, run: Callable[[], object], *, is_first: bool = False) -> QPushButton:
        """Adds a button: the page's chief one beside Close, or one at the left."""
        button = push_button(text, run, self)
        if is_first:
            button.setObjectName("primary")
            self.buttons.addWidget(button)
        else:
            self.buttons.insertWidget(self._at_left, button)
            self._at_left += 1
            self.setTabOrder(button, self.close_button)
        return button


class Fault(QWidget):
    """What went wrong and what to do about it; hidden while nothing did. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message = QLabel("", self)
        self.message.setObjectName("danger")
        self.advice = soft_label(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        for label in (self.message, self.advice):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            layout.addWidget(label)
        self.hide()

    def say(self, message: str, advice: str = "") -> None:
        """Shows a fault; an empty message hides it."""
        self.message.setText(message)
        self.advice.setText(advice)
        self.advice.setVisible(bool(advice))
        self.setVisible(bool(message))


def soft_label(parent: QWidget) -> QLabel:
    """A label for words beside the point."""
    label = QLabel("", parent)
    label.setObjectName("soft")
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def head_label(text: str, parent: QWidget) -> QLabel:
    """A label over a part of a page."""
    label = QLabel(text, parent)
    label.setObjectName("settingTitle")
    return label


def push_button(text: str, run: Callable[[], object], parent: QWidget) -> QPushButton:
    """A button that Return presses only where it has the focus."""
    button = QPushButton(text, parent)
    button.setAutoDefault(False)
    button.clicked.connect(lambda: run())
    return button
