"""The transfer profile for exported sounds: selected in the deck or by a key, stored in the settings.

Profiles are files (`engine.transfer.profile_store`), shared with the shell and read in a job.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton, QWidget

from desktop.base import engine_words, messages, resources
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeatureHub, FeaturePart, WindowFeature
from desktop.features.transfer.dialog import TransferDialog
from desktop.widgets.device_menu import new_group
from desktop.widgets.profile_box import profile_title
from engine.base.errors import EngineError
from engine.transfer.name_patterns import texts_of
from engine.transfer.profile import AS_IT_IS, Profile
from engine.transfer.profile_store import BUILT_IN, ProfileStore

_ICON_PX = 18
_MOST_PX = 64
"""Width of a name in the deck; a longer one is elided, and whole in the tip."""
_NEXT = "transfer.next"


class TransferFeature(QObject):
    """Knows all profiles and the current one. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        jobs: ports.Jobs,
        start: ports.WindowStart,
        notices: ports.Notices,
        deck: ports.Deck,
        hub: FeatureHub,
    ) -> None:
        super().__init__()
        self._window, self._theme, self._settings, self._commands = window, theme, settings, commands
        self._jobs, self._notices, self._deck, self._hub = jobs, notices, deck, hub
        self._shelf = ProfileStore(start.settings_file.with_name("profiles"))
        self.known: tuple[Profile, ...] = BUILT_IN
        self.chosen = AS_IT_IS
        self.dialog: TransferDialog | None = None
        self.button = button = QToolButton(deck)
        button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setMenu(QMenu(button))
        button.menu().aboutToShow.connect(self._fill)
        button.menu().triggered.connect(self._picked)
        deck.controls.add_tools(button)
        self._add_commands()
        self._show()
        self._read(self._begin)

    def choose(self, profile: Profile) -> None:
        """Makes a profile the current one and reports it."""
        if profile == self.chosen:
            return
        self.chosen = profile
        self._settings.change(transfer_profile="" if profile == AS_IT_IS else profile.name)
        self._show()
        self._notices.say(translate("TransferFeature", "Transfer profile: %1", profile_title(profile)))
        self._hub.take_profile(self.chosen)

    def next(self) -> None:
        """Selects the next profile, after the last one the first."""
        names = [profile.name for profile in self.known]
        at = names.index(self.chosen.name) if self.chosen.name in names else -1
        self.choose(self.known[(at + 1) % len(self.known)])

    def take_in(self) -> None:
        """Imports a profile from a file and selects it."""
        title = translate("TransferFeature", "Import transfer profile")
        chosen, _ = QFileDialog.getOpenFileName(self._window, title, str(Path.home()), "*.json")
        if not chosen:
            return

        def done(profile: Profile) -> None:
            self._read(lambda: self.choose(profile))

        self._jobs.run(lambda cancel: self._shelf.take_in(Path(chosen)), done, failed=self._refused)

    def edit(self) -> None:
        hit = self._deck.hit
        example = {"name": "Door Wood Creak", "CatID": "DOORWood", "FXName": "Creak Slow", "time": "0m01.250"}
        if hit is not None:
            example = texts_of(hit.sound.path, hit.sound.metadata, 0.0)
        dialog = self.dialog = TransferDialog(example, self._window)
        dialog.saved.connect(self._save)
        dialog.removed.connect(self._remove)
        dialog.finished.connect(self._closed)
        self._read(lambda: self._list(self.chosen.name))
        dialog.open()

    def _list(self, name: str) -> None:
        if self.dialog is not None:
            self.dialog.show_profiles(self.known, name)

    def _closed(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.deleteLater()

    def _save(self, profile: Profile) -> None:
        def done(result: None) -> None:
            if self.chosen.name == profile.name:
                self.choose(profile)
            self._read(lambda: self._list(profile.name))

        self._jobs.run(lambda cancel: self._shelf.save(profile), done, failed=self._not_kept)

    def _remove(self, name: str) -> None:
        def done(result: None) -> None:
            if self.chosen.name == name:
                self.choose(AS_IT_IS)
            self._read(lambda: self._list(self.chosen.name))

        self._jobs.run(lambda cancel: self._shelf.remove(name), done, failed=self._not_kept)

    def _not_kept(self, err: EngineError) -> None:
        if self.dialog is not None:
            self.dialog.refuse(engine_words.in_full(err))
        else:
            self._refused(err)

    def _begin(self) -> None:
        """Restores the last session's profile once the files are read."""
        wanted = self._settings.values.transfer_profile
        if not wanted:
            return
        found = next((profile for profile in self.known if profile.name == wanted), None)
        if found is None:
            self._settings.change(transfer_profile="")
            self._notices.warn(
                translate("TransferFeature", "The transfer profile %1 no longer exists.", messages.plain(wanted)),
                translate("TransferFeature", "Sounds are copied as they are until you choose another profile."),
                "transfer",
            )
            return
        self.chosen = found
        self._show()
        self._hub.take_profile(self.chosen)

    def _read(self, then: Callable[[], object]) -> None:
        def known(profiles: list[Profile]) -> None:
            self.known = tuple(profiles)
            then()

        self._jobs.run(lambda cancel: self._shelf.all(), known, failed=self._refused)

    def _fill(self) -> None:
        """Offers the known profiles, and updates the menu if the shell has changed them."""
        self._offer()
        before = self.known
        self._read(lambda: self._offer() if self.known != before else None)

    def _offer(self) -> None:
        menu = self.button.menu()
        group = new_group(menu)
        for at, profile in enumerate(self.known):
            if at in (1, len(BUILT_IN)):
                menu.addSeparator()
            action = menu.addAction(messages.plain(profile_title(profile)).replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(profile.name == self.chosen.name)
            action.setData(profile.name)
            group.addAction(action)
        menu.addSeparator()
        menu.addAction(self._commands.action("transfer.profiles"))

    def _picked(self, action: QAction) -> None:
        found = next((profile for profile in self.known if profile.name == action.data()), None)
        if found is not None:
            self.choose(found)

    def _show(self) -> None:
        """Updates the button; it shows the name of a profile that changes anything."""
        theme, button = self._theme, self.button
        is_on = self.chosen != AS_IT_IS
        title = profile_title(self.chosen)
        button.setIcon(resources.icon("file", theme.accent_text if is_on else theme.text_soft))
        short = button.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, _MOST_PX)
        button.setText(short.replace("&", "&&") if is_on else "")
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if is_on else Qt.ToolButtonStyle.ToolButtonIconOnly
        button.setToolButtonStyle(style)
        said = translate("TransferFeature", "Transfer profile: %1", title)
        about = translate("TransferFeature", "The format, level and name of what you drag or copy out")
        keys = self._commands.command(_NEXT).keys
        button.setToolTip(messages.plain(f"{said}\n{about}" + (f" ({keys[0]})" if keys else "")))
        button.setAccessibleName(said)
        self._deck.fit()

    def _refused(self, err: EngineError) -> None:
        self._notices.warn(*engine_words.error(err), "transfer")

    def _add_commands(self) -> None:
        commands = self._commands
        commands.add(
            _NEXT,
            translate("TransferFeature", "Next transfer profile"),
            self.next,
            keys=["Ctrl+Shift+X"],
            menu="File",
            group=3,
            tip=translate("TransferFeature", "Goes to the next profile for what you drag or copy out"),
        )
        commands.add(
            "transfer.profiles",
            translate("TransferFeature", "Transfer profiles…"),
            self.edit,
            menu="File",
            group=3,
            tip=translate("TransferFeature", "Shows all profiles, to change, add or remove them"),
        )
        commands.add(
            "transfer.import",
            translate("TransferFeature", "Import transfer profile…"),
            self.take_in,
            menu="File",
            group=3,
            tip=translate("TransferFeature", "Takes in a profile that `earshot profile export` wrote"),
        )
        commands.keys_changed.connect(lambda id: self._show() if id == _NEXT else None)


FEATURE = WindowFeature((FeaturePart(20, TransferFeature),))
