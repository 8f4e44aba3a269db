"""Metadata in the window: shows the selection's, holds pending edits, previews them, and then writes the files."""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from desktop.base import engine_words
from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeatureHub
from desktop.features.metadata_edits.differences import PlannedChange
from desktop.features.metadata_edits.facts_tree import FactsTree
from desktop.features.metadata_edits.form import EditForm
from desktop.features.metadata_edits.jobs import (
    FileMetadata,
    SelectedFields,
    TagWriter,
    plan,
    propose_names,
    read_files,
    read_selected,
)
from desktop.features.metadata_edits.pending_edits import PendingEdits
from desktop.features.metadata_edits.preview import PreviewDialog
from desktop.features.metadata_edits.progress_strip import MetadataProgress
from desktop.features.metadata_edits.rename import RenameDialog
from desktop.features.metadata_edits.technical_facts import technical_facts
from desktop.widgets.buttons import NoticeDialog
from desktop.window.commands import Context
from desktop.work.jobs import Job
from engine.audio.category_completion import complete_category
from engine.audio.fields import AnyField, CustomField, Field
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError, QueryError
from engine.base.types import FilePath, SoundId
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.file_facts import Facts, read_facts
from engine.features.metadata_edits.report import Report
from engine.features.metadata_edits.ucs_names import Proposal, UcsParts

_T = TypeVar("_T")
MOST_AT_ONCE = 20_000
"""Limit of files per edit or rename."""
_REST_MS = 60
"""How long a selection rests before it is read."""
_SHOWN_FAILURES = 12


class MetadataEditor(QObject):
    """Connects the details and the pending edits to the writer. GUI thread only."""

    written = Signal(object)
    """Report of a finished job."""
    _advanced = Signal(int)

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        player: ports.Player,
        search_control: ports.SearchControl,
        start: ports.WindowStart,
        status: ports.StatusBar,
        notices: ports.Notices,
        results: ports.ResultsView,
        inspector: ports.Inspector,
        hub: FeatureHub,
    ) -> None:
        super().__init__()
        self._window, self._theme, self._settings, self._commands = window, theme, settings, commands
        self._search, self._jobs, self._player, self._search_control = search, jobs, player, search_control
        self._status, self._notices, self._results, self._inspector = status, notices, results, inspector
        self._hub = hub
        self._library = start.library
        self._writer = TagWriter(self._library, start.pack, search.catch_up, self._advanced.emit)
        self._reading: Job | None = None
        self._stop = False
        self._is_to_type = False
        self._report: Report | None = None
        self._unread_said = ""
        """The message about an unreadable file."""
        self._selected = SelectedFields((), {}, None)
        self.pending = PendingEdits(self)
        self.custom: tuple[CustomField, ...] = ()
        self.details = details = inspector.details
        self.form = EditForm(details)
        self.facts = FactsTree(details)
        details.add_below(self.form)
        details.add_below(self.facts)
        details.selection_shown.connect(self._show_parts)
        self._show_parts(0)
        self.strip = MetadataProgress(theme, window)
        window.add_below_search(self.strip)
        self._rest = single_shot(self, _REST_MS, self._read)
        self._add_commands()
        self._join()

    def _add_commands(self) -> None:
        add, in_row_menu = self._commands.add, self._commands.in_row_menu
        add(
            "metadata.edit",
            translate("MetadataEditor", "Edit metadata"),
            self.edit,
            keys=["F4"],
            menu="Sound",
            group=6,
            tip=translate("MetadataEditor", "Shows the details of the selected sounds"),
        )
        in_row_menu("metadata.edit", 6)
        add(
            "metadata.save",
            translate("MetadataEditor", "Save metadata…"),
            self.save,
            keys=["Ctrl+S"],
            menu="File",
            group=6,
            tip=translate("MetadataEditor", "Shows every difference before anything is written"),
        )
        add(
            "metadata.rename",
            translate("MetadataEditor", "Rename for UCS…"),
            self.rename,
            needs="sound",
            keys=["Shift+F2"],
            menu="Sound",
            group=6,
            context=Context.RESULTS,
            tip=translate(
                "MetadataEditor", "Renames files to CatID_FXName_CreatorID_SourceID, after showing every new name"
            ),
        )
        in_row_menu("metadata.rename", 6)
        add(
            "metadata.undo",
            translate("MetadataEditor", "Undo metadata change"),
            lambda: self.undo(None),
            keys=["Ctrl+Alt+Z"],
            menu="Edit",
            group=-1,
            tip=translate("MetadataEditor", "Restores the files to their state before the last save or rename"),
        )

    def _join(self) -> None:
        results, form = self._results, self.form
        results.selectionModel().selectionChanged.connect(lambda: self._rest.start())
        results.current_changed.connect(lambda hit: self._rest.start())
        self._search_control.shown.connect(lambda answered: self._rest.start())
        self._inspector.shown.connect(lambda is_shown: self._rest.start())
        self.details.turning.connect(self._turn_away)
        form.edited.connect(self._edit)
        form.save_wanted.connect(self.save)
        form.discard_wanted.connect(self.pending.drop)
        self.pending.changed.connect(self._show)
        self.strip.cancel_wanted.connect(self._cancel)
        self.strip.undo_wanted.connect(self.undo)
        self.strip.details_wanted.connect(self._show_failures)
        self._advanced.connect(self.strip.advance)
        self._search.opened.connect(lambda: self._jobs.run(lambda cancel: self._prepare()))

    def _prepare(self) -> None:
        """Repairs what a crash left, and loads the list of categories before a field needs it. Runs in a job."""
        self._writer.recover()
        complete_category("door")

    def set_custom_fields(self, fields: Sequence[CustomField]) -> None:
        self.form.finish()
        self.custom = tuple(fields)
        self.form.set_custom_fields(fields)
        self._show()
        self._rest.start()

    def selected_ids(self) -> list[SoundId]:
        """The selected sounds; empty above `MOST_AT_ONCE`."""
        found = self._results.selected_ids()
        return [SoundId(int(id)) for id in found] if len(found) <= MOST_AT_ONCE else []

    def edit(self) -> None:
        """Shows the details and focuses their first field."""
        self._inspector.show_tab("details")
        self._is_to_type = True
        self._rest.start()

    def save(self) -> None:
        """Previews what saving would change."""
        self.form.finish()
        edits = self.pending.edits
        if not edits:
            self._notices.say(translate("MetadataEditor", "There are no changes to save."))
            return
        if self._is_busy():
            return
        self.strip.begin(translate("MetadataEditor", "Reading %n file(s)…", n=len(edits)), 0)
        self._run(lambda cancel: plan(self._library, edits, cancel), self._preview)

    def rename(self) -> None:
        """Opens the dialog that renames the selected files."""
        ids = self.selected_ids()
        if not ids or self._is_busy():
            if len(self._results.selected_ids()) > MOST_AT_ONCE:
                self._notices.say(translate("MetadataEditor", "Select at most %1 sounds to rename them.", MOST_AT_ONCE))
            return
        kept = self._settings.values
        dialog = RenameDialog(
            self._theme, len(ids), creator=kept.ucs_creator, source=kept.ucs_source, parent=self._window
        )

        def show(parts: UcsParts, proposals: list[Proposal]) -> None:
            if dialog in self._window.children():
                dialog.show_proposals(parts, proposals)

        def propose(parts: UcsParts) -> None:
            self._jobs.run(
                lambda cancel: propose_names(self._library, ids, parts), partial(show, parts), failed=self._failed
            )

        dialog.preview_wanted.connect(propose)
        dialog.confirmed.connect(lambda pairs: self._rename(pairs, dialog.parts))
        dialog.open()

    def undo(self, session: int | None) -> None:
        """Undoes a session of the journal, None for the newest."""
        if not self._is_busy():
            self.strip.begin(translate("MetadataEditor", "Restoring the files…"), 0)
            self._finish(lambda cancel: self._writer.undo(session, cancel), self._undone)

    def _preview(self, planned: list[PlannedChange]) -> None:
        self.strip.hide()
        if not any(one.differences for one in planned):
            problem = next((one.problem for one in planned if one.problem), "")
            self._notices.say(problem or translate("MetadataEditor", "The files already contain these values."))
            if not problem:
                self.pending.drop()
            return
        dialog = PreviewDialog(planned, self._window)
        dialog.confirmed.connect(self.write)
        dialog.open()

    def read_files(self, ids: list[SoundId], then: Callable[[list[FileMetadata]], object]) -> None:
        """Reads metadata from files and passes it to `then` unless cancelled."""
        if self._is_busy():
            return
        self.strip.begin(translate("MetadataEditor", "Reading %n file(s)…", n=len(ids)), len(ids))

        def came(files: list[FileMetadata]) -> None:
            self.strip.hide()
            if not self._stop:
                then(files)

        self._run(lambda cancel: read_files(self._library, ids, self._advanced.emit, cancel), came)

    def write(self, changes: list[tuple[SoundId, FilePath, Edit]], keep_time: bool) -> None:
        """Writes pending edits as one session of the journal; drops the unticked ones, too."""
        self._write(changes, keep_time, lambda done: self.pending.drop(list(done)))

    def write_some(self, changes: list[tuple[SoundId, FilePath, Edit]], keep_time: bool) -> None:
        """Writes other edits as one session; pending edits of other fields stay."""
        self._write(changes, keep_time, self.pending.drop_fields)

    def _write(
        self,
        changes: list[tuple[SoundId, FilePath, Edit]],
        keep_time: bool,
        settle: Callable[[dict[SoundId, Edit]], object],
    ) -> None:
        if self._is_busy():
            return
        count = len(changes)
        playing = self._player.playing
        if sys.platform == "win32" and playing is not None and playing.path in {path for _, path, _ in changes}:
            self._player.stop()  # Windows cannot replace an open file
        self.strip.begin(translate("MetadataEditor", "Writing %n file(s)…", n=count), count)

        def done(report: Report) -> None:
            failed = {failure.path for failure in report.failures}
            finished = report.changed + report.unchanged + len(failed)
            settle({sound: edit for sound, path, edit in changes[:finished] if path not in failed})
            self._tell(report, translate("MetadataEditor", "Wrote %n file(s).", n=report.changed))

        self._finish(lambda cancel: self._writer.write(changes, keep_time, cancel), done)

    def _rename(self, pairs: list[tuple[FilePath, FilePath]], parts: UcsParts) -> None:
        self._settings.change(ucs_creator=parts.creator, ucs_source=parts.source)
        self.strip.begin(translate("MetadataEditor", "Renaming %n file(s)…", n=len(pairs)), len(pairs))

        def done(report: Report) -> None:
            self._tell(report, translate("MetadataEditor", "Renamed %n file(s).", n=report.changed))
            self._hub.renamed.emit([new for _, new in pairs])

        self._finish(lambda cancel: self._writer.rename(pairs, cancel), done)

    def _undone(self, report: Report) -> None:
        self._tell(report, translate("MetadataEditor", "%n file(s) restored.", n=report.changed), undo=False)

    def _tell(self, report: Report, text: str, *, undo: bool = True) -> None:
        self._report = report
        if report.failures:
            failed = translate("MetadataEditor", "%n file(s) could not be changed.", n=len(report.failures))
            text = f"{text} {failed} {engine_words.error(report.failures[0].error)[0]}"
        if report.is_cancelled:
            text = f"{text} {translate('MetadataEditor', 'Stopped before the end.')}"
        self.strip.end(text, session=report.session if undo else 0, failures=len(report.failures))
        self._search.catch_up()
        self.written.emit(report)

    def _show_failures(self) -> None:
        if self._report is None:
            return
        failures = self._report.failures
        lines = [engine_words.in_full(failure.error) for failure in failures[:_SHOWN_FAILURES]]
        if len(failures) > _SHOWN_FAILURES:
            lines.append(translate("MetadataEditor", "and %n more file(s)", n=len(failures) - _SHOWN_FAILURES))
        title = translate("MetadataEditor", "%n file(s) could not be changed.", n=len(failures))
        box = NoticeDialog(self._window, title, title, "\n\n".join(lines))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _edit(self, field: AnyField, text: str) -> None:
        ids = self._selected.ids
        try:
            edit = Edit.of({field: text})
        except QueryError as err:
            self._notices.warn(*engine_words.error(err), "metadata")
            self._show()
            return
        self._notices.take_back("metadata")
        if ids:
            self.pending.put(ids, edit)

    def _read(self) -> None:
        if self._inspector.isHidden():
            return
        ids = self.selected_ids()
        if self._reading is not None:
            self._reading.cancel()
        if not ids:
            self._selected = SelectedFields((), {}, None)
            self._show(is_same=False)
            self.details.turned.emit()
            return
        custom = self.custom
        self._reading = self._jobs.run(
            lambda cancel: read_selected(self._library, ids, custom), self._came, failed=self._failed
        )

    def _came(self, selected: SelectedFields) -> None:
        if self._rest.isActive():  # outdated: the next selection is about to be read
            return
        is_same = selected.ids == self._selected.ids
        if not is_same:
            self._turn_away()
        self._selected = selected
        self._show(is_same=is_same)
        if not is_same:
            self.details.turned.emit()
        if self._is_to_type:
            self._is_to_type = False
            self.form.begin()
        if len(selected.ids) == 1 and selected.first is not None:
            path = selected.first.path
            self._reading = self._jobs.run(
                lambda cancel: read_facts(path), self._facts_came, failed=partial(self._unread, path), of=path
            )

    def _turn_away(self) -> None:
        """Clears the former selection's metadata if the selection differs."""
        if tuple(self.selected_ids()) == tuple(self._selected.ids):
            return
        self.form.finish()  # the unfinished text belongs to the former selection
        self._selected = SelectedFields((), {}, None)
        self.form.empty()
        self.facts.empty()

    def _show_parts(self, count: int) -> None:
        """Shows fields for a selection, and facts for one sound."""
        self.form.show_fields(count > 0)
        self.facts.setVisible(count == 1)
        if count != 1:
            self.facts.show_facts(())

    def _facts_came(self, facts: Facts) -> None:
        first = self._selected.first
        if first is not None and first.path == facts.path and len(self._selected.ids) == 1:
            self.facts.show_facts((*technical_facts(first), *facts.listed))
            self._status.take_back(self._unread_said)

    def _unread(self, path: FilePath, err: EngineError) -> None:
        first = self._selected.first
        if first is None or first.path != path:  # another sound is on show, or this one was renamed
            return
        self.facts.show_facts(technical_facts(first))
        self._unread_said = engine_words.error(err)[0]
        self._notices.say(self._unread_said)

    def _show(self, *, is_same: bool = True) -> None:
        """Fills the form from the catalogue, overlaid with pending edits."""
        ids = self._selected.ids
        values: dict[AnyField, str | None] = dict(self._selected.values)
        changed: set[AnyField] = set()
        if len(self.pending):
            for field in (*Field, *self.custom):
                waiting = {self.pending.of(sound).get(field) for sound in ids}
                if waiting and waiting != {None}:
                    changed.add(field)
                    values[field] = waiting.pop() if len(waiting) == 1 else None
        self.form.show_values(values, changed=frozenset(changed), is_editable=bool(ids), is_same=is_same)
        self.form.show_waiting(len(self.pending))

    def _is_busy(self) -> bool:
        if self.strip.is_working:
            self._notices.say(translate("MetadataEditor", "Metadata is being written. Try again when it is done."))
        return self.strip.is_working

    def _cancel(self) -> None:
        self._stop = True

    def _run(self, work: Callable[[Cancel], _T], then: Callable[[_T], object]) -> None:
        """Runs work with progress in the strip; after a cancel, `then` still gets the result."""
        self._stop = False
        self._jobs.run(lambda cancel: work(lambda: self._stop or cancel()), then, failed=self._failed)

    def _finish(self, work: Callable[[Cancel], _T], then: Callable[[_T], object]) -> None:
        """Like `_run`, for writes: work continues after the window has closed."""
        self._stop = False
        self._jobs.run(lambda cancel: work(lambda: self._stop), then, failed=self._failed)

    def _failed(self, err: EngineError) -> None:
        self.strip.hide()
        self._notices.warn(*engine_words.error(err), "metadata")
