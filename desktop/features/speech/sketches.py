"""Sketches, played in place of missing sounds and clearly marked.

A job draws each sketch once into the library's folder. Sketches are only played: dragging, copying and exporting need
the sound's own file.
"""

import threading
from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QObject

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.deck.playback import Audition
from desktop.work.jobs import Job
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.types import Hit
from engine.features.speech.sketches import NoSketch, Sketches, SketchFile


class SketchPlayback(QObject):
    """Plays a sketch in place of a missing file. GUI thread only."""

    def __init__(
        self,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        player: ports.Player,
        playback: ports.PlaybackControl,
        notices: ports.Notices,
        deck: ports.Deck,
    ) -> None:
        super().__init__()
        self._jobs, self._player, self._notices, self._deck = jobs, player, notices, deck
        self._folder = search.folder
        self._job: Job | None = None
        self._drawing = threading.Lock()
        playback.take_stand_in(self.play)

    def play(self, hit: Hit, audition: Audition, refuse: Callable[[], None]) -> None:
        """Draws a hit's sketch and plays it with the given audition; calls `refuse` if there is none."""
        if self._job is not None:
            self._job.cancel()
        self._job = self._jobs.run(
            lambda cancel: self._drawn(hit, cancel),
            lambda drawn: self._play(hit, audition, drawn),
            failed=lambda err: self._failed(err, refuse),
        )

    def _drawn(self, hit: Hit, cancel: Cancel) -> SketchFile:
        """Runs in a job's thread."""
        if not hit.sound.is_away and hit.sound.path.is_there:
            raise NoSketch("the file is there", advice="")  # another error occurred, already reported
        with self._drawing:
            return Sketches(self._folder).file(hit.sound.id, cancel=cancel)

    def _play(self, hit: Hit, audition: Audition, drawn: SketchFile) -> None:
        self._job = None
        shown = self._deck.hit
        if shown is None or shown.sound.id != hit.sound.id or self._player.playing is not None:
            return  # another sound was chosen meanwhile
        self._notices.take_back("sound")
        self._notices.say(
            translate("SketchPlayback", "The file of %1 is missing. A sketch is playing instead.", hit.sound.path.name)
        )
        effects = replace(audition.effects, channels=())
        self._player.perform(
            replace(
                audition,
                path=drawn.path,
                sketch_of=hit.sound.path,
                duration_s=drawn.duration_s,
                effects=effects,
                level_db=0.0,
            )
        )

    def _failed(self, err: EngineError, refuse: Callable[[], None]) -> None:
        self._job = None
        refuse()
        if not isinstance(err, NoSketch):
            self._notices.warn(*engine_words.error(err), "sketch")
