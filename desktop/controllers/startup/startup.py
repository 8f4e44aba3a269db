"""Starts a window: shows rows of the last session, then opens the library; stores the place on closing.

The order matters. A picture of the window comes even earlier (desktop/app/start.py). Loading the search (ONNX Runtime,
faiss, tokenizers) holds Python's lock for tenths of a second, so it begins after the rows are painted. Fresh results
then replace them; cursor and scroll position stay.
"""

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from desktop.base.settings_file import SettingsFile, SettingsWriter
from desktop.base.theme import SYSTEM, Theme
from desktop.controllers.search_control import SearchControl
from desktop.controllers.startup.first_rows import InitialContent, InitialReader
from desktop.controllers.startup.last_place import MOST_ROWS, LastPlace, place_file, record_of
from desktop.controllers.startup.window_picture import WindowPicture
from desktop.window.cover.picture import picture_file
from desktop.window.main_window import MainWindow
from desktop.work.requests import Request

_NEVER_PAINTED_MS = 1500
"""A minimised or covered window is never painted; the library is opened after this time."""


class Startup(QObject):
    """Bridges the time until the library is open. GUI thread only."""

    seen = Signal(object)
    """The InitialContent of a library that is readable before it is open."""
    drawn = Signal()
    """The first rows, or the page in their place, are painted: heavy loading may begin."""

    def __init__(
        self,
        window: MainWindow,
        theme: Theme,
        finding: SearchControl,
        settings: SettingsFile,
        library: Path,
        file: Path,
        *,
        is_as_left: bool,
        desktop_is_dark: bool,
        parent: QObject,
    ) -> None:
        """Connects the parts; `begin` starts.

        Args:
            window: the window.
            theme: its colours.
            finding: shows the rows.
            settings: tell whether to store the place.
            library: the library's folder.
            file: the settings file; the place is stored beside it.
            is_as_left: restore the last session; False if the start asks for something else.
            desktop_is_dark: whether the desktop was dark before the window set its own colours.
            parent: the owner.
        """
        super().__init__(parent)
        self._window, self._finding, self._settings, self._library = window, finding, settings, library
        self._writer = SettingsWriter(place_file(file))
        self._picturing = WindowPicture(picture_file(file), theme, desktop_is_dark=desktop_is_dark)
        self._is_as_left = is_as_left and settings.values.keep_query
        self._watched: QWidget | None = None
        self._sight: InitialContent | None = None
        self._is_drawn = False
        self._first = InitialReader(library, place_file(file) if self._is_as_left else None, self)
        self._first.came.connect(self._came)
        window.left.connect(self._leave)

    def begin(self) -> None:
        """Reads and shows the first rows; `drawn` follows."""
        self._first.start()

    def close(self) -> None:
        """Ends the thread after the place is written."""
        self._first.wait()
        self._writer.flush()
        self._picturing.flush()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Detects the first paint event."""
        if event.type() is QEvent.Type.Paint and watched is self._watched:
            QTimer.singleShot(0, self, self._has_drawn)
        return False

    def _came(self, sight: InitialContent | None) -> None:
        window = self._window
        if sight is not None:
            if sight.place is not None:
                window.folders.reopen(sight.place.open_folders)
            window.folders.show_folders(sight.folders)
            self.seen.emit(sight)
            request, asked = sight.request, window.search_bar.request
            if request is not None and asked not in (Request(), Request(request.text)):
                if asked == Request(asked.text):  # only words were typed, on a picture that showed these filters
                    window.search_bar.set_filters(request.filters)
                request = None  # the user was quicker
            if sight.is_empty:
                self._finding.show_empty()
            elif request is not None and sight.ranking is not None and len(sight.ranking):
                assert sight.place is not None
                self._sight = sight
                # The deck reads the file under the cursor once these rows are drawn.
                scroll = replace(sight.place.at, current=None, selected=())
                self._finding.show_kept(request, sight.ranking, sight.hits, scroll)
            elif request is not None:
                window.search_bar.show_request(request, is_asked=False)
        window.uncover()
        results = window.results.viewport()
        self._watched = results if window.page == "results" else window.pages.currentWidget()
        self._watched.installEventFilter(self)
        self._watched.update()
        QTimer.singleShot(_NEVER_PAINTED_MS, self, self._has_drawn)

    def _has_drawn(self) -> None:
        if self._is_drawn:
            return
        self._is_drawn = True
        if self._watched is not None:
            self._watched.removeEventFilter(self)
        sight, results = self._sight, self._window.results
        is_untouched = sight is not None and self._window.search_bar.request == sight.request
        if sight is not None and is_untouched and not results.currentIndex().isValid():
            assert sight.request is not None and sight.ranking is not None and sight.place is not None
            self._finding.show_kept(sight.request, sight.ranking, sight.hits, sight.place.at)
        self.drawn.emit()

    def _leave(self) -> None:
        has_rows = False
        if not self._settings.values.keep_query:
            self._writer.write(record_of(LastPlace(str(self._library))))
        elif self._finding.on_show is not None or self._sight is None:
            place = self._now()
            has_rows = bool(place.rows)
            self._writer.write(record_of(place))
        else:  # unchanged since it was stored
            has_rows = True
        if has_rows:
            follows_desktop = self._settings.values.theme == SYSTEM
            self._picturing.take(self._window, self._library, follows_desktop=follows_desktop)
        else:
            self._picturing.forget()

    def _now(self) -> LastPlace:
        """The current place. References and lassos are not stored: their sounds may disappear."""
        request, results, model = self._window.search_bar.request, self._window.results, self._window.model
        nowhere = LastPlace(str(self._library), open_folders=self._window.folders.open_folders)
        if request.reference is not None or request.among is not None:
            return nowhere
        asked = replace(nowhere, text=request.text, filters=request.filters, without=tuple(sorted(request.without)))
        if self._finding.on_show != request:
            return asked
        ids = model.ranking.ids if model.order is None else model.ranking.ids[model.order[:MOST_ROWS]]
        rows = tuple(ids[:MOST_ROWS].tolist())
        return replace(asked, rows=rows, at=results.place())
