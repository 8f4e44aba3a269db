"""Reads data for the large waveform: finer columns, spectrogram tiles, markers, and the match strip.

Two threads of its own read the files, so that a long sound being read whole blocks nothing else. The newest view wins:
requests for older ones are cancelled.
"""

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from desktop.base.timer import single_shot
from desktop.controllers import ports
from desktop.deck.spectrogram_tiles import COLUMNS, ROWS, Tile, colours, picture_of
from desktop.deck.waveform_scene import SceneLook
from desktop.deck.waveform_span import Span
from desktop.work.jobs import Job, Jobs
from engine.audio.markers import read_markers
from engine.audio.spectrogram import spectrogram
from engine.audio.zoom import WavePyramid, ZoomStretch, decoded_stretch
from engine.audio.zoom_cache import ZoomCache
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.types import FilePath, Hit, Moment, SoundId
from engine.library.answers import Strip

_REST_MS = 120
"""How long a sound is on show before anything is read, so that arrowing through a list reads nothing."""
_SOON_MS = 15
"""Merges a burst of wheel events into one read."""
_READ_AT_ONCE_S = 300.0
"""Sounds up to this length are read whole when shown; longer ones when zoomed in."""
_LINGER_MS = 2_000
"""A longer multichannel sound on show for this long is read whole, to show a lane for each channel."""
_DECODED_S = 20.0
"""Views up to this length are decoded directly if there is no pyramid."""
_MARGIN = 0.5
"""Decoded margin on each side, as a fraction of the view, for panning."""
_log = logging.getLogger(__name__)


class WaveformData(QObject):
    """Serves the waveform of the deck. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        search: ports.SearchThread,
        search_control: ports.SearchControl,
        results: ports.ResultsView,
        deck: ports.Deck,
    ) -> None:
        super().__init__()
        self._theme, self._settings, self._search, self._results, self._deck = theme, settings, search, results, deck
        self._wave = deck.waveform
        self._jobs = Jobs(self)
        self._long_jobs = Jobs(self)
        self._cache = ZoomCache(search.folder / "cache" / "waveforms")
        self._palette = colours(theme)
        self.markers_wanted: Callable[[FilePath], object] = self._read_markers
        """Called for a sound that stays on show; a feature may show others than the file's."""
        theme.changed.connect(self._recolour)
        self._pyramid: WavePyramid | None = None
        self._building: Job | None = None
        self._decoding: Job | None = None
        self._tiles: dict[Tile, Job] = {}
        self._unreadable_tiles: set[Tile] = set()
        self._for_sound: list[Job] = []
        self._rest = single_shot(self, _REST_MS, self._look_into)
        self._soon = single_shot(self, _SOON_MS, self._read_soon)
        self._linger = single_shot(self, _LINGER_MS, self._look_longer)
        self._wave.shown.connect(self._shown)
        self._wave.view_changed.connect(self._view_changed)
        self._wave.set_look(SceneLook(settings.values.look))
        settings.changed.connect(self._setting_changed)
        search_control.shown.connect(lambda answered: self._want_strip())
        window.closing.connect(self.close)

    def close(self) -> None:
        self._wave.disconnect(self)
        for timer in (self._rest, self._soon, self._linger):
            timer.stop()
        self._jobs.close()
        self._long_jobs.close()

    # -- reading -------------------------------------------------------------------------------------------------

    def _source(self) -> FilePath | None:
        """The file on show, None if it is unreadable now."""
        hit: Hit | None = self._deck.hit
        is_there = hit is not None and hit.sound.info is not None and not hit.sound.is_away
        return hit.sound.path if hit is not None and is_there and self._wave.duration_s > 0 else None

    def _shown(self) -> None:
        for job in (self._building, self._decoding, *self._tiles.values(), *self._for_sound):
            if job is not None:
                job.cancel()
        self._pyramid = self._building = self._decoding = None
        self._tiles.clear()
        self._unreadable_tiles.clear()
        self._for_sound.clear()
        self._rest.start()
        self._linger.start()

    def _look_longer(self) -> None:
        """Reads the whole sound in the background if its channels are not known yet."""
        path, hit = self._source(), self._deck.hit
        info = None if hit is None else hit.sound.info
        is_known = self._pyramid is not None or self._wave.scene.detail is not None
        if path is not None and info is not None and info.channels > 1 and not is_known:
            self._build(path)

    def _look_into(self) -> None:
        """Reads the markers, and finer columns if that is quick."""
        path = self._source()
        if path is None:
            return
        self.markers_wanted(path)
        self._want_detail()
        self._want_tiles()
        self._want_strip()

    def _read_markers(self, path: FilePath) -> None:
        self._for_sound.append(
            self._jobs.run(lambda cancel: read_markers(path), self._wave.set_markers, failed=self._unreadable, of=path)
        )

    def _want_strip(self) -> None:
        """Requests the match strip of the sound on show; clears it for a listing."""
        hit, ranking = self._deck.hit, self._results.rows.ranking
        if hit is None or ranking.is_listing or ranking.row_of(hit.sound.id) is None:
            self._wave.set_strip(None)
            return
        sound = hit.sound.id
        self._search.ask(
            lambda library: (library.explain(ranking, sound).moments, library.strip(ranking, sound)),
            lambda found: self._strip_came(sound, *found),
            failed=self._unreadable,
        )

    def _strip_came(self, sound: SoundId, moments: tuple[Moment, ...], strip: Strip) -> None:
        if self._deck.hit is not None and self._deck.hit.sound.id == sound:
            self._wave.set_moments(moments)
            self._wave.set_strip(strip)

    def _view_changed(self) -> None:
        if self._rest.isActive():
            return  # done when the sound has rested
        if self._pyramid is not None:
            self._show_from(self._pyramid)
        self._soon.start()

    def _read_soon(self) -> None:
        self._want_detail()
        self._want_tiles()

    def _want_detail(self) -> None:
        path, span, width_px = self._source(), self._wave.scene.span, self._wave.width_px
        if path is None or width_px < 1:
            return
        if self._decoding is not None:
            self._decoding.cancel()
            self._decoding = None
        if self._pyramid is not None and self._show_from(self._pyramid):
            return
        kept = self._wave.scene.detail
        if kept is not None and _is_fine_enough(kept, span, width_px):
            return
        if self._pyramid is None and span.length_s > _DECODED_S:
            if not span.is_whole or self._wave.duration_s <= _READ_AT_ONCE_S:
                self._build(path)
            return
        start_s = max(0.0, span.start_s - _MARGIN * span.length_s)
        end_s = min(span.duration_s, span.end_s + _MARGIN * span.length_s)
        columns = round(width_px * (end_s - start_s) / span.length_s)
        self._decoding = self._jobs.run(
            lambda cancel: None if cancel() else decoded_stretch(path, start_s, end_s, columns),
            lambda stretch: self._decoded(path, stretch),
            failed=self._unreadable,
            of=path,
        )

    def _decoded(self, path: FilePath, stretch: ZoomStretch | None) -> None:
        self._decoding = None
        if stretch is not None:
            self._wave.set_detail(stretch)
        elif self._pyramid is None:
            self._build(path)

    def _show_from(self, pyramid: WavePyramid) -> bool:
        """Shows columns of the pyramid; returns False if it is too coarse."""
        span, width_px = self._wave.scene.span, self._wave.width_px
        stretch = pyramid.stretch(span.start_s, span.end_s, width_px)
        if stretch is not None:
            self._wave.set_detail(stretch)
            return True
        kept = self._wave.scene.detail
        if kept is None or not _covers(kept, span):  # until finer ones arrive
            frames = span.length_s * pyramid.sample_rate_hz
            self._wave.set_detail(pyramid.stretch(span.start_s, span.end_s, int(frames / pyramid.bin_frames)))
        return False

    def _build(self, path: FilePath) -> None:
        if self._building is None:
            self._building = self._long_jobs.run(
                lambda cancel: self._cache.pyramid(path, cancel), self._built, failed=self._unreadable, of=path
            )

    def _built(self, pyramid: WavePyramid | None) -> None:
        self._building = None
        self._pyramid = pyramid
        if pyramid is not None:
            self._want_detail()

    def _want_tiles(self) -> None:
        """Requests one tile at a time: two in parallel are no faster, and slow the window down."""
        path = self._source()
        wanted = [tile for tile in self._wave.missing_tiles() if tile not in self._unreadable_tiles]
        for tile in [tile for tile in self._tiles if tile not in wanted]:
            self._tiles.pop(tile).cancel()
        if path is not None and wanted and not self._tiles:
            tile = wanted[0]
            self._tiles[tile] = self._jobs.run(
                self._tile_work(path, tile),
                lambda made: self._tile_came(tile, made),
                failed=lambda err: self._tile_unreadable(tile, err),
                of=path,
            )

    def _tile_work(self, path: FilePath, tile: Tile) -> Callable[[Cancel], tuple[QImage, float] | None]:
        def work(cancel: Cancel) -> tuple[QImage, float] | None:
            if cancel():
                return None
            found = spectrogram(path, tile.start_s, tile.end_s, columns=COLUMNS, rows=ROWS, cancel=cancel)
            return None if found is None else (picture_of(found, self._palette), float(found.edges_hz[-1]))

        return work

    def _tile_came(self, tile: Tile, made: tuple[QImage, float] | None) -> None:
        self._tiles.pop(tile, None)
        if made is not None:
            self._wave.set_tile(tile, *made)
            self._want_tiles()

    def _tile_unreadable(self, tile: Tile, err: EngineError) -> None:
        """Skips this tile and goes on: others may be readable."""
        self._unreadable(err)
        self._unreadable_tiles.add(tile)
        self._tiles.pop(tile, None)
        self._want_tiles()

    def _unreadable(self, err: EngineError) -> None:
        """Keeps the overview; playback reports the error."""
        _log.info("no detail of a waveform: %s", err)

    def _recolour(self) -> None:
        self._palette = colours(self._theme)
        for job in self._tiles.values():
            job.cancel()
        self._tiles.clear()

    def _setting_changed(self, name: str) -> None:
        if name == "look":
            self._wave.set_look(SceneLook(self._settings.values.look))


def _covers(stretch: ZoomStretch, span: Span) -> bool:
    """Whether a stretch fills a view; a sound may end slightly before its header says."""
    return stretch.start_s <= span.start_s + 1e-6 and stretch.end_s >= min(span.end_s, span.duration_s - 0.05) - 1e-6


def _is_fine_enough(stretch: ZoomStretch, span: Span, width_px: int) -> bool:
    """Whether a stretch fills a view with a column for nearly every pixel, or with all its samples."""
    shown = stretch.lows.shape[1] * span.length_s / max(1e-9, stretch.end_s - stretch.start_s)
    return _covers(stretch, span) and (stretch.is_samples or shown >= 0.75 * width_px)
