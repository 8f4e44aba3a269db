"""Waveform overviews for rows and the deck: read by one thread through a LibraryReader, kept in an LRU cache.

The newest request is read first, so that visible rows precede those scrolled past.
"""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QObject, QThread, Signal

from engine.base.errors import EngineError
from engine.base.types import Peaks, SoundId
from engine.library.library import LibraryReader

_KEPT = 4096
"""Up to 4 kB each: 16 MB at most."""
_WAITING = 512
"""Older requests are dropped: those rows were scrolled past, and request again when visible."""
_log = logging.getLogger(__name__)


class OverviewThread(QThread):
    """Reads peaks in the background. `get` and `forget` are for the GUI thread."""

    ready = Signal(object)
    """SoundId whose overview is now cached."""

    def __init__(self, reader: Callable[[], LibraryReader | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_reader = reader
        self._wake = threading.Condition()
        self._wanted: OrderedDict[SoundId, None] = OrderedDict()
        self._kept: OrderedDict[SoundId, Peaks | None] = OrderedDict()
        self._is_closing = False

    def get(self, sound: SoundId) -> Peaks | None:
        """The cached overview; else None, and `ready` follows."""
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
        """Clears the cache after a change of the library."""
        with self._wake:
            self._kept.clear()

    def close(self) -> None:
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        self.wait()

    def run(self) -> None:
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
