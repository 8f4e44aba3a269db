"""Waveform overviews for rows and for the deck: read by one thread through a LibraryReader, kept in an LRU cache.

The row asked for last is read first, so that what is on screen comes before what was scrolled past.
"""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QObject, QThread, Signal

from engine.errors import EngineError
from engine.library import LibraryReader
from engine.types import Peaks, SoundId

_KEPT = 4096
"""Overviews kept: 4 kB each, so 16 MB at most."""
_WAITING = 512
"""Requests kept; older ones were scrolled past and are asked for again when they are seen again."""
_log = logging.getLogger(__name__)


class OverviewThread(QThread):
    """Reads peaks in the background. `get` and `ask` belong to the GUI thread."""

    ready = Signal(object)
    """The SoundId whose overview is now in the cache."""

    def __init__(self, reader: Callable[[], LibraryReader | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_reader = reader
        self._wake = threading.Condition()
        self._wanted: OrderedDict[SoundId, None] = OrderedDict()
        self._kept: OrderedDict[SoundId, Peaks | None] = OrderedDict()
        self._is_closing = False

    def get(self, sound: SoundId) -> Peaks | None:
        """The overview if it is at hand; else asks for it, and `ready` tells when it came."""
        with self._wake:
            if sound in self._kept:
                self._kept.move_to_end(sound)
                return self._kept[sound]
            self._wanted.pop(sound, None)
            self._wanted[sound] = None
            while len(self._wanted) > _WAITING:
                self._wanted.popitem(last=False)
            self._wake.notify()
        return None

    def forget(self) -> None:
        """Empties the cache: the library changed."""
        with self._wake:
            self._kept.clear()

    def close(self) -> None:
        """Ends the thread."""
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        self.wait()

    def run(self) -> None:
        """The thread's body; Qt calls it."""
        try:
            opened = self._open_reader()
            if opened is None:
                return
            with opened as reader:
                while (sound := self._next()) is not None:
                    peaks = reader.peaks(sound)
                    with self._wake:
                        self._kept[sound] = peaks
                        while len(self._kept) > _KEPT:
                            self._kept.popitem(last=False)
                    if peaks is not None:
                        self.ready.emit(sound)
        except EngineError as err:
            _log.warning("no waveform overviews: %s %s", err, err.advice)
        except Exception:
            _log.exception("the overview thread ended")

    def _next(self) -> SoundId | None:
        with self._wake:
            self._wake.wait_for(lambda: self._wanted or self._is_closing)
            if self._is_closing:
                return None
            return self._wanted.popitem(last=True)[0]
