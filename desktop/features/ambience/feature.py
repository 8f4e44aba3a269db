"""*Same background…*: measures the selection's background, finds similar stretches and writes the chosen ones.

Jobs read the files; the search thread queries the library. Closing the dialog cancels both.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.base import engine_words
from desktop.base.translation import number, translate
from desktop.controllers import ports
from desktop.controllers.drag_out.feature import DragOut
from desktop.controllers.feature import FeatureHub, FeaturePart, WindowFeature
from desktop.deck.playback import Audition
from desktop.features.ambience.dialog import BackgroundDialog
from desktop.work.cancellable_work import LongTask, Tell
from engine.base.cancellation import Cancel, StopRequested
from engine.base.errors import EngineError
from engine.base.io_timeout import in_use
from engine.base.types import FilePath, SoundMetadata
from engine.features.ambience.background_measure import SteadyStretch, TargetBackground, listen
from engine.features.ambience.background_search import (
    Background,
    BackgroundGuess,
    BackgroundResults,
    candidates,
    compare,
)
from engine.features.ambience.room_tone import RoomTone, render_tone, tone_name, write_tone
from engine.transfer.collect import ExportItem, SourceStretch
from engine.transfer.profile import AS_IT_IS, Profile

_FADE_S = 0.5
"""Crossfade between two rounds of a looped stretch."""


class ToneOrder(Struct, frozen=True):
    """Writes a stretch at a chosen length; a `StagedFile` of `desktop.controllers.drag_out`."""

    source: FilePath
    place: SteadyStretch
    wished_s: float
    is_level: bool

    @property
    def name(self) -> str:
        return tone_name(self.source, self.wished_s)

    @property
    def is_source(self) -> bool:
        """Always False: the file is rendered."""
        return False

    @property
    def item(self) -> ExportItem:
        made_of = SourceStretch(self.source, self.place.start_s, self.place.end_s)
        return ExportItem(self.source, SoundMetadata(), made_of=made_of)

    @property
    def profile(self) -> Profile:
        return AS_IT_IS

    def make(self, place: Path, cancel: Cancel, progress: Callable[[float], object]) -> Path | None:
        try:
            return render_tone(
                self.source, self.place, self.wished_s, place, is_level=self.is_level, cancel=cancel
            ).file
        except StopRequested:
            return None


class AmbienceFeature(QObject):
    """Connects the dialog to the library, the player and the disk. GUI thread only."""

    found_so_far = Signal(object, object)
    """The target dialog and BackgroundResults; emitted by the job's thread."""

    def __init__(
        self,
        window: QWidget,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        player: ports.Player,
        notices: ports.Notices,
        results: ports.ResultsView,
        deck: ports.Deck,
        drag: DragOut,
        hub: FeatureHub,
    ) -> None:
        super().__init__()
        self._drag, self._window, self._settings, self._search, self._player = drag, window, settings, search, player
        self._notices, self._results, self._deck, self._hub = notices, results, deck, hub
        self.dialog: BackgroundDialog | None = None
        self.working = LongTask(jobs, self)
        self.found_so_far.connect(self._show)
        commands.add(
            "sound.same_background",
            translate("AmbienceFeature", "Same background…"),
            self.ask,
            menu="Sound",
            group=7,
            tip=translate(
                "AmbienceFeature",
                "Finds sections with the same ambience as the selection and loops them to any length",
            ),
        )
        commands.in_row_menu("sound.same_background", 8)

    def ask(self) -> None:
        """Searches for the background of the selected stretch, or of the current sound."""
        window = self._window
        hit = self._results.current_hit() or self._deck.hit
        if self.working.is_running:
            self._notices.say(translate("AmbienceFeature", "Wait until the last background is done."))
            return
        if hit is None:
            self._notices.say(translate("AmbienceFeature", "Select a sound first, or part of its waveform."))
            return
        is_on_deck = self._deck.hit is not None and self._deck.hit.sound.id == hit.sound.id
        stretch = (self._deck.waveform.selection if is_on_deck else None) or (None, None)
        dialog = self.dialog = BackgroundDialog(
            _asked_words(hit.sound.path.name, *stretch), self._settings.values.project_folder, window
        )
        dialog.heard.connect(self._hear)
        dialog.toggled.connect(self._toggle)
        dialog.write_wanted.connect(self._write)
        dialog.drag_wanted.connect(self._drag_chosen)
        dialog.finished.connect(lambda: self._closed(dialog))
        dialog.open()
        path = hit.sound.path
        self.working.run(
            lambda cancel, tell: listen(path, *stretch), lambda wanted: self._look(dialog, wanted), failed=self._refused
        )

    def _look(self, dialog: BackgroundDialog, wanted: TargetBackground) -> None:
        if self.dialog is dialog:
            self._search.ask(
                lambda library: candidates(library, wanted),
                lambda guesses: self._listen(dialog, wanted, guesses),
                failed=self._refused,
            )

    def _listen(self, dialog: BackgroundDialog, wanted: TargetBackground, guesses: Sequence[BackgroundGuess]) -> None:
        if self.dialog is not dialog:
            return
        wished_s = dialog.length.value()

        def work(cancel: Cancel, tell: Tell) -> BackgroundResults:
            return compare(
                wanted,
                guesses,
                wished_s=wished_s,
                cancel=cancel,
                progress=lambda found: self.found_so_far.emit(dialog, found),
            )

        self.working.run(work, lambda found: self._show(dialog, found), failed=self._refused)

    def _show(self, dialog: BackgroundDialog, found: BackgroundResults) -> None:
        if self.dialog is dialog:
            dialog.show_found(found)

    def _hear(self, background: Background) -> None:
        """Loops a stretch at the level it would be written with."""
        place, dialog = background.place, self.dialog
        is_level = dialog is not None and dialog.level.isChecked()
        self._player.perform(
            Audition(
                background.path,
                background.sound.id if background.sound is not None else None,
                first_s=place.start_s,
                end_s=place.end_s,
                is_looping=True,
                fade_s=min(_FADE_S, place.length_s / 4),
                level_db=place.gain_db if is_level else 0.0,
            )
        )

    def _toggle(self, background: Background) -> None:
        playing = self._player.playing
        if playing is not None and playing.path == background.path:
            self._player.stop()
        else:
            self._hear(background)

    def _write(self, chosen: Sequence[Background]) -> None:
        dialog = self.dialog
        if dialog is None:
            return
        if self.working.is_running:
            dialog.say(translate("AmbienceFeature", "Wait until all sounds are analysed, then save."))
            return
        folder, wished_s, is_level = dialog.target, dialog.length.value(), dialog.level.isChecked()
        profile, library = self._hub.transfer_profile, self._search.folder

        def write(one: Background, number: int, cancel: Cancel) -> RoomTone:
            return write_tone(
                one,
                wished_s,
                folder,
                profile=profile,
                is_level=is_level,
                number=number,
                library=library,
                cancel=cancel,
            )

        self._settings.change(project_folder=str(folder))

        def work(cancel: Cancel, tell: Tell) -> tuple[list[RoomTone], list[EngineError]]:
            made: list[RoomTone] = []
            faults: list[EngineError] = []
            for one in chosen:
                try:
                    made.append(in_use().run(partial(write, one, len(made) + 1), one.path, cancel))
                except EngineError as err:  # go on with the others
                    faults.append(err)
            return made, faults

        def done(result: tuple[list[RoomTone], list[EngineError]]) -> None:
            if self.dialog is dialog:
                dialog.show_writing(False)
                dialog.say(_written_words(*result, folder))

        dialog.show_writing(True)
        self.working.run(work, done, failed=self._refused)

    def _drag_chosen(self, chosen: Sequence[Background]) -> None:
        dialog = self.dialog
        if dialog is not None and chosen:
            wished_s, is_level = dialog.length.value(), dialog.level.isChecked()
            self._drag.drag_made(dialog.list, [ToneOrder(one.path, one.place, wished_s, is_level) for one in chosen])

    def _refused(self, err: EngineError) -> None:
        if self.dialog is not None:
            self.dialog.show_writing(False)
            self.dialog.say(engine_words.in_full(err))

    def _closed(self, dialog: BackgroundDialog) -> None:
        self.working.stop()
        self._player.stop()
        self.dialog = None
        dialog.deleteLater()


def _asked_words(name: str, start_s: float | None, end_s: float | None) -> str:
    if start_s is None or end_s is None:
        return translate("AmbienceFeature", "The background of %1", name)
    return translate("AmbienceFeature", "The background of %1, %2–%3 s", name, number(start_s, 1), number(end_s, 1))


def _written_words(made: Sequence[RoomTone], faults: Sequence[EngineError], folder: Path) -> str:
    told = [translate("AmbienceFeature", "%n file(s) written to %1.", folder, n=len(made))] if made else []
    if any(one.gain_db for one in made):
        gains = ", ".join(f"{one.gain_db:+.0f} dB".replace("-", "−") for one in made)
        told.append(translate("AmbienceFeature", "Level: %1.", gains))
    told += [engine_words.in_full(fault) for fault in faults[:1]]
    return " ".join(told)


FEATURE = WindowFeature((FeaturePart(490, AmbienceFeature),))
