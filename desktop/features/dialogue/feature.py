"""Connects transcripts to the window: the tab, the lane of words, and the pass, which runs when nothing else does."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeatureHub, FeaturePart, WindowFeature
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.marks.undo import ExternalChange
from desktop.features.dialogue.transcript_tab import TranscriptTab
from desktop.features.dialogue.transcript_texts import TranscriptTexts
from desktop.work.jobs import Job, Jobs
from desktop.work.requests import TranscriptUse
from desktop.work.restart import IdleDetector
from engine.base.cancellation import Cancel
from engine.base.errors import DialogueError, EngineError
from engine.base.lazy_import import later
from engine.base.types import Hit, SoundId
from engine.features.dialogue.messages import DialogueAdvice, DialogueFault

if TYPE_CHECKING:
    from desktop.features.dialogue import dialog as dialogs
    from desktop.features.dialogue import state as states
    from engine.features.dialogue import edits, export, listening, packs, recogniser_packages, transcripts
else:
    dialogs = later("desktop.features.dialogue.dialog")
    states = later("desktop.features.dialogue.state")
    edits = later("engine.features.dialogue.edits")
    export = later("engine.features.dialogue.export")
    listening = later("engine.features.dialogue.listening")
    packs = later("engine.features.dialogue.packs")
    recogniser_packages = later("engine.features.dialogue.recogniser_packages")
    transcripts = later("engine.features.dialogue.transcripts")

TAB = "transcript"
_QUIET_MS = 30_000
"""Idle time before the pass starts by itself."""
_log = logging.getLogger(__name__)


class DialogueFeature(QObject):
    """Transcripts of the window. GUI thread only."""

    stepped = Signal(object)
    """Progress of the pass, from its thread."""
    fetched = Signal(str, object, object)
    """Progress of a download, from its thread: a name, its bytes so far and its size."""

    def __init__(
        self,
        window: ports.MainWindow,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        player: ports.Player,
        ingest: ports.IngestProcess,
        playback: ports.PlaybackControl,
        start: ports.WindowStart,
        notices: ports.Notices,
        settings: ports.SettingsFile,
        search_bar: ports.SearchBar,
        marks: MarksControl,
        deck: ports.Deck,
        inspector: ports.Inspector,
    ) -> None:
        super().__init__()
        self._window, self._jobs, self._player, self._ingest, self._playback = window, jobs, player, ingest, playback
        self._start, self._notices, self._deck, self._inspector = start, notices, deck, inspector
        self._search, self._settings, self._search_bar, self._marks = search, settings, search_bar, marks
        self._library = start.library
        self._wave = deck.waveform
        self._pass_jobs = Jobs(self, threads=1)
        self._pass: Job | None = None
        self._fetch: Job | None = None
        self._trouble = ""
        """Why the last download failed; shown once."""
        self._known = 0
        self._is_paused = False
        """The user paused it; it does not start by itself until the next start of the window."""
        self._state: states.TranscriptState | None = None
        self._read: Job | None = None
        self.dialog: dialogs.TranscriptsDialog | None = None
        self.tab = TranscriptTab(inspector)
        inspector.add_tab(TAB, translate("DialogueFeature", "Transcript"), self.tab)
        inspector.offer_tab(TAB, False)  # until there is a transcript to read
        self.tab.place_wanted.connect(self._play)
        self.tab.export_wanted.connect(self._export)
        self.tab.setup_wanted.connect(self.open)
        self.tab.corrected.connect(self._correct)
        self.tab.stretch_chosen.connect(self._wave.select)
        self.tab.stretch_pressed.connect(self._wave.grip_pressed)
        self.tab.drag_wanted.connect(self._wave.drag_wanted)
        commands.add(
            "library.transcripts",
            translate("DialogueFeature", "Transcripts…"),
            self.open,
            menu="Library",
            group=8,
            tip=translate("DialogueFeature", "Writes down what is said in your sounds, so that you can search for it"),
        )
        self._wave.shown.connect(self._follow)
        self.stepped.connect(self._show_step)
        self.fetched.connect(self._show_fetched)
        window.closing.connect(self._pass_jobs.close)
        search.opened.connect(self._wait_for_quiet)
        search_bar.transcripts_switched.connect(lambda is_on: settings.change(searches_transcripts=is_on))
        settings.changed.connect(self._setting_changed)
        self._use_transcripts()
        self._follow()

    @property
    def is_running(self) -> bool:
        return self._pass is not None

    # -- plain words ------------------------------------------------------------------------------------------------

    def _setting_changed(self, name: str) -> None:
        if name in ("searches_transcripts", "transcript_percent"):
            self._use_transcripts()
            self._search.catch_up()

    def _use_transcripts(self) -> None:
        values = self._settings.values
        self._search.use_transcripts(TranscriptUse(values.transcript_percent / 100, values.searches_transcripts))
        self._search_bar.show_transcripts_searched(values.searches_transcripts)

    # -- one sound -------------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Reads the transcript of the sound in the deck."""
        if self._read is not None:
            self._read.cancel()
        hit = self._deck.hit
        if hit is None:
            self.tab.say(translate("DialogueFeature", "Select a sound to read what is said in it."))
            return
        self._read = self._jobs.run(
            lambda cancel: _transcript_of(self._library, hit.sound.id),
            lambda found: self._show(hit, found),
            failed=lambda err: self.tab.say(engine_words.in_full(err)),
        )

    def _show(self, hit: Hit, found: "tuple[transcripts.Transcript, transcripts.SpokenLanguage | None] | None") -> None:
        shown = self._deck.hit
        if shown is None or shown.sound.id != hit.sound.id:
            return
        if found is not None:
            self._inspector.offer_tab(TAB, True)
        if found is None:
            self.tab.say(translate("DialogueFeature", "This sound has no transcript yet."), has_setup=True)
        elif not found[0]:
            self.tab.say(translate("DialogueFeature", "Nobody speaks in this sound."))
        else:
            self.tab.show_transcript(found[0], hit.why.said)
            self.tab.show_language(found[1])
        self._wave.set_words(tuple(word for stretch in (found[0] if found else ()) for word in stretch))

    def _play(self, at_s: float) -> None:
        hit = self._deck.hit
        if hit is not None:
            self._playback.play_at(hit, at_s)

    def _correct(self, edit: "edits.TranscriptEdit") -> None:
        """Keeps a correction of the sound in the deck, which can be undone."""
        hit = self._deck.hit
        if hit is None:
            return
        name = hit.sound.path.name
        self._jobs.run(
            lambda cancel: _keep(self._library, hit.sound.id, edit),
            lambda kept: self._corrected(name, *kept),
            failed=lambda err: self._notices.warn(*engine_words.error(err), TAB),
        )

    def _corrected(self, name: str, digest: bytes, number: int) -> None:
        def take_back() -> None:
            self._jobs.run(
                lambda cancel: edits.take_back_edit(self._library, digest, number),
                lambda was_there: self._follow(),
                failed=lambda err: self._notices.warn(*engine_words.error(err), TAB),
            )

        self._marks.note(
            ExternalChange(translate("DialogueFeature", "Correction of what is said in %1", name), take_back)
        )
        self._follow()  # the rows stay as they are: the search would take the corrected sound away from under the hand

    def _export(self, form: str) -> None:
        hit = self._deck.hit
        if hit is None:
            return
        folder = QFileDialog.getExistingDirectory(
            self._window, translate("DialogueFeature", "Folder for the transcript")
        )
        if not folder:
            return
        sounds = [(hit.sound.path.name, self.tab.transcript)]
        self._jobs.run(lambda cancel: export.write_transcripts(sounds, form, Path(folder)), self._exported)

    def _exported(self, written: list[Path]) -> None:
        for path in written:
            self._notices.say(translate("DialogueFeature", "Saved: %1", path.name))

    # -- the library -----------------------------------------------------------------------------------------------

    def open(self) -> None:
        if self.dialog is None:
            dialog = self.dialog = dialogs.TranscriptsDialog(self._window)
            dialog.get_wanted.connect(self._get)
            dialog.recogniser_wanted.connect(self._get_recogniser)
            dialog.cancelled.connect(self._cancel_fetch)
            dialog.remove_wanted.connect(self._remove)
            dialog.started.connect(self.start)
            dialog.paused.connect(self.pause)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        self._look()

    def start(self) -> None:
        """Starts the pass, or continues it."""
        if self._pass is not None:
            return
        self._is_paused = False
        self._known = 0 if self._state is None else self._state.counts[0]

        def work(cancel: Cancel) -> "listening.ListeningStep":
            return listening.listen(self._library, self.stepped.emit, cancel=cancel)

        self._pass = self._pass_jobs.run(work, self._ended, failed=self._failed)
        self._look()

    def pause(self) -> None:
        """Ends the pass for now; what was transcribed is kept."""
        self._is_paused = True
        if self._pass is not None:
            self._pass.cancel()
            self._pass = None
        self._look()

    def _wait_for_quiet(self) -> None:
        if self._start.screenshot is None:
            IdleDetector(self._is_busy, _QUIET_MS, self).came.connect(self._start_if_wanted)

    def _is_busy(self) -> bool:
        return self._player.playing is not None or self._ingest.is_running

    def _start_if_wanted(self) -> None:
        """Starts the pass if sounds lack a transcript and nobody paused it."""

        def came(state: "states.TranscriptState") -> None:
            self._looked(state)
            if state.is_installed and state.pack and state.lacking and not self._is_paused:
                self.start()

        if self._pass is None and not self._is_paused:
            self._jobs.run(
                lambda cancel: states.read_state(self._library),
                came,
                failed=lambda err: _log.info("no transcripts: %s", err),
            )

    def _look(self) -> None:
        if self.dialog is not None and self.dialog.isVisible():
            self._jobs.run(
                lambda cancel: states.read_state(self._library),
                self._looked,
                failed=lambda err: self._say(engine_words.in_full(err)),
            )

    def _looked(self, state: "states.TranscriptState") -> None:
        self._state = state
        if self.dialog is not None:
            if self._fetch is None:
                self.dialog.show_state(state, is_running=self.is_running)
            if self._trouble:
                self.dialog.say(self._trouble)
                self._trouble = ""

    def _show_step(self, step: "listening.ListeningStep") -> None:
        if self.dialog is not None and self._pass is not None:
            self.dialog.show_step(step, self._known)

    def _ended(self, step: "listening.ListeningStep") -> None:
        self._pass = None
        if step.done:
            self._notices.say(
                translate("DialogueFeature", "%n sound(s) transcribed, speech in %1.", step.spoken, n=step.done)
            )
        self._look()
        self._follow()

    def _failed(self, err: EngineError) -> None:
        self._pass = None
        self._look()
        self._notices.warn(*engine_words.error(err), TAB)

    def _get(self, source: str) -> None:
        library, tell = self._library, self.fetched.emit
        self._begin_fetch(source, lambda cancel: packs.get_pack(source, library, tell, cancel=cancel))

    def _get_recogniser(self) -> None:
        tell = self.fetched.emit
        name = translate("DialogueFeature", "the speech recogniser")
        self._begin_fetch(name, lambda cancel: recogniser_packages.get_recogniser(tell, cancel=cancel))

    def _begin_fetch(self, name: str, work: Callable[[Cancel], object]) -> None:
        if self._fetch is None:
            self._fetch = self._jobs.run(work, self._fetch_ended, failed=self._fetch_failed)
            self._show_fetched(name, 0, 0)

    def _show_fetched(self, name: str, done_bytes: int, size_bytes: int) -> None:
        if self.dialog is not None and self._fetch is not None:
            self.dialog.show_fetching(name, done_bytes, size_bytes)

    def _fetch_ended(self, got: object) -> None:
        self._fetch = None
        self._look()

    def _fetch_failed(self, err: EngineError) -> None:
        self._fetch, self._trouble = None, engine_words.in_full(err)
        self._look()

    def _cancel_fetch(self) -> None:
        if self._fetch is not None:
            self._fetch.cancel()
            self._fetch = None
        self._look()

    def _remove(self) -> None:
        self._jobs.run(lambda cancel: packs.remove_pack(self._library), lambda had: self._look())

    def _say(self, text: str) -> None:
        if self.dialog is not None:
            self.dialog.say(text)


def _keep(library: Path, sound: SoundId, edit: "edits.TranscriptEdit") -> tuple[bytes, int]:
    """Keeps a correction, in a job's thread; returns the digest of the audio, and its number."""
    file = transcripts.TranscriptFile.at(library)
    digest = None
    if file is not None:
        try:
            digest = file.digest(sound)
        finally:
            file.close()
    if digest is None:
        raise DialogueError(DialogueFault.NOTHING_TRANSCRIBED, advice=DialogueAdvice.TRANSCRIBE)
    return digest, edits.keep_edit(library, digest, edit)


def _transcript_of(
    library: Path, sound: SoundId
) -> "tuple[transcripts.Transcript, transcripts.SpokenLanguage | None] | None":
    """Returns a sound's transcript and its language, in a job's thread; None if it was not transcribed."""
    file = transcripts.TranscriptFile.at(library)
    if file is None:
        return None
    try:
        is_known = bool(file.rows("SELECT 1 FROM heard WHERE sound_id = ? AND error = ''", (sound,)))
        return (file.transcript(sound), file.languages(sound).get(sound)) if is_known else None
    finally:
        file.close()


def _texts(
    dialogue: DialogueFeature,
    commands: ports.Commands,
    jobs: ports.Jobs,
    start: ports.WindowStart,
    notices: ports.Notices,
    results: ports.ResultsView,
    deck: ports.Deck,
    hub: FeatureHub,
) -> TranscriptTexts:
    return TranscriptTexts(dialogue.tab, commands, jobs, start, notices, results, deck, hub)


FEATURE = WindowFeature((FeaturePart(262, DialogueFeature), FeaturePart(263, _texts)))
