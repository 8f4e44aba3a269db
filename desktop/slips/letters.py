"""Which letters typed outside a text field look like a word. No Qt here."""

from collections.abc import Callable
from dataclasses import dataclass, field

_WITHIN_S = 1.0
"""Letters this close to each other may be one word."""
_FLUENT_S = 0.5
"""Letters that reach a text field belong to a word begun outside it only as fast as this."""
_LEAST_LETTERS, _LEAST_CHANGES = 3, 2

TakeBack = Callable[[], object]


@dataclass(slots=True)
class Letters:
    """A run of letters, and how to take back what they changed. GUI thread only."""

    word: str = ""
    changes: list[TakeBack] = field(default_factory=list)
    """The earliest first."""
    _typed_at: float = 0.0

    def typed(self, letter: str, at: float, *, is_in_field: bool = False) -> None:
        """A letter; in a text field it can only go on with a word, never begin one."""
        if is_in_field and (not self.word or at - self._typed_at > _FLUENT_S):
            self.end()
            return
        if self.word and at - self._typed_at > _WITHIN_S:
            self.end()
        self.word += letter
        self._typed_at = at

    def changed(self, take_back: TakeBack) -> None:
        """The last letter changed something."""
        self.changes.append(take_back)

    def end(self) -> None:
        """Another key, a pause or a click: what comes next is another word."""
        self.word, self.changes = "", []

    @property
    def is_word(self) -> bool:
        """Whether the letters are likelier a word than keys: nobody presses a key three times to switch something."""
        return len(set(self.word.casefold())) >= 2 and (
            len(self.word) >= _LEAST_LETTERS or len(self.changes) >= _LEAST_CHANGES
        )
