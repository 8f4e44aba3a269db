"""Commands, menu and button of the large waveform."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QSize
from PySide6.QtWidgets import QMenu, QToolButton

from desktop.base import resources
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.deck.waveform import ZOOM_STEP
from desktop.deck.waveform_keys import at_s, select_from_here, select_to_here
from desktop.deck.waveform_scene import SceneLook
from desktop.window.commands import Context

_ICON_PX = 18
_LOOKS = (SceneLook.WAVEFORM, SceneLook.BOTH, SceneLook.SPECTROGRAM)


class WaveCommands(QObject):
    """Zoom, display and selection as commands. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        notices: ports.Notices,
        deck: ports.Deck,
    ) -> None:
        super().__init__()
        self._window, self._theme, self._settings, self._commands = window, theme, settings, commands
        self._notices, self._deck = notices, deck
        self._wave = deck.waveform
        self._add_commands()
        self._add_button()
        self._wave.menu_wanted.connect(self._menu)

    def next_look(self) -> None:
        """Cycles through waveform, both and spectrogram."""
        now = _LOOKS.index(self._wave.scene.look)
        self._settings.change(look=str(_LOOKS[(now + 1) % len(_LOOKS)]))

    def select_moment(self) -> None:
        """Selects the best moment; reports if none is marked."""
        if self._wave.scene.moments:
            best = self._wave.scene.moments[0]
            self._wave.select(best.start_s, best.end_s)
        else:
            hint = translate("WaveCommands", "No moment is marked: a search marks them in sounds of some length.")
            self._notices.say(hint)

    def _menu(self, place: QPoint) -> None:
        menu = QMenu(self._wave)
        for group in (
            ("waveform.zoom_in", "waveform.zoom_out", "waveform.zoom_selection", "waveform.fit", "waveform.look"),
            ("waveform.select_all", "waveform.select_moment", "waveform.select_none"),
            ("drag.copy_selection",),
        ):
            menu.addActions([self._commands.action(id) for id in group])
            menu.addSeparator()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def _add_commands(self) -> None:
        wave = self._wave
        entries: tuple[tuple[str, str, Callable[[], object], str, Context], ...] = (
            ("look", translate("WaveCommands", "Waveform, spectrogram or both"), self.next_look, "S", Context.WINDOW),
            (
                "large",
                translate("WaveCommands", "Large or small waveform"),
                self._window.switch_deck_height,
                "H",
                Context.WINDOW,
            ),
            ("zoom_in", translate("WaveCommands", "Zoom in"), lambda: wave.zoom(ZOOM_STEP), "Z", Context.WINDOW),
            (
                "zoom_out",
                translate("WaveCommands", "Zoom out"),
                lambda: wave.zoom(1 / ZOOM_STEP),
                "Shift+Z",
                Context.WINDOW,
            ),
            (
                "zoom_selection",
                translate("WaveCommands", "Zoom to selection"),
                wave.zoom_to_selection,
                "Alt+Z",
                Context.WINDOW,
            ),
            ("fit", translate("WaveCommands", "Show the whole sound"), wave.fit, "X", Context.WINDOW),
            ("select_from", translate("WaveCommands", "Start selection here"), self._from_here, "I", Context.WAVEFORM),
            ("select_to", translate("WaveCommands", "End selection here"), self._to_here, "O", Context.WAVEFORM),
            ("select_all", translate("WaveCommands", "Select the whole sound"), self._all, "Ctrl+A", Context.WAVEFORM),
            (
                "select_moment",
                translate("WaveCommands", "Select the best moment"),
                self.select_moment,
                "M",
                Context.WAVEFORM,
            ),
            (
                "select_none",
                translate("WaveCommands", "Clear the selection"),
                wave.clear_selection,
                "Ctrl+Shift+A",
                Context.WAVEFORM,
            ),
        )
        for id, text, run, key, context in entries:
            group = 4 if id.startswith("select") else 3
            self._commands.add(
                f"waveform.{id}",
                text,
                run,
                needs="" if id in ("look", "large") else "wave",
                keys=[key],
                menu="View",
                group=group,
                context=context,
                taking_back=self._look_back if id == "look" else None,
            )

    def _add_button(self) -> None:
        button = QToolButton(self._deck)
        button.setIcon(resources.icon("spectrogram", self._theme.text_soft))
        button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        button.setAccessibleName(translate("WaveCommands", "Waveform, spectrogram or both"))
        button.clicked.connect(self.next_look)

        def show_key(id: str = "waveform.look") -> None:
            keys = self._commands.command("waveform.look").keys
            text = translate("WaveCommands", "Waveform, spectrogram or both")
            button.setToolTip(f"{text} ({keys[0]})" if keys else text)

        show_key()
        self._commands.keys_changed.connect(show_key)
        self._deck.controls.add_tools(button)

    def _look_back(self) -> Callable[[], object]:
        look = self._settings.values.look
        return lambda: self._settings.change(look=look)

    def _from_here(self) -> None:
        select_from_here(self._wave)

    def _to_here(self) -> None:
        if at_s(self._wave) <= 0 and self._wave.selection is None:
            hint = translate("WaveCommands", "The cursor is at the very start. Move it to where it should end.")
            self._notices.say(hint)
        else:
            select_to_here(self._wave)

    def _all(self) -> None:
        self._wave.select(0.0, self._wave.duration_s)
