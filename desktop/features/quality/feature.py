"""Connects the page of flaws to the engine, and runs the pass that measures when nothing else happens."""

import logging
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.quality.page import QualityPage
from desktop.work.jobs import Job, Jobs
from desktop.work.restart import IdleDetector
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.lazy_import import later
from engine.base.quality import Flaw

if TYPE_CHECKING:
    from engine.features.quality import process, report
    from engine.features.quality.quality_pass import QualityStep
else:
    process = later("engine.features.quality.process")
    report = later("engine.features.quality.report")

PAGE = "quality"
_QUIET_MS = 60_000
"""Idle time before the pass starts by itself."""
_QUERIES = {
    Flaw.CLIPPED: "clipped:",
    Flaw.DC: "dc:",
    Flaw.CLICKS: "clicks:",
    Flaw.SILENT_HEAD: "head:",
    Flaw.SILENT_TAIL: "tail:",
    Flaw.CUT: "cut:",
    Flaw.MONO: "mono:",
    Flaw.PHASE: "phase:",
    Flaw.SEAM: "is:loop loops:no",
}
_log = logging.getLogger(__name__)


class QualityFeature(QObject):
    """Quality in the window. GUI thread only."""

    stepped = Signal(object)
    """Progress of the pass, from its thread."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        commands: ports.Commands,
        search: ports.SearchThread,
        search_bar: ports.SearchBar,
        jobs: ports.Jobs,
        player: ports.Player,
        ingest: ports.IngestProcess,
        navigation: ports.Navigation,
        notices: ports.Notices,
        settings: ports.SettingsFile,
        start: ports.WindowStart,
    ) -> None:
        super().__init__()
        self._window, self._search, self._search_bar, self._jobs = window, search, search_bar, jobs
        self._player, self._ingest, self._navigation, self._notices = player, ingest, navigation, notices
        self._settings, self._start, self._library = settings, start, start.library
        self._pass_jobs = Jobs(self, threads=1)
        self._pass: Job | None = None
        self._is_paused = False
        """The user paused it; it does not start by itself until the next start of the window."""
        self.page = page = QualityPage(theme, window)
        action = commands.add(
            "library.quality",
            translate("QualityFeature", "What to mend"),
            partial(navigation.open_page, PAGE),
            menu="Library",
            group=5,
            is_checkable=True,
            tip=translate("QualityFeature", "Clipping, clicks, silence and other flaws that were measured"),
        )
        navigation.add_page(PAGE, page, translate("QualityFeature", "What to mend"), action)
        page.flaw_chosen.connect(self._list)
        page.results_wanted.connect(self._show_results)
        page.measure_wanted.connect(self.start)
        page.pause_wanted.connect(self.pause)
        window.page_changed.connect(lambda shown: self._look() if shown == PAGE else None)
        search.counted.connect(lambda stats, folders: self._look())
        self.stepped.connect(self._show_step)
        window.closing.connect(self._pass_jobs.close)
        search.opened.connect(self._wait_for_quiet)

    @property
    def is_running(self) -> bool:
        return self._pass is not None

    def start(self) -> None:
        """Starts the pass, or continues it."""
        if self._pass is not None:
            return
        self._is_paused = False

        def work(cancel: Cancel) -> "QualityStep":
            return process.measure_apart(self._library, self.stepped.emit, cancel=cancel)

        self._pass = self._pass_jobs.run(work, self._ended, failed=self._failed)
        self.page.set_measuring(True)

    def pause(self) -> None:
        """Ends the pass for now; what was measured is kept."""
        self._is_paused = True
        if self._pass is not None:
            self._pass.cancel()
            self._pass = None
        self.page.set_measuring(False)
        self._look()

    def _wait_for_quiet(self) -> None:
        if self._start.screenshot is None:
            IdleDetector(self._is_busy, _QUIET_MS, self).came.connect(self._start_if_wanted)

    def _is_busy(self) -> bool:
        return self._player.playing is not None or self._ingest.is_running

    def _start_if_wanted(self) -> None:
        """Starts the pass if it is wanted, sounds were not measured yet and nobody paused it."""
        if self._pass is not None or self._is_paused or not self._settings.values.measures_quality:
            return
        self._jobs.run(
            lambda cancel: report.quality_report(self._library),
            lambda found: self.start() if found.waiting and not self._is_paused else None,
            failed=lambda err: _log.info("quality is not measured: %s", err),
        )

    def _look(self) -> None:
        if self._window.page == PAGE:
            self._jobs.run(
                lambda cancel: report.quality_report(self._library), self.page.show_report, failed=self._tell
            )

    def _list(self, flaw: Flaw) -> None:
        self._jobs.run(
            lambda cancel: report.flawed_sounds(self._library, flaw),
            lambda sounds: self.page.show_sounds(flaw, sounds),
            failed=self._tell,
        )

    def _show_results(self, flaw: Flaw) -> None:
        self._search_bar.set_text(_QUERIES[flaw])
        self._navigation.show_results()

    def _show_step(self, step: "QualityStep") -> None:
        if self._pass is not None:
            self.page.show_step(step)

    def _ended(self, step: "QualityStep") -> None:
        self._pass = None
        self.page.set_measuring(False)
        if step.done:
            self._notices.say(
                translate("QualityFeature", "%n sound(s) measured, %1 with a flaw.", step.flawed, n=step.done)
            )
            self._search.catch_up()
        self._look()

    def _failed(self, err: EngineError) -> None:
        self._pass = None
        self.page.set_measuring(False)
        self._tell(err)

    def _tell(self, err: EngineError) -> None:
        self._notices.warn(*engine_words.error(err), PAGE)


FEATURE = WindowFeature((FeaturePart(515, QualityFeature),))
