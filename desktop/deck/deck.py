"""The deck below the results: the current sound, its large waveform, and the playback controls."""

import re
from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from desktop.base import engine_words, messages, resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.deck.deck_controls import DeckControls
from desktop.deck.deck_overflow import OverflowItem
from desktop.deck.output_meter import OutputMeter
from desktop.deck.selection_fields import SelectionFields
from desktop.deck.waveform import WaveformView
from desktop.deck.waveform_lanes import scale_marks
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.labels import text_label
from engine.base.types import FilePath, Hit, Peaks

TITLE_PX = 170
"""Room reserved for the name while controls can shrink."""
_FEWEST_PX = 110
_GAP_PX = 10
_LEAST_FACTS_PX = 50
"""Facts are hidden in less room than this."""


_WIDTH_PX = 20
_TEXT_PX = 9.0


class DbScale(QWidget):
    """dB scale of a waveform. GUI thread only."""

    def __init__(self, theme: Theme, wave: WaveformView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._wave = wave
        self.setFixedWidth(_WIDTH_PX)
        self.setAccessibleName(translate("DbScale", "Scale of the waveform in dB"))
        self.setToolTip(translate("DbScale", "The waveform's height in dB: 0 is full scale"))
        wave.lanes_changed.connect(self.update)
        theme.changed.connect(self.update)

    @property
    def marks(self) -> tuple[tuple[float, str], ...]:
        """Heights in pixels and their labels."""
        place = self._wave.place().wave
        if not self._wave.scene.has_sound or place.height() <= 0:
            return ()
        return scale_marks(place.top(), place.height(), len(self._wave.lanes), _TEXT_PX + 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        font = painter.font()
        font.setPixelSize(round(_TEXT_PX))
        painter.setFont(font)
        painter.setPen(self._theme.colour("text_faint"))
        for y, text in self.marks:
            painter.drawText(QRectF(0, y - 7, _WIDTH_PX, 14), Qt.AlignmentFlag.AlignVCenter, text)


class DeckTitles(QWidget):
    """Name and facts side by side. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.name = ElidedLabel(Qt.TextElideMode.ElideMiddle, self)
        self.name.setObjectName("deckName")
        self.facts = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.facts.setObjectName("soft")

    def minimumSizeHint(self) -> QSize:
        return QSize(_FEWEST_PX, self.name.sizeHint().height())

    def show_texts(self, name: str, facts: str, *, path: str = "") -> None:
        """Shows a name and its facts; tooltips have both in full."""
        self.name.setText(name)
        self.name.setToolTip(messages.plain(f"{path or name}\n{facts}"))
        self.facts.setText(facts)
        self.facts.setToolTip(messages.plain(facts))
        self._lay()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._lay()

    def _lay(self) -> None:
        width, height = self.width(), self.height()
        wanted = self.name.fontMetrics().horizontalAdvance(self.name.text()) + 2 if self.name.text() else 0
        name_px = min(width, wanted)
        left = name_px + _GAP_PX if name_px else 0
        has_facts = not name_px or width - left >= _LEAST_FACTS_PX
        self.name.setVisible(bool(self.name.text()))
        self.facts.setVisible(has_facts)
        self.name.setGeometry(0, 0, name_px if has_facts else width, height)
        self.facts.setGeometry(left, 0, max(0, width - left), height)


_FRAME_MS = 33
_LINE_PX = 32
_FIELDS_FROM_PX, _SCALE_FROM_PX = 640, 480
"""Narrower decks keep their room for the waveform and the name."""


def _folder(path: FilePath) -> str:
    """A sound's two innermost folders."""
    folder = path.folder
    return "/".join(filter(None, (folder.folder.name, folder.name)))


class Deck(QWidget):
    """Shows one sound and its playback. GUI thread only."""

    toggled = Signal()
    """Play or stop was pressed."""
    filled = Signal(bool)
    """Whether the deck has a sound it can draw."""

    refused = Signal(str)
    """Error message for unreadable input in a field."""

    def __init__(self, theme: Theme, position_s: Callable[[], float | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("deck")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._position_s = position_s
        self._hit: Hit | None = None
        self.is_filled = False
        """Whether it has a sound it can draw."""
        self.waveform = WaveformView(theme, self)
        self.waveform.toggled.connect(self.toggled)
        self.play_button = QToolButton(self)
        self.play_button.setObjectName("round")
        self.play_button.setIconSize(QSize(18, 18))
        self.play_button.clicked.connect(self.toggled)
        self.titles = DeckTitles(self)
        self.name, self.facts = self.titles.name, self.titles.facts
        self.sketch_badge = text_label(translate("Deck", "Sketch"), self, "sketchBadge")
        self.sketch_badge.setToolTip(
            translate("Deck", "The file is missing. This is a rough sketch, not the sound itself.")
        )
        self.sketch_badge.hide()
        self.clock = text_label("", self, "deckClock")
        self.clock.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.controls = DeckControls(theme, self)
        self.scale = DbScale(theme, self.waveform, self)
        self.meter = OutputMeter(theme, self)
        self.selection = SelectionFields(self.waveform, self)
        self.controls.refused.connect(self.refused)
        for field in self.selection.fields:
            field.left.connect(self.controls.more.popover.close)
        self._away = (
            OverflowItem(self.clock, translate("Deck", "Time")),
            OverflowItem(self.selection, ""),
        )
        self.selection.refused.connect(self.refused)
        self._keys = {"play": "Space"}
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._tick)
        self._top = top = hbox(
            self.play_button, (self.titles, 1), self.sketch_badge, self.clock, self.controls, spacing=8
        )
        self.body = QWidget(self)
        self._beside = hbox(
            (self.waveform, 1), self.scale, self.meter, self.selection, parent=self.body, margins=0, spacing=6
        )
        line = QWidget(self)
        line.setFixedHeight(_LINE_PX)
        line.setLayout(top)
        top.setContentsMargins(0, 0, 0, 0)
        self._rows = vbox(line, (self.body, 1), parent=self, margins=(10, 1, 10, 1), spacing=1)
        self._set_playing(False)
        self.show_hit(None, None)

    @property
    def bar_px(self) -> int:
        """Height without a sound: the line of controls and a border."""
        margins = self._rows.contentsMargins()
        return _LINE_PX + margins.top() + margins.bottom() + 1

    def show_body(self, is_shown: bool) -> None:
        """Shows the waveform below the controls, or the controls alone."""
        self.body.setVisible(is_shown)

    @property
    def hit(self) -> Hit | None:
        return self._hit

    @property
    def tab_order(self) -> tuple[QWidget, ...]:
        fields = self.selection.fields if self.selection.window() is self.window() else ()
        return (self.play_button, self.waveform, *fields, *self.controls.tab_order)

    def show_hit(self, hit: Hit | None, peaks: Peaks | None) -> None:
        """Shows a sound, or an empty deck for None."""
        if hit is None or self._hit is None or hit.sound.id != self._hit.sound.id:
            self.show_sketch(False)
        self._hit = hit
        info = hit.sound.info if hit else None
        self.play_button.setEnabled(hit is not None)
        if hit is None or info is None:
            hint = translate("Deck", "Click a sound, or press ↓, to see and play it.")
            if hit is None:
                self.titles.show_texts("", hint)
            else:
                trouble = hit.sound.trouble
                why = "" if trouble is None else engine_words.reason(trouble)
                self.titles.show_texts(hit.sound.path.name, why, path=hit.sound.path.text)
            self._show_clock("")
            self.controls.show_channels(0, ())
            self.waveform.show_sound(None, 0.0, ())
            self._set_filled(False)
            return
        parts = [messages.length(info.duration_s), messages.format_line(info)]
        if hit.sound.measures.loudness_lufs is not None:
            parts.append(f"{hit.sound.measures.loudness_lufs:.0f} LUFS")
        facts = "  ·  ".join([*parts, *map(engine_words.note, info.notes)])
        facts = "  ·  ".join(filter(None, (_folder(hit.sound.path), facts)))
        self.titles.show_texts(hit.sound.path.name, facts, path=hit.sound.path.text)
        self._show_clock(messages.position(info.duration_s), info.duration_s)
        self.waveform.show_sound(peaks, info.duration_s, hit.moments, info.layout)
        self._set_filled(True)

    def show_sketch(self, is_sketch: bool) -> None:
        """Shows or hides the badge saying that a sketch plays."""
        self.sketch_badge.setVisible(is_sketch)

    def set_playing(self, is_playing: bool) -> None:
        """Starts or stops following the playback position."""
        self._set_playing(is_playing)
        if is_playing:
            self._timer.start()
            self._tick()
        else:
            self._timer.stop()
            self.waveform.set_playhead(None)
            if self._hit is not None and self._hit.sound.info is not None:
                self._show_clock(messages.position(self._hit.sound.info.duration_s))

    def show_key(self, key: str) -> None:
        """Shows the play key in the tooltip."""
        self._keys["play"] = key
        self._set_playing(self._timer.isActive())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Moves what does not fit behind the "…" button of the controls."""
        margins = self._rows.contentsMargins()
        taken_px = margins.left() + margins.right() + self.play_button.sizeHint().width() + 3 * self._top.spacing()
        has_clock, has_fields = self.width() >= _SCALE_FROM_PX, self.width() >= _FIELDS_FROM_PX
        clock_px = self.clock.width() if has_clock else 0
        away = [held for held, stays in zip(self._away, (has_clock, has_fields), strict=True) if not stays]
        self.controls.fit(self.width() - taken_px - clock_px - TITLE_PX, away)
        if has_clock and self._top.indexOf(self.clock) < 0:
            self._top.insertWidget(self._top.indexOf(self.controls), self.clock)
            self.clock.show()
        if has_fields and self._beside.indexOf(self.selection) < 0:
            self._beside.addWidget(self.selection)
            self.selection.show()
        self.scale.setVisible(self.width() >= _SCALE_FROM_PX)

    def _set_filled(self, is_filled: bool) -> None:
        if is_filled != self.is_filled:
            self.is_filled = is_filled
            self.filled.emit(is_filled)

    def _set_playing(self, is_playing: bool) -> None:
        self.play_button.setIcon(resources.icon("stop" if is_playing else "play", self._theme.text))
        hint = translate("Deck", "Stop") if is_playing else translate("Deck", "Play")
        key = self._keys["play"]
        self.play_button.setToolTip(f"{hint} ({key})" if key else hint)
        self.play_button.setAccessibleName(hint)

    def _show_clock(self, text: str, duration_s: float = 0.0) -> None:
        """Shows a time, with room for the longest one, so that nothing beside it moves."""
        self.clock.setText(text)
        if duration_s > 0:
            longest = re.sub(r"\d", "0", _both(duration_s, duration_s))
            self.clock.setFixedWidth(self.clock.fontMetrics().horizontalAdvance(longest) + 4)
            self.fit()

    def _tick(self) -> None:
        at_s = self._position_s()
        if at_s is None or self._hit is None or self._hit.sound.info is None:
            return
        duration_s = self._hit.sound.info.duration_s
        at_s = min(at_s, duration_s)
        self.waveform.set_playhead(at_s)
        self._show_clock(_both(at_s, duration_s))


def _both(at_s: float, duration_s: float) -> str:
    return f"{messages.position(at_s)} / {messages.position(duration_s)}"
