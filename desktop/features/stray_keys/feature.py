"""Reports each change by a single key in a notice, and offers a typed word as a search."""

import time
from collections.abc import Callable

import shiboken6
from msgspec import Struct, field
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.controllers.marks.feature import MarksControl
from desktop.features.stray_keys.notice import Notice
from desktop.window.commands import KeyChange

_WITHIN_S = 1.0
"""Longest pause between letters of one word."""
_FLUENT_S = 0.5
"""Longest pause before a letter in a text field that continues a word begun outside it."""
_LEAST_LETTERS, _LEAST_CHANGES = 3, 2

TakeBack = Callable[[], object]


class TypedWord(Struct):
    """A run of letters, and how to reverse their changes. GUI thread only."""

    word: str = ""
    changes: list[TakeBack] = field(default_factory=list)
    """Earliest first."""
    _typed_at: float = 0.0

    def typed(self, letter: str, at: float, *, is_in_field: bool = False) -> None:
        """Adds a letter; in a text field it may continue a word, never begin one."""
        if is_in_field and (not self.word or at - self._typed_at > _FLUENT_S):
            self.end()
            return
        if self.word and at - self._typed_at > _WITHIN_S:
            self.end()
        self.word += letter
        self._typed_at = at

    def changed(self, take_back: TakeBack) -> None:
        """Records a change by the last letter."""
        self.changes.append(take_back)

    def end(self) -> None:
        """Ends the word after another key, a pause or a click."""
        self.word, self.changes = "", []

    @property
    def is_word(self) -> bool:
        """Whether the letters are more likely a word than shortcuts: at least two differ, and enough were typed."""
        return len(set(self.word.casefold())) >= 2 and (
            len(self.word) >= _LEAST_LETTERS or len(self.changes) >= _LEAST_CHANGES
        )


_COMMANDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SILENT = (Qt.Key.Key_Shift, Qt.Key.Key_CapsLock)
"""Keys used while typing letters."""
_FIELDS = (QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox, QComboBox)


class StrayKeysFeature(QObject):
    """Watches the keys of any focused widget in the window. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        app: QApplication,
        commands: ports.Commands,
        status: ports.StatusBar,
        search_bar: ports.SearchBar,
        marks: MarksControl,
    ) -> None:
        super().__init__()
        self._window, self._search_bar = window, search_bar
        self.letters = TypedWord()
        self.notice = Notice(window, status)
        self._watched: QWidget | None = None
        marks.told.connect(self.notice.say)
        commands.changed_by_key.connect(self._changed)
        app.focusChanged.connect(self._focus_went)
        self._focus_went(None, QApplication.focusWidget())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Records letters without consuming them."""
        kind = event.type()
        if kind == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            self._pressed(event, is_in_field=isinstance(watched, _FIELDS))
        elif kind == QEvent.Type.MouseButtonPress:
            self.letters.end()
        return False

    def _focus_went(self, before: QWidget | None, now: QWidget | None) -> None:
        if self._watched is not None and shiboken6.isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = now if now is not None and now.window() is self._window else None
        if self._watched is self._search_bar.field:
            self._watched = None  # text belongs there
            self.letters.end()
        if self._watched is not None:
            self._watched.installEventFilter(self)

    def _pressed(self, event: QKeyEvent, *, is_in_field: bool) -> None:
        text = event.text()
        if event.isAutoRepeat():
            return
        if len(text) == 1 and text.isalpha() and not event.modifiers() & _COMMANDING:
            self.letters.typed(text.casefold(), time.monotonic(), is_in_field=is_in_field)
            if self.letters.is_word:
                self._offer_search()
        elif text or event.key() not in _SILENT:
            self.letters.end()
        if is_in_field and event.key() in _RETURN:
            self.notice.take_back_offer()  # the tag was meant, and Return confirmed it

    def _changed(self, change: KeyChange) -> None:
        """Reports a change by a single key."""
        self.letters.changed(change.take_back)
        if self.letters.is_word:
            self._offer_search()
            return
        if change.is_on is None:
            text = change.text
        elif change.is_on:
            text = translate("StrayKeysFeature", "%1 is on (%2)", change.text, change.key)
        else:
            text = translate("StrayKeysFeature", "%1 is off (%2)", change.text, change.key)
        self.notice.say(text, change.take_back)

    def _offer_search(self) -> None:
        word, changes = self.letters.word, tuple(self.letters.changes)
        count = len(changes)
        text = (
            translate("StrayKeysFeature", "Did you mean to search? %n key(s) changed something.", n=count)
            if count
            else translate("StrayKeysFeature", "Did you mean to search?")
        )
        undo = (lambda: _take_back(changes)) if changes else None
        self.notice.say(text, undo, word=word, search=lambda: self._search(word, changes))

    def _search(self, word: str, changes: tuple[TakeBack, ...]) -> None:
        """Reverses the letters' changes and searches for the word."""
        self.letters.end()
        field = self._search_bar.field
        field.setFocus()
        _take_back(changes)
        self._search_bar.set_text(word)


def _take_back(changes: tuple[TakeBack, ...]) -> None:
    for take_back in reversed(changes):
        take_back()


FEATURE = WindowFeature((FeaturePart(190, StrayKeysFeature),))
