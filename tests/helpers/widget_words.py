"""The words that a widget shows, read inside its process."""

from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QStackedWidget,
    QTabBar,
    QTableView,
    QTextEdit,
    QWidget,
)

_MOST_ROWS = 20


def text_of(widget: QWidget) -> str:
    """Returns the words or the number that a widget shows."""
    match widget:
        case QAbstractButton() | QLabel() | QLineEdit() | QAbstractSpinBox():
            return str(widget.text())
        case QComboBox():
            return widget.currentText()
        case QPlainTextEdit() | QTextEdit():
            return widget.toPlainText()
        case QAbstractSlider():
            return str(widget.value())
        case QTabBar() | QStackedWidget():
            return str(widget.currentIndex())
        case QAbstractItemView():
            return _cells(widget)
        case _:
            return ""


def _cells(view: QAbstractItemView) -> str:
    model = view.model()
    if model is None or isinstance(view, QHeaderView):
        return ""
    columns = list(range(1 if isinstance(view, QListView) else model.columnCount()))  # a list's model hides it
    if isinstance(view, QTableView):  # most columns of the results are hidden, and the words of many are computed
        columns = [column for column in columns if not view.isColumnHidden(column)]
    rows = min(_MOST_ROWS, model.rowCount())
    cells = (model.index(row, column).data() for row in range(rows) for column in columns)
    return "\n".join(cell for cell in cells if isinstance(cell, str))
