"""The search thread: the only owner of the engine's Library. The newest request wins; an older one is cancelled.

A ranking comes in two answers: the rows that are looked at first, and all rows once nothing else is asked.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QThread, Signal

from desktop import engine_words
from desktop.translation import translate
from desktop.work.requests import Answered, Folder, Request
from engine.errors import EngineError, LibraryDamaged, LibraryHeld, LibraryMissing, SoundGone
from engine.library import CANCELLED, Library, LibraryReader
from engine.stopping import StopRequested
from engine.types import RootId

T = TypeVar("T")
FIRST_ROWS = 64
"""Rows whose hits come with the answer: more than a window shows at once."""
FIRST_RANKED = 1_000
"""Rows of the first answer. A fifth of all takes a third of the time, and the first fifty of them are the same ones:
fewer rows are not (docs/decisions/0137)."""
REST_AFTER_S = 0.15
"""So long nothing is asked before all rows are ranked: whoever types on would wait for a step of it."""
_log = logging.getLogger(__name__)


class SearchThread(QThread):
    """Opens the library, then answers. Methods may be called from any thread; signals arrive in the receiver's."""

    opened = Signal()
    """The library is open; `counted` follows the first answer."""
    answered = Signal(object)
    """Answered."""
    refused = Signal(str, str)
    """What was asked cannot be answered: message and advice."""
    hindered = Signal(str, str)
    """Something else asked of the library could not be done: message and advice."""
    failed = Signal(str, str)
    """A fault of the library or the pack: message and advice."""
    held = Signal()
    """Something was not kept, because the library is known to be damaged."""
    damaged = Signal(object)
    """The library cannot be opened because its catalogue is damaged: the LibraryDamaged; `failed` comes before it."""
    missing = Signal(str, str)
    """There is no library in the folder: message and advice; none was to be made."""
    counted = Signal(object, object)
    """LibraryStats and the roots, once the library is open and whenever it changed."""
    _told = Signal(object)
    """A call to make in the GUI thread."""

    def __init__(
        self, folder: Path, *, pack: Path | None = None, may_create: bool = False, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._folder = folder
        self._may_create = may_create
        self.library_id = ""
        """Which library it is, once it is open."""
        self.is_here: Callable[[], bool] = lambda: True
        """Whether the library is still in its folder; may hang with the drive. Any thread but the GUI's."""
        self._pack = pack
        self._wake = threading.Condition()
        self._request: Request | None = None
        self._is_whole = False
        self._last: Request | None = None
        self._rest: Answered | None = None
        """What was answered with its first rows alone: those."""
        self._rest_at_s = 0.0
        self._errands: list[Callable[[Library], object]] = []
        self._questions: deque[Callable[[Library], None]] = deque()
        self._chores: deque[Callable[[Library], object]] = deque()
        self._must_catch_up = False
        self._is_cold = True
        self._is_closing = False
        self._is_there = False
        self._folds_takes = False
        self._uses_learnt = True
        self._has_opened = threading.Event()
        self._told.connect(_call)

    @property
    def folder(self) -> Path:
        """The library's folder."""
        return self._folder

    def submit(self, request: Request, *, is_whole: bool = False) -> None:
        """Asks for an answer; whatever was asked before and not yet answered is dropped.

        Args:
            request: what is asked.
            is_whole: all rows in one answer, for whoever comes back to a place that may be far down.
        """
        with self._wake:
            self._request = request
            self._is_whole = is_whole
            self._wake.notify()

    def fold_takes(self, is_folding: bool) -> None:
        """Folds near-identical takes into one row from the next answer on, or no longer."""
        self._folds_takes = is_folding

    def use_learnt(self, is_used: bool) -> None:
        """Lets what was learnt from choices count from the next answer on, or no longer."""
        self._uses_learnt = is_used

    def catch_up(self) -> None:
        """Reads what another process added and runs the current request again."""
        with self._wake:
            self._must_catch_up = True
            self._wake.notify()

    def forget_root(self, root: RootId) -> None:
        """Takes a folder out of the library; its files stay where they are."""
        self._errand(lambda library: library.remove_root(root))

    def forget_files(self, uris: frozenset[str]) -> None:
        """Takes files out of the library's folders: they were added by themselves and are no sounds."""

        def forget(library: Library) -> None:
            for root in library.roots():
                if root.path.uri in uris:
                    library.remove_root(root.id)

        self._errand(forget)

    def ask(
        self,
        question: Callable[[Library], T],
        then: Callable[[T], object] | None = None,
        *,
        failed: Callable[[EngineError], object] | None = None,
    ) -> None:
        """Asks the library something, or has it note something, after the searches that wait.

        It neither runs the current query again nor counts; `catch_up` does.

        Args:
            question: called in the search thread; it must be short.
            then: called in the GUI thread with what `question` gave.
            failed: called in the GUI thread with an EngineError; without it `hindered` tells of it.
        """
        with self._wake:
            self._questions.append(lambda library: self._put(library, question, then, failed))
            self._wake.notify()

    def note(self, question: Callable[[Library], object], then: Callable[[object], object] | None = None) -> None:
        """As `ask`, for what nobody asked to be kept: where the library is held it is not, and nobody is told."""

        def noted(library: Library) -> object:
            with suppress(LibraryHeld):
                return question(library)
            return None

        self.ask(noted, then)

    def build_index(self) -> None:
        """Starts building the base index in its child process, where there is enough to build."""
        self._errand(lambda library: library.start_base_build())

    def close(self) -> None:
        """Ends the thread, once what it was asked to note is noted, and closes the library."""
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        if not self.isRunning():  # it was never started: those who wait for the library wait no longer
            self._has_opened.set()
        self.wait()

    def run(self) -> None:
        """The thread's body; Qt calls it."""
        try:
            with Library.open(self._folder, pack=self._pack, makes=self._may_create) as library:
                self.library_id, self.is_here = library.id, library.is_here
                self._is_there = True
                self._has_opened.set()
                self.opened.emit()
                while self._step(library):
                    pass
                for question in self._questions:  # a rating given a moment ago is among them
                    question(library)
        except StopRequested:  # the window closes while the library is brought up to date
            pass
        except LibraryMissing as err:
            self.missing.emit(*engine_words.error(err))
        except LibraryDamaged as err:
            self.failed.emit(*engine_words.error(err))
            self.damaged.emit(err)
        except EngineError as err:
            self.failed.emit(*engine_words.error(err))
        except Exception as err:
            _log.exception("the search thread ended")
            self.failed.emit(
                translate("SearchThread", "Searching stopped: %1", str(err)),
                translate("SearchThread", "Restart Earshot. If it happens again, please send us the log."),
            )
        finally:
            self._has_opened.set()

    def reader(self) -> LibraryReader | None:
        """Waits for the library and opens a reader, for the thread that calls; None when it could not be opened."""
        self._has_opened.wait()
        return LibraryReader(self._folder) if self._is_there else None

    def _count(self, library: Library) -> None:
        folders = tuple(
            Folder(root.id, root.path, root.is_offline, root.is_missing, root.is_watched) for root in library.roots()
        )
        self.counted.emit(library.stats(), folders)

    def _errand(self, errand: Callable[[Library], object]) -> None:
        with self._wake:
            self._errands.append(errand)
            self._wake.notify()

    def _has_work(self) -> bool:
        is_asked = self._request is not None or self._errands or self._questions or self._chores
        return bool(is_asked or self._must_catch_up or self._is_closing)

    def _step(self, library: Library) -> bool:
        """Does what is most urgent; False when told to close."""
        with self._wake:
            has_work = self._wake.wait_for(self._has_work, None if self._rest is None else self._until_rest_s())
            if self._is_closing:
                return False
            request, self._request = self._request, None
            is_whole, self._is_whole = self._is_whole, False
            errands, self._errands = self._errands, []
            must_catch_up, self._must_catch_up = self._must_catch_up, False
            is_idle = request is None and not errands and not must_catch_up
            waiting = self._questions or self._chores
            next_one = waiting.popleft() if is_idle and waiting else None
        if next_one is not None:
            next_one(library)
            return True
        if not has_work:
            self._answer_rest(library)
            return True
        for errand in errands:
            self._put(library, errand, None, None)
        try:
            if errands or must_catch_up:
                library.catch_up()
            if request is not None:
                self._last = request
                self._answer(library, request, is_refresh=False, is_whole=is_whole)
            elif (errands or must_catch_up) and self._last is not None:
                self._answer(library, self._last, is_refresh=True)
            if errands or must_catch_up:
                self._is_cold = False
                self._count(library)
            elif self._is_cold:  # after the first answer: a listing needs neither vectors nor models
                self._is_cold = False
                self._warm_up()
        except Exception as err:
            self.hindered.emit(*_said_of(err))
        return True

    def _warm_up(self) -> None:
        """Opens what later answers need, a step at a time: whoever types meanwhile waits for one of them at most."""
        for chore in (Library.warm_up_completion, Library.warm_up, self._count):
            self._chores.append(partial(self._put, question=chore, then=None, failed=None))

    def _put(
        self,
        library: Library,
        question: Callable[[Library], T],
        then: Callable[[T], object] | None,
        failed: Callable[[EngineError], object] | None,
    ) -> None:
        try:
            value = question(library)
        except EngineError as err:
            fault = err
            if isinstance(err, LibraryHeld):
                self.held.emit()
            if failed is not None:
                self._told.emit(lambda: failed(fault))
            elif not isinstance(err, LibraryHeld):
                self.hindered.emit(*_said_of(err))
        except Exception as err:
            self.hindered.emit(*_said_of(err))
        else:
            if then is not None and not self._is_closing:
                self._told.emit(lambda: then(value))

    def _until_rest_s(self) -> float:
        return max(0.0, self._rest_at_s - time.monotonic())

    def _answer_rest(self, library: Library) -> None:
        """All rows of what was answered with its first ones; where that fails, these were all."""
        first = self._rest
        assert first is not None
        try:
            self._answer(library, first.request, is_refresh=True)
        except Exception as err:
            self.answered.emit(replace(first, is_refresh=True, has_more=False))
            self.hindered.emit(*_said_of(err))

    def _answer(self, library: Library, request: Request, *, is_refresh: bool, is_whole: bool = False) -> None:
        began_s = time.perf_counter()
        self._rest = None
        limit = request.limit if is_refresh or is_whole else min(request.limit, FIRST_RANKED)
        try:
            asked = request.question(stacks=self._folds_takes, owner=self._uses_learnt, limit=limit)
            ranking = library.rank(asked, cancel=lambda: self._request is not None)
        except Exception as err:
            if is_refresh:
                raise
            self.refused.emit(*_said_of(err))
            return
        if self._request is None and ranking.tier != CANCELLED:
            first = library.hits(ranking, range(min(FIRST_ROWS, len(ranking))))
            took_ms = 1000 * (time.perf_counter() - began_s)
            has_more = limit < request.limit and not ranking.is_listing and len(ranking) >= limit
            answered = Answered(request, ranking, first, is_refresh, took_ms, has_more)
            if has_more:
                self._rest, self._rest_at_s = answered, time.monotonic() + REST_AFTER_S
            self.answered.emit(answered)


def _said_of(err: Exception) -> tuple[str, str]:
    """Message and advice for what could not be done; a fault that nobody foresaw is logged, and ends nothing."""
    if isinstance(err, SoundGone):
        return translate("SearchThread", "That sound is no longer in the library."), ""
    if isinstance(err, EngineError):
        return engine_words.error(err)
    _log.error("the library could not do what it was asked", exc_info=err)
    return (
        translate("SearchThread", "This failed: %1", str(err) or type(err).__name__),
        translate("SearchThread", "Searching goes on. If it happens again, please send us the log."),
    )


def _call(told: Callable[[], object]) -> None:
    told()
