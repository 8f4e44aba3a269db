"""Waveform overviews for rows and the deck, kept in an LRU cache."""

from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from desktop.work.reader_thread import ReaderThread
from engine.base.types import Peaks, SoundId
from engine.library.library import LibraryReader

_KEPT = 4096
"""Up to 4 kB each: 16 MB at most."""
_WAITING = 512
"""Older requests are dropped: those rows were scrolled past, and request again when visible."""


class OverviewThread(ReaderThread):
    """Reads peaks in the background. `get` and `forget` are for the GUI thread."""

    ready = Signal(object)
    """SoundId whose overview is now cached."""

    def __init__(self, reader: Callable[[], LibraryReader | None], parent: QObject | None = None) -> None:
        super().__init__(reader, parent, most_waiting=_WAITING)
        self._kept: OrderedDict[SoundId, Peaks | None] = OrderedDict()

    def get(self, sound: SoundId) -> Peaks | None:
        """The cached overview; else None, and `ready` follows."""
        if sound in self._kept:
            self._kept.move_to_end(sound)
            return self._kept[sound]
        self.ask(sound, lambda reader: reader.peaks(sound), lambda peaks: self._keep(sound, peaks))
        return None

    def forget(self) -> None:
        """Clears the cache after a change of the library."""
        self._kept.clear()

    def _keep(self, sound: SoundId, peaks: Peaks | None) -> None:
        self._kept[sound] = peaks
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        if peaks is not None:
            self.ready.emit(sound)
