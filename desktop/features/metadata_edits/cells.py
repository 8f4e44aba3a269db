"""Edits cells of the results in place: metadata becomes pending, marks change immediately."""

from dataclasses import replace

from PySide6.QtCore import QObject

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.parts import WindowParts
from desktop.features.metadata_edits.category_suggestions import CategorySuggestions
from desktop.features.metadata_edits.editor import MOST_AT_ONCE, MetadataEditor
from desktop.results.columns import Column
from desktop.results.editing import MARKS, CellEdit
from desktop.window.commands import Context
from engine.audio.fields import AnyField
from engine.base.errors import QueryError
from engine.base.text_forms import folded
from engine.base.types import SoundId
from engine.features.metadata_edits.edit import Edit
from engine.library.library import Library
from engine.library.user_data import Undo


class CellEdits(QObject):
    """Connects pending edits and marks: the details show both, and the table edits both. GUI thread only."""

    def __init__(
        self, parts: WindowParts, describing: MetadataEditor, keeping: MarksControl, suggestions: CategorySuggestions
    ) -> None:
        super().__init__(parts.window)
        self._window = parts.window
        self._describing = describing
        self._keeping = keeping
        details = describing.details
        details.add_top(keeping.marks)
        details.order_tabs(keeping.marks.tab_order)
        details.turned.connect(keeping.show_marks)
        keeping.turning.connect(details.turning)
        suggestions.tagging.connect(keeping.change)
        self._rename = parts.commands.action("metadata.rename")
        parts.commands.add(
            "results.edit_cell",
            translate("CellEdits", "Edit the cell, or rename"),
            self._edit,
            needs="sound",
            keys=["F2"],
            menu="Sound",
            group=6,
            context=Context.RESULTS,
            tip=translate("CellEdits", "Edits the selected cell; without one, renames for UCS"),
        )
        parts.window.model.take_waiting(describing.pending.of)
        describing.pending.changed.connect(parts.window.results.viewport().update)
        parts.window.results.edited.connect(self._edited)
        parts.window.results.may_edit = lambda column: column not in MARKS or parts.refusal.allows()

    def _edit(self) -> None:
        if not self._window.results.edit_cell():
            self._rename.trigger()

    def _edited(self, edit: CellEdit) -> None:
        field = self._window.model.field(edit.column)
        if field is not None:
            self._stage(edit, field)
        elif edit.column is Column.TAGS:
            self._keeping.change(lambda library: _tag(library, edit))
        elif edit.column is Column.NOTE:
            self._keeping.change(lambda library: library.keeping.set_note(edit.ids, edit.text))
        else:
            self._keeping.change(lambda library: library.keeping.set_rating(edit.ids, int(edit.text)))

    def _stage(self, edit: CellEdit, field: AnyField) -> None:
        """Adds a pending edit for all its sounds."""
        if len(edit.ids) > MOST_AT_ONCE:
            say = translate("CellEdits", "Select at most %1 sounds to edit them together.", MOST_AT_ONCE)
            self._window.status.say(say)
            return
        try:
            change = Edit.of({field: edit.text})
        except QueryError as err:
            self._window.message.say(*engine_words.error(err), "metadata")
            return
        self._window.message.take_back("metadata")
        self._describing.pending.put([SoundId(id) for id in edit.ids.tolist()], change)
        waiting = len(self._describing.pending)
        self._window.status.say(translate("CellEdits", "%n sound(s) with unsaved edits. Ctrl+S saves them.", n=waiting))


def _tag(library: Library, edit: CellEdit) -> Undo:
    """Adds and removes tags by comparing the texts, as one undoable change."""
    before, after = _names(edit.before), _names(edit.text)
    added = library.keeping.add_tags(edit.ids, [after[one] for one in after if one not in before])
    removed = library.keeping.remove_tags(edit.ids, [before[one] for one in before if one not in after])
    return replace(added, before=added.before + removed.before)


def _names(text: str) -> dict[str, str]:
    """Typed tags by their folded names: case makes no difference."""
    names = (" ".join(part.split()) for part in text.split(","))
    return {folded(name): name for name in names if name}
