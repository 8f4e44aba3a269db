"""Rows and columns of widgets, laid out by one expression."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

_Part = QWidget | QLayout
Item = _Part | tuple[_Part, int] | tuple[_Part, int, Qt.AlignmentFlag] | int | None
"""A widget or layout, alone, with its share of the free room or with its alignment too; a gap in pixels; STRETCH."""

Margins = int | tuple[int, int, int, int]
"""Pixels on each side, or left, top, right and bottom."""

STRETCH = None
"""A gap that takes a share of the free room."""


def hbox(
    *items: Item, parent: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """A row, the layout of `parent` where one is given. The style decides on margins and spacing (pixels) left out."""
    box = QHBoxLayout()
    _fill(box, items, parent, margins, spacing)
    return box


def vbox(
    *items: Item, parent: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """A column; else as `hbox`."""
    box = QVBoxLayout()
    _fill(box, items, parent, margins, spacing)
    return box


def _fill(
    box: QBoxLayout, items: tuple[Item, ...], parent: QWidget | None, margins: Margins | None, spacing: int | None
) -> None:
    if parent is not None:
        parent.setLayout(box)
    if margins is not None:
        box.setContentsMargins(*(margins if isinstance(margins, tuple) else (margins,) * 4))
    if spacing is not None:
        box.setSpacing(spacing)
    for item in items:
        if item is None:
            box.addStretch(1)
        elif isinstance(item, int):
            box.addSpacing(item)
        else:
            part, share, *alignment = item if isinstance(item, tuple) else (item, 0)
            if isinstance(part, QLayout):
                box.addLayout(part, share)
            else:
                box.addWidget(part, share, *alignment)
