"""Labels, set up in one expression."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


def text_label(text: str, parent: QWidget, name: str = "", *, wraps: bool = False, is_plain: bool = False) -> QLabel:
    """A label; `name` is the object name by which the style sheet knows it, `is_plain` shows markup as it is."""
    label = QLabel(text, parent)
    if name:
        label.setObjectName(name)
    label.setWordWrap(wraps)
    if is_plain:
        label.setTextFormat(Qt.TextFormat.PlainText)
    return label
