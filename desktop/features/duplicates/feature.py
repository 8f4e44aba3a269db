"""Runs the page of duplicates: finds them off the GUI thread, plays them, removes those that the user confirms."""

from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from desktop.base import engine_words
from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.duplicates.confirm import ConfirmDialog
from desktop.features.duplicates.model import MembersRequest
from desktop.features.duplicates.page import DuplicatesPage
from desktop.work.cancellable_work import LongTask, Tell
from desktop.work.trash import to_trash
from engine.base import read_only_mode
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.types import FilePath, Ids
from engine.features.duplicates import jobs
from engine.features.duplicates.groups import NO_DUPLICATES, Duplicates, Keep
from engine.features.duplicates.near import NearPairs
from engine.features.duplicates.removal import RemovalCheck, RemovedFile, reason_against
from engine.library.answers import listed_hit
from engine.library.jobs import Member, members

_REST_MS = 150
"""How long the slider must rest before regrouping."""
_SETTLE_EVERY = 100
"""Number of trashed files per update of the library: a crash leaves at most this many listed."""


class DuplicatesFeature(QObject):
    """Connects the page to the engine and the player. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        playback: ports.PlaybackControl,
        navigation: ports.Navigation,
        notices: ports.Notices,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._search, self._jobs = window, settings, search, jobs
        self._playback, self._navigation, self._notices = playback, navigation, notices
        self._library = search.folder
        self._pairs: NearPairs | None = None
        self._dialog: ConfirmDialog | None = None
        self._is_following = False
        """Regroups because the library changed, not on request."""
        self.comparing = LongTask(jobs, self)
        self.working = LongTask(jobs, self)
        self.page = page = DuplicatesPage(theme, window)
        action = commands.add(
            "library.duplicates",
            translate("DuplicatesFeature", "Duplicates"),
            partial(navigation.open_page, "duplicates"),
            keys=["Ctrl+Shift+D"],
            menu="Library",
            group=5,
            icon="copy",
            is_checkable=True,
            tip=translate(
                "DuplicatesFeature", "Shows copies and other versions side by side. You choose which to remove."
            ),
        )
        navigation.add_page("duplicates", page, translate("DuplicatesFeature", "Duplicates"), action)
        window.page_changed.connect(self._page_changed)
        search.counted.connect(lambda stats, folders: self._follow())
        self._is_again = False
        self._rest = single_shot(self, _REST_MS, self._regroup)
        for work in (self.comparing, self.working):
            work.progressed.connect(page.show_progress)
            page.stop_wanted.connect(work.stop)
        self.comparing.running_changed.connect(page.set_comparing)
        self.working.running_changed.connect(page.set_busy)
        page.compare_wanted.connect(self._compare)
        page.again.clicked.connect(lambda: self._look_again(True))
        page.kind_changed.connect(self._kind_changed)
        page.similarity_changed.connect(lambda similarity: self._rest.start())
        page.best_wanted.connect(partial(self._choose, Keep.BEST, None))
        page.oldest_wanted.connect(partial(self._choose, Keep.OLDEST, None))
        page.folder_wanted.connect(self._choose_folder)
        page.nothing_wanted.connect(lambda: page.rows.choose(np.zeros_like(page.rows.goes)))
        page.remove_wanted.connect(partial(self._look, False))
        page.trash_wanted.connect(partial(self._look, True))
        page.rows.wanted.connect(self._read)
        page.view.rested.connect(self._audition)
        page.view.toggled.connect(self._play_or_stop)

    def _look_again(self, is_again: bool) -> None:
        """Sets whether the user asked, so that even an unchanged result is reported."""
        self._is_again = is_again

    def _stopped(self) -> None:
        self._look_again(False)
        self._open()

    def _page_changed(self, page: str) -> None:
        if page == "duplicates":
            self._open()

    def _follow(self) -> None:
        """The library changed: regroups, and keeps the user's choice."""
        if self._window.page == "duplicates" and self._dialog is None and len(self.page.rows.found):
            self._is_following = True
            self._rest.start()

    def _kind_changed(self, is_near: bool) -> None:
        self._look_again(False)
        self.page.rows.show(NO_DUPLICATES)
        self.page.say_start()
        self._open()

    def _open(self) -> None:
        """Shows the known groups of the current kind; always searches for copies anew, because that is quick."""
        if not self.page.is_near:
            self._compare(False)
        elif self._pairs is None:
            self.page.say_start()
        else:
            self._regroup()

    def _compare(self, is_near: bool) -> None:
        library = self._library
        if is_near:

            def compare(cancel: Cancel, tell: Tell) -> NearPairs:
                return jobs.versions(library, cancel=cancel, progress=tell)

            self.comparing.run(compare, self._compared, failed=self._failed, cancelled=self._stopped)
        elif self.working.is_running:
            self._rest.start()
        else:
            self.working.run(
                lambda cancel, tell: jobs.copies(library, cancel=cancel),
                partial(self._found, False),
                failed=self._failed,
            )

    def _compared(self, pairs: NearPairs) -> None:
        self._pairs = pairs
        self._regroup()

    def _regroup(self) -> None:
        """Rebuilds the groups on show, once nothing else is running."""
        pairs, similarity, library = self._pairs, self.page.similarity, self._library
        if self.working.is_running:
            self._rest.start()
        elif not self.page.is_near:
            self._compare(False)
        elif pairs is not None:
            self.working.run(
                lambda cancel, tell: jobs.version_groups(library, pairs, similarity),
                partial(self._found, True),
                failed=self._failed,
            )

    def _found(self, is_near: bool, found: Duplicates) -> None:
        if is_near != self.page.is_near:
            self._open()
            return
        rows, is_following = self.page.rows, self._is_following
        self._is_following = False
        former, going = rows.found, rows.found.ids[rows.goes]
        is_same = np.array_equal(found.ids, former.ids) and np.array_equal(found.starts, former.starts)
        if self._is_again:
            self._look_again(False)
            self._notices.say(
                translate("DuplicatesFeature", "Search finished: nothing new.")
                if is_same
                else translate("DuplicatesFeature", "Search finished: the list has changed.")
            )
        if is_following and is_same:
            return
        rows.show(found)
        if is_following:
            rows.choose(found.still(going))
        self.page.show_groups()
        if len(found) and not is_following:
            self.page.view.setFocus()

    def _failed(self, err: EngineError) -> None:
        self._look_again(False)
        self._notices.warn(*engine_words.error(err), "duplicates")

    def _read(self, wanted: MembersRequest) -> None:
        library, rows = self._library, self.page.rows
        self._jobs.run(lambda cancel: members(library, wanted.ids), lambda members: rows.take(wanted, members))

    # -- choosing --------------------------------------------------------------------------------------------------

    def _choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(
            self.page, translate("DuplicatesFeature", "Keep the sounds in this folder")
        )
        if chosen:
            self._choose(Keep.FOLDER, FilePath.of(chosen))

    def _choose(self, rule: Keep, folder: FilePath | None) -> None:
        found, library = self.page.rows.found, self._library
        self.working.run(
            lambda cancel, tell: jobs.proposal(library, found, rule, folder),
            lambda goes: self.page.rows.choose(goes) if self.page.rows.found is found else None,
            failed=self._failed,
        )

    # -- removing --------------------------------------------------------------------------------------------------

    def _look(self, is_trash: bool) -> None:
        found, goes, library = self.page.rows.found, self.page.rows.goes.copy(), self._library
        self.working.run(
            lambda cancel, tell: jobs.look(library, found, goes, is_trash=is_trash, cancel=cancel),
            partial(self._ask, is_trash),
            failed=self._failed,
        )

    def _ask(self, is_trash: bool, leave: RemovalCheck) -> None:
        dialog = self._dialog = ConfirmDialog(leave, is_trash=is_trash, parent=self._window)
        dialog.accepted.connect(partial(self._take_out, is_trash, leave))
        dialog.finished.connect(self._answered)
        dialog.open()

    def _answered(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None

    def _take_out(self, is_trash: bool, leave: RemovalCheck) -> None:
        library = self._library

        def take(cancel: Cancel, tell: Tell) -> "_Removal":
            return _take_out(library, leave, is_trash, cancel, tell)

        self.working.run(take, partial(self._gone, is_trash), failed=self._failed)

    def _gone(self, is_trash: bool, out: "_Removal") -> None:
        self.page.rows.show(self.page.rows.found.without(out.ids))
        self.page.show_groups()
        self._search.catch_up()
        text = (
            translate("DuplicatesFeature", "%n file(s) moved to the trash.", n=len(out.gone))
            if is_trash
            else translate("DuplicatesFeature", "%n sound(s) removed from the library.", n=len(out.gone))
        )
        self._notices.say(text)
        if out.refused:
            path, reason = out.refused[0]
            self._notices.warn(
                translate("DuplicatesFeature", "%n file(s) could not be moved to the trash.", n=len(out.refused)),
                translate("DuplicatesFeature", "First error: %1: %2.", path.name, reason),
                "duplicates",
            )

    # -- playback --------------------------------------------------------------------------------------------------

    def _audition(self, member: Member) -> None:
        if self._settings.values.autoplay:
            self._navigation.play("duplicates", listed_hit(member.sound, 1))

    def _play_or_stop(self, member: Member) -> None:
        if not self._playback.stop():
            self._navigation.play("duplicates", listed_hit(member.sound, 1))


class _Removal:
    def __init__(self) -> None:
        self.gone: list[RemovedFile] = []
        self.refused: list[tuple[FilePath, str]] = []

    @property
    def ids(self) -> Ids:
        """int64 [N], the removed sounds."""
        return np.array([one.item.sound.id for one in self.gone], dtype=np.int64)


def _take_out(library: Path, leave: RemovalCheck, is_trash: bool, cancel: Cancel, tell: Tell) -> _Removal:
    """Trashes files one by one and updates the library every `_SETTLE_EVERY`; keeps its progress when cancelled."""
    if is_trash:
        read_only_mode.keep()
    out = _Removal()
    settled = 0
    try:
        for number, item in enumerate(leave.leaving, start=1):
            if cancel():
                break
            if is_trash:
                reason = reason_against(item)
                went, what = to_trash(item.sound.path) if reason is None else (False, engine_words.note(reason))
                if went:
                    out.gone.append(RemovedFile(item, what))
                else:
                    out.refused.append((item.sound.path, what))
            else:
                out.gone.append(RemovedFile(item))
            if len(out.gone) - settled >= _SETTLE_EVERY:
                jobs.settle(library, out.gone[settled:])
                settled = len(out.gone)
            tell(number / len(leave.leaving))
    finally:
        jobs.settle(library, out.gone[settled:])
    return out


FEATURE = WindowFeature((FeaturePart(500, DuplicatesFeature),))
