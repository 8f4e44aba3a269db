"""The parent's request to the indexing process: one JSON line on its standard input."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

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


@dataclass(frozen=True, slots=True)
class JobSpec:
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
        return json.dumps(
            {
                "format": FORMAT,
                "library": os.fspath(self.library),
                "folders": [os.fsdecode(folder.raw) for folder in self.folders],
                "only": [os.fsdecode(path.raw) for path in self.only],
                "pack": None if self.pack is None else os.fspath(self.pack),
                "device": self.device,
                "makes_library": self.makes_library,
                "library_id": self.library_id,
                "retry_failed": self.retry_failed,
                "rereads": self.rereads,
                "workers": self.workers,
                "memory_bytes": self.memory_bytes,
                "give_up_s": self.give_up_s,
                "suspects": [os.fsdecode(path.raw) for path in self.suspects],
                "is_learning": self.is_learning,
                "without_speech": self.without_speech,
                "without_sidecars": self.without_sidecars,
                "without_offline": self.without_offline,
                "blamed": [[os.fsdecode(path.raw), trouble.record()] for path, trouble in self.blamed],
            }
        )

    @classmethod
    def from_line(cls, line: str) -> "JobSpec":
        """Reads the output of `to_line` of the same release. Raises EngineError for anything else."""
        try:
            record = json.loads(line)
            if record["format"] != FORMAT:
                raise ValueError(f"format {record['format']}, expected {FORMAT}")
            return cls(
                library=Path(record["library"]),
                folders=_paths(record["folders"]),
                only=_paths(record["only"]),
                pack=None if record["pack"] is None else Path(record["pack"]),
                device=str(record["device"]),
                makes_library=bool(record["makes_library"]),
                library_id=str(record["library_id"]),
                retry_failed=bool(record["retry_failed"]),
                rereads=bool(record["rereads"]),
                workers=int(record["workers"]),
                memory_bytes=int(record["memory_bytes"]),
                give_up_s=float(record["give_up_s"]),
                suspects=_paths(record["suspects"]),
                is_learning=bool(record["is_learning"]),
                without_speech=bool(record["without_speech"]),
                without_sidecars=bool(record["without_sidecars"]),
                without_offline=bool(record["without_offline"]),
                blamed=tuple((FilePath(os.fsencode(path)), trouble_in(told)) for path, told in record["blamed"]),
            )
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as err:
            raise EngineError(
                told(LibraryFault.NOT_A_JOB, repr(line[:100])), advice=LibraryAdvice.CLOSE_EVERY_EARSHOT
            ) from err


def _paths(texts: list[str]) -> tuple[FilePath, ...]:
    return tuple(FilePath(os.fsencode(text)) for text in texts)
