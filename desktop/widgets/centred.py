"""A text in the middle of an empty page, as wide as it may be or as there is room for."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel


def centred(text: QLabel, most_px: int) -> QHBoxLayout:
    """A row of its own for a text that wraps: only in a row the layout asks how high it is at its width."""
    text.setWordWrap(True)
    text.setMaximumWidth(most_px)
    text.setAlignment(Qt.AlignmentFlag.AlignCenter)
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(text, 1000)
    row.addStretch(1)
    return row
