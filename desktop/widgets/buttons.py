"""The button row of every dialog: one order, one accent, one rule for Return and Esc.

From left to right: further actions, the button that leaves, and the dialog's main button. The default button has the
accent and answers Return. It is the main one unless that deletes something: then the leaving button is the default, and
the main one has a verb and the danger colour. Esc leaves. The style sheet sets the order (`button-layout`), so that
Qt's own boxes follow it on every system.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QMargins, QObject, QSize, Qt, SignalInstance
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QMessageBox, QPushButton, QWidget

from desktop.base.translation import translate
from desktop.widgets.restyle import restyle

_Role = QDialogButtonBox.ButtonRole


class _RoomyButton(QPushButton):
    """Wide enough for its bold text as the default button; Qt measures it before the style sheet applies."""

    def sizeHint(self) -> QSize:
        bold = self.font()
        bold.setWeight(QFont.Weight.DemiBold)
        grown = QFontMetrics(bold).horizontalAdvance(self.text()) - self.fontMetrics().horizontalAdvance(self.text())
        hint = super().sizeHint()
        return hint.grownBy(QMargins(0, 0, max(0, grown), 0))


def _added(box: QDialogButtonBox | QMessageBox, text: str, role: object) -> QPushButton:
    button = _RoomyButton(text, box)  # with a parent, else Python would delete it
    box.addButton(button, role)  # type: ignore[call-overload]
    return button


class Buttons(QDialogButtonBox):
    """The row. GUI thread only.

    Args:
        leave: run by Esc; a dialog's `reject`.
        parent: the dialog.
        chief: text of the main button; empty for a dialog that only shows something.
        is_danger: the main button deletes or removes something.
    """

    def __init__(
        self, leave: Callable[[], object], parent: QWidget, *, chief: str = "", is_danger: bool = False
    ) -> None:
        super().__init__(parent)
        decides = bool(chief)
        leaving = translate("Buttons", "Cancel") if decides else translate("Buttons", "Close")
        self.leave = _added(self, leaving, _Role.RejectRole)
        self.rejected.connect(leave)
        self.chief: QPushButton | None = None
        self._chiefs: list[QPushButton] = []
        self.first = self.leave
        if decides:
            self.chief = _added(self, chief, _Role.AcceptRole)
            if is_danger:
                mark_danger(self.chief)
            else:
                self.first = self.chief
        self.first.setDefault(True)

    def add_chief(self, text: str, run: Callable[[], object]) -> QPushButton:
        """Adds a page's main button at the right end, the default while shown. One of several is shown at a time."""
        button = _added(self, text, _Role.AcceptRole)
        button.clicked.connect(lambda: run())
        self.chief = self.first = button
        self._chiefs.append(button)
        button.installEventFilter(self)
        return button

    def settle(self) -> None:
        """Makes the main button the default, or the leaving one while that is hidden.

        The main button stays the default while disabled: Return must not close an incomplete form.
        """
        self.at_hand.setDefault(True)

    @property
    def at_hand(self) -> QPushButton:
        """The visible main button, else the leaving one."""
        return next((chief for chief in (*self._chiefs, self.first) if not chief.isHidden()), self.leave)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Updates the default when buttons appear or disappear."""
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent) and self.isVisible():
            self.settle()
        return False

    def add(self, text: str, run: Callable[[], object], *, is_danger: bool = False) -> QPushButton:
        """Adds a further action, left of the leaving button."""
        button = _added(self, text, _Role.ActionRole)
        button.clicked.connect(lambda: run())
        if is_danger:
            mark_danger(button)
        return button


def push_button(
    text: str, run: Callable[..., object] | SignalInstance, parent: QWidget, *, tip: str = ""
) -> QPushButton:
    """A button: `text` and `tip` translated; a click calls or emits `run`."""
    button = QPushButton(text, parent)
    button.setToolTip(tip)
    button.clicked.connect(run)
    return button


def tipped_button(parent: QWidget, text: str, tip: str, run: Callable[[], object]) -> QPushButton:
    """A button for pages: `text` and `tip` translated, `run` called on click."""
    button = QPushButton(text, parent)
    button.setAccessibleName(text)
    button.setToolTip(tip)
    button.clicked.connect(lambda: run())
    return button


def mark_danger(button: QPushButton) -> None:
    """Colours a button that deletes or removes something; it is never the default."""
    button.setObjectName("dangerous")
    restyle(button)
    button.setAutoDefault(False)
    button.setDefault(False)


class _ReturnFilter(QObject):
    """Takes Return from a field, which else presses the dialog's default button."""

    def __init__(self, field: QLineEdit, run: Callable[[], object]) -> None:
        super().__init__(field)
        self._run = run
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_key = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        if is_key and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):  # type: ignore[attr-defined]
            self._run()
            return True
        return False


def on_return(field: QLineEdit, run: Callable[[], object]) -> None:
    """Runs `run` on Return in a search field instead of closing the dialog."""
    _ReturnFilter(field, run)


class AskDialog(QMessageBox):
    """Asks for confirmation: run it with `asked`, or open it with `ask`. GUI thread only.

    Args:
        parent: the window below.
        title: of the window.
        text: the question, a sentence.
        more: consequences of the answer.
        verb: text of the agreeing button.
        is_danger: agreeing deletes or removes something; Return then cancels.
    """

    def __init__(self, parent: QWidget, title: str, text: str, more: str, verb: str, *, is_danger: bool) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setText(text)
        self.setInformativeText(more)
        self.setIcon(QMessageBox.Icon.Warning if is_danger else QMessageBox.Icon.Question)
        self.agree = _added(self, verb, QMessageBox.ButtonRole.AcceptRole)
        self.leave = _added(self, translate("Buttons", "Cancel"), QMessageBox.ButtonRole.RejectRole)
        if is_danger:
            mark_danger(self.agree)
        self.setDefaultButton(self.leave if is_danger else self.agree)
        self.setEscapeButton(self.leave)

    def ask(self, then: Callable[[], object]) -> None:
        """Opens the dialog; calls `then` if the user agrees, and deletes the dialog."""
        self.agree.clicked.connect(lambda: then())
        self.finished.connect(self.deleteLater)
        self.open()

    def asked(self) -> bool:
        """Runs the dialog; whether the user agrees."""
        self.exec()
        return self.clickedButton() is self.agree


class NoticeDialog(QMessageBox):
    """Shows a longer message. GUI thread only."""

    def __init__(self, parent: QWidget | None, title: str, text: str, more: str = "") -> None:
        super().__init__(QMessageBox.Icon.Information, title, text, parent=parent)
        self.setInformativeText(more)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = _added(self, translate("Buttons", "Close"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(close)
        self.setEscapeButton(close)
