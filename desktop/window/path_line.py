"""Full path of a sound: wraps, can be selected and copied, and shown in the file manager."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTextEdit, QToolButton, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.read_only import set_read_only

_ICON_PX = 16


class PathLine(QWidget):
    """The path of one sound; hidden without one. GUI thread only."""

    copy_wanted = Signal()
    show_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.text = QTextEdit(self)
        self.text.setObjectName("path")
        set_read_only(self.text, True)
        self.text.setAcceptRichText(False)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.setAccessibleName(translate("PathLine", "Path of the file"))
        self.copy_button = self._button("copy", translate("PathLine", "Copy path (Ctrl+Shift+C)"))
        self.copy_button.clicked.connect(lambda: self.copy_wanted.emit())
        self.show_button = self._button("reveal", translate("PathLine", "Show in file manager"))
        self.show_button.clicked.connect(lambda: self.show_wanted.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 12, 4)
        row.setSpacing(2)
        row.addWidget(self.text, 1)
        for button in (self.copy_button, self.show_button):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self.show_path("")

    def show_path(self, path: str) -> None:
        """Shows a path; empty for none."""
        if path != self.text.toPlainText():
            self.text.setPlainText(path)
        self.setVisible(bool(path))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        """Sets the height to that of all lines; the parent scrolls."""
        document = self.text.document()
        document.setTextWidth(self.text.viewport().width())
        self.text.setFixedHeight(round(document.size().height()))

    def _button(self, icon: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(resources.icon(icon, self._theme.text_soft))
        button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        button.setToolTip(name)
        button.setAccessibleName(name)
        return button
