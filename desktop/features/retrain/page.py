"""Base of every page of *Retrain…*: a title, an introduction, a scrollable body and buttons."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QWidget

from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.labels import text_label

_MARGIN_PX = 22


class Page(QWidget):
    """A page. GUI thread only.

    Args:
        close: action of the Close button.
        parent: the window.
    """

    def __init__(self, close: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = text_label("", self, "pageTitle", wraps=True)
        self.about = soft_label(self)
        inner = QWidget(self)
        self.body = vbox(parent=inner, margins=(_MARGIN_PX, 2, _MARGIN_PX, 4), spacing=12)
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        self.buttons = Buttons(close, self)
        self.buttons.setContentsMargins(_MARGIN_PX, 0, _MARGIN_PX, 0)
        self.close_button = self.buttons.leave
        head = vbox(self.title, self.about, margins=(_MARGIN_PX, 0, _MARGIN_PX, 0), spacing=6)
        vbox(head, (area, 1), self.buttons, parent=self, margins=(0, 20, 0, 18), spacing=14)

    def add_button(
        self, text: str, run: Callable[[], object], *, is_first: bool = False, is_danger: bool = False
    ) -> QPushButton:
        """Adds a button: the main one right of Close, any other left of it."""
        return self.buttons.add_chief(text, run) if is_first else self.buttons.add(text, run, is_danger=is_danger)

    def keep_focus(self, held: QWidget | None) -> None:
        """Keeps the focus after buttons changed; moves it to Close if its button is hidden."""
        if held is not None and held in self.buttons.buttons():
            (held if held.isVisibleTo(self) else self.close_button).setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Makes the page's main button the default."""
        super().showEvent(event)
        self.buttons.settle()


class FaultLabel(QWidget):
    """Shows an error and its advice; hidden without an error. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message = text_label("", self, "danger")
        self.advice = soft_label(self)
        layout = vbox(parent=self, margins=0, spacing=3)
        for label in (self.message, self.advice):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            layout.addWidget(label)
        self.hide()

    def say(self, message: str, advice: str = "") -> None:
        """Shows an error; an empty message hides the label."""
        self.message.setText(message)
        self.advice.setText(advice)
        self.advice.setVisible(bool(advice))
        self.setVisible(bool(message))


def soft_label(parent: QWidget) -> QLabel:
    """Creates a label for secondary text."""
    return text_label("", parent, "soft", wraps=True, is_plain=True)
