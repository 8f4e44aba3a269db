"""The command palette (Ctrl+K): finds any command, folder, collection or saved search by a few letters."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFocusEvent, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from desktop.base.translation import translate
from desktop.features.help.fuzzy import score
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.labels import text_label

_ENTRY_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_SHOWN = 60
"""Limit of listed entries."""
_RECENT = 12
"""Number of recently used entries that rank first."""
_RECENT_GAIN = 4
_PASSING = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
"""Focus moves to another program or a menu, and returns."""
_WIDTH_PX = 620
_HEIGHT_PX = 440


class PaletteEntry(Struct, frozen=True, eq=False):
    """A row of the palette."""

    id: str
    """Stable across openings, to recognise recently used entries."""
    text: str
    detail: str
    """Shown on the right: the keys of a command, or the kind of entry."""
    run: Callable[[], object]
    icon: QIcon | None = None
    words: str = ""


class Palette(QFrame):
    """The search field and its list, above the window. GUI thread only."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._entries: tuple[PaletteEntry, ...] = ()
        self._recent: list[str] = []
        self._came_from: QWidget | None = None
        self.field = QLineEdit(self)
        self.field.setObjectName("paletteField")
        self.field.setPlaceholderText(translate("Palette", "Run a command or go to…"))
        self.field.setAccessibleName(translate("Palette", "Command, folder, collection or saved search"))
        self.field.textChanged.connect(lambda: self._list())
        self.field.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setObjectName("paletteList")
        self.list.setAccessibleName(translate("Palette", "Matches"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setIconSize(QSize(18, 18))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._choose)
        self.nothing = text_label(translate("Palette", "No matches."), self, "faint")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vbox(self.field, (self.list, 1), self.nothing, parent=self, margins=10, spacing=8)
        self.hide()

    def open(self, entries: Sequence[PaletteEntry]) -> None:
        """Opens with an empty field and these entries, and takes the focus."""
        window = self.parentWidget()
        assert window is not None
        focus = window.focusWidget()
        self._came_from = None if focus is not None and self.isAncestorOf(focus) else focus
        self._entries = tuple(entries)
        width = min(_WIDTH_PX, window.width() - 40)
        height = min(_HEIGHT_PX, window.height() - 100)
        self.setGeometry((window.width() - width) // 2, 64, width, height)
        self.field.clear()
        self._list()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def add(self, entries: Sequence[PaletteEntry]) -> None:
        """Adds entries that arrive later, such as collections of the library."""
        self._entries = (*self._entries, *entries)
        if self.isVisible():
            self._list()

    def leave(self) -> None:
        """Hides the palette and returns the focus."""
        self.hide()
        if self._came_from is not None:
            self._came_from.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows move in the list, Return runs an entry, Esc or a click elsewhere closes."""
        if isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() not in _PASSING:
            self.hide()
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                event.accept()  # otherwise shortcuts of the window take them
                return True
            return False
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
        if (key := Qt.Key(event.key())) in steps:
            self._move(steps[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if (item := self.list.currentItem()) is not None:
                self._choose(item)
        elif key == Qt.Key.Key_Escape:
            self.leave()
        elif key == Qt.Key.Key_Tab:
            self._move(1)
        elif key == Qt.Key.Key_Backtab:
            self._move(-1)
        else:
            return False
        return True

    def texts(self) -> list[str]:
        return [self.list.item(row).data(_ENTRY_ROLE).text for row in range(self.list.count())]

    def _list(self) -> None:
        typed = self.field.text()
        ranked: list[tuple[int, int, PaletteEntry]] = []
        for number, entry in enumerate(self._entries):
            fits = score(typed, entry.text)
            if fits is None and entry.words:
                fits = score(typed, f"{entry.words} {entry.text}")
            if fits is not None:
                ranked.append((fits + self._gain(entry), -number, entry))
        ranked.sort(key=lambda item: item[:2], reverse=True)
        self.list.clear()
        for _, _, entry in ranked[:_SHOWN]:
            item = QListWidgetItem(self.list)
            item.setData(_ENTRY_ROLE, entry)
            item.setText(entry.text)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.text}, {entry.detail}")
            item.setSizeHint(QSize(0, 34))
            self.list.setItemWidget(item, _Line(entry, self.list))
            item.setText("")  # `_Line` draws it
        self.list.setCurrentRow(0)
        self.list.setVisible(bool(ranked))
        self.nothing.setVisible(not ranked)

    def _gain(self, entry: PaletteEntry) -> int:
        """Bonus for recent entries: breaks ties while typing, and puts them first in an empty field."""
        if entry.id not in self._recent:
            return 0
        place = _RECENT - self._recent.index(entry.id)
        return place + (_RECENT_GAIN if self.field.text() else 1000)

    def _move(self, rows: int) -> None:
        last = self.list.count() - 1
        self.list.setCurrentRow(max(0, min(last, self.list.currentRow() + rows)))

    def _choose(self, item: QListWidgetItem) -> None:
        entry: PaletteEntry = item.data(_ENTRY_ROLE)
        self._recent = [entry.id, *(id for id in self._recent if id != entry.id)][:_RECENT]
        self.leave()
        entry.run()


class _Line(QWidget):
    """Shows icon and text on the left, detail on the right."""

    def __init__(self, entry: PaletteEntry, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        picture = QLabel(self)
        picture.setFixedWidth(18)
        if entry.icon is not None:
            picture.setPixmap(entry.icon.pixmap(QSize(18, 18), self.devicePixelRatioF()))
        text, detail = QLabel(entry.text, self), QLabel(entry.detail, self)
        for label in (text, detail):
            label.setTextFormat(Qt.TextFormat.PlainText)
        detail.setObjectName("faint")
        hbox(picture, (text, 1), detail, parent=self, margins=(10, 0, 12, 0), spacing=10)
