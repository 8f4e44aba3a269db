"""The last row of every dialog: one order, one accent, one rule for Return and Esc.

From left to right: what else can be done, what leaves, and at the right end what the dialog is for. The default button
has the accent and answers Return; it is the chief one, unless that deletes something: then it is the one that leaves,
and the one that deletes is named by its verb and coloured as a danger. Esc leaves. The order is in the style sheet
(`button-layout`), so that Qt's own boxes follow it on every system.
"""

from collections.abc import Callable

from PySide6.QtWidgets import QDialogButtonBox, QMessageBox, QPushButton, QWidget

from desktop.translation import translate

_Role = QDialogButtonBox.ButtonRole


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
        self.leave = self.addButton(
            translate("Buttons", "Cancel") if decides else translate("Buttons", "Close"), _Role.RejectRole
        )
        self.rejected.connect(leave)
        self.chief: QPushButton | None = None
        if decides:
            self.chief = self.addButton(chief, _Role.AcceptRole)
            if is_danger:
                mark_danger(self.chief)
        self.first = self.leave if self.chief is None or is_danger else self.chief
        self.first.setDefault(True)

    def add(self, text: str, run: Callable[[], object], *, is_danger: bool = False) -> QPushButton:
        """Adds what else can be done, left of what leaves."""
        button = self.addButton(text, _Role.ActionRole)
        button.clicked.connect(lambda: run())
        if is_danger:
            mark_danger(button)
        return button


def mark_danger(button: QPushButton) -> None:
    """Colours a button that deletes or takes away; it is never the default."""
    button.setObjectName("dangerous")
    button.setAutoDefault(False)
    button.setDefault(False)


class Question(QMessageBox):
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
        self.agree = self.addButton(verb, QMessageBox.ButtonRole.AcceptRole)
        self.leave = self.addButton(translate("Buttons", "Cancel"), QMessageBox.ButtonRole.RejectRole)
        if is_danger:
            mark_danger(self.agree)
        self.setDefaultButton(self.leave if is_danger else self.agree)
        self.setEscapeButton(self.leave)

    def asked(self) -> bool:
        """Asks, and waits for the answer: whether it is yes."""
        self.exec()
        return self.clickedButton() is self.agree
