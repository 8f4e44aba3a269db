"""What a library contains: folders, unreadable files, counts.

Facts of one sound are in `engine.base.types`.
"""

from enum import StrEnum

from msgspec import Struct

from engine.base.file_messages import FileProblem
from engine.base.messages import Message
from engine.base.types import FilePath


class RootState(StrEnum):
    """Whether a library's folder was readable at the last check."""

    PRESENT = "present"
    OFFLINE = "offline"
    """Its drive is not connected; it returns by itself."""
    MISSING = "missing"
    """Its drive is there but the folder is not: moved, renamed or deleted."""


class Subfolder(Struct, frozen=True):
    """A folder with sounds in it or below."""

    path: FilePath
    sounds: int
    """In it and below."""
    has_folders: bool
    """Whether folders below it have sounds."""


class FailedFile(Struct, frozen=True):
    """A file of the library that could not be read."""

    path: FilePath
    trouble: FileProblem

    @property
    def reason(self) -> str:
        """In English, starting with "the file"."""
        return str(self.trouble)


class IndexKind(StrEnum):
    """How nearest sounds are searched."""

    EXACT = "exact"
    HNSW = "hnsw"
    HNSW_AND_DELTA = "hnsw+delta"
    CELLS = "cells"
    CELLS_AND_DELTA = "cells+delta"
    BUILDING = "building"
    """An index is being built; until then search is exact."""
    REFUSED = "refused"
    """An index is unusable, or cannot be built; search is exact."""


class IndexState(Struct, frozen=True):
    """How nearest sounds are searched, and why an index was refused."""

    kind: IndexKind
    why: Message | None = None
    """Only for REFUSED."""

    def __str__(self) -> str:
        return self.kind.value if self.why is None else f"{self.kind.value}: {self.why}"


class LibraryStats(Struct, frozen=True):
    """What `earshot stats` prints."""

    sounds: int
    segments: int
    failed: int
    offline: int
    """Sounds whose drive is not connected."""
    roots: tuple[str, ...]
    pack_name: str
    pack_id: str
    index_state: IndexState
    index_tier: str
    """The tier that would answer an unfiltered query now."""
    bytes_on_disk: int
    next_pack_name: str = ""
    """The pack that the library is being re-embedded with; empty for none."""
    next_pack_id: str = ""
    next_pack_sounds: int = 0
    """Sounds that pack knows so far."""
    missing: int = 0
    """Sounds whose file is gone from its place."""
