"""Syncs a joined library automatically, off the GUI thread: after edits, at intervals, and with delays after failures.

One sync runs at a time, in its own thread, so that a silent server blocks no other job. A second thread reads local
state. Being offline is no error: only the state shows it.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from desktop.base.settings_file import SettingsFile
from desktop.base.timer import single_shot
from desktop.work.jobs import Jobs
from engine.base.cancellation import Cancel, StopRequested
from engine.base.errors import EngineError, LibraryBusy, StudioError, StudioNotInstalled, StudioOffline, StudioRefused
from engine.base.lazy_import import later
from engine.features.studio.messages import StudioFault
from engine.features.studio.records import Conflict, Person, SharedState, SyncReport, Volume

if TYPE_CHECKING:
    from engine.features.studio import facade
else:
    facade = later("engine.features.studio.facade")

T = TypeVar("T")
_SOON_MS = 700
"""Delay after an edit, to send several together."""
_LATEST_S = 300
"""Longest delay between attempts while the server is silent."""
_BY_HAND = (StudioFault.NO_PASSWORD, StudioFault.PASSWORD_WRONG)
"""Faults that a retry cannot fix: sync pauses until the user signs in."""
_log = logging.getLogger(__name__)


class LocalState(Struct, frozen=True):
    """Local state of a joined library; empty for any other."""

    state: SharedState | None = None
    """State of the library; None if not joined, or not read yet."""
    people: tuple[Person, ...] = ()
    """Who was present at the last sync."""
    conflicts: tuple[Conflict, ...] = ()
    """Open conflicts, newest first."""
    volumes: tuple[Volume, ...] = ()
    """Volumes by name."""
    private: frozenset[int] = frozenset()
    """Ids of collections that only this user sees."""


class Sync(QObject):
    """Knows the state of the library and keeps it in sync. GUI thread only."""

    changed = Signal()
    """State, people, conflicts or volumes changed."""
    taken = Signal(object)
    """SyncReport: changes by others are now in the library."""
    running_changed = Signal(bool)
    failed = Signal(object)
    """EngineError of the library; errors of the server are part of the state."""

    def __init__(self, library: Path, settings: SettingsFile, parent: QObject) -> None:
        super().__init__(parent)
        self._library = library
        self._settings = settings
        self._syncs = Jobs(self, threads=1)
        self._looks = Jobs(self, threads=1)
        self.known = LocalState()
        self.password: str | None = None
        """The typed password if no keyring stores it; lost when the window closes."""
        self.is_running = False
        self._is_wanted_again = False
        self._fruitless = 0
        """Consecutive syncs without an answer."""
        self._timer = single_shot(self, 0, self.sync)
        settings.changed.connect(self._setting_changed)

    @property
    def is_on(self) -> bool:
        return self._settings.values.sync

    def begin(self) -> None:
        """Reads the local state, and syncs a joined library."""
        self.look(self._go_on)

    def look(self, then: Callable[[], object] = lambda: None) -> None:
        """Reads the local state; emits `changed` if it differs."""

        def came(known: LocalState) -> None:
            if known != self.known:
                self.known = known
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
        """Runs work that needs no server and takes milliseconds, in order of the calls."""
        library = self._library
        self._looks.run(lambda cancel: work(library), then, failed=self.failed.emit if failed is None else failed)

    def ask_server(
        self, work: Callable[[Path], T], then: Callable[[T], object], *, failed: Callable[[EngineError], object]
    ) -> None:
        """Runs work that needs the server, after the running sync."""
        library = self._library
        self._syncs.run(lambda cancel: work(library), then, failed=failed)

    def edited(self) -> None:
        """Schedules a sync after an edit, unless the server is known to be silent."""
        if self.known.state is None:
            return

        def send() -> None:
            if self.known.state is not None and self.known.state.waiting and self.is_on and not self._fruitless:
                self._sync_in(_SOON_MS)

        self.look(send)

    def sync(self) -> None:
        """Syncs now; if a sync is running, once more after it."""
        if self.known.state is None:
            return
        self._timer.stop()
        if self.is_running:
            self._is_wanted_again = True
            return
        self._set_running(True)
        library, password = self._library, self.password
        self._syncs.run(lambda cancel: _sync(library, password, cancel), self._synced, failed=self._sync_failed)

    def close(self) -> None:
        """Cancels a running sync and waits for it: then nothing has the library open."""
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
            case StudioError():  # part of the state
                _log.warning("the shared library was not synced: %s", err)
                self._ended(_LATEST_S)
            case _:
                _log.warning("the shared library was not synced: %s", err)
                self._ended(None)
                self.failed.emit(err)

    def _ended(self, next_s: int | None) -> None:
        """Reads the state after a sync and schedules the next one; None for no automatic one."""
        self._set_running(False)
        is_wanted_again, self._is_wanted_again = self._is_wanted_again, False

        def go_on() -> None:
            if self.known.state is None:
                return
            if is_wanted_again:
                self.sync()
            elif self.is_on and next_s is not None:
                self._sync_in(next_s * 1000)

        self.look(go_on)

    def _go_on(self) -> None:
        if self.known.state is not None and self.is_on:
            self.sync()

    def _sync_in(self, delay_ms: int) -> None:
        """Syncs after a delay, unless an earlier sync is scheduled."""
        if not self._timer.isActive() or self._timer.remainingTime() > delay_ms:
            self._timer.start(delay_ms)

    def _set_running(self, is_running: bool) -> None:
        self.is_running = is_running
        self.running_changed.emit(is_running)

    def _setting_changed(self, name: str) -> None:
        if name in ("sync", "sync_s") and self.known.state is not None:
            self._timer.stop()
            self.changed.emit()
            self._go_on()


def _look(library: Path) -> LocalState:
    state = facade.state(library)
    if state is None:
        return LocalState()
    return LocalState(
        state,
        facade.people(library),
        facade.conflicts(library),
        facade.volumes(library),
        facade.private_collections(library),
    )


def _sync(library: Path, password: str | None, cancel: Cancel) -> SyncReport | None:
    """Syncs once; returns None if cancelled."""
    try:
        return facade.sync(library, password=password, cancel=cancel)
    except StopRequested:
        return None
