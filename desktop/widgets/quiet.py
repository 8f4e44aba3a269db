"""A page that has nothing to show yet: what it is for, in a title and a text, and what to do first."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

_TEXT_PX = 520
_SPACING_PX = 14


def quiet_page(title: QLabel, text: QLabel, *below: QWidget | QHBoxLayout, parent: QWidget) -> QWidget:
    """Gives a page with these in its middle, one under the other.

    Args:
        title: its words.
        text: wrapped at a width that is read with ease.
        below: buttons and bars, or rows of them.
        parent: whose page it is.
    """
    page = QWidget(parent)
    title.setObjectName("emptyTitle")
    text.setObjectName("emptyText")
    text.setWordWrap(True)
    text.setFixedWidth(_TEXT_PX)
    text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    column = QVBoxLayout(page)
    column.setSpacing(_SPACING_PX)
    column.addStretch(1)
    column.addWidget(title, 0, Qt.AlignmentFlag.AlignHCenter)
    # In a row of its own, not aligned: only then the layout asks how high a wrapped text is at its width.
    column.addLayout(centred(text))
    for part in below:
        if isinstance(part, QWidget):
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        else:
            column.addLayout(part)
    column.addStretch(1)
    return page


def centred(*widgets: QWidget) -> QHBoxLayout:
    """A row of widgets in the middle."""
    row = QHBoxLayout()
    row.addStretch(1)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row
