"""The panel that proposes regions between silences: the rule, what it finds, and the button that makes them."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDoubleSpinBox, QFormLayout, QLabel, QListWidget, QWidget

from desktop.base.translation import translate
from desktop.features.markers.marker_tab import marker_line
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import push_button
from engine.audio.markers import Marker


class SilencePanel(QWidget):
    """Shows the rule and the proposed regions. GUI thread only."""

    rule_changed = Signal()
    """By the user."""
    place_wanted = Signal(float)
    """Play the sound from here, in seconds."""
    accepted = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        decibels, seconds = translate("SilencePanel", "dBFS"), translate("SilencePanel", "s")
        self.threshold = self._number(translate("SilencePanel", "Silent below"), (-96, 0), -50, 1, decibels)
        self.silence = self._number(translate("SilencePanel", "Shortest silence"), (0.01, 600), 0.5, 0.1, seconds)
        self.sound = self._number(translate("SilencePanel", "Shortest sound"), (0, 600), 0.1, 0.1, seconds)
        self.margin = self._number(translate("SilencePanel", "Margins"), (0, 600), 0.02, 0.01, seconds)
        self.threshold.setDecimals(0)
        self.threshold.setToolTip(
            translate(
                "SilencePanel", "Silence stays below this in all channels. It begins with the sound's background."
            )
        )
        self.margin.setToolTip(translate("SilencePanel", "Kept before and after each sound"))
        form = QFormLayout()
        form.setLabelAlignment(Qt.AlignmentFlag.AlignVCenter)
        for field in (self.threshold, self.silence, self.sound, self.margin):
            form.addRow(field.accessibleName(), field)
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.lines = QListWidget(self)
        self.lines.setAccessibleName(translate("SilencePanel", "Proposed regions"))
        self.lines.setSpacing(2)
        self.lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.make_button = push_button(translate("SilencePanel", "Make regions"), self.accepted.emit, self)
        self.cancel_button = push_button(translate("SilencePanel", "Cancel"), self.left.emit, self)
        buttons = hbox(self.make_button, self.cancel_button, STRETCH)
        vbox(form, self.note, (self.lines, 1), buttons, parent=self)
        self.regions: tuple[Marker, ...] = ()
        self.lines.itemClicked.connect(lambda item: self.place_wanted.emit(self.regions[self.lines.row(item)].start_s))

    def show_regions(self, regions: tuple[Marker, ...], note: str) -> None:
        """Shows proposed regions under a sentence."""
        self.regions = regions
        self.note.setText(note)
        self.lines.clear()
        self.lines.addItems([marker_line(one) for one in regions])
        self.make_button.setEnabled(bool(regions))

    def event(self, event: QEvent) -> bool:
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:  # else the window's own
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leaves by Esc; Return in the list plays a region."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.lines.hasFocus():
            if self.lines.currentItem() is not None:
                self.lines.itemClicked.emit(self.lines.currentItem())
        else:
            super().keyPressEvent(event)

    def _number(self, name: str, bounds: tuple[float, float], value: float, step: float, unit: str) -> QDoubleSpinBox:
        number = QDoubleSpinBox(self)
        number.setRange(*bounds)
        number.setSingleStep(step)
        number.setValue(value)
        number.setSuffix(f" {unit}")
        number.setKeyboardTracking(False)
        number.setAccessibleName(name)
        number.valueChanged.connect(self.rule_changed)
        return number
