"""Batch editing: changes the texts of many files by a rule, with a live preview of every difference."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.base import engine_words
from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.features.metadata_edits.batch_form import BatchForm
from desktop.features.metadata_edits.differences import PlannedChange
from desktop.features.metadata_edits.editor import MOST_AT_ONCE, MetadataEditor
from desktop.features.metadata_edits.jobs import FileMetadata, plan_rule
from desktop.features.metadata_edits.preview import PreviewDialog
from desktop.window.commands import Context
from desktop.work.jobs import Job
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.features.metadata_edits.batch_rules import BatchRule
from engine.features.metadata_edits.batch_table import BatchTable, read_batch_table

_T = TypeVar("_T")
_PAUSE_MS = 150


class BatchEdit(QObject):
    """Opens the dialog for the selected sounds. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        commands: ports.Commands,
        jobs: ports.Jobs,
        notices: ports.Notices,
        results: ports.ResultsView,
        describing: MetadataEditor,
    ) -> None:
        super().__init__()
        self._window, self._jobs, self._notices, self._results = window, jobs, notices, results
        self._describing = describing
        commands.add(
            "metadata.batch",
            translate("BatchEdit", "Batch edit metadata…"),
            self.open,
            needs="sound",
            keys=["Shift+F4"],
            menu="Sound",
            group=6,
            context=Context.RESULTS,
            tip=translate(
                "BatchEdit", "Finds and replaces, appends, numbers, or fills fields from file names or a table"
            ),
        )
        commands.in_row_menu("metadata.batch", 6)

    def open(self) -> None:
        """Reads the selected files and opens the dialog."""
        ids = self._describing.selected_ids()
        if ids:
            self._describing.read_files(ids, self._ask)
        elif len(self._results.selected_ids()) > MOST_AT_ONCE:
            words = translate("BatchEdit", "Select at most %1 sounds to edit them.", MOST_AT_ONCE)
            self._notices.say(words)

    def _ask(self, files: Sequence[FileMetadata]) -> None:
        BatchSession(self._window, self._jobs, self._describing, files)


class BatchSession(QObject):
    """One dialog: the rule, its preview, and the files' metadata, read once for all rules."""

    def __init__(
        self, window: QWidget, jobs: ports.Jobs, describing: MetadataEditor, files: Sequence[FileMetadata]
    ) -> None:
        form = BatchForm(describing.custom)
        dialog = PreviewDialog([], window, head=form)
        super().__init__(dialog)
        self._jobs = jobs
        self.form, self.dialog = form, dialog
        self._files = files
        self._running: list[Job] = []
        self.dialog.setWindowTitle(translate("BatchSession", "Change metadata of %n file(s)", n=len(files)))
        self.dialog.confirmed.connect(describing.write_some)
        self._pause = single_shot(self, _PAUSE_MS, self._plan)
        self.form.changed.connect(self._wait)
        self.form.table_wanted.connect(self._choose_table)
        self.dialog.finished.connect(self._stop)
        self.dialog.open()

    def _wait(self) -> None:
        """Clears the outdated preview and schedules a new one."""
        self._stop()
        self.dialog.show_planned([])
        self._pause.start()

    def _stop(self, *_: object) -> None:
        self._pause.stop()
        while self._running:
            self._running.pop().cancel()

    def _plan(self) -> None:
        if not self.form.is_ready:
            return
        rule = self.form.rule
        self._run(lambda cancel: plan_rule(self._files, rule, cancel), partial(self._show, rule))

    def _show(self, rule: BatchRule, planned: list[PlannedChange]) -> None:
        if rule == self.form.rule:
            self.dialog.show_planned(planned)

    def _choose_table(self) -> None:
        title = translate("BatchSession", "Choose a table")
        kinds = translate("BatchSession", "Tables (*.csv *.tsv *.txt)")
        chosen, _ = QFileDialog.getOpenFileName(self.dialog, title, str(Path.home()), kinds)
        if chosen:
            self.read_table(Path(chosen))

    def read_table(self, path: Path) -> None:
        """Reads a table for the rule."""

        def came(table: BatchTable) -> None:
            self.form.show_table(table, path.name)

        self._run(lambda cancel: read_batch_table(path), came)

    def _run(self, work: Callable[[Cancel], _T], then: Callable[[_T], object]) -> None:
        self._running.append(self._jobs.run(work, then, failed=self._failed))

    def _failed(self, err: EngineError) -> None:
        self.dialog.say_problem(engine_words.in_full(err))
