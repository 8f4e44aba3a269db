"""What a job and a process that reads for it say to each other, and what a reader there is made from.

The process is `engine.ingest.apart_process`, the thread that stands for it in the job `engine.ingest.remote`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from engine.events import Broke
from engine.ingest.control import Control
from engine.ingest.reading import Reader, ReadingNow


@dataclass(frozen=True, slots=True)
class FileWanted:
    """The reader is free, or soon will be: the job answers with the next file, or with None."""


@dataclass(frozen=True, slots=True)
class FileBegun:
    """The reader opens the file that was sent next, before any decoder sees it; what follows is told of that one."""


@dataclass(frozen=True, slots=True)
class FileClosed:
    """No file is open, and none follows."""


@dataclass(frozen=True, slots=True)
class FileCame:
    """Something came of the open file: its share, and seconds of sound; None where only that is known."""

    share: float | None = None
    audio_s: float = 0.0


@dataclass(frozen=True, slots=True)
class ReaderOver:
    """The reader is done; with what ended it, if that was the world's fault and no file's."""

    error: Broke | None = None


ReaderMessage = FileWanted | FileBegun | FileClosed | FileCame | ReaderOver
"""What a reader says beside its outcomes, which are messages of their own."""


@dataclass(frozen=True, slots=True)
class ReadersPlace:
    """What a reader has of the job, at this end."""

    control: Control
    reading: ReadingNow
    next_task: Callable[[], Any]
    out: Any
    """Takes outcomes, by `put`."""
    came: Callable[[Any, float, float], None]
    """Told how far a file has come: the file, its share, and seconds of sound."""


class ReaderSetup(Protocol):
    """What a reader is made from, here; crosses the pipe once. It names packs by their folders."""

    @property
    def memory_bytes(self) -> int:
        """What this process may hold."""

    def reader(self, place: ReadersPlace) -> Reader[Any, Any]:
        """Makes it.

        Raises:
            PackError: a pack cannot be used.
        """
