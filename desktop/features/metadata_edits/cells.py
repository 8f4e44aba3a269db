"""Edits cells of metadata in the results: what is typed becomes pending."""

from PySide6.QtCore import QObject

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.marks.cells import MarkCells
from desktop.controllers.marks.feature import MarksControl
from desktop.features.metadata_edits.category_suggestions import CategorySuggestions
from desktop.features.metadata_edits.editor import MOST_AT_ONCE, MetadataEditor
from desktop.results.editing import MARKS, CellEdit
from engine.audio.fields import AnyField
from engine.base.errors import QueryError
from engine.base.types import SoundId
from engine.features.metadata_edits.edit import Edit


class CellEdits(QObject):
    """Connects the table to pending edits, and its details and commands to those of the marks. GUI thread only."""

    def __init__(
        self,
        commands: ports.Commands,
        permission: ports.EditPermission,
        notices: ports.Notices,
        results: ports.ResultsView,
        describing: MetadataEditor,
        marks: MarksControl,
        suggestions: CategorySuggestions,
        cells: MarkCells,
    ) -> None:
        super().__init__()
        self._notices, self._results, self._describing = notices, results, describing
        form, facts = describing.form, describing.facts
        ordered = (*marks.marks.tab_order, *form.inputs.values(), form.discard_button, form.save_button, facts)
        describing.details.order_tabs(ordered)
        suggestions.tagging.connect(marks.change)
        cells.nothing_edited.connect(commands.action("metadata.rename").trigger)
        edit_cell = commands.action("results.edit_cell")
        edit_cell.setText(translate("CellEdits", "Edit the cell, or rename"))
        edit_cell.setToolTip(translate("CellEdits", "Edits the selected cell; without one, renames for UCS"))
        results.rows.take_waiting(describing.pending.of)
        describing.pending.changed.connect(results.viewport().update)
        results.edited.connect(self._edited)
        results.may_edit = lambda column: column not in MARKS or permission.allows()

    def _edited(self, edit: CellEdit) -> None:
        field = self._results.rows.field(edit.column)
        if field is not None:
            self._stage(edit, field)

    def _stage(self, edit: CellEdit, field: AnyField) -> None:
        """Adds a pending edit for all its sounds."""
        if len(edit.ids) > MOST_AT_ONCE:
            say = translate("CellEdits", "Select at most %1 sounds to edit them together.", MOST_AT_ONCE)
            self._notices.say(say)
            return
        try:
            change = Edit.of({field: edit.text})
        except QueryError as err:
            self._notices.warn(*engine_words.error(err), "metadata")
            return
        self._notices.take_back("metadata")
        self._describing.pending.put([SoundId(id) for id in edit.ids.tolist()], change)
        waiting = len(self._describing.pending)
        self._notices.say(translate("CellEdits", "%n sound(s) with unsaved edits. Ctrl+S saves them.", n=waiting))
