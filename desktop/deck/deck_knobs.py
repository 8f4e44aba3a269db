"""Two small controls of the deck: a labelled knob with its number and unit, and the volume.

Drag, wheel, arrows and typing change a knob; a double click resets it.
"""

import math
import re
from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from desktop.base import messages
from desktop.base.theme import Theme
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.labels import text_label
from desktop.widgets.number_field import NumberField, UnreadableNumber
from desktop.widgets.restyle import restyle

_DIAL_PX = 20
_START, _SWEEP = 225.0, -270.0
"""Degrees in Qt's convention: from lower left over the top to lower right."""
_NUMBER = re.compile(r"([+-]?)(\d+(?:\.\d*)?|\.\d+)")


class ValueKnob(QWidget):
    """Shows a value between two limits. GUI thread only."""

    changed = Signal(float)
    refused = Signal(str)

    def __init__(
        self,
        theme: Theme,
        limits: tuple[float, float],
        text_of: Callable[[float], str],
        *,
        name: str,
        label: str,
        unit: str,
        widest: tuple[str, str],
        accepted: str,
        large_step: float,
        at_rest: float = 0.0,
        bare: Callable[[float], str] = messages.signed,
        parent: QWidget | None = None,
    ) -> None:
        """Creates it with its value at rest.

        Args:
            theme: the colours.
            limits: the value stays within them.
            text_of: formats a value.
            name: accessible name.
            label: text above the number.
            unit: accepted after a typed number.
            widest: the longest possible text, with the unit and without.
            accepted: error message saying what input is accepted.
            large_step: step of Page Up.
            at_rest: the neutral value. Above 0 the dial shows ratios to it.
            bare: formats a value without its unit.
            parent: the parent widget.
        """
        super().__init__(parent)
        self._theme = theme
        self._limits = limits
        self._at_rest = at_rest
        self._bare = bare
        self._unit = unit
        self._accepted = accepted
        self._text_of = text_of
        self._is_full = True
        self.setObjectName("knob")
        self.setCursor(Qt.CursorShape.SizeVerCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.label = text_label(label, self, "knobLabel")
        self.label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.field = NumberField(
            text_of,
            self._read,
            name=name,
            step=1.0,
            large_step=large_step,
            fine_step=0.1,
            at_rest=at_rest,
            parent=self,
        )
        self.field.changed.connect(self._wanted)
        self.field.refused.connect(self.refused)
        full_px, bare_px = (self.fontMetrics().horizontalAdvance(text) + 4 for text in widest)
        self._field_px = {True: full_px, False: bare_px}
        self.field.setFixedWidth(full_px)
        column = vbox(self.label, self.field, margins=0, spacing=0)
        hbox(column, parent=self, margins=(_DIAL_PX + 7, 1, 2, 1))
        theme.changed.connect(self.update)
        self.set_value(at_rest)

    @property
    def value(self) -> float:
        return self.field.value or 0.0

    @property
    def is_neutral(self) -> bool:
        return self.value == self._at_rest

    def text(self) -> str:
        return self.field.text()

    def room_px(self, is_full: bool) -> int:
        margins = self.contentsMargins() if (row := self.layout()) is None else row.contentsMargins()
        text_px = max(self._field_px[is_full], self.label.sizeHint().width())
        return margins.left() + text_px + margins.right()

    def set_full(self, is_full: bool) -> None:
        """Shows the unit, or hides it to save space."""
        if is_full == self._is_full:
            return
        self._is_full = is_full
        self.field.setFixedWidth(self._field_px[is_full])
        self.field.set_text_of(self._text_of if is_full else self._bare)

    def set_value(self, value: float) -> None:
        """Shows a value without emitting `changed`."""
        self.field.set_value(value)
        is_on = not self.is_neutral
        if self.field.property("on") != is_on:
            self.field.setProperty("on", is_on)
            restyle(self.field)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Acts like a press on the number."""
        self.field.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.field.mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.field.mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.field.mouseDoubleClickEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.field.wheelEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the dial: an arc from the middle to the value, and a pointer."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dial = QRectF(3.5, (self.height() - _DIAL_PX) / 2 + 0.5, _DIAL_PX - 1, _DIAL_PX - 1)
        painter.setPen(QPen(self._theme.colour("line_strong"), 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawArc(dial, round(16 * _START), round(16 * _SWEEP))
        turn = _SWEEP / 2 * self._share()
        painter.setPen(QPen(self._theme.colour("accent"), 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        if turn:
            painter.drawArc(dial, 16 * 90, round(16 * turn))
        painter.translate(dial.center())
        painter.rotate(-turn)
        painter.setPen(QPen(self._theme.colour("text"), 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(0, -2, 0, -6)

    def _share(self) -> float:
        """How far the dial is turned, -1 to 1."""
        if self._at_rest > 0.0:
            return math.log(self.value / self._at_rest) / math.log(self._limits[1] / self._at_rest)
        return self.value / self._limits[1]

    def _wanted(self, value: float) -> None:
        low, high = self._limits
        value = round(min(high, max(low, value)), 2)
        if value != self.value:
            self.set_value(value)
            self.changed.emit(value)

    def _read(self, text: str) -> float:
        plain = "".join(text.split()).replace("−", "-").replace(",", ".").casefold()
        found = _NUMBER.fullmatch(plain.removesuffix(self._unit.casefold()))
        value = float(found.group()) if found is not None else None
        if value is None or not self._limits[0] <= value <= self._limits[1]:
            raise UnreadableNumber(self._accepted)
        return value


class VolumeSlider(QSlider):
    """Perceived volume, 0 to 100. A click jumps there. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("volume")
        self.setRange(0, 100)
        self.setSingleStep(5)
        self.setPageStep(10)
        self.setFixedWidth(84)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._go_to(event)
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def _go_to(self, event: QMouseEvent) -> None:
        margin = 7.0
        share = (event.position().x() - margin) / max(1.0, self.width() - 2 * margin)
        self.setValue(round(100 * min(1.0, max(0.0, share))))
