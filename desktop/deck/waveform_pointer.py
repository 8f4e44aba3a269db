"""Mouse gestures on the large waveform: selections, seeks, pans and drags of files.

A press starts a gesture, moving decides which, releasing without a move is a click. The widget carries it out.
"""

from enum import Enum, auto
from typing import Protocol

from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt, SignalInstance

from desktop.deck.waveform_scene import Scene, SceneLayout, Selection
from engine.audio.markers import Marker

_EDGE_PX = 5.0
_CLICK_PX = 4.0
"""A press that moves less than this is a click."""


class Grip(Enum):
    """What lies under the pointer."""

    NOTHING = auto()
    EDGE = auto()
    """A border of the selection: drag to move it."""
    FILE = auto()
    """A grip, a moment's bar, selected words or a temporary range: drag it out as a file."""
    RULER = auto()
    """Drag to pan."""
    MARKER = auto()
    """The flag of a marker that can be moved."""
    PLACE = auto()
    """Anywhere else on the sound."""


class WaveformPort(Protocol):
    """The waveform as pointer and keys need it."""

    scene: Scene

    @property
    def toggled(self) -> SignalInstance: ...

    @property
    def grip_pressed(self) -> SignalInstance: ...

    @property
    def drag_wanted(self) -> SignalInstance: ...

    @property
    def marker_moved(self) -> SignalInstance: ...

    @property
    def duration_s(self) -> float: ...

    @property
    def selection(self) -> tuple[float, float] | None: ...

    def place(self) -> SceneLayout: ...

    def set_cursor(self, at_s: float) -> None: ...

    def set_markers(self, markers: tuple[Marker, ...]) -> None: ...

    def select(self, start_s: float, end_s: float, *, is_temporary: bool = False) -> None: ...

    def clear_selection(self) -> bool: ...

    def seek(self, at_s: float) -> None: ...

    def pan(self, by_s: float) -> None: ...


class PointerGestures:
    """The pointer's state on the waveform. GUI thread only."""

    def __init__(self, wave: WaveformPort) -> None:
        self._wave = wave
        self._pressed: QPointF | None = None
        self._grip = Grip.NOTHING
        self._has_moved = False
        self._is_shifted = False
        self._is_in_words = False
        """Whether the press was in the lane of words: a drag then selects whole words."""
        self._anchor_s = 0.0
        self._last_x = 0.0
        self._taken: tuple[float, float] | None = None
        self._marker: Marker | None = None
        """The marker of the gesture as it was."""
        self._others: tuple[Marker, ...] = ()

    @property
    def is_pressed(self) -> bool:
        return self._pressed is not None

    def under(self, place: QPointF) -> Grip:
        scene, layout = self._wave.scene, self._wave.place()
        if not scene.has_sound:
            return Grip.NOTHING
        if layout.ruler.contains(place):
            return Grip.RULER
        if scene.has_movable_markers and self._marker_under(place) is not None:
            return Grip.MARKER
        if self._stretch_under(place) is not None:
            return Grip.FILE
        if self._edge_under(place) is not None:
            return Grip.EDGE
        return Grip.PLACE

    def cursor(self, place: QPointF) -> Qt.CursorShape:
        return {
            Grip.NOTHING: Qt.CursorShape.ArrowCursor,
            Grip.EDGE: Qt.CursorShape.SizeHorCursor,
            Grip.MARKER: Qt.CursorShape.SizeHorCursor,
            Grip.FILE: Qt.CursorShape.OpenHandCursor,
            Grip.RULER: Qt.CursorShape.SplitHCursor,
            Grip.PLACE: Qt.CursorShape.IBeamCursor,
        }[self.under(place)]

    def press(self, place: QPointF, *, is_shifted: bool, is_panning: bool = False) -> None:
        scene = self._wave.scene
        if not scene.has_sound:
            return
        self._pressed, self._last_x, self._has_moved, self._is_shifted = place, place.x(), False, is_shifted
        self._grip = Grip.RULER if is_panning else self.under(place)
        if is_shifted and self._grip in (Grip.PLACE, Grip.EDGE, Grip.FILE) and self._wave.place().body.contains(place):
            self._grip = Grip.PLACE
        self._anchor_s = self._seconds(place.x())
        self._is_in_words = self._wave.place().words.contains(place)
        self._taken = self._stretch_under(place) if self._grip is Grip.FILE else None
        if self._taken is not None:
            self._wave.grip_pressed.emit(*self._taken)
        self._marker = self._marker_under(place) if self._grip is Grip.MARKER else None
        self._others = tuple(one for one in scene.markers if one is not self._marker)
        edge = self._edge_under(place) if self._grip is Grip.EDGE else None
        if edge is not None and scene.selection is not None:
            chosen = scene.selection
            self._anchor_s = chosen.end_s if edge == chosen.start_s else chosen.start_s

    def move(self, place: QPointF) -> None:
        """Handles a move with the button down."""
        if self._pressed is None:
            return
        if not self._has_moved and (place - self._pressed).manhattanLength() < _CLICK_PX:
            return
        self._has_moved = True
        if self._grip is Grip.RULER:
            width = max(1.0, self._wave.place().ruler.width())
            self._wave.pan((self._last_x - place.x()) / width * self._wave.scene.span.length_s)
            self._last_x = place.x()
        elif self._grip is Grip.MARKER and self._marker is not None:
            self._wave.set_markers((*self._others, self._moved(self._marker, place)))
        elif self._grip is Grip.FILE and self._taken is not None:
            self._pressed = None  # the drag grabs the mouse: no release arrives here
            self._wave.drag_wanted.emit(*self._taken)
        elif self._grip in (Grip.PLACE, Grip.EDGE):
            self._follow_beyond_the_edge(place.x())
            at_s = self._seconds(place.x())
            kept = self._wave.scene.selection
            is_temporary = kept.is_temporary if self._grip is Grip.EDGE and kept is not None else self._is_shifted
            start_s, end_s = min(self._anchor_s, at_s), max(self._anchor_s, at_s)
            if self._is_in_words:
                start_s, end_s = self._wave.scene.words_between(start_s, end_s) or (start_s, end_s)
            self._wave.select(start_s, end_s, is_temporary=is_temporary)

    def release(self, place: QPointF) -> None:
        """Ends the gesture: without a move it was a click."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and self._has_moved and self._marker is not None:
            self._wave.marker_moved.emit(self._marker, self._moved(self._marker, place))
        self._marker = None
        if pressed is None or self._has_moved:
            return
        scene, layout = self._wave.scene, self._wave.place()
        at_s = self._seconds(pressed.x())
        mark_s = self._mark_under(pressed)
        word = scene.word_at(at_s) if layout.words.contains(pressed) else None
        if word is not None:
            mark_s = word.start_s
        chosen = scene.selection
        if chosen is not None and not chosen.holds(at_s):
            self._wave.clear_selection()
        if layout.ruler.contains(pressed):
            return
        self._wave.seek(at_s if mark_s is None else mark_s)

    def double_click(self, place: QPointF) -> None:
        """Selects the words or the moment under the pointer, or everything."""
        scene = self._wave.scene
        if not scene.has_sound:
            return
        at_s = self._seconds(place.x())
        phrase = scene.phrase_at(at_s) if self._wave.place().words.contains(place) else None
        if phrase is not None:
            self._wave.select(*phrase)
            return
        for moment in scene.moments:
            if moment.start_s <= at_s <= moment.end_s:
                self._wave.select(moment.start_s, moment.end_s)
                return
        for marker in scene.markers:
            if marker.end_s is not None and marker.start_s <= at_s <= marker.end_s:
                self._wave.select(marker.start_s, marker.end_s)
                return
        self._wave.select(0.0, scene.span.duration_s)

    def _follow_beyond_the_edge(self, x: float) -> None:
        """Scrolls the view when a selection is dragged out of it."""
        width = self._wave.place().body.width()
        if x < 0:
            self._wave.pan(x / max(1.0, width) * self._wave.scene.span.length_s)
        elif x > width:
            self._wave.pan((x - width) / max(1.0, width) * self._wave.scene.span.length_s)

    def _seconds(self, x: float) -> float:
        width = self._wave.place().body.width()
        return self._wave.scene.span.seconds_at(min(max(0.0, x), width), width)

    def _x(self, at_s: float) -> float:
        return self._wave.scene.span.x_of(at_s, self._wave.place().body.width())

    def _edge_under(self, place: QPointF) -> float | None:
        chosen: Selection | None = self._wave.scene.selection
        if chosen is None or not self._wave.place().body.contains(place):
            return None
        near = [(abs(self._x(edge) - place.x()), edge) for edge in (chosen.start_s, chosen.end_s)]
        distance, edge = min(near)
        return edge if distance <= _EDGE_PX else None

    def _stretch_under(self, place: QPointF) -> tuple[float, float] | None:
        """What a drag from here takes out: the selection by grip or words, a moment by its bar, a temporary range."""
        scene, layout = self._wave.scene, self._wave.place()
        at_s = self._seconds(place.x())
        chosen = scene.selection
        if chosen is not None:
            by_grip = layout.head.contains(place) and self._x(chosen.start_s) - 2 <= place.x() <= max(
                self._x(chosen.end_s), self._x(chosen.start_s) + 12
            )
            by_range = chosen.is_temporary and layout.body.contains(place) and chosen.holds(at_s)
            by_words = layout.words.contains(place) and chosen.holds(at_s) and scene.word_at(at_s) is not None
            if by_grip or by_words or (by_range and self._edge_under(place) is None):
                return chosen.start_s, chosen.end_s
        if layout.head.contains(place):
            for moment in scene.moments:
                if self._x(moment.start_s) <= place.x() <= max(self._x(moment.end_s), self._x(moment.start_s) + 12):
                    return moment.start_s, moment.end_s
        return None

    def _marker_under(self, place: QPointF) -> Marker | None:
        """The marker whose flag is here; the last one drawn, where several are."""
        if not self._wave.place().head.contains(place):
            return None
        near = [one for one in self._wave.scene.markers if -2 <= place.x() - self._x(one.start_s) <= 8]
        return near[-1] if near else None

    def _moved(self, marker: Marker, place: QPointF) -> Marker:
        """The marker as dragged to here, within the sound; a stretch keeps its length."""
        length_s = 0.0 if marker.end_s is None else marker.end_s - marker.start_s
        wanted_s = marker.start_s + self._seconds(place.x()) - self._anchor_s
        start_s = max(0.0, min(self._wave.duration_s - length_s, wanted_s))
        return replace(marker, start_s=start_s, end_s=None if marker.end_s is None else start_s + length_s)

    def _mark_under(self, place: QPointF) -> float | None:
        """Seek target of a click on a flag, a moment's bar or a mark of the strip."""
        scene, layout = self._wave.scene, self._wave.place()
        if layout.head.contains(place):
            marker = self._marker_under(place)
            if marker is not None:
                return marker.start_s
            taken = self._stretch_under(place)
            return None if taken is None else taken[0]
        if layout.strip.contains(place):
            for moment in scene.moments:
                if abs(self._x((moment.start_s + moment.end_s) / 2) - place.x()) <= 7:
                    return moment.start_s
        return None
