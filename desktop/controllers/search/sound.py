"""Searching by a sound: a row, a stretch of the waveform, an outside file, or a recording."""

from datetime import datetime
from random import Random

from PySide6.QtCore import QObject

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.deck.recorder import MicrophoneTake, Recorder
from desktop.search.bar.reference import ReferenceChip
from desktop.sidebar.saved_takes import TakesPanel
from desktop.window.commands import Context
from desktop.work.requests import Reference
from engine.audio.peaks import overview
from engine.audio.takes import Recording, keep_take, kept_takes, remove_take
from engine.base.types import Hit, Peaks, SoundId

_TOPIC = "microphone"


class SearchBySound(QObject):
    """Connects references, the recorder and recordings with the search field. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        overviews: ports.OverviewThread,
        jobs: ports.Jobs,
        player: ports.Player,
        search_control: ports.SearchControl,
        playback: ports.PlaybackControl,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        results: ports.ResultsView,
        deck: ports.Deck,
        sidebar: ports.Sidebar,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._overviews, self._jobs = window, settings, overviews, jobs
        self._player, self._search_control, self._playback, self._notices = player, search_control, playback, notices
        self._results, self._deck, self._window = results, deck, window
        self._bar = bar = search_bar
        self._folder = search.folder
        self._random = Random()
        self._awaited_row: int | None = None
        self.recorder = Recorder(self)
        self.takes_panel = TakesPanel(theme, sidebar)
        self._takes_section = sidebar.add_section("takes", translate("SearchBySound", "Recordings"), self.takes_panel)
        self._takes_section.hide()
        add = commands.add
        add(
            "search.record",
            translate("SearchBySound", "Record and find similar"),
            self.record,
            keys=["Ctrl+M"],
            menu="Search/Sounds",
            group=5,
            icon="microphone",
            tip=translate("SearchBySound", "Hum or imitate a sound and find ones like it"),
        )
        add(
            "find.similar_stretch",
            translate("SearchBySound", "Find similar to the selection"),
            self.find_stretch,
            keys=["W"],
            menu="Search/Sounds",
            group=5,
            icon="similar",
            context=Context.WAVEFORM,
            tip=translate("SearchBySound", "Finds sounds like the selection of the waveform"),
        )
        add(
            "find.pattern",
            translate("SearchBySound", "Find this pattern again"),
            self.find_pattern,
            needs="wave",
            keys=["Ctrl+Shift+W"],
            menu="Search/Sounds",
            group=5,
            icon="similar",
            context=Context.WAVEFORM,
            tip=translate("SearchBySound", "Finds where the selected phrase or pattern occurs again, with its times"),
        )
        add(
            "search.random",
            translate("SearchBySound", "Random sound"),
            self.play_random,
            keys=["Shift+R"],
            menu="Search",
            group=6,
            icon="dice",
            tip=translate("SearchBySound", "Plays a random row of the results"),
        )
        bar.record_button.clicked.connect(self.record)
        bar.recording.finished.connect(self.recorder.finish)
        bar.recording.cancelled.connect(self.recorder.cancel)
        bar.referred.connect(self._referred)
        self.recorder.began.connect(bar.recording.listen)
        self.recorder.heard.connect(bar.recording.show_level)
        self.recorder.opened.connect(bar.recording.show_device)
        self.recorder.listed.connect(lambda names: bar.recording.show_devices(names, self._settings.values.microphone))
        bar.recording.device_wanted.connect(self._choose_microphone)
        self.recorder.recorded.connect(self._recorded)
        self.recorder.cancelled.connect(self._ended)
        self.recorder.failed.connect(self._failed)
        overviews.ready.connect(self._overview_came)
        results.current_changed.connect(self._reached)
        panel = self.takes_panel
        panel.search_wanted.connect(lambda take: bar.search_by(take.path))
        panel.play_wanted.connect(lambda take: self._player.play(take.path))
        panel.removed.connect(self._remove)
        search.opened.connect(self._list_takes)
        window.closing.connect(self.recorder.close)

    def record(self) -> None:
        """Starts a recording after stopping playback; a second call ends it."""
        if self.recorder.is_recording:
            self.recorder.finish()
            return
        self._notices.take_back(_TOPIC)
        self._player.stop()
        self._bar.recording.begin()
        self._bar.recording.show_devices((), self._settings.values.microphone)
        self.recorder.start(self._settings.values.microphone)

    def _choose_microphone(self, name: str) -> None:
        """Stores the choice and restarts the recording with it."""
        self._settings.change(microphone=name)
        self._bar.recording.begin()
        self.recorder.change(name)

    def find_stretch(self) -> None:
        """Finds sounds similar to the waveform's selection, or else to its sound."""
        hit, selection = self._deck.hit, self._deck.waveform.selection
        if hit is None:
            return
        if selection is None:
            self._search_control.find_similar(hit)
        else:
            self._bar.set_reference(Reference(hit.sound.path, hit.sound.id, *selection))

    def find_pattern(self) -> None:
        """Finds repetitions of the waveform's selection, or else of its sound."""
        hit = self._deck.hit
        if hit is not None:
            start_s, end_s = self._deck.waveform.selection or (None, None)
            self._bar.set_reference(Reference(hit.sound.path, hit.sound.id, start_s, end_s, is_pattern=True))

    def play_random(self) -> None:
        """Selects a random row and plays it."""
        rows = self._results.rows.rowCount()
        if rows == 0:
            self._notices.say(translate("SearchBySound", "There is no sound to choose from."))
            return
        self._window.show_page("results")
        row = self._random.randrange(rows)
        hit = self._results.go_to(row)
        self._awaited_row = row if hit is None else None
        if hit is not None:
            self._playback.play_moment(hit)

    def _reached(self, hit: Hit | None) -> None:
        """Plays the random row once it is read, unless the cursor has moved on."""
        row, self._awaited_row = self._awaited_row, None
        if hit is not None and row == self._results.currentIndex().row():
            self._playback.play_moment(hit)

    def _referred(self, chip: ReferenceChip) -> None:
        reference = chip.reference
        chip.played.connect(self._play)
        if reference.sound is not None:
            chip.wave.show_peaks(self._overviews.get(reference.sound), reference)
            return
        self._jobs.run(
            lambda cancel: overview(reference.path, cancel=cancel),
            lambda peaks: self._draw(reference, peaks),
            failed=lambda err: None,  # the search reports what is wrong with the file
        )

    def _draw(self, reference: Reference, peaks: Peaks) -> None:
        chip = self._bar.chip_row.reference_chip
        if chip is not None and chip.reference.path == reference.path:
            chip.wave.show_peaks(peaks, chip.reference)

    def _overview_came(self, sound: SoundId) -> None:
        chip = self._bar.chip_row.reference_chip
        if chip is not None and chip.reference.sound == sound:
            chip.wave.show_peaks(self._overviews.get(sound), chip.reference)

    def _play(self, reference: Reference) -> None:
        playing = self._player.playing
        if playing is not None and playing.path == reference.path:
            self._player.stop()
            return
        self._player.play(reference.path, start_s=reference.start_s, end_s=reference.end_s, sound=reference.sound)

    def _recorded(self, recording: MicrophoneTake) -> None:
        self._ended()
        when = datetime.now()
        self._jobs.run(
            lambda cancel: keep_take(self._folder, recording.samples, recording.sample_rate_hz, when),
            self._kept,
            failed=lambda err: self._failed(*engine_words.error(err)),
        )

    def _kept(self, take: Recording) -> None:
        if self._bar.recording.is_beside:
            self._bar.field.given_besides.emit(take.path)
        else:
            self._bar.search_by(take.path)
        self._list_takes()

    def _ended(self) -> None:
        self._bar.recording.hide()
        self._bar.field.setFocus()

    def _failed(self, message: str, advice: str) -> None:
        self._ended()
        self._notices.warn(message, advice, _TOPIC)

    def _list_takes(self) -> None:
        self._jobs.run(lambda cancel: kept_takes(self._folder), self._show_takes)

    def _show_takes(self, takes: tuple[Recording, ...]) -> None:
        self.takes_panel.show_takes(takes)
        self._takes_section.setVisible(bool(takes))

    def _remove(self, take: Recording) -> None:
        chip = self._bar.chip_row.reference_chip
        if chip is not None and chip.reference.path == take.path:
            self._bar.set_reference(None)
        self._jobs.run(lambda cancel: remove_take(self._folder, take), lambda _: self._list_takes())
