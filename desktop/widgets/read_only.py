"""Read-only texts that do not look like fields and do not let typed letters trigger commands."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit

from desktop.widgets.restyle import restyle

_COMMANDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class _LetterFilter(QObject):
    """Keeps letters from the window's shortcuts while a text is read-only, as Qt does for editable ones."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_letter = event.text().isprintable() and bool(event.text()) and not event.modifiers() & _COMMANDING
            if is_letter and bool(watched.property("readOnly")):
                event.accept()
                return True
        return False


def set_read_only(text: QLineEdit | QTextEdit | QPlainTextEdit, is_read_only: bool) -> None:
    """Makes a text editable or read-only; the style sheet removes a read-only text's frame."""
    if text.isReadOnly() == is_read_only:
        return
    text.setReadOnly(is_read_only)
    if not text.findChildren(_LetterFilter, options=Qt.FindChildOption.FindDirectChildrenOnly):
        text.installEventFilter(_LetterFilter(text))
    restyle(text)
