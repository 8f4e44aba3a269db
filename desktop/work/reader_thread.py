"""A thread that reads the library for the table: pages of rows, orders of columns, selected rows.

The newest question is answered first, as it concerns visible rows. The queue is bounded: older rows were scrolled past.
"""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, QThread, Signal

from engine.base.errors import EngineError
from engine.library.library import LibraryReader

T = TypeVar("T")

_WAITING = 48
"""Older questions are given up."""
_log = logging.getLogger(__name__)


class _Question(Struct, frozen=True):
    ask: Callable[[LibraryReader], Any]
    then: Callable[[Any], object]
    given_up: Callable[[], object] | None


class ReaderThread(QThread):
    """Answers questions with its own reader. `ask` is for the GUI thread, where the answers arrive."""

    _told = Signal(object)

    def __init__(
        self, reader: Callable[[], LibraryReader | None], parent: QObject | None = None, *, most_waiting: int = _WAITING
    ) -> None:
        super().__init__(parent)
        self._open_reader = reader
        self._most_waiting = most_waiting
        self._wake = threading.Condition()
        self._waiting: OrderedDict[Hashable, _Question] = OrderedDict()
        self._is_closing = False
        self._told.connect(_call)

    def begin(self) -> None:
        """Starts the thread unless closed, as a library may open after its window closed. GUI thread only."""
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
        """Queues a question before all others.

        Args:
            key: replaces a waiting question with the same key.
            question: called in this thread.
            then: called in the GUI thread with the result.
            given_up: called if newer questions displaced it.
        """
        lost: list[_Question] = []
        with self._wake:
            self._waiting.pop(key, None)
            self._waiting[key] = _Question(question, then, given_up)
            while len(self._waiting) > self._most_waiting:
                lost.append(self._waiting.popitem(last=False)[1])
            self._wake.notify()
        for old in lost:
            if old.given_up is not None:
                old.given_up()

    def close(self) -> None:
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        self.wait()

    def run(self) -> None:
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
        except Exception as err:  # the library may be briefly unavailable: visible rows ask again
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
