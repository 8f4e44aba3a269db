"""Adds the command palette, shortcut sheet, preferences, help and the note after a crash."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QWidget

from desktop.base import resources
from desktop.base.crash_log import FILE_NAME
from desktop.base.filter_terms import Term, split
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.help.keys import spoken
from desktop.features.help.palette import Palette, PaletteEntry
from desktop.results.density import Density
from desktop.window.commands import Command
from desktop.work.requests import Folder, Request
from engine.base.lazy_import import later
from engine.base.library_facts import LibraryStats
from engine.library.library import Library

if TYPE_CHECKING:
    from desktop.features.help import about, extras, guide, licences, preferences, shortcut_sheet
else:
    about = later("desktop.features.help.about")
    guide = later("desktop.features.help.guide")
    licences = later("desktop.features.help.licences")
    preferences = later("desktop.features.help.preferences")
    extras = later("desktop.features.help.extras")
    shortcut_sheet = later("desktop.features.help.shortcut_sheet")

D = TypeVar("D", bound=QDialog)
PALETTE = "window.palette"
Places = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
"""Names of collections; names and texts of saved searches."""


class HelpFeature(QObject):
    """Connects these dialogs to the window. GUI thread only. Create it last: it lists all commands."""

    def __init__(
        self,
        window: QWidget,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        start: ports.WindowStart,
        restart: ports.Restart,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        folders: ports.FoldersPanel,
        jobs: ports.Jobs,
    ) -> None:
        super().__init__()
        self._jobs = jobs
        self._window, self._theme, self._settings, self._commands = window, theme, settings, commands
        self._search, self._start, self._restart, self._notices = search, start, restart, notices
        self._search_bar = search_bar
        self._folders_panel = folders
        self._folders: tuple[Folder, ...] = ()
        self._stats: LibraryStats | None = None
        self._open: dict[type[QDialog], QDialog] = {}
        self.palette = Palette(window)
        search.counted.connect(self._counted)
        self._add_commands()
        if start.former_crash is not None:
            QTimer.singleShot(0, self, self._tell_crash)

    def show_preferences(self, section: str = "") -> "preferences.Preferences":
        """Opens the preferences, at `section` if given."""
        dialog = self._show(preferences.Preferences, self._make_preferences)
        if section:
            dialog.show_section(section)
        return dialog

    def _add_commands(self) -> None:
        add = self._commands.add
        add(
            PALETTE,
            translate("HelpFeature", "Command palette…"),
            self._show_palette,
            keys=["Ctrl+K"],
            menu="Help",
            group=0,
        )
        add(
            "help.keys",
            translate("HelpFeature", "Keyboard shortcuts…"),
            self._show_keys,
            keys=["?", "Ctrl+/"],
            menu="Help",
        )
        add(
            "edit.preferences",
            translate("HelpFeature", "Preferences…"),
            self.show_preferences,
            keys=["Ctrl+,"],
            menu="Edit",
            group=9,
            icon="sliders",
        )
        add(
            "view.theme",
            translate("HelpFeature", "Light or dark theme"),
            self._other_theme,
            keys=["Ctrl+Shift+L"],
            menu="View",
            group=8,
            tip=translate("HelpFeature", "Switches between the light and the dark theme."),
        )
        add(
            "view.density",
            translate("HelpFeature", "Roomy, standard or compact rows"),
            self._other_density,
            menu="View",
            group=8,
        )
        add("help.guide", translate("HelpFeature", "User guide"), self._show_guide, keys=["F1"], menu="Help", group=1)
        add("help.log", translate("HelpFeature", "Show log"), self._show_log, menu="Help", group=2)
        add(
            "help.about",
            translate("HelpFeature", "About Earshot"),
            self._show_about,
            menu="Help",
            group=3,
            icon="earshot",
        )

    def _show_palette(self) -> None:
        self.palette.open([*map(self._command_entry, self._offered()), *self._folder_entries()])
        self._search.ask(_read_places, self._add_places)

    def _offered(self) -> list[Command]:
        commands = self._commands.all
        return [c for c in commands if c.id != PALETTE and c.action.isEnabled() and c.action.isVisible()]

    def _command_entry(self, command: Command) -> PaletteEntry:
        keys = spoken(command.keys[0]) if command.keys else ""
        icon = command.action.icon()
        return PaletteEntry(
            command.id,
            command.text,
            keys,
            command.action.trigger,
            None if icon.isNull() else icon,
            words=command.action.toolTip(),
        )

    def _folder_entries(self) -> list[PaletteEntry]:
        icon = resources.icon("folder", self._theme.accent_text)
        kind = translate("HelpFeature", "folder")
        return [
            PaletteEntry(
                f"folder:{folder.path.uri}",
                folder.path.name or folder.path.text,
                kind,
                partial(self._folders_panel.look_only_in, folder.path),
                icon,
                words=folder.path.text,
            )
            for folder in self._folders
        ]

    def _add_places(self, places: Places) -> None:
        collections, saved = places
        bar, theme = self._search_bar, self._theme
        icon = resources.icon("all-sounds", theme.accent_text)
        kind = translate("HelpFeature", "collection")
        entries = [
            PaletteEntry(f"collection:{name}", name, kind, partial(bar.set_scope, str(Term("collection", name))), icon)
            for name in collections
        ]
        icon, kind = resources.icon("saved-search", theme.accent_text), translate("HelpFeature", "saved search")
        entries += [PaletteEntry(f"saved:{name}", name, kind, partial(self._ask, text), icon) for name, text in saved]
        self.palette.add(entries)

    def _ask(self, text: str) -> None:
        words, filters = split(text)
        self._search_bar.show_request(Request(words, filters=filters))

    def _make_preferences(self) -> "preferences.Preferences":
        dialog = preferences.Preferences(self._settings, self._commands, self._window)
        dialog.start_again_wanted.connect(self._restart.start_again)
        start, commands = self._start, self._commands
        if any(command.id == "library.models" for command in commands.all):
            packs = [(translate("HelpFeature", "Model packs…"), commands.action("library.models").trigger)]
            dialog.add_to("Models", extras.buttons(packs, dialog))
        editors = [
            (translate("HelpFeature", "Choose the audio editor…"), commands.action("sound.choose_editor").trigger)
        ]
        dialog.add_to("Drag out", extras.buttons(editors, dialog))
        privacy = extras.Privacy(start.library, start.settings_file, start.log_folder, start.trainings, dialog)
        dialog.add_to("Advanced", privacy)
        acts: list[extras.Act] = [
            (translate("HelpFeature", "Show log"), self._show_log),
            (translate("HelpFeature", "Clear search history"), commands.action("search.clear_history").trigger),
            (translate("HelpFeature", "Reset all settings"), dialog.reset_all),
        ]
        dialog.add_to("Advanced", extras.buttons(acts, dialog))
        return dialog

    def _other_theme(self) -> None:
        self._settings.change(theme="light" if self._theme.is_dark else "dark")

    def _other_density(self) -> None:
        self._settings.change(density=Density(self._settings.values.density).next.value)

    def _show_keys(self) -> None:
        sheet = shortcut_sheet.ShortcutSheet
        self._show(sheet, lambda: sheet(self._commands, self._window))

    def _show_guide(self) -> None:
        self._show(guide.Guide, lambda: guide.Guide(self._window))

    def _show_log(self) -> None:
        folder = self._start.log_folder
        if folder is None:
            return
        file = folder / FILE_NAME
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(file if file.is_file() else folder)))
        self._notices.say(translate("HelpFeature", "The log is %1", str(file)))

    def _show_about(self) -> None:
        stats = self._stats
        pack = f"{stats.pack_name} ({stats.pack_id[:8]})" if stats is not None and stats.pack_name else ""
        start, theme, window = self._start, self._theme, self._window

        def make() -> about.About:
            dialog = about.About(pack, start.library, theme, window)
            dialog.licences_wanted.connect(self._show_licences)
            return dialog

        self._show(about.About, make)

    def _show_licences(self) -> None:
        self._show(licences.LicencesDialog, lambda: licences.LicencesDialog(self._jobs, self._window))

    def _show(self, kind: type[D], make: Callable[[], D]) -> D:
        """Shows the only dialog of its kind, without blocking the window; creates it on first use."""
        dialog = self._open.get(kind)
        if not isinstance(dialog, kind):
            dialog = self._open[kind] = make()
            dialog.finished.connect(lambda: self._open.pop(kind).deleteLater())
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()
        return dialog

    def _tell_crash(self) -> None:
        former = self._start.former_crash
        assert former is not None
        is_crash = former.name != FILE_NAME
        what = (
            translate("HelpFeature", "Earshot crashed last time.")
            if is_crash
            else translate("HelpFeature", "Earshot was not closed properly last time.")
        )
        advice = translate("HelpFeature", "Your library is safe. The log with details is %1", str(former))
        self._notices.warn(what, advice, "crash")

    def _counted(self, stats: LibraryStats, folders: tuple[Folder, ...]) -> None:
        self._stats, self._folders = stats, folders


def _read_places(library: Library) -> Places:
    """Reads `Places`. Search thread only."""
    keeping = library.keeping
    return (
        tuple(collection.name for collection in keeping.collections()),
        tuple((saved.name, saved.text) for saved in keeping.saved()),
    )


FEATURE = WindowFeature((FeaturePart(460, HelpFeature),))
