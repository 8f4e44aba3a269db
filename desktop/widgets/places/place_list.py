"""A list of places as high as its rows: the column around it scrolls. Updates keep existing rows in place."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QScrollArea, QWidget

from desktop.base.theme import Theme
from desktop.widgets.places.delegate import COUNT_ROLE, HERE_ROLE, KeyboardMark, PlaceDelegate

ROW_PX = 28
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_KEY_ROLE = ROW_ROLE + 9
_MOVING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class PlaceRow(Struct, frozen=True):
    """Contents of one row."""

    key: Hashable
    """Stable identity."""
    text: str
    icon: QIcon
    value: object = None
    """Associated value, returned by `value_of`."""
    tip: str = ""
    is_editable: bool = False


class PlaceList(QListWidget):
    """List with a row per place. GUI thread only."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("places")
        self.setIconSize(QSize(18, 18))
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(PlaceDelegate(theme, self))
        KeyboardMark(self, self._begin)
        self.fit()

    def fit(self) -> None:
        """Adopts the height of its rows."""
        self.setFixedHeight(max(1, self.count()) * ROW_PX + 2)

    def add_row(self, text: str) -> QListWidgetItem:
        """Appends a row of the common height."""
        item = QListWidgetItem(text)
        item.setSizeHint(QSize(0, ROW_PX))
        self.addItem(item)
        return item

    def show_rows(self, rows: Sequence[PlaceRow]) -> None:
        """Shows these rows; existing ones are updated in place, so that a name being typed stays."""
        was_blocked = self.blockSignals(True)
        current = self.currentItem().data(_KEY_ROLE) if self.currentItem() is not None else None
        wanted = {row.key for row in rows}
        for at in reversed(range(self.count())):
            if self.item(at).data(_KEY_ROLE) not in wanted:
                self.takeItem(at)
        for at, row in enumerate(rows):
            there = self.item(at)
            if there is None or there.data(_KEY_ROLE) != row.key:
                there = self._taken(row.key, at)
                self.insertItem(at, there)
            self._fill(there, row)
            if row.key == current and there is not self.currentItem():  # focus follows a row that moves
                self.setCurrentItem(there)
        self.blockSignals(was_blocked)
        self.fit()

    def show_counts(self, counts: Mapping[Any, int]) -> None:
        """Shows the number of sounds by row key; other rows show none."""
        was_blocked = self.blockSignals(True)
        for item in self.items_shown():
            count = counts.get(item.data(_KEY_ROLE))
            if item.data(COUNT_ROLE) != count:
                item.setData(COUNT_ROLE, count)
        self.blockSignals(was_blocked)
        self.viewport().update()

    def missing_px(self) -> int:
        """Extra width needed to show every name whole; negative if there is room to spare."""
        delegate = self.itemDelegate()
        assert isinstance(delegate, PlaceDelegate)
        return max((delegate.missing_px(self, self.indexFromItem(item)) for item in self.items_shown()), default=0)

    def mark(self, keys: Iterable[Hashable]) -> None:
        """Marks the current places without scrolling or moving the focus."""
        here = set(keys)
        was_blocked = self.blockSignals(True)
        for item in self.items_shown():
            item.setData(HERE_ROLE, item.data(_KEY_ROLE) in here)
        self.blockSignals(was_blocked)
        self.viewport().update()

    @property
    def marked(self) -> tuple[str, ...]:
        return tuple(item.text() for item in self.items_shown() if item.data(HERE_ROLE))

    def items_shown(self) -> list[QListWidgetItem]:
        return [self.item(at) for at in range(self.count())]

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        bring_into_view(self, self.visualRect(index))

    def _begin(self) -> None:
        """Selects the marked row, or the first, when Tab enters."""
        if self.currentRow() < 0 and self.count():
            here = [at for at, item in enumerate(self.items_shown()) if item.data(HERE_ROLE)]
            self.setCurrentRow(here[0] if here else 0)

    def _taken(self, key: Hashable, after: int) -> QListWidgetItem:
        """The row with this key, removed from further down, or a new one."""
        for at in range(after, self.count()):
            if self.item(at).data(_KEY_ROLE) == key:
                found: QListWidgetItem = self.takeItem(at)
                return found
        return QListWidgetItem()

    def _fill(self, item: QListWidgetItem, row: PlaceRow) -> None:
        item.setSizeHint(QSize(0, ROW_PX))
        item.setData(_KEY_ROLE, row.key)
        item.setData(ROW_ROLE, row.value)
        if item.text() != row.text:
            item.setText(row.text)
        item.setIcon(row.icon)
        item.setToolTip(row.tip)
        flags = item.flags() | Qt.ItemFlag.ItemIsDropEnabled
        item.setFlags(flags | Qt.ItemFlag.ItemIsEditable if row.is_editable else flags & ~Qt.ItemFlag.ItemIsEditable)


def value_of(item: QListWidgetItem) -> object:
    """A row's associated value."""
    value: object = item.data(ROW_ROLE)
    return value


def step_of(event: QKeyEvent) -> int:
    """-1 or 1 for the keys that move a row (Ctrl+Shift with an arrow), else 0."""
    is_move = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == _MOVING
    return {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}.get(event.key(), 0) if is_move else 0


def bring_into_view(view: QAbstractItemView, rect: QRect) -> None:
    """Scrolls the column to make a row of one of its lists visible."""
    above = view.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if above is None or not view.isVisible() or not rect.isValid():
        return
    inner = above.widget()
    if inner is not None and inner.isAncestorOf(view):
        middle = view.viewport().mapTo(inner, QPoint(0, rect.center().y()))
        above.ensureVisible(0, middle.y(), 0, ROW_PX)
