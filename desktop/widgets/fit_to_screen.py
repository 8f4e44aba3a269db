"""Initial sizes of dialogs, limited to the screen."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog

_FRAME_PX = 30
"""Height of a title bar."""


def take_room(dialog: QDialog, width_px: int, height_px: int) -> None:
    """Resizes a dialog to a size that fits on its screen. GUI thread only."""
    room = dialog.screen().availableSize() - QSize(0, _FRAME_PX)
    dialog.resize(QSize(width_px, height_px).boundedTo(room))
