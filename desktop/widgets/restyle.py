"""Reads a widget's style sheet again."""

from PySide6.QtWidgets import QWidget


def restyle(widget: QWidget) -> None:
    """Applies a changed property or object name, which style sheets read only once. GUI thread only."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
