"""Centred text of an empty page, limited in width."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel


def centred(text: QLabel, most_px: int) -> QHBoxLayout:
    """A row for wrapped text: only in a row of its own does the layout respect its height for width."""
    text.setWordWrap(True)
    text.setMaximumWidth(most_px)
    text.setAlignment(Qt.AlignmentFlag.AlignCenter)
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(text, 1000)
    row.addStretch(1)
    return row
