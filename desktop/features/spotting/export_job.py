"""Exports the picks of a spotting list off the GUI thread: copies, a table or a timeline."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeatureHub
from desktop.features.spotting.export import PickChoice, PickExportDialog, PickForm
from desktop.widgets.working_progress import WorkingProgress
from desktop.work.cancellable_work import LongTask, Tell
from engine.base.atomic_files import free_place
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.lazy_import import later
from engine.features.spotting import jobs
from engine.features.spotting.picks import PickedSound, pieces_of, write_cue_table
from engine.features.spotting.spotting_list import SpottingList
from engine.features.spotting.timeline_writer import has_timelines, write_timeline

if TYPE_CHECKING:
    from engine.transfer import transfer as transferring
else:
    transferring = later("engine.transfer.transfer")


class PickExport(QObject):
    """Exports picks. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        settings: ports.SettingsFile,
        jobs: ports.Jobs,
        start: ports.WindowStart,
        notices: ports.Notices,
        hub: FeatureHub,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._start, self._notices, self._hub = window, settings, start, notices, hub
        self.dialog: PickExportDialog | None = None
        self.working = LongTask(jobs, self)
        self._progress = WorkingProgress(self.working, window)

    def ask(self, kept: SpottingList | None) -> None:
        """Opens the export dialog for a list."""
        if kept is None or self.working.is_running:
            return
        library = self._start.library
        self.working.run(
            lambda cancel, tell: jobs.picked(library, kept),
            lambda picked: self._show(kept, picked),
            failed=self._failed,
        )

    def _show(self, kept: SpottingList, picked: list[PickedSound]) -> None:
        if not picked:
            self._notices.say(translate("PickExport", "The sounds that were picked are not in the library."))
            return
        dialog = self.dialog = PickExportDialog(
            picked,
            kept.clock,
            kept.title,
            self._settings.values.project_folder,
            has_timelines=has_timelines(),
            parent=self._window,
        )
        dialog.accepted.connect(lambda: self.write(kept, picked, dialog.choice))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def write(self, kept: SpottingList, picked: list[PickedSound], choice: PickChoice) -> None:
        folder = choice.path if choice.form is PickForm.COPIES else choice.path.parent
        self._settings.change(project_folder=str(folder))

        profile, library = self._hub.transfer_profile, self._start.library

        def work(cancel: Cancel, tell: Tell) -> "tuple[transferring.TransferSummary | int, Path]":
            some = [PickedSound(one.row, one.sound) for one in picked] if choice.is_whole else picked
            if choice.form is PickForm.TABLE:
                place = free_place(choice.path)
                return write_cue_table(some, kept.clock, place), place
            if choice.form is PickForm.TIMELINE:
                place = free_place(choice.path)
                return write_timeline(some, kept.clock, kept.title, place), place
            pieces = pieces_of(some, kept.clock, choice.pattern, as_wav=choice.as_wav)
            done = transferring.transfer(pieces, choice.path, profile, library=library, cancel=cancel, progress=tell)
            return done, choice.path

        self._progress.begin(translate("PickExport", "Writing %n sound(s)…", n=len(picked)))
        self.working.run(
            work,
            lambda done: self._written(done[0], kept.picked - len(picked), done[1]),
            failed=self._failed,
            cancelled=self._progress.end,
        )

    def _written(self, done: "transferring.TransferSummary | int", gone: int, path: Path) -> None:
        self._progress.end()
        count = done if isinstance(done, int) else len(done.files)
        self._notices.say(translate("PickExport", "%n sound(s) written to %1.", path, n=count))
        skipped = () if isinstance(done, int) else done.skipped
        if skipped:
            self._notices.warn(
                translate("PickExport", "%n file(s) could not be copied.", n=len(skipped)),
                engine_words.error(skipped[0].error)[0],
                "spotting",
            )
        elif gone:
            self._notices.warn(
                translate("PickExport", "%n sound(s) that were picked are no longer in the library.", n=gone),
                "",
                "spotting",
            )

    def _failed(self, err: EngineError) -> None:
        self._progress.end()
        self._notices.warn(*engine_words.error(err), "spotting")
