"""Undo with two stacks: changes of the library, and changes of the query.

One key undoes the latest of both. A change of the query is undone at once. A change of the library is named; if it is
older than the current query, the user confirms first.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.base.translation import Phrase, phrase, translate
from desktop.controllers import ports
from desktop.widgets.buttons import AskDialog
from engine.base.errors import EngineError
from engine.library.user_data import ChangeKind, Collection, Undo

_MOST_UNDONE = 100


class ExternalChange(Struct, frozen=True, eq=False):
    """A change that its own feature reverses: a removed sound, a settled conflict, a change of the query."""

    what: str
    take_back: Callable[[], object]


class _Step(Struct, frozen=True, eq=False):
    change: Undo | ExternalChange
    number: int
    """Counts all steps, of query and library."""
    question: int
    """Number of query changes before this step."""


class UndoStack(QObject):
    """The undo and redo stacks. GUI thread only.

    Args:
        collections: returns the known collections, for their names.
        after: called after a change of the library was undone or redone.
        refused: called with the error if the library refuses.
    """

    changed = Signal()

    def __init__(
        self,
        window: QWidget,
        search: ports.SearchThread,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        collections: Callable[[], Sequence[Collection]],
        after: Callable[[Undo], object],
        refused: Callable[[EngineError], object],
    ) -> None:
        super().__init__()
        self._window, self._search, self._notices, self._collections = window, search, notices, collections
        self._after, self._refused = after, refused
        self._changes: list[_Step] = []
        self._undone: list[_Step] = []
        self._questions: list[_Step] = []
        self._made = 0
        self._question = 0
        self._is_following = False
        search_bar.changed.connect(self._question_changed)

    def push(self, change: Undo | ExternalChange) -> None:
        self._undone.clear()
        self._add(self._changes, change)

    def push_question(self, step: ExternalChange) -> None:
        """Pushes a change of the query; call it after the query changed."""
        self._add(self._questions, step)

    def follow(self, change: Callable[[], object]) -> None:
        """Adapts the query to a change of the library, without counting as a new query."""
        self._is_following = True
        try:
            change()
        finally:
            self._is_following = False

    def undo(self) -> None:
        if self._is_question_next:
            self._take_back_question(self._questions.pop())
        else:
            self._turn(self._changes, self._undone)

    def redo(self) -> None:
        """Redoes the change of the library undone last."""
        self._turn(self._undone, self._changes)

    def take_back(self, change: ExternalChange) -> None:
        """Reverses one change of the library, whatever followed; only once."""
        step = next((step for step in self._changes if step.change is change), None)
        if step is not None:
            self._changes.remove(step)
            self.changed.emit()
            change.take_back()

    def taking_back_all(self) -> Callable[[], object]:
        """Call that reverses all later changes of the library, even pending ones."""
        made = self._made

        def take_back(_: None) -> None:
            while self._changes and self._changes[-1].number > made:
                self._make(self._changes[-1], self._changes, self._undone)

        return lambda: self._search.ask(lambda library: None, take_back)

    @property
    def undo_name(self) -> str:
        """Name of the change that `undo` reverses; empty for none."""
        if self._is_question_next:
            return _elsewhere(self._questions[-1].change)
        return self._name(self._changes[-1]) if self._changes else ""

    @property
    def redo_name(self) -> str:
        """Name of the change that `redo` repeats; empty for none."""
        return self._name(self._undone[-1]) if self._undone else ""

    @property
    def _is_question_next(self) -> bool:
        last = self._changes[-1].number if self._changes else 0
        return bool(self._questions) and self._questions[-1].number > last

    def _add(self, steps: list[_Step], change: Undo | ExternalChange) -> None:
        self._made += 1
        steps.append(_Step(change, self._made, self._question))
        del steps[:-_MOST_UNDONE]
        self.changed.emit()

    def _question_changed(self) -> None:
        if not self._is_following:
            self._question += 1

    def _take_back_question(self, step: _Step) -> None:
        assert isinstance(step.change, ExternalChange)
        step.change.take_back()
        self.changed.emit()

    def _turn(self, steps: list[_Step], others: list[_Step]) -> None:
        if not steps:
            is_undo = steps is self._changes
            self._notices.say(
                translate("UndoStack", "Nothing to undo.") if is_undo else translate("UndoStack", "Nothing to redo.")
            )
        elif steps[-1].question < self._question:
            self._ask(steps[-1], steps, others)
        else:
            self._make(steps[-1], steps, others)

    def _ask(self, step: _Step, steps: list[_Step], others: list[_Step]) -> None:
        is_undo, name = steps is self._changes, self._name(step)
        verb = translate("UndoStack", "Undo") if is_undo else translate("UndoStack", "Redo")
        question = AskDialog(
            self._window,
            verb,
            translate("UndoStack", "Undo this? %1", name) if is_undo else translate("UndoStack", "Redo this? %1", name),
            translate("UndoStack", "It is older than the search on show."),
            verb,
            is_danger=False,
        )
        question.ask(lambda: self._make(step, steps, others))

    def _make(self, step: _Step, steps: list[_Step], others: list[_Step]) -> None:
        change = step.change
        if step not in steps:  # reversed meanwhile by a button of its own
            return
        if isinstance(change, ExternalChange):
            self.take_back(change)
            return
        steps.remove(step)
        name, is_undo = self._name(step), steps is self._changes

        def done(reverse: Undo) -> None:
            self._add(others, reverse)
            self._after(reverse)
            self._notices.say(
                translate("UndoStack", "Undone: %1", name) if is_undo else translate("UndoStack", "Redone: %1", name)
            )

        self.changed.emit()
        self._search.ask(lambda library: library.keeping.undo(change), done, failed=self._refused)

    def _name(self, step: _Step) -> str:
        change = step.change
        return _elsewhere(change) if isinstance(change, ExternalChange) else said_of(change, self._collections())


def _elsewhere(change: Undo | ExternalChange) -> str:
    assert isinstance(change, ExternalChange)
    return change.what


_WHAT: dict[ChangeKind, Phrase] = {
    ChangeKind.RATING: phrase("UserData", "Rating"),
    ChangeKind.COLOUR: phrase("UserData", "Colour"),
    ChangeKind.FAVOURITE: phrase("UserData", "Favourite mark"),
    ChangeKind.TAGS: phrase("UserData", "Tags"),
    ChangeKind.NOTE: phrase("UserData", "Note"),
    ChangeKind.COLLECTION: phrase("UserData", "Collection"),
    ChangeKind.SEARCH: phrase("UserData", "Saved search"),
    ChangeKind.THESAURUS: phrase("UserData", "Thesaurus"),
    ChangeKind.IMPORT: phrase("UserData", "Import"),
}
_MOST_NAMES = 3


def kind_of(undo: Undo) -> str:
    """The kind of change, in words."""
    return str(_WHAT[undo.what])


def said_of(undo: Undo, collections: Sequence[Collection]) -> str:
    """Kind, name and number of sounds, if known: `Collection “Rain” (3 sounds)`.

    Args:
        undo: reverses the change.
        collections: current collections, for their current names.
    """
    now = {one.id: one.name for one in collections}
    names = list(dict.fromkeys(now.get(id, name) for id, name in undo.named if now.get(id, name)))
    said = kind_of(undo)
    if names:
        more = "…" if len(names) > _MOST_NAMES else ""
        said = translate("UserData", "%1 “%2”", said, ", ".join(names[:_MOST_NAMES]) + more)
    if undo.sounds:
        said = translate("UserData", "%1 (%n sound(s))", said, n=undo.sounds)
    return said
