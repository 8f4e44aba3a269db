"""“More”: a button that shows and hides details."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QWidget

from desktop.base.translation import translate


class DisclosureButton(QToolButton):
    """Toggle with an arrow for its state; connect to `toggled`. GUI thread only.

    Args:
        tip: what it reveals.
        parent: the parent widget.
    """

    def __init__(self, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("more")
        self.setText(translate("DisclosureButton", "More"))
        self.setToolTip(tip)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.toggled.connect(self._show_arrow)
        self._show_arrow(False)

    def _show_arrow(self, is_open: bool) -> None:
        self.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
