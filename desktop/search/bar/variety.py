"""The variety slider beside the search field: all takes, takes folded, on to rows as different as possible."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from desktop.base.translation import translate
from desktop.widgets.boxes import hbox
from desktop.widgets.labels import text_label
from engine.library.answers import Ranking
from engine.library.queries import ALL, DIFFERENT, FOLDED

STEPS = (ALL, FOLDED, 0.5, 0.75, DIFFERENT)
"""Values of the slider's steps."""
_WIDE_PX = 84
_MANY = 999
"""Largest number of folded takes with reserved room."""


class VarietySlider(QWidget):
    """Slider with its effect on the rows shown beside it. GUI thread only."""

    chosen = Signal(float)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.said = text_label("", self, "varietySaid", is_plain=True)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setObjectName("variety")
        self.slider.setRange(0, len(STEPS) - 1)
        self.slider.setPageStep(1)
        self.slider.setFixedWidth(_WIDE_PX)
        # Reserve room, so that the slider does not move under the mouse.
        widest = max(self.said.fontMetrics().horizontalAdvance(_said(step, _MANY)) for step in STEPS)
        self.said.setMinimumWidth(widest)
        self._edge_px, self._gap_px = 4, 8
        self.slider.setAccessibleName(translate("Variety", "Variety of the results"))
        self.slider.valueChanged.connect(lambda step: self.chosen.emit(STEPS[step]))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        hbox(self.slider, self.said, parent=self, margins=(self._edge_px, 0, self._edge_px, 0), spacing=self._gap_px)
        self.show_answer(None)

    @property
    def step(self) -> int:
        """Its index in `STEPS`."""
        return self.slider.value()

    def fit(self, room_px: int) -> None:
        """Hides the text, then the slider, to save space; V and Shift+V still work."""
        bare_px = _WIDE_PX + 2 * self._edge_px
        self.setVisible(room_px >= bare_px)
        self.said.setVisible(room_px >= bare_px + self._gap_px + self.said.minimumSizeHint().width())

    def show_variety(self, variety: float) -> None:
        """Moves to the step nearest a request's variety, without emitting `chosen`."""
        with QSignalBlocker(self.slider):
            self.slider.setValue(min(range(len(STEPS)), key=lambda step: abs(STEPS[step] - variety)))

    def show_answer(self, ranking: Ranking | None) -> None:
        """Shows how many takes are folded under the rows; nothing if they are only listed."""
        variety = None if ranking is None else ranking.variety
        self.slider.setEnabled(variety is not None)
        self.said.setText("" if ranking is None or variety is None else _said(variety, ranking.folded))
        if variety is None:
            tip = translate("Variety", "Takes are folded in search results only: type something to find.")
        else:
            tip = translate(
                "Variety",
                "All takes, takes folded into one row, or rows as different as possible (V, Shift+V). Now: %1",
                name_of(variety),
            )
        for part in (self, self.slider, self.said):
            part.setToolTip(tip)
        self.slider.setAccessibleDescription(self.said.text())


def name_of(variety: float) -> str:
    """Name of a variety."""
    if variety <= ALL:
        return translate("Variety", "all takes")
    if variety <= FOLDED:
        return translate("Variety", "takes folded")
    return (
        translate("Variety", "as different as possible")
        if variety >= DIFFERENT
        else translate("Variety", "takes folded, rows more different")
    )


def _said(variety: float, folded: int) -> str:
    if variety <= ALL:
        return translate("Variety", "All takes")
    if variety <= FOLDED:
        return translate("Variety", "%n take(s) folded", n=folded)
    return translate("Variety", "Different, %n folded", n=folded)
