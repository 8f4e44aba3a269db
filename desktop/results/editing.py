"""Cells edited in place: which, their editors, initial text and result. Nothing is written here."""

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.base.theme import Theme
from desktop.results.columns import ABOUT, CUSTOM, Column
from desktop.widgets.stars import Stars
from desktop.widgets.ucs_field import UcsField
from engine.audio.fields import AnyField, value_of
from engine.base.types import Hit, Ids

MARKS = (Column.RATING, Column.TAGS, Column.NOTE)
"""Columns of user marks, which take effect at once and are in no file."""
EDITABLE = frozenset({*MARKS, *CUSTOM, *(column for column, about in ABOUT.items() if about.field is not None)})


class CellEdit(Struct, frozen=True, eq=False):
    """A cell edited by the user."""

    column: Column
    text: str
    """As in the editor: a CatID, comma-separated tags, a rating as a digit."""
    before: str
    ids: Ids
    """int64 [N]: the sounds to edit, all that were selected when the editor opened."""


def text_of(hit: Hit, column: Column, field: AnyField | None) -> str:
    """Initial text of a cell's editor; `field` is the file's field in the column, if any."""
    if field is not None:
        info = hit.sound.info
        return value_of(hit.sound.metadata, field, info.sample_rate_hz if info else 0)
    marks = hit.sound.marks
    return {Column.RATING: str(marks.rating), Column.TAGS: ", ".join(marks.tags), Column.NOTE: marks.note}[column]


def make_editor(column: Column, title: str, theme: Theme, parent: QWidget) -> QWidget:
    """Creates the editor of a column; `title` is its accessible name."""
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
    """Sets an editor's initial text, selected."""
    if isinstance(editor, Stars):
        editor.show_rating(int(text or 0))
    elif isinstance(editor, UcsField):
        editor.show_id(text)
        editor.selectAll()
    elif isinstance(editor, QLineEdit):
        editor.setText(text)
        editor.selectAll()


def typed(editor: QWidget) -> str:
    """An editor's present text."""
    if isinstance(editor, Stars):
        return str(editor.rating or 0)
    if isinstance(editor, UcsField):
        editor.editingFinished.emit()  # turns typed text into the category it names
        return editor.cat_id
    assert isinstance(editor, QLineEdit)
    return editor.text()
