"""Edits the cells of marks in the results: rating, tags and note change immediately."""

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.marks.feature import MarksControl
from desktop.results.columns import Column
from desktop.results.editing import MARKS, CellEdit
from desktop.window.commands import Context
from engine.base.text_forms import folded
from engine.library.library import Library
from engine.library.user_data import Undo


class MarkCells(QObject):
    """Connects the table to the marks. GUI thread only."""

    nothing_edited = Signal()
    """The command was given where no cell can be edited."""

    def __init__(
        self,
        commands: ports.Commands,
        permission: ports.EditPermission,
        results: ports.ResultsView,
        marks: MarksControl,
    ) -> None:
        super().__init__()
        self._results, self._marks = results, marks
        commands.add(
            "results.edit_cell",
            translate("MarkCells", "Edit the cell"),
            self._edit,
            needs="sound",
            keys=["F2"],
            menu="Sound",
            group=6,
            context=Context.RESULTS,
        )
        self._results.edited.connect(self._edited)
        self._results.may_edit = lambda column: column in MARKS and permission.allows()

    def _edit(self) -> None:
        if not self._results.edit_cell():
            self.nothing_edited.emit()

    def _edited(self, edit: CellEdit) -> None:
        if edit.column is Column.TAGS:
            self._marks.change(lambda library: _tag(library, edit))
        elif edit.column is Column.NOTE:
            self._marks.change(lambda library: library.keeping.set_note(edit.ids, edit.text))
        elif edit.column is Column.RATING:
            self._marks.change(lambda library: library.keeping.set_rating(edit.ids, int(edit.text)))


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
