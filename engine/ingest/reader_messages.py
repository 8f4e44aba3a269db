"""Messages between a job and a reading process, and what a reader is made from there.

`engine.ingest.reader_process` is the process; `engine.ingest.remote_readers` is the thread that represents it in the
job.
"""

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from engine.base.events import JobAborted
from engine.ingest.control import Control
from engine.ingest.readers import OpenFiles, Reader


class FileRequest(Struct, frozen=True):
    """The reader is free, or soon will be. The job answers with the next file, or None."""


class FileOpened(Struct, frozen=True):
    """The reader opens the next file it was sent, before any decoder sees it. Later messages are about this file."""


class FileClosed(Struct, frozen=True):
    """No file is open, and none follows."""


class ReadProgress(Struct, frozen=True):
    """Progress of the open file: its share and seconds of sound; None if only that the reader is alive."""

    share: float | None = None
    audio_s: float = 0.0


class ReaderDone(Struct, frozen=True):
    """The reader has ended. `error` is set if an EngineError ended it that no file is to blame for."""

    error: JobAborted | None = None


ReaderMessage = FileRequest | FileOpened | FileClosed | ReadProgress | ReaderDone
"""Messages of a reader besides its outcomes."""


class ReaderContext(Struct, frozen=True):
    """The job's interface for a reader in the reading process."""

    control: Control
    reading: OpenFiles
    next_task: Callable[[], Any]
    out: Any
    """Receives outcomes through `put`."""
    came: Callable[[Any, float, float], None]
    """Called with a file, the share read, and seconds of sound."""


class ReaderSetup(Protocol):
    """Recipe for a reader; sent through the pipe once. Names packs by their folders."""

    @property
    def memory_bytes(self) -> int: ...

    def reader(self, place: ReaderContext) -> Reader[Any, Any]:
        """Makes the reader. Raises PackError if a pack cannot be used."""
