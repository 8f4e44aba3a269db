"""Joins backups with the window: the daily one, the list, and going back to one, which closes the window first."""

import logging

from PySide6.QtCore import QDateTime, QLocale, QObject, QTimer

from desktop.backups.dialog import BackupsDialog
from desktop.panels.empty import Way
from desktop.translation import translate
from desktop.wiring.parts import Parts
from desktop.work.jobs import Cancel, Job
from engine.backups.files import Backup, Reason, backups_of
from engine.backups.losses import Losses, losses
from engine.backups.make import make_backup, make_daily
from engine.errors import EngineError, LibraryDamaged
from engine.stopping import Stopped

_SETTLED_MS = 5_000
"""The daily backup waits until the window has what it needs to answer."""
_log = logging.getLogger(__name__)


class Backups(QObject):
    """GUI thread only."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._library = parts.start.library
        self._is_open = False
        self._comparing: Job | None = None
        self.dialog: BackupsDialog | None = None
        parts.search.counted.connect(lambda stats, folders: self._opened(bool(stats.sounds)))
        parts.search.damaged.connect(self._damaged)
        parts.commands.add(
            "library.backups",
            translate("Backups", "Restore a backup…"),
            self.show,
            menu="Library",
            group=7,
            tip=translate("Backups", "Copies of what Earshot knows of your sounds, and what going back would cost"),
        )

    def show(self) -> None:
        """Lists the backups."""
        if self.dialog is None:
            dialog = self.dialog = BackupsDialog(self._parts.window)
            dialog.chosen.connect(self._compare)
            dialog.make_wanted.connect(self._make)
            dialog.restore_wanted.connect(lambda backup: self._parts.restore(backup.path))
        self._list()
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def _opened(self, has_sounds: bool) -> None:
        if has_sounds and not self._is_open:
            self._is_open = True
            if self._parts.start.screenshot is None:
                QTimer.singleShot(_SETTLED_MS, self, self._make_daily)

    def _make_daily(self) -> None:
        def work(cancel: Cancel) -> Backup | None:
            try:
                return make_daily(self._library, cancel=cancel)
            except Stopped:
                return None

        self._parts.jobs.run(work, self._made_daily, failed=self._not_made)

    def _made_daily(self, backup: Backup | None) -> None:
        if backup is not None and not backup.is_whole:
            self._parts.window.message.say(
                translate("Backups", "The library is damaged. What was entered may not be kept."),
                translate("Backups", "Go back to a backup: Library, Restore a backup. `earshot verify` says more."),
                "backup",
            )

    def _not_made(self, err: EngineError) -> None:
        _log.warning("no backup could be made: %s", err)
        self._parts.window.status.say(translate("Backups", "No backup could be made: %1", str(err)))

    def _list(self) -> None:
        self._parts.jobs.run(lambda cancel: backups_of(self._library), self._show)

    def _show(self, backups: list[Backup]) -> None:
        if self.dialog is not None:
            self.dialog.show_backups(backups, can_make=self._is_open)

    def _compare(self, backup: Backup) -> None:
        if self._comparing is not None:
            self._comparing.cancel()

        def work(cancel: Cancel) -> tuple[bool, Losses | None]:
            try:
                return True, losses(self._library, backup.path, cancel=cancel)
            except Stopped:
                return False, None

        def then(answer: tuple[bool, Losses | None]) -> None:
            if self.dialog is not None and answer[0]:
                self.dialog.show_cost(backup, answer[1])

        self._comparing = self._parts.jobs.run(work, then, failed=self._say_in_dialog)

    def _make(self) -> None:
        self._parts.jobs.run(
            lambda cancel: make_backup(self._library, Reason.ASKED),
            lambda made: self._list(),
            failed=self._say_in_dialog,
        )

    def _say_in_dialog(self, err: EngineError) -> None:
        if self.dialog is not None:
            self.dialog.show_fault(f"{err}. {err.advice}")

    def _damaged(self, err: LibraryDamaged) -> None:
        """The library cannot be opened: the way back is offered where its rows would be."""
        window = self._parts.window
        title = translate("Backups", "The library is damaged")
        if err.backup is None or err.made_s is None:
            window.empty.fault(title, f"{err}. {err.advice}")
            return
        window.message.take_back("library")  # the page says it, with what can be done
        when = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(err.made_s)), QLocale.FormatType.ShortFormat)
        window.empty.fault(
            title,
            translate(
                "Backups",
                "What Earshot keeps of your sounds cannot be read. Newest backup: %1. Your files are untouched.",
                when,
            ),
        )
        window.empty.show_ways([Way(translate("Backups", "Restore a backup…"), self.show)])
