"""The indexing job as the window sees it: a child process, its event lines as signals, its pause, resume and cancel.

Folders dropped while a job runs wait for the next one; a job that listens for speech by then leaves that to the last of
them. What was indexed when a job is cancelled, or dies, stays.
"""

import os
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject

from desktop.translation import translate
from desktop.work.event_process import EventProcess
from engine.types import FilePath

_NICENESS = 5
_MOST_PATHS = 500
"""More named paths than this would not fit a command line everywhere: the roots are looked through instead."""


@dataclass(frozen=True, slots=True)
class JobOrder:
    """What one job is to do."""

    folders: tuple[FilePath, ...] = ()
    """Folders and files to take in; none, and nothing in `only`: every known root again."""
    only: tuple[FilePath, ...] = ()
    """Files and folders of the library that changed; nothing else is looked at."""
    retry_failed: bool = False
    is_quiet: bool = False
    """Nobody asked for it: it is not worth a word unless it finds something."""

    def arguments(self) -> list[str]:
        """What follows `earshot index`."""
        given = ["--retry-failed"] if self.retry_failed else []
        for path in self.only:
            given += ["--only", path.uri]
        return [*given, "--", *(str(folder.native) for folder in self.folders)]


class IngestProcess(EventProcess):
    """Runs `earshot index` for the window. GUI thread only; nothing here blocks."""

    def __init__(self, library: Path, *, pack: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(library, parent)
        self._pack = pack
        self._waiting: deque[JobOrder] = deque()
        self.order = JobOrder()
        """What the job that runs, or ran last, is to do."""

    def index(self, folders: tuple[FilePath, ...]) -> None:
        """Indexes these folders and files (none: every known root again), after the job that runs now."""
        self.run(JobOrder(folders))

    def run(self, order: JobOrder) -> None:
        """Starts a job, after the one that runs now and those that wait."""
        self._waiting.append(_fitting(order))
        if self.is_running:
            self.tell("yield")  # files that wait are made searchable before any is listened to
        else:
            self._start_next()

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
        self.tell("cancel")

    def cancel(self) -> None:
        """Ends the job after the files it holds, and forgets what waits."""
        self._waiting.clear()
        self.tell("cancel")

    def close(self) -> None:
        """Ends the job with the window, and forgets what waits."""
        self._waiting.clear()
        super().close()

    def stopped(self, why: str) -> tuple[str, str]:
        """What to say of a job that died."""
        return (
            translate("IngestProcess", "Indexing stopped: %1", why),
            translate("IngestProcess", "What was indexed is kept. Add the folder again to go on."),
        )

    def go_on(self) -> None:
        """Starts the next job, if one waits."""
        if self._waiting:
            self._start_next()
        else:
            super().go_on()

    def _start_next(self) -> None:
        if self.is_closed:  # asked for while the window went away: the next start looks again
            self._waiting.clear()
            return
        order = self.order = self._waiting.popleft()
        pack = [] if self._pack is None else ["--pack", str(self._pack)]
        # a few files that changed are taken in as fast as can be
        self.launch(["index", *pack, *order.arguments()], niceness=0 if order.only else _NICENESS)
        if self._waiting:
            self.tell("yield")


def _fitting(order: JobOrder) -> JobOrder:
    """The order, with the whole library in place of more paths than a command line holds."""
    return replace(order, only=()) if len(order.only) > _MOST_PATHS else order
