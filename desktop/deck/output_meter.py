"""The deck's level meter: a bar per output side with peak hold; idle when nothing plays."""

import math
import time
from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.base.theme import Theme
from desktop.base.translation import number, translate
from desktop.deck.levels import SILENT_DB, level_db

_FRAME_MS = 33
_FALL_DB_S = 26.0
"""Fall rate between IEC 60268-10's type II meter (24 dB in 2.8 s) and faster PC meters."""
_HOLD_S = 1.5
_BAR_PX, _GAP_PX, _SCALE_PX = 7, 2, 22
_MARKS_DB = (0, -12, -24, -36, -48)
_HOT_DB = -6.0


class OutputMeter(QWidget):
    """Shows peaks in dBFS. GUI thread only."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._levels: Callable[[float], tuple[float, ...] | None] = lambda now: None
        self._is_fed = False
        self._at = 0.0
        self.bars_db: list[float] = [SILENT_DB, SILENT_DB]
        self.held_db: list[float] = [SILENT_DB, SILENT_DB]
        """Peak-hold level of each bar."""
        self._held_until = [0.0, 0.0]
        self.highest_db = -math.inf
        """Highest peak of the current playback."""
        self.setFixedWidth(2 * _BAR_PX + _GAP_PX + _SCALE_PX)
        self.setAccessibleName(translate("OutputMeter", "Output level"))
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._tick)
        theme.changed.connect(self.update)
        self._tell()

    @property
    def is_resting(self) -> bool:
        """Whether all bars have fallen and nothing is painted."""
        return not self._timer.isActive()

    def follow(self, levels: Callable[[float], tuple[float, ...] | None]) -> None:
        """Sets the source of peaks: given the time, it returns the highest per side since the last call, or None."""
        self._levels = levels

    def begin(self) -> None:
        self._is_fed = True
        self.highest_db = -math.inf
        if not self._timer.isActive():
            self._at = time.monotonic()
            self._levels(self._at)  # discard peaks of the last sound
            self._timer.start()

    def end(self) -> None:
        """Lets the bars fall after playback; then the meter rests."""
        self._is_fed = False
        self.setAccessibleDescription(self.toolTip())  # once, not with every frame

    def _tick(self) -> None:
        now = time.monotonic()
        self.advance(now, self._levels(now))

    def advance(self, now: float, peaks: tuple[float, ...] | None) -> None:
        """Moves bars and peak lines to a time, with new peaks."""
        fallen_db, self._at = _FALL_DB_S * max(0.0, now - self._at), now
        before, highest_db = (list(self.bars_db), list(self.held_db)), self.highest_db
        sides = (peaks * 2)[:2] if peaks else ()
        for side in range(2):
            came_db = level_db(sides[side]) if sides else SILENT_DB
            self.bars_db[side] = max(came_db, self.bars_db[side] - fallen_db, SILENT_DB)
            if self.bars_db[side] >= self.held_db[side]:
                self.held_db[side], self._held_until[side] = self.bars_db[side], now + _HOLD_S
            elif now > self._held_until[side]:
                self.held_db[side] = max(self.bars_db[side], self.held_db[side] - fallen_db)
            self.highest_db = max(self.highest_db, came_db if sides and came_db > SILENT_DB else -math.inf)
        if before != (self.bars_db, self.held_db):
            self.update()
        elif not self._is_fed and self.held_db == [SILENT_DB, SILENT_DB]:
            self._timer.stop()
        if self.highest_db != highest_db:
            self._tell()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colour, height = self._theme.colour, float(self.height())
        for side in range(2):
            left = side * (_BAR_PX + _GAP_PX)
            painter.fillRect(QRectF(left, 0, _BAR_PX, height), colour("field"))
            level, held = self.bars_db[side], self.held_db[side]
            if level > SILENT_DB:
                top, hot = self._y(level), self._y(_HOT_DB)
                painter.fillRect(QRectF(left, max(top, hot), _BAR_PX, height - max(top, hot)), colour("mark_green"))
                if top < hot:
                    painter.fillRect(QRectF(left, top, _BAR_PX, hot - top), colour("mark_yellow"))
            if held > SILENT_DB:
                name = "danger" if held >= 0 else "mark_yellow" if held > _HOT_DB else "mark_green"
                painter.fillRect(QRectF(left, max(0.0, self._y(held) - 1), _BAR_PX, 2), colour(name))
        font = painter.font()
        font.setPixelSize(9)
        painter.setFont(font)
        painter.setPen(colour("text_faint"))
        last = -100.0
        for mark in _MARKS_DB:
            y = min(height - 6, max(6.0, self._y(mark)))
            if y - last >= 11:
                box = QRectF(2 * _BAR_PX + _GAP_PX + 3, y - 7, _SCALE_PX - 3, 14)
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, f"−{-mark}" if mark else "0")
                last = y

    def _y(self, level_db: float) -> float:
        return float(self.height()) * max(0.0, min(1.0, level_db / SILENT_DB))

    def _tell(self) -> None:
        if math.isinf(self.highest_db):
            text = translate("OutputMeter", "Output level, left and right, in dB below full scale")
        else:
            text = translate(
                "OutputMeter", "Highest peak so far: %1 dBFS", number(self.highest_db, 1).replace("-", "−")
            )
        self.setToolTip(text)
