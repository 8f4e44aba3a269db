"""Registry of the window's commands, with their texts, keys and contexts, for menus, palette and shortcut sheet.

Features add commands while the window is built; `build_menus` then fills the menu bar. Keys chosen by the user replace
the defaults and are kept in the settings.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcutEvent
from PySide6.QtWidgets import QMenu, QWidget

from desktop.base import resources
from desktop.base.settings_file import SettingsFile
from desktop.base.theme import Theme
from desktop.base.translation import phrase, translate
from desktop.window.main_window import MainWindow

MENUS = ("File", "Edit", "Search", "Sound", "Library", "View", "Help")
"""Menus of the menu bar, in order; a command outside the menus has ""."""
SUBMENUS = (
    "Search/History",
    "Search/Sounds",
    "Search/Tabs",
    "Sound/Pitch",
    "Sound/Volume",
    "Sound/Rating",
    "Sound/Colour",
)

_TITLES = {
    "File": phrase("Commands", "File"),
    "Edit": phrase("Commands", "Edit"),
    "Search": phrase("Commands", "Search"),
    "Sound": phrase("Commands", "Sound"),
    "Library": phrase("Commands", "Library"),
    "View": phrase("Commands", "View"),
    "Help": phrase("Commands", "Help"),
    "Search/History": phrase("Commands", "History"),
    "Search/Sounds": phrase("Commands", "By sound"),
    "Search/Tabs": phrase("Commands", "Tabs"),
    "Sound/Pitch": phrase("Commands", "Pitch and gain"),
    "Sound/Volume": phrase("Commands", "Volume"),
    "Sound/Rating": phrase("Commands", "Rating"),
    "Sound/Colour": phrase("Commands", "Colour"),
}


Needs = Literal["", "sound", "wave"]
"""What a command needs: nothing, a selected sound, or a sound in the deck."""


def with_a_sound(needs: Needs, run: Callable[..., object], window: MainWindow) -> Callable[..., object]:
    """Wraps a command so that it says "Select a sound first" instead of doing nothing."""
    if not needs:
        return run

    def checked(*given: object) -> object:
        is_listed = window.page in ("results", "empty")
        lacks_sound = needs == "sound" and is_listed and not window.results.selectionModel().hasSelection()
        if lacks_sound or (needs == "wave" and window.deck.hit is None):
            window.status.say(translate("Commands", "Select a sound first."))
            return None
        return run(*given)

    return checked


def menu_title(name: str) -> str:
    """Title of a menu of `MENUS` or `SUBMENUS` in the current language."""
    return str(_TITLES[name])


class Context(StrEnum):
    """Where the focus must be for a command's keys to work."""

    WINDOW = "window"
    """Anywhere in the window; a text field keeps the keys that type."""
    RESULTS = "results"
    WAVEFORM = "waveform"


class Command(Struct, frozen=True):
    """One thing the user can do."""

    id: str
    """Dotted and stable, such as audition.loop: settings store keys by it."""
    action: QAction
    menu: str
    group: int
    """A change of group within a menu draws a separator."""
    context: Context
    default_keys: tuple[str, ...]

    @property
    def text(self) -> str:
        """Menu text without mnemonics and ellipsis."""
        return self.action.text().replace("&", "").removesuffix("…")

    @property
    def keys(self) -> tuple[str, ...]:
        """Current keys in Qt's portable spelling."""
        return tuple(key.toString(QKeySequence.SequenceFormat.PortableText) for key in self.action.shortcuts())


TakingBack = Callable[[], Callable[[], object] | None]
"""Called before a command runs: returns a function that restores the present state, None if nothing will change."""


class KeyChange(Struct, frozen=True):
    """A change made by a single key pressed without Ctrl or Alt."""

    text: str
    key: str
    """In the platform's notation."""
    is_on: bool | None
    """The new state; None for a command that is not checkable."""
    take_back: Callable[[], object]


class Commands(QObject):
    """Registry of commands. GUI thread only."""

    keys_changed = Signal(str)
    """Id of a command whose keys changed."""
    changed_by_key = Signal(object)
    """KeyChange: a single key, perhaps pressed by accident, changed something."""

    def __init__(self, window: MainWindow, theme: Theme, settings: SettingsFile, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._theme = theme
        self._settings = settings
        self._commands: dict[str, Command] = {}
        self._defaults: dict[str, list[tuple[str, Context]]] = {}
        """Default key to its commands and their contexts."""
        self._row_menu: list[tuple[int, str | Callable[[QMenu], object]]] = []
        self._offered_if: dict[str, Callable[[], bool]] = {}
        self._taking_back: dict[str, TakingBack] = {}
        self._by_key: tuple[str, str, Callable[[], object]] | None = None
        """The command a single key is triggering, the key, and its undo."""
        self.menus: dict[str, QMenu] = {}
        """Menus by their name in `MENUS` or `SUBMENUS`, once built."""

    def add(
        self,
        id: str,
        text: str,
        run: Callable[..., object],
        *,
        needs: Needs = "",
        keys: Sequence[str] = (),
        menu: str = "",
        group: int = 0,
        icon: str = "",
        context: Context = Context.WINDOW,
        is_checkable: bool = False,
        is_checked: bool = False,
        tip: str = "",
        taking_back: TakingBack | None = None,
    ) -> QAction:
        """Adds a command and returns its action.

        Args:
            id: dotted and stable.
            text: menu text, already translated.
            run: called when triggered; a checkable command passes whether it is on.
            needs: what the command needs; without it, it says so.
            keys: keys in Qt's portable spelling; the first one is shown.
            menu: one of `MENUS` or `SUBMENUS`, or "" for none.
            group: a change of group within a menu draws a separator.
            icon: an icon of resources/icons.
            context: where the focus must be.
            is_checkable: whether it toggles.
            is_checked: the initial state.
            tip: one more sentence, for the palette and the shortcut sheet.
            taking_back: undo for a command that changes something and is not checkable.

        Raises:
            ValueError: the id is taken, the menu is unknown, or a default key conflicts with another command's.
        """
        if id in self._commands or (menu and menu not in MENUS + SUBMENUS):
            raise ValueError(f"command {id}: taken, or no menu {menu!r}")
        self._check_defaults(id, keys, context)
        run = with_a_sound(needs, run, self._window)
        action = QAction(text, self._window)
        action.setObjectName(id)
        if icon:
            action.setIcon(resources.icon(icon, self._theme.text_soft))
        if tip:
            action.setToolTip(tip)
            action.setStatusTip("")
        action.setCheckable(is_checkable)
        action.setChecked(is_checked)
        if is_checkable:
            action.toggled.connect(run)
        else:
            action.triggered.connect(lambda: run())
        if is_checkable:
            self._taking_back[id] = lambda: partial(action.setChecked, action.isChecked())
        elif taking_back is not None:
            self._taking_back[id] = taking_back
        if id in self._taking_back:
            action.installEventFilter(self)
            action.triggered.connect(lambda: self._ran(id))
        self._place(action, context)
        self._commands[id] = Command(id, action, menu, group, context, tuple(keys))
        self._give_keys(action, self._settings.values.keys.get(id, tuple(keys)))
        return action

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Records which command a single key triggers, and the state before it."""
        if isinstance(event, QShortcutEvent) and not event.isAmbiguous() and _is_single(event.key()):
            id = watched.objectName()
            key = event.key().toString(QKeySequence.SequenceFormat.NativeText)
            take_back = self._taking_back[id]()
            self._by_key = None if take_back is None else (id, key, take_back)
        return False

    def _ran(self, id: str) -> None:
        by_key, self._by_key = self._by_key, None
        if by_key is not None and by_key[0] == id:
            command = self._commands[id]
            is_on = command.action.isChecked() if command.action.isCheckable() else None
            self.changed_by_key.emit(KeyChange(command.text, by_key[1], is_on, by_key[2]))

    def in_row_menu(self, id: str, group: int = 0, *, only_if: Callable[[], bool] | None = None) -> None:
        """Adds a command to a result's context menu, always or only if `only_if` holds."""
        self._row_menu.append((group, id))
        if only_if is not None:
            self._offered_if[id] = only_if

    def fill_row_menu(self, fill: Callable[[QMenu], object], group: int) -> None:
        """Calls `fill` each time a result's context menu opens."""
        self._row_menu.append((group, fill))

    def is_in_row_menu(self, id: str) -> bool:
        return any(id == listed for _, listed in self._row_menu)

    def row_menu(self, parent: QWidget) -> QMenu:
        """Builds a result's context menu."""
        menu = QMenu(parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        last: int | None = None
        for group, entry in sorted(self._row_menu, key=lambda entry: entry[0]):
            if isinstance(entry, str) and entry in self._offered_if and not self._offered_if[entry]():
                continue
            if last is not None and group != last:
                menu.addSeparator()
            if isinstance(entry, str):
                menu.addAction(self._commands[entry].action)
            else:
                entry(menu)
            last = group
        return menu

    def build_menus(self, title: Callable[[str], str] = str) -> None:
        """Fills the menu bar; `title` translates menu names. Call it once, after the features."""
        for name in MENUS:
            held = [command for command in self._commands.values() if command.menu.split("/")[0] == name]
            if not held:
                continue
            menu = self.menus[name] = QMenu(title(name), self._window)
            menu.setObjectName(name)
            self._window.menuBar().addMenu(menu)
            last: int | None = None
            for command in sorted(held, key=_group):
                if command.menu in self.menus and command.menu != name:
                    self.menus[command.menu].addAction(command.action)
                    continue
                if last is not None and command.group != last:
                    menu.addSeparator()
                last = command.group
                if command.menu == name:
                    menu.addAction(command.action)
                else:
                    inner = self.menus[command.menu] = QMenu(title(command.menu), self._window)
                    menu.addMenu(inner)
                    inner.addAction(command.action)

    @property
    def all(self) -> tuple[Command, ...]:
        """Every command, in the order of addition."""
        return tuple(self._commands.values())

    def command(self, id: str) -> Command:
        """One command.

        Raises:
            KeyError: no command has this id.
        """
        return self._commands[id]

    def action(self, id: str) -> QAction:
        """A command's action.

        Raises:
            KeyError: no command has this id.
        """
        return self._commands[id].action

    def conflicts(self, id: str, key: str) -> tuple[Command, ...]:
        """Commands other than `id` that this key would trigger in an overlapping context."""
        wanted, context = QKeySequence(key), self._commands[id].context
        return tuple(
            other
            for other in self._commands.values()
            if other.id != id and _overlap(context, other.context) and wanted in other.action.shortcuts()
        )

    def set_keys(self, id: str, keys: Sequence[str] | None) -> None:
        """Sets and stores a command's keys; None restores the defaults."""
        command = self._commands[id]
        kept = {name: value for name, value in self._settings.values.keys.items() if name != id}
        if keys is not None and tuple(keys) != command.default_keys:
            kept[id] = tuple(keys)
        self._give_keys(command.action, command.default_keys if keys is None else keys)
        self._settings.change(keys=kept)
        self.keys_changed.emit(id)

    def _give_keys(self, action: QAction, keys: Sequence[str]) -> None:
        action.setShortcuts([QKeySequence.fromString(key) for key in keys])

    def _check_defaults(self, id: str, keys: Sequence[str], context: Context) -> None:
        for key in keys:
            held = self._defaults.setdefault(QKeySequence(key).toString(), [])
            for other, where in held:
                if other != id and _overlap(context, where):
                    raise ValueError(f"command {id}: {key} belongs to {other}")
            held.append((id, context))

    def _place(self, action: QAction, context: Context) -> None:
        if context is Context.RESULTS:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            self._window.results.addAction(action)
        elif context is Context.WAVEFORM:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self._window.deck.addAction(action)
        else:
            self._window.addAction(action)


def _is_single(keys: QKeySequence) -> bool:
    """Whether the key is one stroke, with Shift at most."""
    return len(keys.toString(QKeySequence.SequenceFormat.PortableText).removeprefix("Shift+")) == 1


def _overlap(one: Context, other: Context) -> bool:
    return one is other or Context.WINDOW in (one, other)


def _group(command: Command) -> int:
    return command.group
