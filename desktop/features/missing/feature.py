"""Runs the page of missing files: lists them off the GUI thread, compares and relinks located ones."""

import os
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QLocale, QObject, QTime
from PySide6.QtWidgets import QFileDialog

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.missing.page import MissingPage
from desktop.features.missing.tables import MissingPlace
from desktop.widgets.buttons import AskDialog
from desktop.work.cancellable_work import LongTask, Tell
from desktop.work.ingest_process import JobOrder
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.events import Event, Finished
from engine.base.types import FilePath, SoundId
from engine.features.missing import jobs
from engine.features.missing.relink import MissingFiles, MissingRow, RelinkProposal, RelinkResult, relink
from engine.library.jobs import remove, wait_for_writer

_WAIT_S = 30.0
"""How long to wait for the watch, which may still be examining the vanished folder."""


_ALL = JobOrder(is_quiet=True)


class MissingFeature(QObject):
    """Connects the page to the engine. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        ingest: ports.IngestProcess,
        navigation: ports.Navigation,
        notices: ports.Notices,
        results: ports.ResultsView,
        status: ports.StatusBar,
        folders: ports.FoldersPanel,
    ) -> None:
        super().__init__()
        self._window, self._search, self._jobs, self._ingest = window, search, jobs, ingest
        self._navigation, self._notices, self._results = navigation, notices, results
        self._library = search.folder
        self._wanted: SoundId | None = None
        """The sound to select once the list is loaded."""
        self._question: AskDialog | None = None
        self._looked_at = ""
        self.working = LongTask(jobs, self)
        self.page = page = MissingPage(theme, window)
        action = commands.add(
            "library.missing",
            translate("MissingFeature", "Missing files"),
            partial(navigation.open_page, "missing"),
            keys=["Ctrl+Shift+G"],
            menu="Library",
            group=5,
            icon="folder-offline",
            is_checkable=True,
            tip=translate("MissingFeature", "Missing files, and drives that are not connected"),
        )
        navigation.add_page("missing", page, translate("MissingFeature", "Missing files"), action)
        window.page_changed.connect(self._page_changed)
        status.facts.missing_wanted.connect(lambda: window.show_page("missing"))
        folders.locate_wanted.connect(lambda root: window.show_page("missing"))
        search.counted.connect(lambda stats, folders: self._follow())
        ingest.happened.connect(self._happened)
        ingest.queue_changed.connect(self._show_age)
        self._show_age()
        commands.add(
            "library.locate",
            translate("MissingFeature", "Locate…"),
            self._locate_selected,
            menu="Sound",
            group=8,
            tip=translate("MissingFeature", "Shows a missing sound among the missing files, to say where it is now"),
        )
        commands.in_row_menu("library.locate", 8, only_if=self._is_away)
        self.working.running_changed.connect(page.set_working)
        self.working.progressed.connect(page.show_progress)
        page.refresh_wanted.connect(self._look_again)
        page.stop_wanted.connect(self.working.stop)
        page.folder_wanted.connect(self._choose_folder)
        page.file_wanted.connect(self._choose_file)
        page.remove_wanted.connect(self._ask_to_remove)

    def locate(self, row: MissingRow, path: FilePath) -> None:
        """Links a missing sound to this file, and everything that moved with it."""
        library = self._library
        self._link(lambda: jobs.locate_sound(library, row.id, path))

    def locate_place(self, place: MissingPlace, folder: FilePath) -> None:
        """Links everything below a missing folder or root to this folder."""
        library = self._library
        if place.root is not None:
            root = place.root.root.id
            self._link(lambda: jobs.locate_folder(library, root, folder))
        elif place.folder is not None:
            before = place.folder.folder
            self._link(lambda: jobs.locate_all_below(library, before, folder))

    def _page_changed(self, page: str) -> None:
        if page == "missing":
            self.page.say("")
            self.page.set_reasons({})
            self._read(is_opening=True)
            self._look()

    def _follow(self) -> None:
        """Updates the page after a change of the library."""
        if self._window.page == "missing" and not self.working.is_running:
            self._read()

    def _look_again(self) -> None:
        self.page.say("")
        self._look()

    def _look(self) -> None:
        """Starts a scan of all folders: the catalogue may be older than a recent move."""
        self._ingest.run(_ALL)
        self._show_age()

    def _happened(self, event: Event) -> None:
        is_of_all = not (self._ingest.order.folders or self._ingest.order.only)
        if isinstance(event, Finished) and not event.cancelled and is_of_all:
            self._looked_at = QLocale().toString(QTime.currentTime(), QLocale.FormatType.ShortFormat)
            self._show_age()

    def _show_age(self) -> None:
        ingest = self._ingest
        is_looking = _ALL in ingest.waiting or (ingest.is_running and ingest.order == _ALL)
        self.page.show_age(self._looked_at, is_looking=is_looking)

    def _read(self, *, is_opening: bool = False) -> None:
        library = self._library
        self._jobs.run(lambda cancel: jobs.missing_files(library), lambda listed: self._came(listed, is_opening))

    def _came(self, listed: MissingFiles, is_opening: bool) -> None:
        self.page.show_missing(listed)
        wanted, self._wanted = self._wanted, None
        if wanted is not None and self.page.choose(wanted):
            self.page.right.setFocus()
        elif is_opening and self.page.places.places:
            self.page.left.setFocus()

    def _is_away(self) -> bool:
        """Whether the current sound is missing or offline, and so can be located."""
        hit = self._results.current_hit()
        return hit is not None and hit.sound.is_away

    def _locate_selected(self) -> None:
        hit = self._results.current_hit()
        if hit is None or not hit.sound.is_away:
            self._notices.say(translate("MissingFeature", "This sound is not missing."))
            return
        self._wanted = hit.sound.id
        self._navigation.open_page("missing")

    # -- locating --------------------------------------------------------------------------------------------------

    def _choose_folder(self, place: MissingPlace) -> None:
        title = translate("MissingFeature", "Where is %1 now?", os.path.basename(place.text.rstrip("/\\")))
        chosen = QFileDialog.getExistingDirectory(self.page, title)
        if chosen:
            self.locate_place(place, FilePath.of(chosen))

    def _choose_file(self, row: MissingRow) -> None:
        title = translate("MissingFeature", "Where is %1 now?", row.path.name)
        suffix = row.path.native.suffix
        same = f"{row.path.name} (*{suffix})" if suffix else ""
        chosen, _ = QFileDialog.getOpenFileName(self.page, title, "", f"{same};;*")
        if chosen:
            self.locate(row, FilePath.of(chosen))

    def _link(self, propose: Callable[[], RelinkProposal]) -> None:
        library = self._library

        def work(cancel: Cancel, tell: Tell) -> RelinkResult:
            wait_for_writer(library, _WAIT_S, cancel=cancel)
            return relink(library, propose(), cancel=cancel, progress=lambda done, total: tell(done / max(1, total)))

        self.page.say("")
        self.working.run(work, self._linked, failed=self._failed)

    def _linked(self, done: RelinkResult) -> None:
        said = [translate("MissingFeature", "%n sound(s) found again.", n=done.sounds)]
        if done.is_cancelled:
            said.append(translate("MissingFeature", "Stopped before the end."))
        elif done.unmatched:
            said.append(
                translate("MissingFeature", "%n not found there, or not the same audio.", n=len(done.unmatched))
            )
        self.page.set_reasons({item.row.id: engine_words.note(item.reason) for item in done.unmatched})
        self.page.say(" ".join(said))
        self._search.catch_up()
        self._read()

    def _failed(self, err: EngineError) -> None:
        self._notices.warn(*engine_words.error(err), "missing")

    # -- removing --------------------------------------------------------------------------------------------------

    def _ask_to_remove(self, ids: list[SoundId]) -> None:
        more = translate(
            "MissingFeature",
            "Ratings, tags and collections come back when the same audio is indexed again. No file is touched.",
        )
        question = self._question = AskDialog(
            self._window,
            translate("MissingFeature", "Remove from library"),
            translate("MissingFeature", "Remove %n missing sound(s) from the library?", n=len(ids)),
            more,
            translate("MissingFeature", "Remove"),
            is_danger=True,
        )
        question.ask(partial(self._remove, ids))

    def _remove(self, ids: list[SoundId]) -> None:
        library = self._library
        self.working.run(
            lambda cancel, tell: remove(library, ids),
            lambda _: self._removed(len(ids)),
            failed=self._failed,
        )

    def _removed(self, count: int) -> None:
        self.page.say(translate("MissingFeature", "%n sound(s) removed from the library.", n=count))
        self._search.catch_up()
        self._read()


FEATURE = WindowFeature((FeaturePart(510, MissingFeature),))
