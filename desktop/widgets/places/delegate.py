"""Paints rows of the left column with icon, name, count and the current place's mark; edits names."""

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop.base.theme import Theme
from desktop.base.translation import number

COUNT_ROLE = int(Qt.ItemDataRole.UserRole) + 20
"""Number of sounds: int, None if unknown."""
HERE_ROLE = COUNT_ROLE + 1
"""True for the place being shown."""
TARGET_ROLE = COUNT_ROLE + 2
"""True while sounds are dragged over it."""
_ROUND_PX = 6
_GAP_PX = 8
Index = QModelIndex | QPersistentModelIndex


class PlaceDelegate(QStyledItemDelegate):
    """Rows of lists, and the first column of the folder tree. GUI thread only."""

    def __init__(self, theme: Theme, parent: QWidget, *, is_whole_row: bool = True) -> None:
        """Args: `is_whole_row` is False if the view paints the row's background itself."""
        super().__init__(parent)
        self._theme = theme
        self._is_whole_row = is_whole_row

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paints the mark, then the name, elided to leave room for the count."""
        own = QStyleOptionViewItem(option)
        self.initStyleOption(own, index)
        has_keyboard = bool(own.state & QStyle.StateFlag.State_HasFocus) and is_by_key(own.widget)
        if index.data(HERE_ROLE) or index.data(TARGET_ROLE):
            own.state &= ~QStyle.StateFlag.State_MouseOver
        own.state &= ~(QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)
        if self._is_whole_row:
            paint_place(painter, self._theme, own.rect, index, has_keyboard=has_keyboard)
        count = index.data(COUNT_ROLE)
        room = self._text_rect(own)
        if count is not None:
            shown = number(count)
            width = own.fontMetrics.horizontalAdvance(shown)
            right = QRect(own.rect.right() - width - _GAP_PX + 1, own.rect.top(), width, own.rect.height())
            room.setRight(right.left() - _GAP_PX)
            painter.setPen(self._theme.colour("text_faint"))
            painter.drawText(right, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), shown)
        own.text = own.fontMetrics.elidedText(own.text, Qt.TextElideMode.ElideMiddle, max(0, room.width()))
        _style(own).drawControl(QStyle.ControlElement.CE_ItemViewItem, own, painter, own.widget)

    def missing_px(self, view: QAbstractItemView, index: Index) -> int:
        """Extra width a row needs for its whole name beside its count; negative if there is room to spare."""
        own = QStyleOptionViewItem()
        own.initFrom(view)
        own.widget, own.rect = view, view.visualRect(index)
        self.initStyleOption(own, index)
        count = index.data(COUNT_ROLE)
        count_px = 0 if count is None else own.fontMetrics.horizontalAdvance(number(count)) + 2 * _GAP_PX
        return own.fontMetrics.horizontalAdvance(own.text) + count_px - self._text_rect(own).width()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A field of row height, unlike those of dialogs."""
        editor = QLineEdit(parent)
        editor.setObjectName("inlineEditor")
        editor.setAutoFillBackground(True)
        editor.setAccessibleName(str(index.data()))
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fills in the whole name, selected, unless the user is typing."""
        if isinstance(editor, QLineEdit) and not editor.isModified():  # an arriving count must not replace typed text
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, QLineEdit)
        model.setData(index, editor.text(), Qt.ItemDataRole.EditRole)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Covers the name from the icon to the right end at full row height."""
        own = QStyleOptionViewItem(option)
        self.initStyleOption(own, index)
        left = max(own.rect.left(), self._text_rect(own).left() - _GAP_PX // 2)
        editor.setGeometry(QRect(left, own.rect.top() + 1, own.rect.right() - left, own.rect.height() - 2))

    def _text_rect(self, option: QStyleOptionViewItem) -> QRect:
        return _style(option).subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, option.widget)


def paint_place(painter: QPainter, theme: Theme, rect: QRect, index: Index, *, has_keyboard: bool = False) -> None:
    """Paints a row's background: current place, drop target, and a line around the focused row."""
    is_here, is_target = bool(index.data(HERE_ROLE)), bool(index.data(TARGET_ROLE))
    if not (is_here or is_target or has_keyboard):
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(theme.colour("accent_soft") if is_here or is_target else Qt.BrushStyle.NoBrush)
    has_line = is_target or has_keyboard
    painter.setPen(QPen(theme.colour("accent_text"), 1) if has_line else Qt.PenStyle.NoPen)
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), _ROUND_PX, _ROUND_PX)
    painter.restore()


def _style(option: QStyleOptionViewItem) -> QStyle:
    widget = option.widget
    assert widget is not None
    return widget.style()


_BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
_NAME = "byKey"


class KeyboardMark(QObject):
    """Tracks one list: keys and Tab show its indicator, clicks hide it. GUI thread only."""

    def __init__(self, view: QAbstractItemView, begin: Callable[[], None]) -> None:
        """Starts tracking.

        Args:
            view: the list.
            begin: selects an initial row when Tab enters.
        """
        super().__init__(view)
        self._view, self._begin = view, begin
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tracks events without consuming them."""
        match event.type():
            case QEvent.Type.FocusIn if isinstance(event, QFocusEvent) and event.reason() in _BY_TAB:
                self._view.setProperty(_NAME, True)
                self._begin()
            case QEvent.Type.KeyPress:
                self._view.setProperty(_NAME, True)
            case QEvent.Type.MouseButtonPress:
                self._view.setProperty(_NAME, False)
            case _:
                pass
        return False


def is_by_key(view: object) -> bool:
    """Whether a list shows its focus indicator."""
    return isinstance(view, QAbstractItemView) and view.property(_NAME) is True
