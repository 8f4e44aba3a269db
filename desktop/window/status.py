"""The status bar: the answer on the left; library facts and the output device on the right."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStatusBar, QToolButton, QWidget

from desktop.base import engine_words, messages
from desktop.base.translation import translate
from desktop.widgets.accessibility import Announcer
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.labels import text_label
from desktop.window.status_facts import StatusFacts
from desktop.work.requests import SearchAnswer
from engine.base.library_facts import LibraryStats

_HEIGHT_PX = 22

_GAP_PX = 12


class StatusBar(QStatusBar):
    """Answer, library facts and output. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(10, 0, 10, 0)
        self.setFixedHeight(_HEIGHT_PX)
        self._is_said = False
        self._sounds = 0
        self._answered: SearchAnswer | None = None
        self.answer = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.answer.setToolTip(translate("StatusBar", "What the last search gave"))
        self._announcer = Announcer(self)
        self.facts = StatusFacts(self)
        self.sounds = self.facts.sounds
        self.device = self._label(translate("StatusBar", "The sound output"))
        self.addWidget(self.answer, 1)
        for part in (self.facts, self.device):
            self.addPermanentWidget(part)

    def show_stats(self, stats: LibraryStats) -> None:
        self._sounds = stats.sounds
        self.facts.show_stats(stats)
        if self._answered is not None and not self._is_said:
            self._show_rows(self._answered)

    def show_answer(self, answered: SearchAnswer) -> None:
        """Shows how many sounds of how many, or why there are none. A refresh keeps text from `say`."""
        self._answered = answered
        if answered.is_refresh and self._is_said:
            return
        self._is_said = False
        self._show_rows(answered)
        if not answered.is_refresh:
            self._announcer.soon(self.answer.text())

    def _show_rows(self, answered: SearchAnswer) -> None:
        ranking = answered.ranking
        if not len(ranking):
            self.answer.setText(engine_words.note(ranking.note) or translate("StatusBar", "Nothing found"))
        elif answered.request.is_browsing:
            self.answer.setText(translate("StatusBar", "%n sound(s), newest first", n=len(ranking)))
        else:
            sounds = max(self._sounds, ranking.considered)
            shown = messages.answered(answered.rows, ranking.considered, sounds, is_ranked=not ranking.is_listing)
            self.answer.setText(shown)

    def show_device(self, name: str) -> None:
        self._set(self.device, translate("StatusBar", "plays on %1", name) if name else "")

    def say(self, text: str) -> None:
        """Shows a sentence instead of the answer until the user's next request."""
        self._is_said = True
        self.answer.setText(text)
        self.answer.setToolTip(messages.plain(text))
        self._announcer.now(text)

    def take_back(self, text: str) -> None:
        """Restores the answer if this sentence is still shown."""
        if self._is_said and self.answer.text() == text:
            self._is_said = False
            self.answer.setToolTip(translate("StatusBar", "What the last search gave"))
            if self._answered is None:
                self.answer.setText("")
            else:
                self._show_rows(self._answered)

    def make_way(self, wanted_px: int) -> int:
        """Hides its texts for a notice, the answer first; returns the room for the notice."""
        right = [part for part in (self.facts, self.device) if part.isVisible()]
        room_px = self.contentsRect().width() - sum(part.width() + _GAP_PX for part in right)
        self.answer.hide()
        if room_px >= wanted_px:
            return room_px
        for part in right:
            part.hide()
        return self.contentsRect().width()

    def come_back(self) -> None:
        self.answer.show()
        self.facts.show()
        self.device.setVisible(bool(self.device.text()))

    def add_fact(self, button: QToolButton) -> None:
        """Adds a clickable library fact at the right end."""
        self.facts.add(button)

    def _set(self, label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def _label(self, hint: str) -> QLabel:
        label = text_label("", self, is_plain=True)
        label.setToolTip(hint)
        return label
