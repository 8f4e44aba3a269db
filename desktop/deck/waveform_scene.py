"""State of the large waveform, and the layout of its parts."""

from enum import StrEnum

from msgspec import Struct, field
from PySide6.QtCore import QRectF

from desktop.deck.spectrogram_tiles import TileCache
from desktop.deck.waveform_lanes import Lanes, lanes_for
from desktop.deck.waveform_span import Span
from engine.audio.markers import Marker
from engine.audio.zoom import ZoomStretch
from engine.base.types import Moment, SpokenWord
from engine.library.answers import Strip

HEAD_PX = 13.0
"""Room for flags, moments and the selection's grip."""
RULER_PX = 16.0
STRIP_PX = 7.0
WORDS_PX = 14.0
_PAUSE_S = 0.5
"""Shortest pause between words that are selected apart."""


class SceneLook(StrEnum):
    """Which views of the sound are drawn."""

    WAVEFORM = "waveform"
    SPECTROGRAM = "spectrogram"
    BOTH = "both"


class Selection(Struct, frozen=True):
    """A stretch selected by the user."""

    start_s: float
    end_s: float
    is_temporary: bool = False
    """Made with Shift: the next click clears it, and dragging anywhere in it drags it out."""

    def holds(self, at_s: float) -> bool:
        return self.start_s <= at_s <= self.end_s


class Scene(Struct):
    """Everything that is drawn. The widget owns it."""

    span: Span = field(default_factory=lambda: Span.whole(0.0))
    overview: ZoomStretch | None = None
    channel_layout: str = ""
    """See `engine.audio.channel_layout`."""
    detail: ZoomStretch | None = None
    moments: tuple[Moment, ...] = ()
    markers: tuple[Marker, ...] = ()
    proposals: tuple[Marker, ...] = ()
    """Regions that nobody has made yet."""
    has_movable_markers: bool = False
    """Whether their flags can be dragged."""
    words: tuple[SpokenWord, ...] = ()
    """In order of time."""
    strip: Strip | None = None
    look: SceneLook = SceneLook.WAVEFORM
    tiles: TileCache = field(default_factory=TileCache)
    highest_hz: float = 0.0
    selection: Selection | None = None
    playhead_s: float | None = None
    cursor_s: float | None = None

    @property
    def has_sound(self) -> bool:
        return self.span.duration_s > 0

    def lanes(self, height_px: float) -> Lanes:
        """Lanes for a height; one until each channel's own wave is known."""
        drawn = self.detail or self.overview
        return lanes_for(1 if drawn is None else drawn.lows.shape[0], height_px)

    def word_at(self, at_s: float) -> SpokenWord | None:
        """The word that is said at a time."""
        return next((word for word in self.words if word.start_s <= at_s <= word.end_s), None)

    def phrase_at(self, at_s: float) -> tuple[float, float] | None:
        """Start and end of the words around a time, from pause to pause."""
        found = self.word_at(at_s)
        if found is None:
            return None
        at = self.words.index(found)
        first = last = at
        while first and self.words[first].start_s - self.words[first - 1].end_s < _PAUSE_S:
            first -= 1
        while last + 1 < len(self.words) and self.words[last + 1].start_s - self.words[last].end_s < _PAUSE_S:
            last += 1
        return self.words[first].start_s, self.words[last].end_s

    def words_between(self, start_s: float, end_s: float) -> tuple[float, float] | None:
        """Start and end of the words that a stretch touches; None if it touches none."""
        touched = [word for word in self.words if word.start_s <= end_s and start_s <= word.end_s]
        return (touched[0].start_s, touched[-1].end_s) if touched else None

    @property
    def has_strip(self) -> bool:
        """Whether the match strip has more than one value."""
        return self.strip is not None and len(self.strip.similarities) > 1


class SceneLayout(Struct, frozen=True):
    """Positions of the parts, in the widget's pixels."""

    head: QRectF
    wave: QRectF
    spectrogram: QRectF
    words: QRectF
    strip: QRectF
    ruler: QRectF

    @classmethod
    def of(
        cls, width_px: float, height_px: float, look: SceneLook, *, has_strip: bool, has_words: bool = False
    ) -> "SceneLayout":
        """Stacks the parts from top to bottom."""
        strip_px = STRIP_PX if has_strip else 0.0
        words_px = WORDS_PX if has_words else 0.0
        body_px = max(1.0, height_px - HEAD_PX - RULER_PX - strip_px - words_px)
        wave_px = {SceneLook.WAVEFORM: body_px, SceneLook.SPECTROGRAM: 0.0, SceneLook.BOTH: round(body_px * 0.5)}[look]
        return cls(
            QRectF(0, 0, width_px, HEAD_PX),
            QRectF(0, HEAD_PX, width_px, wave_px),
            QRectF(0, HEAD_PX + wave_px, width_px, body_px - wave_px),
            QRectF(0, HEAD_PX + body_px, width_px, words_px),
            QRectF(0, HEAD_PX + body_px + words_px, width_px, strip_px),
            QRectF(0, HEAD_PX + body_px + words_px + strip_px, width_px, RULER_PX),
        )

    @property
    def body(self) -> QRectF:
        """Waveform and spectrogram together."""
        return self.wave.united(self.spectrogram) if self.wave.height() > 0 else self.spectrogram
