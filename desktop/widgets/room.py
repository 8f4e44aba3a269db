"""How large a dialog opens: as large as it is made for, or as the screen has room for, at any size of text."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog

_FRAME_PX = 30
"""Of a title bar."""


def take_room(dialog: QDialog, width_px: int, height_px: int) -> None:
    """Gives a dialog a size that its screen has room for. GUI thread only."""
    room = dialog.screen().availableSize() - QSize(0, _FRAME_PX)
    dialog.resize(QSize(width_px, height_px).boundedTo(room))
