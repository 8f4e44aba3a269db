"""Removes sounds from the library after a question; their files stay. Undo indexes them again and restores their marks.

The question comes first because analysing them again takes time.
"""

import numpy as np
from PySide6.QtCore import QObject

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.marks.undo import ExternalChange
from desktop.controllers.parts import WindowParts
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

    def __init__(self, parts: WindowParts, keeping: MarksControl) -> None:
        super().__init__(parts.window)
        self._keeping = keeping
        self._parts = parts
        self._window = parts.window
        parts.commands.add(
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
        parts.commands.in_row_menu("library.remove_sounds", 9)

    def ask(self) -> None:
        """Explains the removal and asks."""
        ids = [SoundId(id) for id in dict.fromkeys(self._window.results.selected_ids().tolist())]
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
        library = self._parts.start.library
        playing = self._parts.player.playing
        if playing is not None and playing.sound in ids:
            self._parts.player.stop()

        def work() -> tuple[FilePath, ...]:
            jobs.wait_for_writer(library, _WAIT_S)
            there = jobs.members(library, np.array(ids, np.int64))
            jobs.remove(library, ids)
            return tuple(member.sound.path for member in there.values())

        self._parts.jobs.run(lambda cancel: work(), self._removed, failed=self._failed)

    def _removed(self, paths: tuple[FilePath, ...]) -> None:
        said = translate("SoundRemoval", "%n sound(s) removed from the library.", n=len(paths))
        self._window.status.say(said)
        self._parts.search.catch_up()
        undo = ExternalChange(translate("SoundRemoval", "Remove from library"), lambda: self._add_again(paths))
        self._keeping.note(undo)
        self._keeping.tell(said, lambda: self._keeping.undoing.take_back(undo))

    def _add_again(self, paths: tuple[FilePath, ...]) -> None:
        self._parts.ingest.run(JobOrder(only=paths))

    def _failed(self, err: EngineError) -> None:
        self._window.message.say(*engine_words.error(err), "removing")
