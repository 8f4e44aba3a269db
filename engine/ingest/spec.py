"""The parent's request to the indexing process: one JSON line on its standard input."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, fields

from engine.base.errors import EngineError
from engine.base.file_messages import FileProblem, trouble_in
from engine.base.io_timeout import GIVE_UP_S
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.types import FilePath

FORMAT = 5
ALIVE_EVERY_S = 2.0
"""How often a job's process reports that it is alive."""
FAULT_OF_OURS = 70
"""Exit status of a job after an unexpected exception (EX_SOFTWARE of sysexits.h)."""
STALLED = 75
"""Exit status of a job that hung in the file named by its last `reading` event (EX_TEMPFAIL)."""


class JobSpec(Struct, frozen=True):
    """One indexing job."""

    library: Path
    """The library's folder."""
    folders: tuple[FilePath, ...]
    """Folders or files to index; empty means every known root."""
    only: tuple[FilePath, ...] = ()
    """Files and folders in known roots reported as changed; without `folders`, nothing else is scanned."""
    pack: Path | None = None
    """A pack folder. None: the library's own, or the starter pack for a new library."""
    device: str = "auto"
    makes_library: bool = False
    """Create the library if there is none."""
    library_id: str = ""
    """Id of the intended library; another one in its folder is left alone. Empty for any."""
    retry_failed: bool = False
    """Read unchanged files again that failed before."""
    rereads: bool = False
    """Look into every file, whatever its size and date; sounds with unchanged audio are not embedded again."""
    workers: int = 0
    """Decoding and encoding threads; 0 for one per core."""
    memory_bytes: int = 0
    """Memory limit of the indexing process; 0 for the default of engine.base.memory_limit."""
    give_up_s: float = GIVE_UP_S
    """A file or folder silent for so many seconds is set aside."""
    suspects: tuple[FilePath, ...] = ()
    """Files that were open when an earlier process died: read first, one at a time."""
    blamed: tuple[tuple[FilePath, FileProblem], ...] = ()
    """Files that killed a process on their own, and the reason: recorded as failed without being opened."""
    is_learning: bool = False
    """Embed the library with `pack` while its own is searched, and switch at the end; no folder is scanned. Without
    `pack`, continue the re-embedding in progress."""
    without_speech: bool = False
    """Skip the speech packs; a later job listens to the sounds."""
    without_sidecars: bool = False
    """Ignore sidecars and embed every sound."""
    without_offline: bool = False
    """Switch even if sounds are on drives that are away; until these are back, only their names are searched."""

    def to_line(self) -> str:
        """Returns one JSON line in ASCII; undecodable bytes of a path become lone surrogates."""
        return json.dumps({"format": FORMAT} | asdict(self), default=_plain)

    @classmethod
    def from_line(cls, line: str) -> "JobSpec":
        """Reads the output of `to_line` of the same release. Raises EngineError for anything else."""
        try:
            record = json.loads(line)
            if record["format"] != FORMAT:
                raise ValueError(f"format {record['format']}, expected {FORMAT}")
            return cls(**{own.name: _FORMS[own.type](record[own.name]) for own in fields(cls)})
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as err:
            raise EngineError(
                told(LibraryFault.NOT_A_JOB, repr(line[:100])), advice=LibraryAdvice.CLOSE_EVERY_EARSHOT
            ) from err


def _paths(texts: list[str]) -> tuple[FilePath, ...]:
    return tuple(FilePath(os.fsencode(text)) for text in texts)


def _blamed(pairs: list[tuple[str, Any]]) -> tuple[tuple[FilePath, FileProblem], ...]:
    return tuple((FilePath(os.fsencode(path)), trouble_in(told)) for path, told in pairs)


def _plain(value: Path | FilePath | FileProblem) -> Any:
    """What JSON has no type for."""
    if isinstance(value, FileProblem):
        return value.record()
    return os.fsdecode(value.raw if isinstance(value, FilePath) else value)


_FORMS: dict[Any, Callable[[Any], Any]] = {
    Path: Path,
    Path | None: lambda text: None if text is None else Path(text),
    tuple[FilePath, ...]: _paths,
    tuple[tuple[FilePath, FileProblem], ...]: _blamed,
    str: str,
    bool: bool,
    int: int,
    float: float,
}
"""How a field of each type is read."""
