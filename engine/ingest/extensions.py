"""Extension points of indexing: interfaces of what features add to a job (`engine.base.feature.Feature`)."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from engine.base.events import Event
from engine.base.types import FilePath, PackId
from engine.ingest.control import Control
from engine.ingest.loop import PauseClock
from engine.ingest.readers import OpenFiles
from engine.ingest.ready import ReadyVectors
from engine.ingest.spec import JobSpec
from engine.store.catalogue import Catalogue


class VectorSource(Protocol):
    """Finds analyses by a pack for the files that a job is to read."""

    def __call__(self, catalogue: Catalogue, files: Iterable[FilePath], pack_id: PackId) -> ReadyVectors: ...


class SecondPass(Protocol):
    """Reads the library's files once more, when all can be searched. The job's main thread only.

    It decides itself which files it still has to read, and whether the job's specification leaves it out.

    Raises:
        LibraryError: the results cannot be written.
        DecoderStalled: a decoder hangs.
        ReaderDied: a reading process died.
    """

    def __call__(
        self,
        spec: JobSpec,
        catalogue: Catalogue,
        threads: int,
        control: Control,
        pauses: PauseClock,
        reading: OpenFiles,
        emit: Callable[[Event], None],
    ) -> None: ...


class PackFiles(Protocol):
    """Names the files and folders in a library's folder that a feature made from one pack, there or not."""

    def __call__(self, library: Path, pack_id: PackId) -> tuple[Path, ...]: ...
