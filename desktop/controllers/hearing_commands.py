"""The audition's commands and keys; counts plays."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication

from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.window.commands import Context
from engine.audio.effects import MAX_GAIN_DB, MAX_PITCH_SEMITONES, STRETCH_PERCENT
from engine.base.types import SoundId

_MENU, _PITCH, _VOLUME = "Sound", "Sound/Pitch", "Sound/Volume"
_VOLUME_STEP = 5


class PlaybackCommands(QObject):
    """Play, pause, loop, reverse, pitch, gain, volume and autoplay as commands. GUI thread only."""

    def __init__(
        self,
        app: QApplication,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        player: ports.Player,
        search_control: ports.SearchControl,
        playback: ports.PlaybackControl,
        results: ports.ResultsView,
        deck: ports.Deck,
    ) -> None:
        super().__init__()
        self._settings, self._commands, self._search, self._player = settings, commands, search, player
        self._playback, self._results, self._deck = playback, results, deck
        self._add_playing()
        self._add_effects()
        self._add_volume()
        self._show_keys()
        commands.keys_changed.connect(lambda id: self._show_keys())
        settings.changed.connect(self._setting_changed)
        playback.effects_changed.connect(lambda effects: self.reverse.setChecked(effects.is_reversed))
        player.heard.connect(self._note)
        search_control.shown.connect(self._warm_up)
        app.applicationStateChanged.connect(self._state_changed)
        self._is_warm = False

    def _add_playing(self) -> None:
        add, kept = self._commands.add, self._settings.values
        self._play = add(
            "audition.play",
            translate("PlaybackCommands", "Play or stop"),
            self._playback.toggle,
            keys=["Space"],
            menu=_MENU,
            icon="play",
            context=Context.RESULTS,
            tip=translate(
                "PlaybackCommands", "Plays from the selection, from the position clicked last, or from the best moment."
            ),
        )
        self._pause = add(
            "audition.pause",
            translate("PlaybackCommands", "Pause or resume"),
            self._playback.pause,
            keys=["Shift+Space"],
            menu=_MENU,
            icon="pause",
        )
        change = self._settings.change
        self.loop = self._toggle(
            "audition.loop", translate("PlaybackCommands", "Loop"), "L", "loop", kept.loop, lambda on: change(loop=on)
        )
        self.autoplay = self._toggle(
            "audition.autoplay",
            translate("PlaybackCommands", "Autoplay"),
            "A",
            "autoplay",
            kept.autoplay,
            lambda on: change(autoplay=on),
        )
        for action in (self._play, self._pause, self.loop, self.autoplay):
            action.setAutoRepeat(False)

    def _add_effects(self) -> None:
        add = self._commands.add
        self.reverse = self._toggle(
            "audition.reverse",
            translate("PlaybackCommands", "Reverse"),
            "R",
            "reverse",
            False,
            lambda on: self._playback.adjust(is_reversed=on),
        )
        self.reverse.setAutoRepeat(False)
        pitches = (
            ("audition.pitch_down", translate("PlaybackCommands", "Pitch down a semitone"), "[", -1),
            ("audition.pitch_up", translate("PlaybackCommands", "Pitch up a semitone"), "]", 1),
            ("audition.octave_down", translate("PlaybackCommands", "Pitch down an octave"), "Ctrl+[", -12),
            ("audition.octave_up", translate("PlaybackCommands", "Pitch up an octave"), "Ctrl+]", 12),
        )
        for id, text, key, semitones in pitches:
            add(
                id,
                text,
                lambda by=semitones: self._bend(by),
                keys=[key],
                menu=_PITCH,
                group=1,
                taking_back=self._effects_back,
            )
        add(
            "audition.plain",
            translate("PlaybackCommands", "Reset pitch and gain"),
            lambda: self._playback.adjust(pitch_semitones=0.0, gain_db=0.0, stretch_percent=100.0, shift_semitones=0.0),
            keys=["0"],
            menu=_PITCH,
            group=1,
            taking_back=self._effects_back,
        )
        apart: tuple[tuple[str, str, Callable[[], object]], ...] = (
            (
                "audition.stretch_down",
                translate("PlaybackCommands", "Shorter, same pitch"),
                lambda: self._stretch(-5.0),
            ),
            ("audition.stretch_up", translate("PlaybackCommands", "Longer, same pitch"), lambda: self._stretch(5.0)),
            (
                "audition.tune_down",
                translate("PlaybackCommands", "Shift down a semitone, same length"),
                lambda: self._tune(-1.0),
            ),
            (
                "audition.tune_up",
                translate("PlaybackCommands", "Shift up a semitone, same length"),
                lambda: self._tune(1.0),
            ),
        )
        for id, text, run in apart:
            add(id, text, run, menu=_PITCH, group=1, taking_back=self._effects_back)
        gains = (
            ("audition.gain_down", translate("PlaybackCommands", "Gain down 1 dB"), "{", -1),
            ("audition.gain_up", translate("PlaybackCommands", "Gain up 1 dB"), "}", 1),
        )
        for id, text, key, by_db in gains:
            add(
                id,
                text,
                lambda by=by_db: self._gain(by),
                keys=[key],
                menu=_PITCH,
                group=1,
                taking_back=self._effects_back,
            )

    def _add_volume(self) -> None:
        add, kept, output = self._commands.add, self._settings.values, self._playback.output
        turns = (
            ("audition.quieter", translate("PlaybackCommands", "Volume down"), "Alt+Down", -_VOLUME_STEP),
            ("audition.louder", translate("PlaybackCommands", "Volume up"), "Alt+Up", _VOLUME_STEP),
        )
        for id, text, key, by in turns:
            add(id, text, lambda by=by: output.turn(by), keys=[key], menu=_VOLUME, group=2)
        change = self._settings.change
        self.mute = self._toggle(
            "audition.mute",
            translate("PlaybackCommands", "Mute"),
            "Shift+M",
            "muted",
            kept.is_muted,
            lambda on: change(is_muted=on),
            group=2,
        )
        self.level = self._toggle(
            "audition.level",
            translate("PlaybackCommands", "Match levels"),
            "Shift+L",
            "level",
            kept.level_match,
            lambda on: change(level_match=on),
            group=2,
        )

    def _toggle(
        self, id: str, text: str, key: str, icon: str, is_on: bool, run: Callable[[bool], object], *, group: int = 0
    ) -> QAction:
        menu = _VOLUME if group == 2 else _MENU
        return self._commands.add(
            id, text, run, keys=[key], menu=menu, group=group, icon=icon, is_checkable=True, is_checked=is_on
        )

    def _effects_back(self) -> Callable[[], object]:
        before = self._playback.effects
        return lambda: self._playback.adjust(
            pitch_semitones=before.pitch_semitones,
            gain_db=before.gain_db,
            stretch_percent=before.stretch_percent,
            shift_semitones=before.shift_semitones,
        )

    def _bend(self, by: float) -> None:
        pitch = self._playback.effects.pitch_semitones + by
        self._playback.adjust(pitch_semitones=min(MAX_PITCH_SEMITONES, max(-MAX_PITCH_SEMITONES, pitch)))

    def _stretch(self, by: float) -> None:
        low, high = STRETCH_PERCENT
        self._playback.adjust(stretch_percent=min(high, max(low, self._playback.effects.stretch_percent + by)))

    def _tune(self, by: float) -> None:
        semitones = self._playback.effects.shift_semitones + by
        self._playback.adjust(shift_semitones=min(MAX_PITCH_SEMITONES, max(-MAX_PITCH_SEMITONES, semitones)))

    def _gain(self, by_db: float) -> None:
        gain_db = self._playback.effects.gain_db + by_db
        self._playback.adjust(gain_db=min(MAX_GAIN_DB, max(-MAX_GAIN_DB, gain_db)))

    def _setting_changed(self, name: str) -> None:
        kept = self._settings.values
        toggles = {
            "loop": (self.loop, kept.loop),
            "autoplay": (self.autoplay, kept.autoplay),
            "is_muted": (self.mute, kept.is_muted),
            "level_match": (self.level, kept.level_match),
        }
        if name in toggles:
            action, is_on = toggles[name]
            action.setChecked(is_on)

    def _show_keys(self) -> None:
        """Updates the keys in the deck's tooltips."""
        keys = {}
        for command in self._commands.all:
            if command.id.startswith("audition.") and command.keys:
                key = QKeySequence(command.keys[0]).toString(QKeySequence.SequenceFormat.NativeText)
                keys[command.id.removeprefix("audition.")] = key
        self._deck.controls.show_keys(keys)
        self._deck.show_key(keys.get("play", ""))

    def _note(self, sound: SoundId | None) -> None:
        if sound is not None:
            results = self._results
            self._search.note(
                lambda library: library.keeping.played(sound),
                lambda _: results.refresh_sounds(np.array([sound], np.int64)),
            )

    def _warm_up(self) -> None:
        """Loads the audio output once there are sounds to play."""
        if not self._is_warm:
            self._is_warm = True
            self._player.warm_up()

    def _state_changed(self, state: Qt.ApplicationState) -> None:
        """Refreshes devices and heads on return from another program: headphones or files may have changed."""
        if state is Qt.ApplicationState.ApplicationActive and self._is_warm:
            self._player.warm_up()
