"""The large waveform: zoom to samples, a selection, moments, markers, the match strip, and a moving playhead.

It draws the data it gets and emits requests; desktop/controllers/waveform_data reads the files.
"""

from PySide6.QtCore import QEvent, QPointF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.base import messages
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.deck.drawing import marked, of_peaks
from desktop.deck.spectrogram_tiles import Tile, tiles_for
from desktop.deck.waveform_keys import handle_key
from desktop.deck.waveform_lanes import Lanes
from desktop.deck.waveform_overlay import paint_overlay
from desktop.deck.waveform_paint import WaveformPainter, label, step_s
from desktop.deck.waveform_pointer import PointerGestures
from desktop.deck.waveform_scene import Scene, SceneLayout, SceneLook, Selection
from desktop.deck.waveform_span import Span
from engine.audio.markers import Marker
from engine.audio.zoom import ZoomStretch
from engine.base.types import Moment, Peaks, SpokenWord
from engine.library.answers import Strip

ZOOM_STEP = 2.0
"""Magnification per press of the zoom key."""
_WHEEL_STEP = 1.25
_PAN_SHARE = 0.1
"""Share of the view that one wheel step pans."""
_LEAST_PX = 64
"""Minimum useful height."""
_MARKED = 12
"""Maximum number of marked moments, best first."""


class WaveformView(QWidget):
    """View of one sound. GUI thread only."""

    seek_wanted = Signal(float)
    """Play from here, in seconds."""
    toggled = Signal()
    """Play or stop (Space)."""
    selection_changed = Signal(object, object)
    """Start and end in seconds, or None and None."""
    view_changed = Signal()
    """The stretch, size or look changed. Data that a slot sets at once is in the next picture."""
    lanes_changed = Signal()
    """The lanes or their positions changed."""
    look_changed = Signal()
    """It now shows the waveform, the spectrogram or both."""
    drag_wanted = Signal(float, float)
    """This stretch is being dragged out; the button is still down."""
    grip_pressed = Signal(float, float)
    """A drag of this stretch may follow."""
    marker_moved = Signal(object, object)
    """A marker was dragged: the former `Marker`, and the new one."""
    shown = Signal()
    """The sound shown changed, or was removed."""
    menu_wanted = Signal(object)
    """Global position for the context menu."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.scene = Scene()
        self._painter = WaveformPainter(theme, self.font())
        self._hand = PointerGestures(self)
        self._picture: QPixmap | None = None
        self._hover_x: float | None = None
        self._told: tuple[SceneLayout, Lanes] | None = None
        theme.changed.connect(self._recolour)
        self.setMinimumHeight(_LEAST_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(translate("WaveformView", "Waveform"))

    def sizeHint(self) -> QSize:
        return QSize(600, 120)

    # -- contents --------------------------------------------------------------------------------------------------

    @property
    def duration_s(self) -> float:
        """Length of the sound shown, 0 without one."""
        return self.scene.span.duration_s

    @property
    def selection(self) -> tuple[float, float] | None:
        """Start and end of the selection, in seconds."""
        chosen = self.scene.selection
        return None if chosen is None else (chosen.start_s, chosen.end_s)

    def show_sound(
        self, peaks: Peaks | None, duration_s: float, moments: tuple[Moment, ...], channel_layout: str = ""
    ) -> None:
        """Shows a whole sound, its channels named by their layout; `peaks` may follow later."""
        had_selection = self.scene.selection is not None
        former = self.scene
        self.scene = Scene(Span.whole(duration_s), None if peaks is None else of_peaks(peaks), look=former.look)
        self.scene.has_movable_markers = former.has_movable_markers
        self.scene.channel_layout = channel_layout
        self.scene.moments = marked(moments, duration_s)[:_MARKED]
        self.setCursor(Qt.CursorShape.ArrowCursor)
        if had_selection:
            self.selection_changed.emit(None, None)
        self.shown.emit()
        self._changed()

    def set_peaks(self, peaks: Peaks) -> None:
        """Sets the overview of the sound shown."""
        self.scene.overview = of_peaks(peaks)
        self._redraw()

    def set_detail(self, stretch: ZoomStretch | None) -> None:
        """Sets finer columns for the view."""
        self.scene.detail = stretch
        self._redraw()

    def set_moments(self, moments: tuple[Moment, ...]) -> None:
        self.scene.moments = marked(moments, self.duration_s)[:_MARKED]
        self._redraw()

    def set_markers(self, markers: tuple[Marker, ...]) -> None:
        self.scene.markers = markers
        self._redraw()

    def set_proposals(self, regions: tuple[Marker, ...]) -> None:
        """Sets regions that are proposed, not made."""
        if regions != self.scene.proposals:
            self.scene.proposals = regions
            self._redraw()

    def set_words(self, words: tuple[SpokenWord, ...]) -> None:
        """Sets the words of the sound's transcript, which get a lane of their own."""
        self.scene.words = words
        self._changed()

    def set_strip(self, strip: Strip | None) -> None:
        """Sets each window's similarity to the query, or None without one."""
        self.scene.strip = strip
        self._changed()

    def set_tile(self, tile: Tile, image: QImage, highest_hz: float) -> None:
        self.scene.tiles.put(tile, image)
        self.scene.highest_hz = highest_hz
        self._redraw()

    def missing_tiles(self) -> tuple[Tile, ...]:
        """Spectrogram tiles in view but not cached; none while it is not shown."""
        if self.scene.look is SceneLook.WAVEFORM or not self.scene.has_sound:
            return ()
        span = self.scene.span
        return self.scene.tiles.missing(tiles_for(span.start_s, span.end_s, self.width_px))

    @property
    def width_px(self) -> int:
        """Width in device pixels."""
        return round(self.width() * self.devicePixelRatioF())

    def set_look(self, look: SceneLook) -> None:
        self.scene.look = look
        self._changed()
        self.look_changed.emit()

    def set_playhead(self, at_s: float | None) -> None:
        """Moves the playhead and scrolls the view along with it; None hides it."""
        before, self.scene.playhead_s = self.scene.playhead_s, at_s
        span = self.scene.span
        was_seen = before is not None and span.holds(before)
        if at_s is not None and was_seen and not span.holds(at_s) and not self._hand.is_pressed:
            self._look_at(span.moved(at_s - span.start_s - 0.05 * span.length_s))
        self._repaint_at(before, at_s)

    # -- zoom and selection ----------------------------------------------------------------------------------------

    def zoom(self, factor: float, at_s: float | None = None) -> None:
        """Magnifies around a position, by default the pointer's, playhead's, selection's or the middle."""
        self._look_at(self.scene.span.zoomed(factor, self._focus_s() if at_s is None else at_s))

    def fit(self) -> None:
        self._look_at(Span.whole(self.duration_s))

    def zoom_to_selection(self) -> None:
        """Zooms to the selection, or shows the whole sound."""
        chosen = self.scene.selection
        self._look_at(self.scene.span.around(chosen.start_s, chosen.end_s) if chosen else Span.whole(self.duration_s))

    def pan(self, by_s: float) -> None:
        self._look_at(self.scene.span.moved(by_s))

    def select(self, start_s: float, end_s: float, *, is_temporary: bool = False) -> None:
        """Selects a stretch; an empty one clears the selection."""
        start_s, end_s = max(0.0, start_s), min(self.duration_s, end_s)
        chosen = Selection(start_s, end_s, is_temporary) if end_s > start_s else None
        if chosen == self.scene.selection:
            return
        self.scene.selection = chosen
        self.setAccessibleDescription("" if chosen is None else self._in_words(chosen))
        self.selection_changed.emit(*(self.selection or (None, None)))
        self.update()

    def clear_selection(self) -> bool:
        """Clears the selection; False if there was none."""
        had = self.scene.selection is not None
        self.select(0.0, 0.0)
        return had

    def seek(self, at_s: float) -> None:
        """Moves the cursor and requests playback from there."""
        self.set_cursor(at_s)
        self.seek_wanted.emit(at_s)

    def set_cursor(self, at_s: float) -> None:
        """Moves the keyboard cursor and scrolls it into view."""
        before, self.scene.cursor_s = self.scene.cursor_s, min(self.duration_s, max(0.0, at_s))
        span = self.scene.span
        if not span.holds(self.scene.cursor_s):
            self._look_at(span.moved(self.scene.cursor_s - (span.start_s + span.end_s) / 2))
        self._repaint_at(before, self.scene.cursor_s)

    def place(self) -> SceneLayout:
        scene = self.scene
        return SceneLayout.of(
            self.width(), self.height(), scene.look, has_strip=scene.has_strip, has_words=bool(scene.words)
        )

    @property
    def lanes(self) -> Lanes:
        """Channels of each visible lane."""
        return self.scene.lanes(self.place().wave.height())

    # -- events ----------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Zooms on a trackpad pinch."""
        if isinstance(event, QNativeGestureEvent) and event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom(max(0.2, 1.0 + event.value()), self._seconds_at(event.position()))
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms at the pointer; pans with Shift or sideways."""
        if not self.scene.has_sound:
            return
        across, along = event.angleDelta().x() / 120, event.angleDelta().y() / 120
        if abs(across) > abs(along):
            self.pan(-across * _PAN_SHARE * self.scene.span.length_s)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.pan(-along * _PAN_SHARE * self.scene.span.length_s)
        else:
            self.zoom(_WHEEL_STEP**along, self._seconds_at(event.position()))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            is_panning = event.button() is Qt.MouseButton.MiddleButton
            self._hand.press(event.position(), is_shifted=is_shifted, is_panning=is_panning)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Updates the hover line and continues a drag."""
        self._hover(event.position().x())
        if event.buttons():
            self._hand.move(event.position())
        else:
            self.setCursor(self._hand.cursor(event.position()))
        if self.scene.has_sound:
            self.setToolTip("" if self._hand.is_pressed else self._tip(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._hand.release(event.position())
        self.setCursor(self._hand.cursor(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Selects the moment under the pointer, or everything."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._hand.double_click(event.position())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space plays and stops, arrows move the cursor: see `waveform_keys`."""
        if not handle_key(self, event):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._changed()

    # -- drawing ---------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the cached picture and the moving parts over it."""
        layout, ratio = self.place(), self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = self._painter.picture(self.scene, layout, QSizeF(self.size()), ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        paint_overlay(painter, self._theme, self.scene, layout, self._hover_x)
        if self.hasFocus():
            painter.setPen(self._theme.colour("accent_text"))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _look_at(self, span: Span) -> None:
        if span != self.scene.span:
            self.scene.span = span
            self._changed()

    def _changed(self) -> None:
        self._redraw()
        self.view_changed.emit()

    def _recolour(self) -> None:
        """Drops the tiles, which have the old theme's colours."""
        self.scene.tiles.clear()
        self._changed()

    def _redraw(self) -> None:
        self._picture = None
        self.update()
        now = (self.place(), self.lanes)
        if now != self._told:
            self._told = now
            self.lanes_changed.emit()

    def _hover(self, x: float | None) -> None:
        before, self._hover_x = self._hover_x, x
        for place in (before, x):
            if place is not None:
                self.update(round(place) - 2, 0, 5, self.height())

    def _repaint_at(self, *places_s: float | None) -> None:
        for place_s in places_s:
            x = self._x_of(place_s)
            if x is not None:
                self.update(round(x) - 3, 0, 7, self.height())

    def _x_of(self, at_s: float | None) -> float | None:
        return None if at_s is None else self.scene.span.x_of(at_s, self.width())

    def _seconds_at(self, place: QPointF) -> float:
        return self.scene.span.seconds_at(place.x(), self.width())

    def _focus_s(self) -> float:
        """The position that a zoom by key keeps in place."""
        scene, span = self.scene, self.scene.span
        if self._hover_x is not None:
            return span.seconds_at(self._hover_x, self.width())
        middle_s = None if scene.selection is None else (scene.selection.start_s + scene.selection.end_s) / 2
        for place_s in (scene.playhead_s, middle_s, scene.cursor_s):
            if place_s is not None and span.holds(place_s):
                return place_s
        return (span.start_s + span.end_s) / 2

    def _tip(self, place: QPointF) -> str:
        at_s = self._seconds_at(place)
        for marker in self.scene.markers:
            x = self._x_of(marker.start_s)
            if marker.label and x is not None and self.place().head.contains(place) and -2 <= place.x() - x <= 8:
                return messages.plain(marker.label)
        return label(at_s, step_s(self.scene.span.length_s, self.width()) / 10)

    def _in_words(self, chosen: Selection) -> str:
        return translate(
            "WaveformView", "Selected from %1 to %2", label(chosen.start_s, 0.001), label(chosen.end_s, 0.001)
        )
