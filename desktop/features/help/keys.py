"""Searchable table that changes and resets the keys of commands; in the preferences and on the `?` sheet."""

from itertools import pairwise

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop.base.translation import phrase, translate
from desktop.features.help.fuzzy import score
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import push_button
from desktop.widgets.labels import text_label
from desktop.window.commands import MENUS, Command, Commands, Context, menu_title

_ID_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_PLACES = {
    Context.WINDOW: phrase("KeysPage", "anywhere"),
    Context.RESULTS: phrase("KeysPage", "in the results"),
    Context.WAVEFORM: phrase("KeysPage", "in the waveform"),
}


def spoken(key: str) -> str:
    """A key as the system writes it: "Ctrl+K", "⌘K"."""
    return QKeySequence.fromString(key).toString(QKeySequence.SequenceFormat.NativeText)


def in_groups(commands: Commands) -> list[tuple[str, list[Command]]]:
    """Visible commands by menu, in menu order; commands without a menu come last."""
    groups = []
    for menu in (*MENUS, ""):
        own = [command for command in commands.all if command.menu == menu and command.action.isVisible()]
        if own:
            groups.append((menu_title(menu) if menu else translate("KeysPage", "Everywhere"), own))
    return groups


class _Capture(QKeySequenceEdit):
    """Captures one key, but not Tab, which moves the focus."""

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            if event.type() == QEvent.Type.KeyPress:
                self.focusNextPrevChild(event.key() == Qt.Key.Key_Tab)
            return True
        return super().event(event)


class KeysPage(QWidget):
    """The table of commands and the field that captures a new key. GUI thread only."""

    changed = Signal(str)
    """The id of a command whose keys changed."""

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self.items: dict[str, QTreeWidgetItem] = {}
        self._groups: list[QTreeWidgetItem] = []
        self.capture = _Capture(self)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(translate("KeysPage", "Search commands or keys"))
        self.search.setAccessibleName(translate("KeysPage", "Search commands or keys"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.table = QTreeWidget(self)
        self.table.setObjectName("keys")
        self.table.setAccessibleName(translate("KeysPage", "Commands and their keys"))
        self.table.setHeaderLabels(
            [translate("KeysPage", "Command"), translate("KeysPage", "Keys"), translate("KeysPage", "Works")]
        )
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        self.table.setIndentation(10)
        self.table.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            self.table.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.table.header().setStretchLastSection(False)
        self.table.currentItemChanged.connect(lambda: self._show_current())
        self.table.itemActivated.connect(lambda: self.capture.setFocus())
        self.label = text_label("", self, wraps=True, is_plain=True)
        self.capture.setMaximumSequenceLength(1)
        self.capture.setAccessibleName(translate("KeysPage", "New key: press it here"))
        for inner in self.capture.findChildren(QLineEdit):  # the inner field has the focus
            inner.setAccessibleName(self.capture.accessibleName())
        self.capture.setToolTip(translate("KeysPage", "Click here, then press the new key."))
        self.capture.keySequenceChanged.connect(self._captured)
        self.set_button = push_button(translate("KeysPage", "Use this key"), self._use, self)
        self.add_button = push_button(translate("KeysPage", "Add as another key"), self._add, self)
        self.remove_button = push_button(translate("KeysPage", "No key"), lambda: self._give(()), self)
        self.reset_button = push_button(translate("KeysPage", "Reset"), lambda: self._give(None), self)
        self.reset_all_button = push_button(translate("KeysPage", "Reset all"), self.reset_all, self)
        self.conflict = text_label("", self, "danger", wraps=True)
        self.conflict.hide()
        line = hbox((self.capture, 1), self.set_button, self.add_button)
        back = hbox(self.remove_button, self.reset_button, STRETCH, self.reset_all_button)
        vbox(self.search, (self.table, 1), self.label, line, back, self.conflict, parent=self, margins=0, spacing=10)
        self._fill()
        order = [self.search, self.table, self.capture, self.set_button, self.add_button, self.remove_button]
        for before, after in pairwise([*order, self.reset_button, self.reset_all_button]):
            QWidget.setTabOrder(before, after)

    def reset_all(self) -> None:
        for id in self.items:
            self._commands.set_keys(id, None)
            self._write(self.items[id], self._commands.command(id))
            self.changed.emit(id)
        self._show_current()

    @property
    def current(self) -> Command | None:
        """The command under the cursor."""
        item = self.table.currentItem()
        id = None if item is None else item.data(0, _ID_ROLE)
        return None if id is None else self._commands.command(id)

    def shown(self) -> list[str]:
        """Ids of the commands that match the search, from the top."""
        return [id for id, item in self.items.items() if not item.isHidden()]

    def _fill(self) -> None:
        for title, commands in in_groups(self._commands):
            group = QTreeWidgetItem(self.table, [title])
            group.setFlags(Qt.ItemFlag.ItemIsEnabled)
            group.setFirstColumnSpanned(True)
            group.setSizeHint(0, QSize(0, 28))
            font = group.font(0)
            font.setBold(True)
            group.setFont(0, font)
            self._groups.append(group)
            for command in commands:
                item = self.items[command.id] = QTreeWidgetItem(group)
                item.setData(0, _ID_ROLE, command.id)
                item.setSizeHint(0, QSize(0, 28))
                self._write(item, command)
        self.table.expandAll()
        first = next(iter(self.items.values()), None)
        if first is not None:
            self.table.setCurrentItem(first)

    def _write(self, item: QTreeWidgetItem, command: Command) -> None:
        item.setText(0, command.text)
        item.setText(1, "   ".join(spoken(key) for key in command.keys))
        item.setText(2, str(_PLACES[command.context]))
        font = item.font(1)
        font.setBold(command.keys != command.default_keys)
        item.setFont(1, font)
        item.setToolTip(0, command.action.toolTip())

    def _filter(self, typed: str) -> None:
        for id, item in self.items.items():
            command = self._commands.command(id)
            keys = "".join(item.text(1).split())
            is_key = typed.strip().casefold() in keys.casefold()
            item.setHidden(bool(typed.strip()) and not is_key and score(typed, command.text) is None)
        for group in self._groups:
            group.setHidden(all(group.child(at).isHidden() for at in range(group.childCount())))

    def _show_current(self) -> None:
        command = self.current
        self.capture.clear()
        self.conflict.hide()
        for part in (self.capture, self.remove_button, self.reset_button):
            part.setEnabled(command is not None)
        self.set_button.setEnabled(False)
        self.add_button.setEnabled(False)
        self.label.setText("" if command is None else command.action.toolTip())

    def _captured(self, sequence: QKeySequence) -> None:
        """Shows which commands already use the captured key."""
        command, key = self.current, sequence.toString(QKeySequence.SequenceFormat.PortableText)
        is_new = bool(key) and command is not None and key not in command.keys
        self.set_button.setEnabled(is_new)
        self.add_button.setEnabled(is_new and bool(command and command.keys))
        taken = self._commands.conflicts(command.id, key) if command is not None and is_new else ()
        names = ", ".join(other.text for other in taken)
        self.conflict.setText(
            translate("KeysPage", "%1 is already used for: %2. Using it here removes it there.", key, names)
        )
        self.conflict.setVisible(bool(taken))

    def _use(self) -> None:
        self._take(replace=True)

    def _add(self) -> None:
        self._take(replace=False)

    def _take(self, *, replace: bool) -> None:
        command = self.current
        key = self.capture.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
        if command is None or not key:
            return
        for other in self._commands.conflicts(command.id, key):
            self._set(other.id, [kept for kept in other.keys if QKeySequence(kept) != QKeySequence(key)])
        self._give((key,) if replace else (*command.keys, key))

    def _give(self, keys: tuple[str, ...] | None) -> None:
        if (command := self.current) is not None:
            self._set(command.id, keys)
            self._show_current()

    def _set(self, id: str, keys: tuple[str, ...] | list[str] | None) -> None:
        if keys is None:  # another command may have its default key by now
            for key in self._commands.command(id).default_keys:
                for other in self._commands.conflicts(id, key):
                    self._set(other.id, [kept for kept in other.keys if QKeySequence(kept) != QKeySequence(key)])
        self._commands.set_keys(id, keys)
        self._write(self.items[id], self._commands.command(id))
        self.changed.emit(id)
