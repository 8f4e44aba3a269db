"""Height of the deck: a thin bar without a sound, the standard height with one, or the user's choice.

The splitter's saved state is not used: it would restore an old standard height as if it were a choice.
"""

import base64
import binascii
import struct

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSplitter

from desktop.base.settings import WindowSettings
from desktop.base.timer import single_shot
from desktop.deck.deck import Deck
from desktop.deck.waveform_scene import SceneLook

STANDARD_PX = 132
_BOTH_PX = 196
"""The standard height with a spectrogram below the waveform."""
_LEAST_PX = 104
_MOST_PX = 16_777_215
"""Qt's maximum widget size."""
_FORMER_STANDARD_PX = 190
_SLACK_PX = 10
_WAIT_MS, _MOST_WAITS = 30, 100
"""Retries while a mouse button is down, so that nothing moves under the pointer; limited, as a release may be lost."""
_STATE = struct.Struct(">iiIii")
"""Start of QSplitter.saveState: marker, version, number of sizes, and two sizes."""


class DeckHeight(QObject):
    """Manages the height of the deck, the lower widget of a splitter. GUI thread only."""

    opened = Signal()
    """The deck took room from the rows."""

    def __init__(self, splitter: QSplitter, deck: Deck) -> None:
        super().__init__(splitter)
        self._splitter = splitter
        self._deck = deck
        self._waits = 0
        self.chosen_px = 0
        """Height set by the user; 0 for the standard."""
        self._later = single_shot(self, _WAIT_MS, self._apply)
        splitter.splitterMoved.connect(self._moved)
        splitter.installEventFilter(self)
        splitter.handle(1).installEventFilter(self)
        deck.filled.connect(self._filled)
        deck.waveform.look_changed.connect(self._apply)
        self._apply()

    def take(self, kept: WindowSettings) -> None:
        """Restores the saved height, except a standard height of an earlier version."""
        former_px = _height_in(kept.deck)
        is_choice = former_px > 0 and abs(former_px - _FORMER_STANDARD_PX) > _SLACK_PX
        self.chosen_px = max(0, kept.deck_px) or (former_px if is_choice else 0)
        self._apply()

    def switch(self) -> None:
        """Toggles between the standard height and half the window."""
        self.chosen_px = 0 if self.chosen_px > self._standard_px + _SLACK_PX else self._most_px
        self._apply()

    @property
    def _standard_px(self) -> int:
        return _BOTH_PX if self._deck.waveform.scene.look is SceneLook.BOTH else STANDARD_PX

    @property
    def _most_px(self) -> int:
        """Half the height of rows and deck together."""
        return max(_LEAST_PX, sum(self._splitter.sizes()) // 2)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps the height while the window resizes; a double click on the handle restores the standard."""
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
    """The lower height in a state an earlier version saved, 0 if unreadable."""
    try:
        _, _, count, _, lower_px = _STATE.unpack_from(base64.b64decode(state, validate=True))
    except (binascii.Error, ValueError, struct.error):
        return 0
    return int(lower_px) if count == 2 else 0
