"""Sounds are taken out of the library; their files stay. Asks first, because no undo brings their vectors back."""

from PySide6.QtCore import QObject

from desktop.commands import Context
from desktop.dialogs.buttons import Question
from desktop.translation import translate
from desktop.wiring.parts import Parts
from engine import housekeeping
from engine.errors import EngineError
from engine.types import SoundId

_WAIT_S = 30.0
"""How long a job that is writing the library is waited for."""


class Removing(QObject):
    """Takes the selected sounds out of the library. GUI thread only."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        parts.commands.add(
            "library.remove_sounds",
            translate("Removing", "Remove from library…"),
            self.ask,
            keys=["Delete"],
            menu="Sound",
            group=9,
            context=Context.RESULTS,
            tip=translate("Removing", "Takes the selected sounds out of the library; their files stay"),
        )
        parts.commands.in_row_menu("library.remove_sounds", 9)

    def ask(self) -> None:
        """Says what removing does, and asks."""
        ids = [SoundId(id) for id in dict.fromkeys(self._window.results.selected_ids().tolist())]
        if not ids:
            return
        more = translate(
            "Removing",
            "The files stay where they are; indexing their folder adds them again. Ratings, tags and collections "
            "then come back too.",
        )
        question = Question(
            self._window,
            translate("Removing", "Remove from library"),
            translate("Removing", "Remove %n sound(s) from the library?", n=len(ids)),
            more,
            translate("Removing", "Remove"),
            is_danger=True,
        )
        question.agree.clicked.connect(lambda: self._remove(ids))
        question.finished.connect(question.deleteLater)
        question.open()

    def _remove(self, ids: list[SoundId]) -> None:
        library = self._parts.start.library
        playing = self._parts.player.playing
        if playing is not None and playing.sound in ids:
            self._parts.player.stop()

        def work() -> None:
            housekeeping.wait_for_writer(library, _WAIT_S)
            housekeeping.remove(library, ids)

        self._parts.jobs.run(lambda cancel: work(), lambda _: self._removed(len(ids)), failed=self._failed)

    def _removed(self, count: int) -> None:
        self._window.status.say(translate("Removing", "%n sound(s) removed from the library.", n=count))
        self._parts.search.catch_up()

    def _failed(self, err: EngineError) -> None:
        self._window.message.say(str(err), err.advice, "removing")
