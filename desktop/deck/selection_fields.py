"""Number fields for start, end and length of the selection, beside the large waveform.

Times are shown as "0:00:07.250" and typed like that or as plain seconds.
"""

import re
from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from desktop.base.translation import number, translate
from desktop.deck.waveform import WaveformView
from desktop.widgets.labels import text_label
from desktop.widgets.number_field import NumberField, UnreadableNumber

_STEP_S, _LARGE_STEP_S, _FINE_STEP_S = 0.01, 1.0, 0.001
_SHORTEST_S = 0.001
_ROW_PX = 24


class SelectionFields(QWidget):
    """Reads and writes the selection of a waveform. GUI thread only."""

    refused = Signal(str)

    def __init__(self, wave: WaveformView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wave = wave
        self.setObjectName("selectionFields")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(4)
        self.start = self._field(grid, translate("SelectionFields", "Start"), self._read_place)
        self.end = self._field(grid, translate("SelectionFields", "End"), self._read_place)
        self.length = self._field(grid, translate("SelectionFields", "Length"), self._read_length)
        grid.setRowStretch(3, 1)
        self.start.changed.connect(self._start_at)
        self.end.changed.connect(self._end_at)
        self.length.changed.connect(self._last)
        wave.selection_changed.connect(self._show)
        wave.shown.connect(lambda: self.setEnabled(wave.duration_s > 0))
        self._show(None, None)

    @property
    def fields(self) -> tuple[NumberField, ...]:
        """From top to bottom."""
        return (self.start, self.end, self.length)

    def _field(self, grid: QGridLayout, label: str, read: Callable[[str], float]) -> NumberField:
        text = text_label(label, self, "knobLabel")
        field = NumberField(
            time_text,
            read,
            name=translate("SelectionFields", "%1 of the selection", label),
            step=_STEP_S,
            large_step=_LARGE_STEP_S,
            fine_step=_FINE_STEP_S,
            parent=self,
        )
        field.setPlaceholderText(translate("SelectionFields", "none"))
        field.setFixedSize(field.fontMetrics().horizontalAdvance("00:00:00.000") + 12, _ROW_PX)
        field.setToolTip(
            translate(
                "SelectionFields",
                "Type h:mm:ss.mmm or seconds. ↑ and ↓ change it by 10 ms, with Shift by 1 ms, Page Up and Page Down by "
                "1 s.",
            )
        )
        field.refused.connect(self.refused)
        field.left.connect(self._wave.setFocus)
        text.setBuddy(field)
        row = grid.rowCount() if grid.count() else 0
        grid.addWidget(text, row, 0)
        grid.addWidget(field, row, 1)
        return field

    def _show(self, start_s: float | None, end_s: float | None) -> None:
        self.start.set_value(start_s)
        self.end.set_value(end_s)
        self.length.set_value(None if start_s is None or end_s is None else end_s - start_s)

    # -- input -----------------------------------------------------------------------------------------------------

    def _read_place(self, text: str) -> float:
        return self._read(text, self._wave.duration_s)

    def _read_length(self, text: str) -> float:
        value = self._read(text, self._wave.duration_s)
        if value < _SHORTEST_S:
            raise UnreadableNumber(translate("SelectionFields", "A selection is at least 1 ms long."))
        return value

    def _read(self, text: str, most_s: float) -> float:
        value = read_time(text)
        if value is None:
            raise UnreadableNumber(
                translate("SelectionFields", "Type a time such as 0:01:02.500, or seconds such as 62.5.")
            )
        if value > most_s + _SHORTEST_S:
            raise UnreadableNumber(translate("SelectionFields", "This sound ends at %1.", time_text(most_s)))
        return min(value, most_s)

    def _start_at(self, at_s: float) -> None:
        """Moves the start; the end stays unless the start passes it."""
        duration_s, chosen = self._wave.duration_s, self._wave.selection
        at_s = min(max(0.0, at_s), duration_s - _SHORTEST_S)
        end_s = duration_s if chosen is None else chosen[1]
        if end_s <= at_s:
            length_s = duration_s if chosen is None else chosen[1] - chosen[0]
            end_s = min(duration_s, at_s + length_s)
        self._select(at_s, end_s)

    def _end_at(self, at_s: float) -> None:
        """Moves the end; the start stays unless the end passes it."""
        chosen = self._wave.selection
        at_s = min(max(_SHORTEST_S, at_s), self._wave.duration_s)
        start_s = 0.0 if chosen is None else chosen[0]
        if start_s >= at_s:
            length_s = at_s if chosen is None else chosen[1] - chosen[0]
            start_s = max(0.0, at_s - length_s)
        self._select(start_s, at_s)

    def _last(self, length_s: float) -> None:
        """Sets the length from the start, or from the cursor without a selection, as far as the sound allows."""
        chosen, duration_s = self._wave.selection, self._wave.duration_s
        length_s = min(max(_SHORTEST_S, length_s), duration_s)
        start_s = (self._wave.scene.cursor_s or 0.0) if chosen is None else chosen[0]
        start_s = min(start_s, duration_s - length_s)
        self._select(start_s, start_s + length_s)

    def _select(self, start_s: float, end_s: float) -> None:
        if self._wave.duration_s > 0:
            self._wave.select(start_s, end_s)


_CLOCK = re.compile(r"(?:(\d{1,6}):)?(\d{1,9}):(\d{1,2}(?:\.\d*)?)")
_SECONDS = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ms|s)?")


def time_text(at_s: float) -> str:
    """A time to the millisecond: "0:00:07.250"; with a comma in German."""
    thousandths = round(max(0.0, at_s) * 1000)
    whole = thousandths // 1000
    clock = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return clock + number(thousandths % 1000 / 1000, 3)[1:]


def read_time(text: str) -> float | None:
    """Parses a time in seconds, None if invalid: "1:02:03.5", "2:03", "7.25", "7,25 s", "250 ms"."""
    plain = "".join(text.split()).replace(",", ".").casefold()
    clock = _CLOCK.fullmatch(plain)
    if clock is not None:
        hours, minutes, seconds = clock.groups()
        if float(seconds) >= 60 or (hours is not None and int(minutes) >= 60):
            return None
        return int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds)
    seconds_alone = _SECONDS.fullmatch(plain)
    if seconds_alone is None:
        return None
    return float(seconds_alone.group(1)) / (1000 if seconds_alone.group(2) == "ms" else 1)
