"""A thread that reads the library for the table: pages of rows, orders of columns, rows that were selected.

What was asked for last is read first: it is what is on screen. Only so much waits; older questions were scrolled past.
"""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QThread, Signal

from engine.errors import EngineError
from engine.library import LibraryReader

T = TypeVar("T")

_WAITING = 48
"""Questions kept; an older one is given up."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Question:
    ask: Callable[[LibraryReader], Any]
    then: Callable[[Any], object]
    given_up: Callable[[], object] | None


class ReaderThread(QThread):
    """Answers questions with a reader of its own. `ask` belongs to the GUI thread, and so do its answers."""

    _told = Signal(object)

    def __init__(self, reader: Callable[[], LibraryReader | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_reader = reader
        self._wake = threading.Condition()
        self._waiting: OrderedDict[Hashable, _Question] = OrderedDict()
        self._is_closing = False
        self._told.connect(_call)

    def begin(self) -> None:
        """Starts the thread, unless it was ended: a library can be told to be open when its window is closed already.

        GUI thread only, as `close` is.
        """
        if not self._is_closing:
            self.start()

    def ask(
        self,
        key: Hashable,
        question: Callable[[LibraryReader], T],
        then: Callable[[T], object],
        *,
        given_up: Callable[[], object] | None = None,
    ) -> None:
        """Asks ahead of everything that waits.

        Args:
            key: a question that waits under the same key is replaced.
            question: called in this thread.
            then: called in the GUI thread with what it gave.
            given_up: called when too much was asked since for it to be answered.
        """
        lost: list[_Question] = []
        with self._wake:
            self._waiting.pop(key, None)
            self._waiting[key] = _Question(question, then, given_up)
            while len(self._waiting) > _WAITING:
                lost.append(self._waiting.popitem(last=False)[1])
            self._wake.notify()
        for old in lost:
            if old.given_up is not None:
                old.given_up()

    def close(self) -> None:
        """Ends the thread."""
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        self.wait()

    def run(self) -> None:
        """The thread's body; Qt calls it."""
        try:
            opened = self._open_reader()
            if opened is None:
                return
            with opened as reader:
                while (question := self._next()) is not None:
                    self._answer(reader, question)
        except EngineError as err:
            _log.warning("no rows can be read: %s %s", err, err.advice)
        except Exception:
            _log.exception("a thread that reads rows ended")

    def _answer(self, reader: LibraryReader, question: _Question) -> None:
        try:
            value = question.ask(reader)
        except Exception as err:  # a library that is away for a moment: the rows are asked for again when seen again
            _log.warning("rows were not read: %s", err, exc_info=not isinstance(err, EngineError))
            if question.given_up is not None:
                self._told.emit(question.given_up)
            return
        self._told.emit(lambda: question.then(value))

    def _next(self) -> _Question | None:
        with self._wake:
            self._wake.wait_for(lambda: self._waiting or self._is_closing)
            if self._is_closing:
                return None
            return self._waiting.popitem(last=True)[1]


def _call(told: Callable[[], object]) -> None:
    told()
