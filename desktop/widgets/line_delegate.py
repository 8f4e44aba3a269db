"""Edits a part of a list's lines, such as a name without its time."""

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Signal
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

_Index = QModelIndex | QPersistentModelIndex


class LineDelegate(QStyledItemDelegate):
    """Lets the user edit the text that a role of each item has. GUI thread only."""

    entered = Signal(int, str)
    """Row and new text."""

    def __init__(self, role: int, name: str, most_letters: Callable[[], int], parent: QObject) -> None:
        """Sets it up.

        Args:
            role: of the items' data.
            name: of the editor, for a screen reader.
            most_letters: asked when the editor opens, so that what knows it may load late.
        """
        super().__init__(parent)
        self._role, self._name, self._most_letters = role, name, most_letters

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setMaxLength(self._most_letters())
        editor.setAccessibleName(self._name)
        return editor

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        assert isinstance(editor, QLineEdit)
        editor.setText(index.data(self._role))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        assert isinstance(editor, QLineEdit)
        self.entered.emit(index.row(), editor.text())
