"""Cells that are edited in place: which, what their editor holds at first, and what comes out of it.

Nothing is written here: `desktop.rows.editing` hands it on.
"""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.results.cells import FIELD_OF
from desktop.results.columns import CUSTOM, Column
from desktop.theme import Theme
from desktop.widgets.stars import Stars
from desktop.widgets.ucs_field import UcsField
from engine.metadata.edit import AnyField, value_of
from engine.types import Hit, Ids

MARKS = (Column.RATING, Column.TAGS, Column.NOTE)
"""Columns of what the user keeps: they are in no file and hold at once."""
EDITABLE = frozenset({*FIELD_OF, *MARKS, *CUSTOM})


@dataclass(frozen=True, slots=True, eq=False)
class CellEdit:
    """What somebody typed into a cell."""

    column: Column
    text: str
    """As the editor holds it: a CatID, tags with commas between them, a rating as a digit."""
    before: str
    """What it held at first."""
    ids: Ids
    """int64 [N]: the sounds it is meant for, all that were selected when the editor opened."""


def text_of(hit: Hit, column: Column, field: AnyField | None) -> str:
    """What an editor of this cell begins with; `field` is what of the file the column shows."""
    if field is not None:
        info = hit.sound.info
        return value_of(hit.sound.metadata, field, info.sample_rate_hz if info else 0)
    marks = hit.sound.marks
    return {Column.RATING: str(marks.rating), Column.TAGS: ", ".join(marks.tags), Column.NOTE: marks.note}[column]


def make_editor(column: Column, title: str, theme: Theme, parent: QWidget) -> QWidget:
    """Makes the editor of a column of this title."""
    editor: QWidget
    if column is Column.RATING:
        editor = stars = Stars(theme, parent)
        stars.chosen.connect(stars.show_rating)
    else:
        editor = UcsField(parent) if column is Column.CATEGORY else QLineEdit(parent)
        editor.setObjectName("cellEditor")
        editor.setAccessibleName(title)
    editor.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return editor


def fill(editor: QWidget, text: str) -> None:
    """Puts the first text into an editor, all of it selected."""
    if isinstance(editor, Stars):
        editor.show_rating(int(text or 0))
    elif isinstance(editor, UcsField):
        editor.show_id(text)
        editor.selectAll()
    elif isinstance(editor, QLineEdit):
        editor.setText(text)
        editor.selectAll()


def typed(editor: QWidget) -> str:
    """What an editor holds now."""
    if isinstance(editor, Stars):
        return str(editor.rating or 0)
    if isinstance(editor, UcsField):
        editor.editingFinished.emit()  # what was typed becomes the category it names
        return editor.cat_id
    assert isinstance(editor, QLineEdit)
    return editor.text()
