"""Removes sounds from the library after a question; their files stay. Undo indexes them again and restores their marks.

The question comes first because analysing them again takes time.
"""

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.marks.undo import ExternalChange
from desktop.widgets.buttons import AskDialog
from desktop.window.commands import Context
from desktop.work.ingest_process import JobOrder
from engine.base.errors import EngineError
from engine.base.types import FilePath, SoundId
from engine.library import jobs

_WAIT_S = 30.0
"""How long to wait for a job that writes the library."""


class SoundRemoval(QObject):
    """Removes the selected sounds from the library. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        player: ports.Player,
        ingest: ports.IngestProcess,
        notices: ports.Notices,
        results: ports.ResultsView,
        keeping: MarksControl,
    ) -> None:
        super().__init__()
        self._keeping, self._window, self._search, self._jobs, self._player = keeping, window, search, jobs, player
        self._ingest = ingest
        self._notices, self._results = notices, results
        commands.add(
            "library.remove_sounds",
            translate("SoundRemoval", "Remove from library…"),
            self.ask,
            needs="sound",
            keys=["Delete"],
            menu="Sound",
            group=9,
            context=Context.RESULTS,
            tip=translate("SoundRemoval", "Takes the selected sounds out of the library; their files stay"),
        )
        commands.in_row_menu("library.remove_sounds", 9)

    def ask(self) -> None:
        """Explains the removal and asks."""
        ids = [SoundId(id) for id in dict.fromkeys(self._results.selected_ids().tolist())]
        if not ids:
            return
        more = translate(
            "SoundRemoval",
            "The files stay where they are. Undo adds the sounds again, with their ratings, tags and collections.",
        )
        question = AskDialog(
            self._window,
            translate("SoundRemoval", "Remove from library"),
            translate("SoundRemoval", "Remove %n sound(s) from the library?", n=len(ids)),
            more,
            translate("SoundRemoval", "Remove"),
            is_danger=True,
        )
        question.ask(lambda: self._remove(ids))

    def _remove(self, ids: list[SoundId]) -> None:
        library = self._search.folder
        playing = self._player.playing
        if playing is not None and playing.sound in ids:
            self._player.stop()

        def work() -> tuple[FilePath, ...]:
            jobs.wait_for_writer(library, _WAIT_S)
            there = jobs.members(library, np.array(ids, np.int64))
            jobs.remove(library, ids)
            return tuple(member.sound.path for member in there.values())

        self._jobs.run(lambda cancel: work(), self._removed, failed=self._failed)

    def _removed(self, paths: tuple[FilePath, ...]) -> None:
        said = translate("SoundRemoval", "%n sound(s) removed from the library.", n=len(paths))
        self._notices.say(said)
        self._search.catch_up()
        undo = ExternalChange(translate("SoundRemoval", "Remove from library"), lambda: self._add_again(paths))
        self._keeping.note(undo)
        self._keeping.tell(said, lambda: self._keeping.undoing.take_back(undo))

    def _add_again(self, paths: tuple[FilePath, ...]) -> None:
        self._ingest.run(JobOrder(only=paths))

    def _failed(self, err: EngineError) -> None:
        self._notices.warn(*engine_words.error(err), "removing")
