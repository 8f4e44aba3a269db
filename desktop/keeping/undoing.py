"""Undo: what was changed in the library and what was changed in the question are two rows of steps.

One key takes back what was done last. A step of the question goes without asking. A change of the library is named, and
where it is older than the question on show, the user is asked first: it was made before, for something else.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from desktop.keeping.said import said_of
from desktop.translation import translate
from desktop.widgets.buttons import AskDialog
from desktop.wiring.parts import WindowParts
from engine.errors import EngineError
from engine.keeping import Collection, Undo

_MOST_UNDONE = 100


@dataclass(frozen=True, slots=True, eq=False)
class Elsewhere:
    """A change that its own feature takes back: a removed sound, a settled conflict, a step of the question."""

    what: str
    take_back: Callable[[], object]


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    change: Undo | Elsewhere
    number: int
    """Counts every step, of the question and of the library."""
    question: int
    """How often the question had changed when it was made."""


class Undoing(QObject):
    """The steps that can be taken back, and made again. GUI thread only.

    Args:
        parts: of the window.
        collections: those that the window knows now, for their names.
        after: called when a change of the library was taken back or made again.
        refused: called with what the library answered instead.
    """

    changed = Signal()
    """Other steps can be taken back now."""

    def __init__(
        self,
        parts: WindowParts,
        collections: Callable[[], Sequence[Collection]],
        after: Callable[[Undo], object],
        refused: Callable[[EngineError], object],
    ) -> None:
        super().__init__(parts.window)
        self._window = parts.window
        self._search = parts.search
        self._collections = collections
        self._after = after
        self._refused = refused
        self._changes: list[_Step] = []
        self._undone: list[_Step] = []
        self._questions: list[_Step] = []
        self._made = 0
        self._question = 0
        self._is_following = False
        parts.window.search_bar.changed.connect(self._question_changed)

    def push(self, change: Undo | Elsewhere) -> None:
        """A change of the library was made: it is the next to be taken back."""
        self._undone.clear()
        self._add(self._changes, change)

    def push_question(self, step: Elsewhere) -> None:
        """The question was changed by a step that can be taken back; call it when the question has changed."""
        self._add(self._questions, step)

    def follow(self, change: Callable[[], object]) -> None:
        """Lets the question follow a change of the library: that makes it no newer than the change."""
        self._is_following = True
        try:
            change()
        finally:
            self._is_following = False

    def undo(self) -> None:
        """Takes back what was done last."""
        if self._is_question_next:
            self._take_back_question(self._questions.pop())
        else:
            self._turn(self._changes, self._undone)

    def redo(self) -> None:
        """Makes the change of the library again that was taken back last."""
        self._turn(self._undone, self._changes)

    def take_back(self, change: Elsewhere) -> None:
        """Takes one change of the library back, whatever was changed since; not a second time."""
        step = next((step for step in self._changes if step.change is change), None)
        if step is not None:
            self._changes.remove(step)
            self.changed.emit()
            change.take_back()

    def taking_back_all(self) -> Callable[[], object]:
        """What takes back all that is changed in the library from now on, also what is still on its way."""
        made = self._made

        def take_back(_: None) -> None:
            while self._changes and self._changes[-1].number > made:
                self._make(self._changes[-1], self._changes, self._undone)

        return lambda: self._search.ask(lambda library: None, take_back)

    @property
    def undo_name(self) -> str:
        """What `undo` would take back; empty for nothing."""
        if self._is_question_next:
            return _elsewhere(self._questions[-1].change)
        return self._name(self._changes[-1]) if self._changes else ""

    @property
    def redo_name(self) -> str:
        """What `redo` would make again; empty for nothing."""
        return self._name(self._undone[-1]) if self._undone else ""

    @property
    def _is_question_next(self) -> bool:
        last = self._changes[-1].number if self._changes else 0
        return bool(self._questions) and self._questions[-1].number > last

    def _add(self, steps: list[_Step], change: Undo | Elsewhere) -> None:
        self._made += 1
        steps.append(_Step(change, self._made, self._question))
        del steps[:-_MOST_UNDONE]
        self.changed.emit()

    def _question_changed(self) -> None:
        if not self._is_following:
            self._question += 1

    def _take_back_question(self, step: _Step) -> None:
        assert isinstance(step.change, Elsewhere)
        step.change.take_back()
        self.changed.emit()

    def _turn(self, steps: list[_Step], others: list[_Step]) -> None:
        if not steps:
            is_undo = steps is self._changes
            self._window.status.say(
                translate("Undoing", "Nothing to undo.") if is_undo else translate("Undoing", "Nothing to redo.")
            )
        elif steps[-1].question < self._question:
            self._ask(steps[-1], steps, others)
        else:
            self._make(steps[-1], steps, others)

    def _ask(self, step: _Step, steps: list[_Step], others: list[_Step]) -> None:
        is_undo, name = steps is self._changes, self._name(step)
        verb = translate("Undoing", "Undo") if is_undo else translate("Undoing", "Redo")
        question = AskDialog(
            self._window,
            verb,
            translate("Undoing", "Undo this? %1", name) if is_undo else translate("Undoing", "Redo this? %1", name),
            translate("Undoing", "It is older than the search on show."),
            verb,
            is_danger=False,
        )
        question.agree.clicked.connect(lambda: self._make(step, steps, others))
        question.finished.connect(question.deleteLater)
        question.open()

    def _make(self, step: _Step, steps: list[_Step], others: list[_Step]) -> None:
        change = step.change
        if step not in steps:  # taken back meanwhile, by a button beside it
            return
        if isinstance(change, Elsewhere):
            self.take_back(change)
            return
        steps.remove(step)
        name, is_undo = self._name(step), steps is self._changes

        def done(reverse: Undo) -> None:
            self._add(others, reverse)
            self._after(reverse)
            self._window.status.say(
                translate("Undoing", "Undone: %1", name) if is_undo else translate("Undoing", "Redone: %1", name)
            )

        self.changed.emit()
        self._search.ask(lambda library: library.keeping.undo(change), done, failed=self._refused)

    def _name(self, step: _Step) -> str:
        change = step.change
        return _elsewhere(change) if isinstance(change, Elsewhere) else said_of(change, self._collections())


def _elsewhere(change: Undo | Elsewhere) -> str:
    assert isinstance(change, Elsewhere)
    return change.what
