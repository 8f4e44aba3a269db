"""Texts that cannot be changed: they do not look like fields, and what is typed on them sets off no command."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit

_COMMANDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class _Swallows(QObject):
    """Keeps letters for a read-only text, as a field keeps them; Qt gives them to the commands of the window."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A letter is the text's own, whether it can be typed or not."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_letter = event.text().isprintable() and bool(event.text()) and not event.modifiers() & _COMMANDING
            if is_letter and bool(watched.property("readOnly")):
                event.accept()
                return True
        return False


def set_read_only(text: QLineEdit | QTextEdit | QPlainTextEdit, is_read_only: bool) -> None:
    """Lets a text be changed or not; one that cannot be has no frame, which the style sheet takes away."""
    if text.isReadOnly() == is_read_only:
        return
    text.setReadOnly(is_read_only)
    if not text.findChildren(_Swallows, options=Qt.FindChildOption.FindDirectChildrenOnly):
        text.installEventFilter(_Swallows(text))
    text.style().unpolish(text)
    text.style().polish(text)
