"""The indexing job as the window sees it: a child process, its event lines as signals, its pause, resume and cancel.

Folders dropped while a job runs wait for the next one; a job that listens for speech by then yields, and the last one
of the queue listens to all that was added. What was indexed when a job is cancelled, or dies, stays.
"""

import os
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from desktop.translation import translate
from desktop.work.event_process import EventProcess
from engine.events import Event, Finished, HeardSpeech, Preparing
from engine.types import FilePath

_NICENESS = 5
_MOST_PATHS = 500
"""More named paths than this would not fit a command line everywhere: the folders above them are named instead."""


@dataclass(frozen=True, slots=True)
class JobOrder:
    """What one job is to do."""

    folders: tuple[FilePath, ...] = ()
    """Folders and files to take in; none, and nothing in `only`: every known root again."""
    only: tuple[FilePath, ...] = ()
    """Files and folders of the library that changed; nothing else is looked at."""
    retry_failed: bool = False
    rereads: bool = False
    """Look into files that seem unchanged, too."""
    is_quiet: bool = False
    """Nobody asked for it: it is not worth a word unless it finds something."""

    def arguments(self) -> list[str]:
        """What follows `earshot index`."""
        given = ["--retry-failed"] if self.retry_failed else []
        given += ["--reread"] if self.rereads else []
        for path in self.only:
            given += ["--only", path.uri]
        return [*given, "--", *(str(folder.native) for folder in self.folders)]


class IngestProcess(EventProcess):
    """Runs `earshot index` for the window. GUI thread only; nothing here blocks."""

    queue_changed = Signal()
    """Another job runs, none does, or others wait."""
    second_pass_began = Signal()
    """All files of the job that runs can be searched; what it does now gives way to any other job."""

    def __init__(self, library: Path, *, pack: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(library, parent)
        self._pack = pack
        self._waiting: deque[JobOrder] = deque()
        self._owes_second_pass = False
        self._is_told_to_yield = False
        self.order = JobOrder()
        """What the job that runs, or ran last, is to do."""
        self.is_on_second_pass = False
        """Whether the job that runs has made its files searchable."""
        self.happened.connect(self._note)

    @property
    def waiting(self) -> tuple[JobOrder, ...]:
        """What is done after the job that runs, in this order."""
        return tuple(self._waiting)

    def index(self, folders: tuple[FilePath, ...]) -> None:
        """Indexes these folders and files (none: every known root again), after the job that runs now."""
        self.run(JobOrder(folders))

    def run(self, order: JobOrder) -> None:
        """Starts a job, after the one that runs now and those that wait; one that waits already waits on."""
        order = _fitting(order)
        if order not in self._waiting:
            self._waiting.append(order)
        if self.is_running:
            self._yield()
            self.queue_changed.emit()
        else:
            self._start_next()

    def move(self, order: JobOrder, place: int) -> None:
        """Gives a job that waits another place in the queue, 0 for the next one. One that has begun stays."""
        if order in self._waiting:
            self._waiting.remove(order)
            self._waiting.insert(place, order)
            self.queue_changed.emit()

    def drop(self, order: JobOrder) -> None:
        """Takes a job out of the queue. One that has begun stays; `skip` ends it."""
        if order in self._waiting:
            self._waiting.remove(order)
            self.queue_changed.emit()

    def leave_out(self, folder: FilePath) -> None:
        """Takes one folder out of the queue, and leaves what was added with it."""
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
        """Indexes from now on with the pack the library is searched with, whichever was named at the start."""
        self._pack = None

    def is_reading(self, folder: FilePath) -> bool:
        """True while the job that runs looks through this folder, or through a part of it."""
        start = folder.raw + os.sep.encode()
        asked = self.order.folders or self.order.only or (folder,)  # no paths: every folder
        return self.is_running and any(path.raw == folder.raw or path.raw.startswith(start) for path in asked)

    def skip(self) -> None:
        """Ends the job that runs after the files it holds, and goes on with what waits."""
        self._owes_second_pass = False  # it would take in the rest of what was cancelled
        self.tell("cancel")

    def cancel(self) -> None:
        """Ends the job after the files it holds, and forgets what waits."""
        self._waiting.clear()
        self._owes_second_pass = False
        self.tell("cancel")
        self.queue_changed.emit()

    def close(self, *, is_awaited: bool = False) -> None:
        """Ends the job with the window, and starts no other."""
        self._waiting.clear()
        super().close(is_awaited=is_awaited)

    def stopped(self, why: str) -> tuple[str, str]:
        """What to say of a job that died."""
        return (
            translate("IngestProcess", "Indexing stopped: %1", why),
            translate("IngestProcess", "Indexed sounds are kept. Add the folder again to continue."),
        )

    def go_on(self) -> None:
        """Starts the next job, if one waits, or else the second pass that the former ones left to it."""
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
        self.tell("yield")

    def _note(self, event: Event) -> None:
        begins = isinstance(event, HeardSpeech | Preparing) and not self.is_on_second_pass
        if not self._is_told_to_yield and (begins or (isinstance(event, Finished) and not event.cancelled)):
            self._owes_second_pass = False  # this job's is of the whole library
        if begins:
            self.is_on_second_pass = True
            self.second_pass_began.emit()

    def _start_next(self) -> None:
        if self.is_closed:  # asked for while the window went away: the next start looks again
            self._waiting.clear()
            return
        order = self.order = self._waiting.popleft()
        self._is_told_to_yield = False
        if order == JobOrder(is_quiet=True):
            self._owes_second_pass = False  # it looks at all of the library: whoever cancels it wants no more of that
        pack = [] if self._pack is None else ["--pack", str(self._pack)]
        # a few files that changed are taken in as fast as can be
        self.launch(["index", *pack, *order.arguments()], niceness=0 if order.only else _NICENESS)
        if self._waiting:
            self._yield()
        self.queue_changed.emit()


def _fitting(order: JobOrder) -> JobOrder:
    """The order, with folders, or the whole library, in place of more paths than a command line holds."""
    if len(order.only) > _MOST_PATHS:
        folders = dict.fromkeys(os.path.dirname(path.raw) for path in order.only)
        order = replace(order, only=tuple(map(FilePath, folders)))
    return replace(order, only=()) if len(order.only) > _MOST_PATHS else order
