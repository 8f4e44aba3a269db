"""Proposes transcripts as texts of their files. Preview and writing are those of all metadata."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeatureHub
from desktop.features.dialogue.transcript_tab import TranscriptTab
from engine.base.cancellation import Cancel, check
from engine.base.lazy_import import later
from engine.base.types import SoundId

if TYPE_CHECKING:
    from engine.features.dialogue import export, transcripts
else:
    export = later("engine.features.dialogue.export")
    transcripts = later("engine.features.dialogue.transcripts")


class TranscriptTexts(QObject):
    """*Write transcripts into files…*, for the selected sounds or the one in the tab. GUI thread only."""

    def __init__(
        self,
        tab: TranscriptTab,
        commands: ports.Commands,
        jobs: ports.Jobs,
        start: ports.WindowStart,
        notices: ports.Notices,
        results: ports.ResultsView,
        deck: ports.Deck,
        hub: FeatureHub,
    ) -> None:
        super().__init__()
        self._jobs, self._library, self._notices = jobs, start.library, notices
        self._results, self._deck, self._hub = results, deck, hub
        tab.write_wanted.connect(self._write_shown)
        commands.add(
            "metadata.transcripts",
            translate("TranscriptTexts", "Write transcripts into files…"),
            lambda: self._write(self._results.selected_ids()),
            needs="sound",
            menu="Sound",
            group=6,
            tip=translate(
                "TranscriptTexts", "Puts what is said into a field of the files, after showing every difference"
            ),
        )

    def _write_shown(self) -> None:
        hit = self._deck.hit
        if hit is not None:
            self._write([hit.sound.id])

    def _write(self, sounds: Iterable[int]) -> None:
        chosen = [SoundId(int(sound)) for sound in sounds]

        def came(texts: dict[SoundId, str]) -> None:
            if texts:
                self._hub.texts_proposed.emit(texts)
            else:
                self._notices.say(translate("TranscriptTexts", "The selected sounds have no transcript, or no words."))

        self._jobs.run(
            lambda cancel: _texts_of(self._library, chosen, cancel),
            came,
            failed=lambda err: self._notices.warn(*engine_words.error(err), "transcript"),
        )


def _texts_of(library: Path, sounds: Iterable[SoundId], cancel: Cancel) -> dict[SoundId, str]:
    """Returns what is said in sounds, each as a line of text, in a job's thread; without those that say nothing."""
    file = transcripts.TranscriptFile.at(library)
    if file is None:
        return {}
    try:
        texts: dict[SoundId, str] = {}
        for sound in sounds:
            check(cancel)
            if text := export.field_text(file.transcript(sound)):
                texts[sound] = text
        return texts
    finally:
        file.close()
