"""The cover over a window that is being built: its last picture, and a field that already accepts typing."""

from PySide6 import QtCore  # its Qt is looked up where it is used: that loads hundreds of enumerations
from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.window.cover.picture import Picture

_LIKE_PX = 2
"""Tolerance for the picture's size: some systems round."""


class Cover(QWidget):
    """Picture of the last session. GUI thread only.

    If the window's size has changed, as on another screen, only the background and the field are shown.
    """

    painted = Signal()

    def __init__(self, picture: Picture, parent: QWidget) -> None:
        super().__init__(parent)
        self._image, self._left = picture.image, picture.left
        self._field: QLineEdit | None = None

    def take_words(self) -> None:
        """Lays an editable field over the one in the picture, with a busy pointer elsewhere.

        Call it once the picture is on screen: it takes 30 ms, mostly for Qt's enumerations.
        """
        look = self._left.field
        field = self._field = QLineEdit(look.text, self)
        field.setFrame(False)
        font = QFont()
        if font.fromString(look.font):
            field.setFont(font)
        # Its own style sheet protects it from the window's, which arrives while this is visible.
        base, text, hint, chosen, on_chosen = (QColor(colour).name() for colour in look.colours)
        field.setStyleSheet(
            f"QLineEdit {{ background: {base}; color: {text}; placeholder-text-color: {hint}; border: 0; padding: 0;"
            f" selection-background-color: {chosen}; selection-color: {on_chosen}; margin: 0; }}"
        )
        field.setPlaceholderText(look.hint)
        field.setAccessibleName(look.name)
        field.setGeometry(QRect(*look.rect))
        field.show()
        field.setFocus()
        self.setCursor(QtCore.Qt.CursorShape.BusyCursor)

    @property
    def words(self) -> str:
        return self._left.field.text if self._field is None else self._field.text()

    @property
    def is_typed(self) -> bool:
        """Whether the text has changed since the last session."""
        return self.words != self._left.field.text

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        off = self._image.deviceIndependentSize().toSize() - self.size()
        if abs(off.width()) <= _LIKE_PX and abs(off.height()) <= _LIKE_PX:
            painter.drawImage(0, 0, self._image)
        else:
            painter.fillRect(self.rect(), QColor(self._left.background))
        painter.end()
        self.painted.emit()
