"""Centred text of an empty page, limited in width."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel

from desktop.widgets.boxes import STRETCH, hbox


def centred(text: QLabel, most_px: int) -> QHBoxLayout:
    """A row for wrapped text: only in a row of its own does the layout respect its height for width."""
    text.setWordWrap(True)
    text.setMaximumWidth(most_px)
    text.setAlignment(Qt.AlignmentFlag.AlignCenter)
    row = hbox(STRETCH, (text, 1000), STRETCH)
    return row
