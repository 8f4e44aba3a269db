"""Five stars for a rating, by mouse or arrow keys."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import translate

_STAR_PX = 20
_GAP_PX = 4
_MOST = 5


class Stars(QAbstractSlider):
    """Shows a rating and emits changes; a slider for screen readers. GUI thread only."""

    chosen = Signal(int)
    """The new rating, 0 to 5."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rating: int | None = 0
        self._hovered = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setToolTip(translate("Stars", "Rating (Ctrl+1 to Ctrl+5, Ctrl+0 for none)"))
        self.setRange(0, _MOST)
        self.valueChanged.connect(self._slid)
        self.show_rating(0)

    @property
    def rating(self) -> int | None:
        """0 to 5, None if the selected sounds differ."""
        return self._rating

    def show_rating(self, rating: int | None) -> None:
        """Shows a rating; None if several sounds differ."""
        self._rating = rating
        self.setValue(rating or 0)
        said = (
            translate("Stars", "Rating: several")
            if rating is None
            else translate("Stars", "Rating: %n of 5 star(s)", n=rating)
            if rating
            else translate("Stars", "No rating")
        )
        self.setAccessibleName(said)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_MOST * _STAR_PX + (_MOST - 1) * _GAP_PX + 6, _STAR_PX + 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints stars filled up to the rating, or to the pointer."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        reached = self._hovered or self._rating or 0
        for star in range(1, _MOST + 1):
            is_full = star <= reached
            name = "star-filled" if is_full else "star"
            colour = self._theme.accent if is_full else self._theme.text_faint
            picture = resources.pixmap(name, colour, _STAR_PX, self.devicePixelRatioF())
            is_pale = (self._rating is None and not self._hovered) or not self.isEnabled()
            painter.setOpacity(0.45 if is_pale else 1.0)
            painter.drawPixmap(3 + (star - 1) * (_STAR_PX + _GAP_PX), 3, picture)
        if self.hasFocus():
            painter.setOpacity(1.0)
            painter.setPen(QPen(QColor(self._theme.accent), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Previews the rating under the pointer."""
        self._hovered = self._star_at(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = 0
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emits the rating under the pointer; the present one clears it."""
        if event.button() == Qt.MouseButton.LeftButton:
            star = self._star_at(event)
            self.chosen.emit(0 if star == self._rating else star)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right change the rating, digits set it."""
        now = self._rating or 0
        match event.key():
            case Qt.Key.Key_Left:
                self.chosen.emit(max(0, now - 1))
            case Qt.Key.Key_Right:
                self.chosen.emit(min(_MOST, now + 1))
            case key if Qt.Key.Key_0 <= key <= Qt.Key.Key_5:
                self.chosen.emit(key - Qt.Key.Key_0)
            case _:
                event.ignore()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leaves the wheel to scroll areas."""
        event.ignore()

    def _slid(self, value: int) -> None:
        """Handles a change by a screen reader."""
        if value != (self._rating or 0):
            self.chosen.emit(value)

    def _star_at(self, event: QMouseEvent) -> int:
        return max(1, min(_MOST, 1 + int((event.position().x() - 3) // (_STAR_PX + _GAP_PX))))
