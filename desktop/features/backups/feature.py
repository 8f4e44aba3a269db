"""Connects backups to the window: the daily backup, the list, and help with a damaged library.

Restoring a backup and repairing the library both close the window first. A library known to be damaged can be searched
and played; a message says that nothing is saved, and offers both.
"""

import logging
import time
from functools import partial

from PySide6.QtCore import QDateTime, QLocale, QObject, Qt, QTimer
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.backups.dialog import BackupsDialog
from desktop.features.backups.restore import mend_library, put_back
from desktop.results.empty import SuggestedAction
from desktop.widgets.buttons import AskDialog
from desktop.work.jobs import Job
from desktop.work.restart import IdleDetector
from engine.base.backup_files import Backup, backups_of
from engine.base.cancellation import Cancel, StopRequested
from engine.base.errors import EngineError, LibraryDamaged
from engine.base.write_hold import is_held
from engine.features.backups.losses import Losses, losses
from engine.library.backups import BackupMade, make_asked, make_daily_aside

_QUIET_MS = 20_000
"""Idle time before the daily backup: no key, click or playback."""
_LATEST_MS = 30 * 60_000
"""The daily backup waits no longer than this for an idle moment."""
_AGAIN_S = 3600.0
"""Least delay between attempts at a daily backup; limits retries after a failure."""
_HELD = "held"
_log = logging.getLogger(__name__)


class BackupsFeature(QObject):
    """Connects backups to the window. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        player: ports.Player,
        ingest: ports.IngestProcess,
        start: ports.WindowStart,
        restart: ports.Restart,
        notices: ports.Notices,
        empty_page: ports.EmptyPage,
    ) -> None:
        super().__init__()
        self._window, self._jobs, self._player, self._ingest, self._start = window, jobs, player, ingest, start
        self._restart, self._notices, self._empty_page = restart, notices, empty_page
        self._library = start.library
        self._is_open = False
        self._is_held = False
        self._is_making = False
        self._not_before_s = 0.0
        self._comparing: Job | None = None
        self.dialog: BackupsDialog | None = None
        search.counted.connect(lambda stats, folders: self._opened(bool(stats.sounds)))
        search.damaged.connect(self._damaged)
        search.held.connect(self._say_held)
        for work in (ingest, jobs):
            work.failed.connect(lambda message, advice: self._look_at_fault())
        commands.add(
            "library.backups",
            translate("BackupsFeature", "Restore a backup…"),
            self.show,
            menu="Library",
            group=7,
            tip=translate(
                "BackupsFeature", "Copies of what Earshot knows about your sounds, and what restoring one would lose"
            ),
        )
        commands.add(
            "library.mend",
            translate("BackupsFeature", "Repair the library…"),
            self.ask_to_mend,
            menu="Library",
            group=7,
            tip=translate(
                "BackupsFeature", "Checks everything Earshot knows about your sounds and repairs what it can"
            ),
        )

    def show(self) -> None:
        if self.dialog is None:
            dialog = self.dialog = BackupsDialog(self._window)
            dialog.chosen.connect(self._compare)
            dialog.make_wanted.connect(self._make)
            dialog.restore_wanted.connect(self._restore)
        self._list()
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def _restore(self, backup: Backup) -> None:
        self._restart.start_again_after(partial(put_back, self._library, backup.path))

    def ask_to_mend(self) -> None:
        """Explains repairing and offers it, or the list of backups."""
        question = AskDialog(
            self._window,
            "Earshot",
            translate("BackupsFeature", "Check and repair the library?"),
            translate(
                "BackupsFeature",
                "Earshot closes, checks everything it knows about your sounds, repairs what it can, and "
                "reopens. It makes a backup first. Your sound files are not changed.",
            ),
            translate("BackupsFeature", "Repair"),
            is_danger=False,
        )
        restore = question.addButton(
            translate("BackupsFeature", "Restore a backup…"), QMessageBox.ButtonRole.ActionRole
        )
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.agree.clicked.connect(lambda: self._restart.start_again_after(partial(mend_library, self._library)))
        restore.clicked.connect(lambda: self.show())
        question.open()

    def _opened(self, has_sounds: bool) -> None:
        if has_sounds and not self._is_open:
            self._is_open = True
            self._jobs.run(lambda cancel: is_held(self._library), self._looked)

    def _looked(self, is_held: bool) -> None:
        if is_held:
            self._say_held()
        if self._start.screenshot is None:
            IdleDetector(self._is_busy, _QUIET_MS, self).came.connect(self._make_daily)
            QTimer.singleShot(_LATEST_MS, self, self._make_daily)

    def _is_busy(self) -> bool:
        return self._player.playing is not None or self._ingest.is_running

    def _make_daily(self) -> None:
        def work(cancel: Cancel) -> BackupMade | None:
            try:
                return make_daily_aside(self._library, cancel=cancel)
            except StopRequested:
                return None

        def done(made: BackupMade | None) -> None:
            self._is_making = False
            if made is not None and made.name is not None:
                if not made.is_whole:
                    self._say_held()
                elif self._is_held:  # repaired or replaced by somebody else
                    self._is_held = False
                    self._notices.take_back(_HELD)

        def failed(err: EngineError) -> None:
            self._is_making = False
            self._not_made(err)

        if not self._is_making and time.monotonic() >= self._not_before_s:
            self._is_making = True
            self._not_before_s = time.monotonic() + _AGAIN_S
            self._jobs.run(work, done, failed=failed)

    def _look_at_fault(self) -> None:
        """If a job failed because the library is damaged, replaces its advice for the shell by a button."""

        def looked(is_held: bool) -> None:
            if is_held:
                self._notices.take_back("job")
                self._say_held()

        self._jobs.run(lambda cancel: is_held(self._library), looked)

    def _say_held(self) -> None:
        self._is_held = True
        self._notices.warn(
            translate(
                "BackupsFeature", "The library is damaged. You can search and play sounds, but changes are not saved."
            ),
            "",
            _HELD,
            SuggestedAction(translate("BackupsFeature", "Repair…"), self.ask_to_mend),
        )

    def _not_made(self, err: EngineError) -> None:
        _log.warning("no backup could be made: %s", err)
        self._notices.say(translate("BackupsFeature", "The backup failed: %1", engine_words.error(err)[0]))

    def _list(self) -> None:
        self._jobs.run(lambda cancel: backups_of(self._library), self._show)

    def _show(self, backups: list[Backup]) -> None:
        if self.dialog is not None:
            self.dialog.show_backups(backups, can_make=self._is_open)

    def _compare(self, backup: Backup) -> None:
        if self._comparing is not None:
            self._comparing.cancel()

        def work(cancel: Cancel) -> tuple[bool, Losses | None]:
            try:
                return True, losses(self._library, backup.path, cancel=cancel)
            except StopRequested:
                return False, None

        def then(answer: tuple[bool, Losses | None]) -> None:
            if self.dialog is not None and answer[0]:
                self.dialog.show_cost(backup, answer[1])

        self._comparing = self._jobs.run(work, then, failed=self._say_in_dialog)

    def _make(self) -> None:
        self._jobs.run(
            lambda cancel: make_asked(self._library),
            lambda made: self._list(),
            failed=self._say_in_dialog,
        )

    def _say_in_dialog(self, err: EngineError) -> None:
        if self.dialog is not None:
            self.dialog.show_fault(engine_words.in_full(err))

    def _damaged(self, err: LibraryDamaged) -> None:
        """The library cannot be opened: offers a restore in place of the rows."""
        title = translate("BackupsFeature", "The library is damaged")
        if err.backup is None or err.made_s is None:
            self._empty_page.fault(title, engine_words.in_full(err))
            return
        self._notices.take_back("library")  # the page says it, and offers what to do
        when = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(err.made_s)), QLocale.FormatType.ShortFormat)
        self._empty_page.fault(
            title,
            translate(
                "BackupsFeature",
                "The library cannot be read. Newest backup: %1. Your sound files are not affected.",
                when,
            ),
        )
        self._empty_page.show_ways([SuggestedAction(translate("BackupsFeature", "Restore a backup…"), self.show)])


FEATURE = WindowFeature((FeaturePart(380, BackupsFeature),))
