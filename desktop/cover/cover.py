"""What lies over the window while it is being made: its picture, and a field that takes words already."""

from PySide6 import QtCore  # its Qt is looked up where it is used: that loads hundreds of enumerations
from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.cover.picture import Picture

_LIKE_PX = 2
"""A picture that is off by no more than this is shown: some systems round."""


class Cover(QWidget):
    """The window as it was left. GUI thread only.

    Where the window has another size now, as on another screen, only its colour and the field are shown.
    """

    painted = Signal()
    """It was on the screen."""

    def __init__(self, picture: Picture, parent: QWidget) -> None:
        super().__init__(parent)
        self._image, self._left = picture.image, picture.left
        self._field: QLineEdit | None = None

    def take_words(self) -> None:
        """Lays a field that takes words over the one in the picture; the pointer says that nothing else does yet.

        Once the picture is on the screen: this takes some 30 ms, most of it for Qt's enumerations.
        """
        look = self._left.field
        field = self._field = QLineEdit(look.text, self)
        field.setFrame(False)
        font = QFont()
        if font.fromString(look.font):
            field.setFont(font)
        # A sheet of its own: the window's, which comes while this is on show, leaves it as it is.
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
        """What the field holds."""
        return self._left.field.text if self._field is None else self._field.text()

    @property
    def is_typed(self) -> bool:
        """Whether these are other words than it was left with."""
        return self.words != self._left.field.text

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the picture."""
        painter = QPainter(self)
        off = self._image.deviceIndependentSize().toSize() - self.size()
        if abs(off.width()) <= _LIKE_PX and abs(off.height()) <= _LIKE_PX:
            painter.drawImage(0, 0, self._image)
        else:
            painter.fillRect(self.rect(), QColor(self._left.background))
        painter.end()
        self.painted.emit()
