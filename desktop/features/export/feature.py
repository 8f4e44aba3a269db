"""Exports lists as tables and playlists, and copies sounds into a project folder, with progress."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeatureHub, FeaturePart, WindowFeature
from desktop.features.export.collect import CollectChoice, CollectDialog
from desktop.features.export.lists import ExportChoice, ExportDialog, ListFormat
from desktop.widgets.working_progress import WorkingProgress
from desktop.work.cancellable_work import LongTask, Tell
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.lazy_import import later
from engine.base.types import Hit, Ids
from engine.features.export import jobs
from engine.transfer.collect import ExportItem
from engine.transfer.profile import AS_IT_IS

if TYPE_CHECKING:
    from engine.transfer import transfer as transferring
else:
    transferring = later("engine.transfer.transfer")


class ExportFeature(QObject):
    """Exports and copies. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        search_control: ports.SearchControl,
        notices: ports.Notices,
        results: ports.ResultsView,
        hub: FeatureHub,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._search, self._search_control = window, settings, search, search_control
        self._notices, self._results, self._hub = notices, results, hub
        self._library = search.folder
        self._dialog: ExportDialog | CollectDialog | None = None
        self.working = LongTask(jobs, self)
        self._progress = WorkingProgress(self.working, window)
        commands.add(
            "export.table",
            translate("PackExport", "Export list as table…"),
            partial(self._when_whole, partial(self._ask, ListFormat.CSV)),
            keys=["Ctrl+Shift+E"],
            menu="File",
            group=4,
            tip=translate("PackExport", "A CSV file with everything Earshot knows about each sound"),
        )
        commands.add(
            "export.playlist",
            translate("PackExport", "Export list as playlist…"),
            partial(self._when_whole, partial(self._ask, ListFormat.M3U8)),
            menu="File",
            group=4,
            tip=translate("PackExport", "An M3U8 file for players and file managers"),
        )
        commands.add(
            "export.collect",
            translate("PackExport", "Copy to project…"),
            partial(self._when_whole, self._ask_to_collect),
            keys=["Ctrl+Shift+P"],
            menu="File",
            group=4,
            tip=translate("PackExport", "Copies of the sounds in a folder, with a credits file"),
        )
        commands.in_row_menu("export.collect", 8)

    # -- lists -----------------------------------------------------------------------------------------------------

    def _ask(self, form: ListFormat) -> None:
        if self._is_idle():
            dialog = self._dialog = ExportDialog(len(self._selected()), len(self._listed()), form, self._window)
            dialog.accepted.connect(lambda: self._choose_file(dialog.choice))
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

    def _choose_file(self, choice: ExportChoice) -> None:
        is_table = choice.form is ListFormat.CSV
        kinds = translate("PackExport", "Table (*.csv)") if is_table else translate("PackExport", "Playlist (*.m3u8)")
        start = str(Path(self._folder or Path.home()) / f"{translate('Exporting', 'sounds')}.{choice.form}")
        title = translate("PackExport", "Export list")
        chosen, _ = QFileDialog.getSaveFileName(self._window, title, start, kinds)
        if chosen:
            path = Path(chosen)
            self.export(choice, path if path.suffix else path.with_suffix(f".{choice.form}"))

    def export(self, choice: ExportChoice, path: Path) -> None:
        ids, library = self._selected() if choice.is_selection else self._listed(), self._library
        self._settings.change(project_folder=str(path.parent))

        def work(cancel: Cancel, tell: Tell) -> int:
            def progress(done: int, total: int) -> None:
                tell(done / max(1, total))

            if choice.form is ListFormat.CSV:
                return jobs.export_csv(
                    library,
                    ids,
                    path,
                    with_mark=choice.with_mark,
                    with_fields=choice.with_fields,
                    with_formulas=choice.with_formulas,
                    cancel=cancel,
                    progress=progress,
                )
            return jobs.export_m3u8(
                library, ids, path, is_relative=choice.is_relative, cancel=cancel, progress=progress
            )

        self._progress.begin(translate("PackExport", "Writing %1…", path.name))
        self.working.run(
            work, lambda count: self._exported(count, path), failed=self._failed, cancelled=self._progress.end
        )

    def _exported(self, count: int, path: Path) -> None:
        self._progress.end()
        self._notices.say(translate("PackExport", "%n sound(s) written to %1.", path, n=count))

    # -- copies ----------------------------------------------------------------------------------------------------

    def _ask_to_collect(self) -> None:
        if not self._is_idle():
            return
        dialog = self._dialog = CollectDialog(
            len(self._selected()),
            len(self._listed()),
            has_moments=self._results.rows.has_scores,
            folder=self._folder,
            profile="" if self._hub.transfer_profile == AS_IT_IS else self._hub.transfer_profile.name,
            parent=self._window,
        )
        dialog.accepted.connect(lambda: self.collect(dialog.choice))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def collect(self, choice: CollectChoice) -> None:
        hits = self._results.selected_hits() if choice.is_moments else []
        ids, library = self._selected() if choice.is_selection else self._listed(), self._library
        profile = self._hub.transfer_profile
        self._settings.change(project_folder=str(choice.folder))

        def work(cancel: Cancel, tell: Tell) -> "transferring.TransferSummary":
            pieces = [_moment(hit) for hit in hits] or jobs.pieces(library, ids, cancel=cancel)
            return transferring.transfer(
                pieces,
                choice.folder,
                profile,
                credits=choice.credits,
                library=library,
                cancel=cancel,
                progress=tell,
            )

        self._progress.begin(translate("PackExport", "Copying %n sound(s)…", n=len(ids)))
        self.working.run(work, partial(self._collected, ids), failed=self._failed, cancelled=self._progress.end)

    def _collected(self, ids: Ids, done: "transferring.TransferSummary") -> None:
        self._progress.end()
        new = sum(file.is_new for file in done.files)
        said = [translate("PackExport", "%n file(s) copied to %1.", self._folder, n=new)]
        if there := len(done.files) - new + len(done.left):
            said.append(translate("PackExport", "%n there already.", n=there))
        if done.is_cancelled:
            said.append(translate("PackExport", "Stopped before the end."))
        self._notices.say(" ".join(said))
        if done.skipped:
            first = done.skipped[0]
            self._notices.warn(
                translate("PackExport", "%n file(s) could not be copied.", n=len(done.skipped)),
                translate("PackExport", "The first: %1", engine_words.error(first.error)[0]),
                "export",
            )
        if done.files:
            self._search.note(lambda library: library.keeping.used(ids))

    @property
    def _folder(self) -> str:
        """Target of the last export; empty for none."""
        return self._settings.values.project_folder

    # -- shared by both --------------------------------------------------------------------------------------------

    def _when_whole(self, ask: Callable[[], object]) -> None:
        """Waits until all rows of the list have arrived."""
        self._search_control.when_whole(ask)

    def _is_idle(self) -> bool:
        if self.working.is_running:
            self._notices.say(translate("PackExport", "Another export is running. Try again when it is done."))
            return False
        if not len(self._listed()):
            self._notices.say(translate("PackExport", "The list is empty."))
            return False
        return True

    def _selected(self) -> Ids:
        return np.asarray(self._results.selected_ids(), dtype=np.int64)

    def _listed(self) -> Ids:
        """Sounds of the list, in display order."""
        model = self._results.rows
        ids = model.ranking.ids
        return ids if model.order is None else ids[model.order]

    def _failed(self, err: EngineError) -> None:
        self._progress.end()
        self._notices.warn(*engine_words.error(err), "export")


def _moment(hit: Hit) -> ExportItem:
    if not hit.moments:
        return ExportItem(hit.sound.path, hit.sound.metadata)
    return ExportItem(hit.sound.path, hit.sound.metadata, hit.moments[0].start_s, hit.moments[0].end_s)


FEATURE = WindowFeature((FeaturePart(470, ExportFeature),))
