"""Volume, output level and device selection, kept in the settings."""

from PySide6.QtCore import QObject

from desktop.base.settings_file import SettingsFile
from desktop.base.translation import translate
from desktop.deck.levels import gain_of
from desktop.deck.output import OutputFormat
from desktop.deck.player import Player
from desktop.window.main_window import MainWindow


class OutputControl(QObject):
    """Connects the deck's volume and device menu with settings and player. GUI thread only."""

    def __init__(self, window: MainWindow, player: Player, settings: SettingsFile, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._player = player
        self._settings = settings
        self._current = ""
        controls = window.deck.controls
        controls.mute_wanted.connect(lambda is_on: settings.change(is_muted=is_on))
        controls.volume_wanted.connect(lambda percent: settings.change(volume=percent))
        controls.output_wanted.connect(lambda name: settings.change(output=name))
        controls.outputs_asked.connect(player.list_devices)
        settings.changed.connect(self._setting_changed)
        player.opened.connect(self._opened)
        player.found.connect(self._found)
        player.devices_found.connect(self._devices_found)
        meter = window.deck.meter
        meter.follow(player.levels)
        player.started.connect(lambda path, start_s: meter.begin())
        player.stopped.connect(self._stopped)
        if settings.values.output:
            player.choose_device(settings.values.output)
        self._show_volume()

    def turn(self, by_percent: int) -> None:
        """Changes the volume; raising it ends a mute."""
        kept = self._settings.values
        volume = min(100, max(0, kept.volume + by_percent))
        self._settings.change(volume=volume, is_muted=kept.is_muted and by_percent < 0)

    def _setting_changed(self, name: str) -> None:
        if name in ("volume", "is_muted"):
            self._show_volume()
        elif name == "output":
            self._player.choose_device(self._settings.values.output)

    def _show_volume(self) -> None:
        kept = self._settings.values
        self._window.deck.controls.show_volume(kept.volume, is_muted=kept.is_muted)
        self._player.set_volume(gain_of(kept.volume, is_muted=kept.is_muted))

    def _stopped(self) -> None:
        if self._player.playing is None:
            self._window.deck.meter.end()

    def _opened(self, form: OutputFormat) -> None:
        own = translate("OutputControl", "system default")  # ALSA's name for it
        self._current = own if form.device == "default" else form.device
        self._window.status.show_device(self._current)

    def _found(self, form: OutputFormat) -> None:
        self._window.message.take_back("sound")
        self._window.status.say(translate("OutputControl", "Sound plays on %1 again.", form.device))

    def _devices_found(self, names: tuple[str, ...]) -> None:
        self._window.deck.controls.show_outputs(names, self._settings.values.output, self._current)
