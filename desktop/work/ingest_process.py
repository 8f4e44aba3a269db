"""The indexing job as the window sees it: a child process, its events as signals, pause, resume and cancel.

Folders added during a job wait for the next one. A job already recognising speech then yields, and the last one in the
queue does so for everything added. Files indexed before a job is cancelled or dies are kept.
"""

import logging
import os
from collections import deque
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from desktop.base.translation import translate
from desktop.work.event_process import EventProcess
from engine.base.events import Event, Finished, PreparationStarted, SpeechProgress
from engine.base.types import FilePath

_log = logging.getLogger(__name__)

_NICENESS = 5
_MOST_PATHS = 500
"""More paths might exceed a command line: their folders are passed instead."""


class JobOrder(Struct, frozen=True):
    """Parameters of one job."""

    folders: tuple[FilePath, ...] = ()
    """Folders and files to add; if empty along with `only`, scan every root again."""
    only: tuple[FilePath, ...] = ()
    """Changed files and folders of the library; nothing else is scanned."""
    retry_failed: bool = False
    rereads: bool = False
    """Read files again even if they seem unchanged."""
    is_quiet: bool = False
    """Started automatically: report it only if it finds something."""

    def arguments(self) -> list[str]:
        """Arguments of `earshot index`."""
        given = ["--retry-failed"] if self.retry_failed else []
        given += ["--reread"] if self.rereads else []
        for path in self.only:
            given += ["--only", path.uri]
        return [*given, "--", *(str(folder.native) for folder in self.folders)]


class IngestProcess(EventProcess):
    """Runs `earshot index` for the window. GUI thread only; does not block."""

    queue_changed = Signal()
    """The running or waiting jobs changed."""
    second_pass_began = Signal()
    """All files of the running job can be searched; its remaining work gives way to any other job."""

    def __init__(self, library: Path, *, pack: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(library, parent)
        self._pack = pack
        self._waiting: deque[JobOrder] = deque()
        self._owes_second_pass = False
        self._is_told_to_yield = False
        self.order = JobOrder()
        """Order of the running or last job."""
        self.is_on_second_pass = False
        """Whether the running job's files can already be searched."""
        self.happened.connect(self._note)

    @property
    def waiting(self) -> tuple[JobOrder, ...]:
        return tuple(self._waiting)

    def index(self, folders: tuple[FilePath, ...]) -> None:
        """Indexes these folders and files (none: every root again), after the running job."""
        self.run(JobOrder(folders))

    def run(self, order: JobOrder) -> None:
        """Queues a job, or starts it if none runs; ignores one that already waits."""
        order = _fitting(order)
        if order not in self._waiting:
            self._waiting.append(order)
        if self.is_running:
            self._yield()
            self.queue_changed.emit()
        else:
            self._start_next()

    def move(self, order: JobOrder, place: int) -> None:
        """Moves a waiting job in the queue, 0 for next; ignores one that has begun."""
        if order in self._waiting:
            self._waiting.remove(order)
            self._waiting.insert(place, order)
            self.queue_changed.emit()

    def drop(self, order: JobOrder) -> None:
        """Removes a waiting job from the queue; use `skip` for one that has begun."""
        if order in self._waiting:
            self._waiting.remove(order)
            self.queue_changed.emit()

    def leave_out(self, folder: FilePath) -> None:
        """Removes one folder from the queue, keeping others added with it."""
        orders = list(self._waiting)
        for order in orders:
            if folder in order.folders:
                self._waiting.remove(order)
                rest = tuple(path for path in order.folders if path != folder)
                if rest:
                    self._waiting.insert(orders.index(order), replace(order, folders=rest))
        if list(self._waiting) != orders:
            self.queue_changed.emit()

    def use_own_pack(self) -> None:
        """From now on indexes with the library's own pack instead of the one named at start."""
        self._pack = None

    def is_reading(self, folder: FilePath) -> bool:
        """Whether the running job scans this folder or part of it."""
        start = folder.raw + os.sep.encode()
        asked = self.order.folders or self.order.only or (folder,)  # no paths: every folder
        return self.is_running and any(path.raw == folder.raw or path.raw.startswith(start) for path in asked)

    def skip(self) -> None:
        """Ends the running job after its current files and starts the next one."""
        self._owes_second_pass = False  # it would process the rest of the cancelled job
        self.tell("cancel")

    def cancel(self) -> None:
        """Ends the running job after its current files and clears the queue."""
        self._waiting.clear()
        self._owes_second_pass = False
        self.tell("cancel")
        self.queue_changed.emit()

    def close(self, *, is_awaited: bool = False) -> None:
        """Ends the job and clears the queue."""
        self._waiting.clear()
        super().close(is_awaited=is_awaited)

    def stopped(self, why: str) -> tuple[str, str]:
        return (
            translate("IngestProcess", "Indexing stopped: %1", why),
            translate("IngestProcess", "Indexed sounds are kept. Add the folder again to continue."),
        )

    def go_on(self) -> None:
        """Starts the next job, or else the second pass that earlier ones left."""
        self.is_on_second_pass = False
        if not self._waiting and self._owes_second_pass:
            self._waiting.append(JobOrder(is_quiet=True))
        if self._waiting:
            self._start_next()
        else:
            super().go_on()
            self.queue_changed.emit()

    def _yield(self) -> None:
        self._owes_second_pass = self._is_told_to_yield = True
        _log.debug("the running job is told to leave its second pass to the next")
        self.tell("yield")

    def _note(self, event: Event) -> None:
        begins = isinstance(event, SpeechProgress | PreparationStarted) and not self.is_on_second_pass
        if not self._is_told_to_yield and (begins or (isinstance(event, Finished) and not event.cancelled)):
            self._owes_second_pass = False  # this job's covers the whole library
        if begins:
            self.is_on_second_pass = True
            self.second_pass_began.emit()

    def _start_next(self) -> None:
        if self.is_closed:  # queued during shutdown: the next start scans again
            self._waiting.clear()
            return
        order = self.order = self._waiting.popleft()
        _log.info(
            "job: %d folders, %d paths, quiet %s, rereads %s, retries %s; %d more wait",
            len(order.folders),
            len(order.only),
            order.is_quiet,
            order.rereads,
            order.retry_failed,
            len(self._waiting),
        )
        self._is_told_to_yield = False
        if order == JobOrder(is_quiet=True):
            self._owes_second_pass = False  # it covers the whole library; cancelling it cancels the second pass
        pack = [] if self._pack is None else ["--pack", str(self._pack)]
        # changed files are processed at normal priority
        self.launch(["index", *pack, *order.arguments()], niceness=0 if order.only else _NICENESS)
        if self._waiting:
            self._yield()
        self.queue_changed.emit()


def _fitting(order: JobOrder) -> JobOrder:
    """The order with folders, or the whole library, if there are too many paths."""
    if len(order.only) > _MOST_PATHS:
        folders = dict.fromkeys(os.path.dirname(path.raw) for path in order.only)
        order = replace(order, only=tuple(map(FilePath, folders)))
    return replace(order, only=()) if len(order.only) > _MOST_PATHS else order
