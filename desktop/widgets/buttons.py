"""The last row of every dialog: one order, one accent, one rule for Return and Esc.

From left to right: what else can be done, what leaves, and at the right end what the dialog is for. The default button
has the accent and answers Return; it is the chief one, unless that deletes something: then it is the one that leaves,
and the one that deletes is named by its verb and coloured as a danger. Esc leaves. The order is in the style sheet
(`button-layout`), so that Qt's own boxes follow it on every system.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QMargins, QObject, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QMessageBox, QPushButton, QWidget

from desktop.translation import translate

_Role = QDialogButtonBox.ButtonRole


class _RoomyButton(QPushButton):
    """As wide as its words need once it is the default one: Qt measures them before the style sheet makes them bold."""

    def sizeHint(self) -> QSize:
        """The hint, and what the weight adds."""
        bold = self.font()
        bold.setWeight(QFont.Weight.DemiBold)
        grown = QFontMetrics(bold).horizontalAdvance(self.text()) - self.fontMetrics().horizontalAdvance(self.text())
        hint = super().sizeHint()
        return hint.grownBy(QMargins(0, 0, max(0, grown), 0))


def _added(box: QDialogButtonBox | QMessageBox, text: str, role: object) -> QPushButton:
    button = _RoomyButton(text, box)  # with a parent, or Python would take it away again
    box.addButton(button, role)  # type: ignore[call-overload]
    return button


class Buttons(QDialogButtonBox):
    """The row. GUI thread only.

    Args:
        leave: what Esc does; a dialog's `reject`.
        parent: the dialog.
        chief: what the dialog is for; empty where it only shows something, and is closed.
        is_danger: the chief button deletes or takes something away.
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
        """Adds what a page is for at the right end; while it is on show, it is the default. Of several one is shown."""
        button = _added(self, text, _Role.AcceptRole)
        button.clicked.connect(lambda: run())
        self.chief = self.first = button
        self._chiefs.append(button)
        button.installEventFilter(self)
        return button

    def settle(self) -> None:
        """Makes the chief button the default, or the one that leaves while that is hidden.

        The chief button stays the default while it is disabled: Return must not close what is half filled in.
        """
        self.at_hand.setDefault(True)

    @property
    def at_hand(self) -> QPushButton:
        """The chief button that is on show; otherwise the one that leaves."""
        return next((chief for chief in (*self._chiefs, self.first) if not chief.isHidden()), self.leave)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps the default right when buttons come and go."""
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent) and self.isVisible():
            self.settle()
        return False

    def add(self, text: str, run: Callable[[], object], *, is_danger: bool = False) -> QPushButton:
        """Adds a further action, left of the button that leaves."""
        button = _added(self, text, _Role.ActionRole)
        button.clicked.connect(lambda: run())
        if is_danger:
            mark_danger(button)
        return button


def tipped_button(parent: QWidget, text: str, tip: str, run: Callable[[], object]) -> QPushButton:
    """A button of a page: `text` and `tip`, translated, and what a click on it runs."""
    button = QPushButton(text, parent)
    button.setAccessibleName(text)
    button.setToolTip(tip)
    button.clicked.connect(lambda: run())
    return button


def mark_danger(button: QPushButton) -> None:
    """Colours a button that deletes or takes away; it is never the default."""
    button.setObjectName("dangerous")
    button.style().unpolish(button)  # a button of a box has been given its style under no name by now
    button.style().polish(button)
    button.setAutoDefault(False)
    button.setDefault(False)


class _ReturnOf(QObject):
    """Takes Return from a field, or the dialog would press its default button."""

    def __init__(self, field: QLineEdit, run: Callable[[], object]) -> None:
        super().__init__(field)
        self._run = run
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return runs what was given and goes no further."""
        is_key = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        if is_key and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):  # type: ignore[attr-defined]
            self._run()
            return True
        return False


def on_return(field: QLineEdit, run: Callable[[], object]) -> None:
    """Has Return in a search field go on to what was found, and not close the dialog."""
    _ReturnOf(field, run)


class AskDialog(QMessageBox):
    """Asks whether to go on. GUI thread only; `exec` it or `open` it, and see `is_agreed` or `agree`.

    Args:
        parent: over which it stands.
        title: of the window.
        text: the question, in a sentence.
        more: what the answer means.
        verb: what the button that agrees says.
        is_danger: agreeing deletes or takes something away; then Return cancels.
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

    def asked(self) -> bool:
        """Asks, and waits for the answer: whether it is yes."""
        self.exec()
        return self.clickedButton() is self.agree


class NoticeDialog(QMessageBox):
    """Says something at length, and is closed. GUI thread only."""

    def __init__(self, parent: QWidget | None, title: str, text: str, more: str = "") -> None:
        super().__init__(QMessageBox.Icon.Information, title, text, parent=parent)
        self.setInformativeText(more)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = _added(self, translate("Buttons", "Close"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(close)
        self.setEscapeButton(close)
