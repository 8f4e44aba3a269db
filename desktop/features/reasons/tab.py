"""The tab that explains the rank of a sound."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QWidget

from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.features.reasons.charts import MatchChart, WordChart
from desktop.widgets.boxes import STRETCH, vbox
from desktop.widgets.elided_label import ElidedLabel
from engine.library.explanation import Explanation


class ExplanationTab(QWidget):
    """Shows reasons, or a message instead. GUI thread only."""

    moment_wanted = Signal(float)
    """Play the sound from here, in seconds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = ElidedLabel(Qt.TextElideMode.ElideMiddle, self)
        self.note = self._label("")
        self.heard = self._heading(translate("ExplanationTab", "How each part of the sound fits"))
        self.windows = MatchChart(theme, self)
        self.brought = self._heading(translate("ExplanationTab", "What each word brings"))
        self.words = WordChart(theme, self)
        self.like = self._heading(translate("ExplanationTab", "What it sounds like by itself"))
        self.kinds = self._label("")
        self.windows.wanted.connect(self.moment_wanted)
        inner = QWidget(self)
        parts = (self.name, self.note, self.heard, self.windows, self.brought, self.words, self.like, self.kinds)
        vbox(*parts, STRETCH, parent=inner, margins=(12, 10, 12, 10), spacing=6)
        area = QScrollArea(self)
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        vbox(area, parent=self, margins=0)
        self.say("")

    def say(self, text: str) -> None:
        self.name.setText("")
        self.note.setText(text)
        for part in (self.name, self.heard, self.windows, self.brought, self.words, self.like, self.kinds):
            part.hide()

    def show_reasons(self, reasons: Explanation, told: str) -> None:
        """Shows reasons.

        Args:
            reasons: reasons for one sound.
            told: evidence for it, in words.
        """
        sound = reasons.hit.sound
        self.name.setText(sound.path.name)
        self.name.show()
        self.note.setText(told)
        self.windows.show_strip(reasons.strip, 0.0 if sound.info is None else sound.info.duration_s)
        self.heard.setVisible(len(reasons.strip.starts_s) > 0)
        self.words.show_words(reasons.words, reasons.shares)
        self.brought.setVisible(bool(reasons.words))
        self.kinds.setText("\n".join(f"{one.category.category} {one.category.subcategory}" for one in reasons.kinds))
        for part in (self.like, self.kinds):
            part.setVisible(bool(reasons.kinds))

    def _heading(self, text: str) -> QLabel:
        label = self._label(text)
        label.setContentsMargins(0, 8, 0, 0)
        return label

    def _label(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setObjectName("soft")
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        label.setWordWrap(True)  # after the policy, to which it adds height-for-width
        return label
