"""The strip under the search field during a recording: level, duration, and the two ways to end it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import number, translate
from desktop.deck.levels import SILENT_DB, level_db
from desktop.deck.recorder import LONGEST_S
from desktop.widgets.accessibility import announce
from desktop.widgets.buttons import push_button
from desktop.widgets.device_menu import fill_device_menu
from desktop.widgets.elided_label import ElidedLabel

_DEVICE_PX, _DEVICE_MOST_PX = 26, 200


class LevelMeter(QWidget):
    """Microphone level from -60 dBFS to full scale. GUI thread only."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._share = 0.0
        self.setFixedHeight(10)
        self.setMinimumWidth(120)
        self.setAccessibleName(translate("RecordingStrip", "Microphone level"))

    @property
    def share(self) -> float:
        """Lit share of the bar, 0 to 1."""
        return self._share

    def show_peak(self, peak: float) -> None:
        """Shows a peak of 0 to 1; the bar falls slower than it rises."""
        share = max(0.0, 1.0 - level_db(peak) / SILENT_DB)
        self._share = max(share, self._share * 0.85)
        self.update()

    def clear(self) -> None:
        self._share = 0.0
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("line"))
        painter.drawRoundedRect(QRectF(0, 2, self.width(), 6), 3, 3)
        painter.setBrush(self._theme.colour("danger" if self._share > 0.98 else "accent"))
        painter.drawRoundedRect(QRectF(0, 2, self.width() * self._share, 6), 3, 3)


class RecordingStrip(QFrame):
    """Shown during a recording, with the keyboard focus. GUI thread only."""

    finished = Signal()
    """Return: search by the recording."""
    cancelled = Signal()
    """Esc."""
    device_wanted = Signal(str)
    """Name of a microphone, empty for the system default."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.is_beside = False
        """Return was pressed with Shift: the recording joins the current query."""
        self.setObjectName("recording")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(translate("RecordingStrip", "Recording"))
        sign = QLabel(self)
        sign.setPixmap(resources.pixmap("record", theme.danger, 16, self.devicePixelRatioF()))
        self.text = QLabel("", self)
        self.meter = LevelMeter(theme, self)
        self.device = QToolButton(self)
        self.device.setObjectName("picker")
        self.device.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.device.setMenu(QMenu(self.device))
        self.device.setFixedHeight(_DEVICE_PX)
        self.device.setMaximumWidth(_DEVICE_MOST_PX)
        self.device.menu().triggered.connect(lambda action: self.device_wanted.emit(action.data()))
        self.note = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.note.setObjectName("recordingNote")
        self.note.hide()
        self.search_button = push_button(
            translate("RecordingStrip", "Search"),
            self.finished,
            self,
            tip=translate("RecordingStrip", "Find sounds like this (Return)"),
        )
        self.search_button.setObjectName("primary")
        self.cancel_button = push_button(
            translate("RecordingStrip", "Cancel"),
            self.cancelled,
            self,
            tip=translate("RecordingStrip", "Discard the recording (Esc)"),
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 6, 6)
        layout.setSpacing(10)
        layout.addWidget(sign)
        layout.addWidget(self.text)
        layout.addWidget(self.meter, 1)
        layout.addWidget(self.note, 2)
        layout.addWidget(self.device)
        layout.addWidget(self.search_button)
        layout.addWidget(self.cancel_button)
        self.show_device("", "")
        self.hide()

    def show_device(self, name: str, missing: str) -> None:
        """Shows the microphone in use; `missing` is the chosen but absent one, or ""."""
        own = translate("RecordingStrip", "System default")
        heard = own if name in ("", "default") else name
        metrics = self.device.fontMetrics()
        shown = metrics.elidedText(heard, Qt.TextElideMode.ElideRight, _DEVICE_MOST_PX - 40)
        self.device.setText(f"{shown}  ▾")
        self.device.setAccessibleName(translate("RecordingStrip", "Microphone: %1", heard))
        self.device.setToolTip(translate("RecordingStrip", "Microphone: %1. Click to choose another.", heard))
        self.note.setVisible(bool(missing))
        if missing:
            self.note.setText(translate("RecordingStrip", "%1 is not connected; this is %2.", missing, heard))
            self.note.setToolTip(self.note.text())
            announce(self, self.note.text())

    def show_devices(self, names: Sequence[str], chosen: str) -> None:
        fill_device_menu(self.device.menu(), names, chosen)

    def begin(self) -> None:
        self.is_beside = False
        self.text.setText(translate("RecordingStrip", "Opening the microphone…"))
        self.meter.clear()
        self.search_button.setEnabled(False)
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def listen(self) -> None:
        self.search_button.setEnabled(True)
        self.show_level(0.0, 0.0)

    def show_level(self, peak: float, seconds: float) -> None:
        """Shows the last peak, 0 to 1, and the duration so far."""
        self.meter.show_peak(peak)
        so_far, most = number(seconds, 1), number(LONGEST_S)
        if self.note.isHidden():
            text = translate("RecordingStrip", "Recording… %1 of %2 s. Hum it, imitate it, play it.", so_far, most)
        else:  # the note needs the room
            text = translate("RecordingStrip", "Recording… %1 of %2 s.", so_far, most)
        self.text.setText(text)

    def event(self, event: QEvent) -> bool:
        """Return searches, with Shift beside the words; Esc cancels. Takes precedence over the window's shortcuts."""
        ending = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
        if isinstance(event, QKeyEvent) and event.key() in ending:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                if event.key() == Qt.Key.Key_Escape:
                    self.cancelled.emit()
                elif self.search_button.isEnabled():
                    self.is_beside = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                    self.finished.emit()
                return True
        return super().event(event)
