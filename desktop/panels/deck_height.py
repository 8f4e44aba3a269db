"""How high the deck is: a thin bar without a sound, its standard height with one, or what the user drew it to.

The splitter's own memory is not used: it would keep a standard height of yesterday as if it were a choice.
"""

import base64
import binascii
import struct

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSplitter

from desktop.audition.waveform_scene import SceneLook
from desktop.panels.deck import Deck
from desktop.settings import WindowSettings

STANDARD_PX = 132
_BOTH_PX = 196
"""The standard with a spectrogram under the waveform."""
_LEAST_PX = 104
_MOST_PX = 16_777_215
"""Qt's own for "as high as there is room"."""
_FORMER_STANDARD_PX = 190
_SLACK_PX = 10
_WAIT_MS, _MOST_WAITS = 30, 100
"""Waits while a button is held, so that nothing moves under the hand; but not for ever, as a release may be lost."""
_STATE = struct.Struct(">iiIii")
"""What QSplitter.saveState begins with: a marker, a version, how many sizes, and two of them."""


class DeckHeight(QObject):
    """Sees to the height of the deck, the lower of two in a splitter. GUI thread only."""

    opened = Signal()
    """The deck has taken room that the rows had."""

    def __init__(self, splitter: QSplitter, deck: Deck) -> None:
        super().__init__(splitter)
        self._splitter = splitter
        self._deck = deck
        self._waits = 0
        self.chosen_px = 0
        """What the user drew it to; 0 for the standard."""
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_WAIT_MS)
        self._later.timeout.connect(self._apply)
        splitter.splitterMoved.connect(self._moved)
        splitter.installEventFilter(self)
        splitter.handle(1).installEventFilter(self)
        deck.filled.connect(self._filled)
        deck.waveform.look_changed.connect(self._apply)
        self._apply()

    def take(self, kept: WindowSettings) -> None:
        """Takes the height of the last start; one that was only the standard of a former Earshot gives way."""
        former_px = _height_in(kept.deck)
        is_choice = former_px > 0 and abs(former_px - _FORMER_STANDARD_PX) > _SLACK_PX
        self.chosen_px = max(0, kept.deck_px) or (former_px if is_choice else 0)
        self._apply()

    def switch(self) -> None:
        """From the standard height to half the window, and back."""
        self.chosen_px = 0 if self.chosen_px > self._standard_px + _SLACK_PX else self._most_px
        self._apply()

    @property
    def _standard_px(self) -> int:
        return _BOTH_PX if self._deck.waveform.scene.look is SceneLook.BOTH else STANDARD_PX

    @property
    def _most_px(self) -> int:
        """Half of what rows and deck have together."""
        return max(_LEAST_PX, sum(self._splitter.sizes()) // 2)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps the height while the window grows; a double click on the border brings the standard back."""
        if watched is self._splitter:
            if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
                QTimer.singleShot(0, self, self._apply)
        elif event.type() == QEvent.Type.MouseButtonDblClick:
            self.chosen_px = 0
            self._apply()
        return False

    def _filled(self, is_filled: bool) -> None:
        self._waits = 0
        self._apply()

    def _moved(self) -> None:
        if self._deck.is_filled:
            self.chosen_px = self._deck.height()

    def _apply(self) -> None:
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton and self._waits < _MOST_WAITS:
            self._waits += 1
            self._later.start()
            return
        self._waits = 0
        deck, is_filled = self._deck, self._deck.is_filled
        room_px = sum(self._splitter.sizes())
        full_px = self.chosen_px or self._standard_px
        wanted_px = (min(full_px, self._most_px) if room_px > 0 else full_px) if is_filled else deck.bar_px
        before_px = deck.height()
        deck.show_body(is_filled)
        deck.setMinimumHeight(_LEAST_PX if is_filled else wanted_px)
        deck.setMaximumHeight(_MOST_PX if is_filled else wanted_px)
        if deck.isVisible() and room_px > 0:
            self._splitter.setSizes([max(0, room_px - wanted_px), wanted_px])
            if deck.height() > before_px:
                self.opened.emit()


def _height_in(state: str) -> int:
    """The lower height in what a former Earshot kept, 0 where it cannot be read."""
    try:
        _, _, count, _, lower_px = _STATE.unpack_from(base64.b64decode(state, validate=True))
    except (binascii.Error, ValueError, struct.error):
        return 0
    return int(lower_px) if count == 2 else 0
