"""Syncs a joined library by itself, off the GUI thread: soon after an edit, then and when, and after a failure later.

One sync at a time, in a thread of its own, so that a server which does not answer holds up no other job. What is known
without the server is asked in a second thread. Offline is no fault: nothing is said but how the library stands.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.settings_file import SettingsFile
from desktop.work.jobs import Jobs
from engine.error_wording.studio import StudioFault
from engine.errors import EngineError, LibraryBusy, StudioError, StudioNotInstalled, StudioOffline, StudioRefused
from engine.later import later
from engine.stopping import Cancel, StopRequested
from engine.studio.records import Conflict, Person, SharedState, SyncReport, Volume

if TYPE_CHECKING:
    from engine.studio import sharing
else:
    sharing = later("engine.studio.sharing")

T = TypeVar("T")
_SOON_MS = 700
"""After an edit: several in a row are sent together."""
_LATEST_S = 300
"""Between two tries while the server does not answer."""
_BY_HAND = (StudioFault.NO_PASSWORD, StudioFault.PASSWORD_WRONG)
"""What asking again cannot mend: it is asked again once somebody signed in."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known here of a joined library; of any other, nothing."""

    state: SharedState | None = None
    people: tuple[Person, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    volumes: tuple[Volume, ...] = ()
    private: frozenset[int] = frozenset()


class Syncing(QObject):
    """Knows how the library stands and keeps it so. GUI thread only."""

    changed = Signal()
    """How it stands, who is here, the conflicts or the volumes are others now."""
    taken = Signal(object)
    """SyncReport: others changed something, and it is in the library."""
    running_changed = Signal(bool)
    failed = Signal(object)
    """EngineError of the library, not of the server: how it stands does not tell of it."""

    def __init__(self, library: Path, settings: SettingsFile, parent: QObject) -> None:
        super().__init__(parent)
        self._library = library
        self._settings = settings
        self._syncs = Jobs(self, threads=1)
        self._looks = Jobs(self, threads=1)
        self._known = _Known()
        self.password: str | None = None
        """As it was typed, where no keyring keeps it; gone when the window closes."""
        self.is_running = False
        self._is_wanted_again = False
        self._fruitless = 0
        """Syncs in a row that the server did not answer."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.sync)
        settings.changed.connect(self._setting_changed)

    @property
    def state(self) -> SharedState | None:
        """How the library stands; None while it is joined to nothing, or nobody has looked yet."""
        return self._known.state

    @property
    def people(self) -> tuple[Person, ...]:
        """Who was here at the last sync."""
        return self._known.people

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The conflicts that nobody has settled, newest first."""
        return self._known.conflicts

    @property
    def volumes(self) -> tuple[Volume, ...]:
        """The volumes, by name."""
        return self._known.volumes

    @property
    def private(self) -> frozenset[int]:
        """Collections that this user alone sees."""
        return self._known.private

    @property
    def is_on(self) -> bool:
        """Whether it syncs by itself."""
        return self._settings.values.sync

    def begin(self) -> None:
        """Looks whether the library is joined, and syncs it then."""
        self.look(self._go_on)

    def look(self, then: Callable[[], object] = lambda: None) -> None:
        """Asks what is known here, and tells where it is another than before."""

        def came(known: _Known) -> None:
            if known != self._known:
                self._known = known
                self.changed.emit()
            then()

        self._looks.run(lambda cancel: _look(self._library), came, failed=self.failed.emit)

    def ask(
        self,
        work: Callable[[Path], T],
        then: Callable[[T], object],
        *,
        failed: Callable[[EngineError], object] | None = None,
    ) -> None:
        """Does what needs no server and takes milliseconds, after what was asked before."""
        library = self._library
        self._looks.run(lambda cancel: work(library), then, failed=self.failed.emit if failed is None else failed)

    def ask_server(
        self, work: Callable[[Path], T], then: Callable[[T], object], *, failed: Callable[[EngineError], object]
    ) -> None:
        """Does what asks the server and may take a while, after the sync that runs."""
        library = self._library
        self._syncs.run(lambda cancel: work(library), then, failed=failed)

    def edited(self) -> None:
        """Something that is kept may be another: sends it soon, unless the server is known not to answer."""
        if self.state is None:
            return

        def send() -> None:
            if self.state is not None and self.state.waiting and self.is_on and not self._fruitless:
                self._sync_in(_SOON_MS)

        self.look(send)

    def sync(self) -> None:
        """Syncs now; once more afterwards where a sync is running."""
        if self.state is None:
            return
        self._timer.stop()
        if self.is_running:
            self._is_wanted_again = True
            return
        self._set_running(True)
        library, password = self._library, self.password
        self._syncs.run(lambda cancel: _sync(library, password, cancel), self._synced, failed=self._sync_failed)

    def close(self) -> None:
        """Asks a sync to stop and waits for it: nothing has the library open afterwards."""
        self._timer.stop()
        self._syncs.close()
        self._looks.close()

    def _synced(self, report: SyncReport | None) -> None:
        self._fruitless = 0
        if report is not None and (report.taken or report.refused or len(report.sounds) or report.are_lists_changed):
            self.taken.emit(report)
        self._ended(self._settings.values.sync_s)

    def _sync_failed(self, err: EngineError) -> None:
        every_s = self._settings.values.sync_s
        match err:
            case StudioOffline():
                self._fruitless += 1
                self._ended(min(every_s * 2**self._fruitless, _LATEST_S))
            case StudioRefused():
                self._ended(None if err.what.what in _BY_HAND else _LATEST_S)
            case StudioNotInstalled():
                self._ended(None)
            case LibraryBusy():
                self._ended(every_s)
            case StudioError():  # how it stands tells of it
                _log.warning("the shared library was not synced: %s", err)
                self._ended(_LATEST_S)
            case _:
                _log.warning("the shared library was not synced: %s", err)
                self._ended(None)
                self.failed.emit(err)

    def _ended(self, next_s: int | None) -> None:
        """Looks what came of a sync, and has the next one made; None for not by itself."""
        self._set_running(False)
        is_wanted_again, self._is_wanted_again = self._is_wanted_again, False

        def go_on() -> None:
            if self.state is None:
                return
            if is_wanted_again:
                self.sync()
            elif self.is_on and next_s is not None:
                self._sync_in(next_s * 1000)

        self.look(go_on)

    def _go_on(self) -> None:
        if self.state is not None and self.is_on:
            self.sync()

    def _sync_in(self, delay_ms: int) -> None:
        """Syncs after a while, or earlier where that was meant already."""
        if not self._timer.isActive() or self._timer.remainingTime() > delay_ms:
            self._timer.start(delay_ms)

    def _set_running(self, is_running: bool) -> None:
        self.is_running = is_running
        self.running_changed.emit(is_running)

    def _setting_changed(self, name: str) -> None:
        if name in ("sync", "sync_s") and self.state is not None:
            self._timer.stop()
            self.changed.emit()
            self._go_on()


def _look(library: Path) -> _Known:
    state = sharing.state(library)
    if state is None:
        return _Known()
    return _Known(
        state,
        sharing.people(library),
        sharing.conflicts(library),
        sharing.volumes(library),
        sharing.private_collections(library),
    )


def _sync(library: Path, password: str | None, cancel: Cancel) -> SyncReport | None:
    """One sync; None where it was asked to stop."""
    try:
        return sharing.sync(library, password=password, cancel=cancel)
    except StopRequested:
        return None
