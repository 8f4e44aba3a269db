"""The search thread, sole owner of the engine's Library. A new request cancels the previous one.

A ranking comes in two answers: the first rows, then all rows once nothing else is requested.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QObject, QThread, Signal

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.work.requests import AS_USUAL, Folder, Request, SearchAnswer, TranscriptUse
from engine.base.cancellation import StopRequested
from engine.base.errors import EngineError, LibraryDamaged, LibraryHeld, LibraryMissing, SoundGone
from engine.base.types import RootId
from engine.library.library import CANCELLED, Library, LibraryReader

T = TypeVar("T")
FIRST_ROWS = 64
"""Rows whose hits come with the answer: more than a window shows at once."""
FIRST_RANKED = 1_000
"""Rows of the first answer. A fifth of all takes a third of the time, and its first fifty equal those of the full
ranking, which fewer rows do not achieve (docs/decisions/0137)."""
REST_AFTER_S = 0.15
"""Idle delay before the full ranking, so that continued typing need not wait for it."""
_log = logging.getLogger(__name__)


class SearchThread(QThread):
    """Opens the library, then answers. Methods are for any thread; signals arrive in the receiver's."""

    opened = Signal()
    """The library is open; `counted` follows the first answer."""
    answered = Signal(object)
    """Answered."""
    refused = Signal(str, str)
    """A request cannot be answered: message and advice."""
    hindered = Signal(str, str)
    """Another operation on the library failed: message and advice."""
    failed = Signal(str, str)
    """An error of the library or the pack: message and advice."""
    held = Signal()
    """A change was not saved, because the library is known to be damaged."""
    damaged = Signal(object)
    """LibraryDamaged: the library cannot be opened because its catalogue is damaged; `failed` precedes it."""
    missing = Signal(str, str)
    """The folder has no library, and none may be created: message and advice."""
    counted = Signal(object, object)
    """LibraryStats and the roots, once the library is open and after every change."""
    _told = Signal(object)
    """A call to make in the GUI thread."""

    def __init__(
        self, folder: Path, *, pack: Path | None = None, may_create: bool = False, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._folder = folder
        self._may_create = may_create
        self.library_id = ""
        """Id of the library, once open."""
        self.is_here: Callable[[], bool] = lambda: True
        """Whether the library is still in its folder; may hang with its drive. Any thread but the GUI's."""
        self._pack = pack
        self._wake = threading.Condition()
        self._request: Request | None = None
        self._is_whole = False
        self._last: Request | None = None
        self._rest: SearchAnswer | None = None
        """The first answer of a ranking whose full answer is pending."""
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
        self._transcripts = AS_USUAL
        self._has_opened = threading.Event()
        self._told.connect(_call)

    @property
    def folder(self) -> Path:
        return self._folder

    def submit(self, request: Request, *, is_whole: bool = False) -> None:
        """Requests an answer; drops an earlier request that is not yet answered.

        Args:
            request: the request.
            is_whole: all rows in one answer, for returning to a place that may be far down.
        """
        with self._wake:
            self._request = request
            self._is_whole = is_whole
            self._wake.notify()

    def fold_takes(self, is_folding: bool) -> None:
        """Switches folding of near-identical takes, from the next answer on."""
        self._folds_takes = is_folding

    def use_learnt(self, is_used: bool) -> None:
        """Switches the use of lessons from choices, from the next answer on."""
        self._uses_learnt = is_used

    def use_transcripts(self, use: TranscriptUse) -> None:
        """Sets how plain words search transcripts, from the next answer on."""
        self._transcripts = use

    @property
    def transcript_use(self) -> TranscriptUse:
        return self._transcripts

    def catch_up(self) -> None:
        """Reads what another process added, and repeats the current request."""
        with self._wake:
            self._must_catch_up = True
            self._wake.notify()

    def forget_root(self, root: RootId) -> None:
        """Removes a folder from the library; its files stay in place."""
        self._errand(lambda library: library.remove_root(root))

    def forget_files(self, uris: frozenset[str]) -> None:
        """Removes roots that are single files, added directly but not sounds."""

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
        """Runs a question on the library after pending searches.

        It neither repeats the current query nor counts; `catch_up` does.

        Args:
            question: called in the search thread; must be short.
            then: called in the GUI thread with the result.
            failed: called in the GUI thread with an EngineError; without it `hindered` is emitted.
        """
        with self._wake:
            self._questions.append(lambda library: self._put(library, question, then, failed))
            self._wake.notify()

    def note(self, question: Callable[[Library], object], then: Callable[[object], object] | None = None) -> None:
        """Like `ask`, for automatic notes: a held library silently skips them."""

        def noted(library: Library) -> object:
            with suppress(LibraryHeld):
                return question(library)
            return None

        self.ask(noted, then)

    def build_index(self) -> None:
        """Builds the base index in a child process, if there is enough to build."""
        self._errand(lambda library: library.start_base_build())

    def close(self) -> None:
        """Ends the thread after pending questions, and closes the library."""
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        if not self.isRunning():  # never started: release threads waiting for the library
            self._has_opened.set()
        self.wait()

    def run(self) -> None:
        try:
            with Library.open(self._folder, pack=self._pack, makes=self._may_create) as library:
                self.library_id, self.is_here = library.id, library.is_here
                self._is_there = True
                self._has_opened.set()
                _log.info("library %s opened", library.id)
                self.opened.emit()
                while self._step(library):
                    pass
                for question in self._questions:  # they may include a rating given just now
                    question(library)
        except StopRequested:
            _log.info("the window closes during a migration")
        except LibraryMissing as err:
            _log.warning("no library: %s", err)
            self.missing.emit(*engine_words.error(err))
        except LibraryDamaged as err:
            _log.error("the library is damaged: %s", err)
            self.failed.emit(*engine_words.error(err))
            self.damaged.emit(err)
        except EngineError as err:
            _log.error("the library cannot be used: %s", err)
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
        """Waits for the library and opens a reader for the calling thread; None if it could not be opened."""
        self._has_opened.wait()
        return LibraryReader(self._folder) if self._is_there else None

    def _count(self, library: Library) -> None:
        folders = tuple(
            Folder(root.id, root.path, root.is_offline, root.is_missing, root.is_watched) for root in library.roots()
        )
        stats = library.stats()
        _log.debug(
            "%d sounds, %d segments, %d failed, %d offline, %d missing, %d folders",
            stats.sounds,
            stats.segments,
            stats.failed,
            stats.offline,
            stats.missing,
            len(folders),
        )
        self.counted.emit(stats, folders)

    def _errand(self, errand: Callable[[Library], object]) -> None:
        with self._wake:
            self._errands.append(errand)
            self._wake.notify()

    def _has_work(self) -> bool:
        is_asked = self._request is not None or self._errands or self._questions or self._chores
        return bool(is_asked or self._must_catch_up or self._is_closing)

    def _step(self, library: Library) -> bool:
        """Does the most urgent task; False on closing."""
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
            elif self._is_cold:  # only now: a listing needs neither vectors nor models
                self._is_cold = False
                self._warm_up()
        except Exception as err:
            self.hindered.emit(*_said_of(err))
        return True

    def _warm_up(self) -> None:
        """Loads what later answers need, in steps, so that a request waits for one step at most."""
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
                _log.warning("nothing is written into the damaged library")
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
        """Emits the full answer after the first one; on an error the first one becomes final."""
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
            asked = request.question(
                stacks=self._folds_takes, owner=self._uses_learnt, transcripts=self._transcripts, limit=limit
            )
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
            _log.debug(
                "answered in %.0f ms: tier %s, %d rows, refresh %s, more %s",
                took_ms,
                ranking.tier,
                len(ranking),
                is_refresh,
                has_more,
            )
            answered = SearchAnswer(request, ranking, first, is_refresh, took_ms, has_more)
            if has_more:
                self._rest, self._rest_at_s = answered, time.monotonic() + REST_AFTER_S
            self.answered.emit(answered)


def _said_of(err: Exception) -> tuple[str, str]:
    """Message and advice for a failure; an internal error is logged but ends nothing."""
    if isinstance(err, SoundGone):
        return translate("SearchThread", "That sound is no longer in the library."), ""
    if isinstance(err, EngineError):
        _log.info("the library refused: %s", err)
        return engine_words.error(err)
    _log.error("the library could not do what it was asked", exc_info=err)
    return (
        translate("SearchThread", "This failed: %1", str(err) or type(err).__name__),
        translate("SearchThread", "Searching goes on. If it happens again, please send us the log."),
    )


def _call(told: Callable[[], object]) -> None:
    told()
