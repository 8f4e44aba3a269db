"""What a library says of itself: its folders, the files it could not read, and how much is in it.

What is known of a sound is in `engine.types`.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.trouble import Trouble
from engine.types import FilePath
from engine.wording import Said


class RootState(StrEnum):
    """Whether a folder of the library could be read when it was last looked at."""

    PRESENT = "present"
    OFFLINE = "offline"
    """Its drive is not connected; it comes back by itself."""
    MISSING = "missing"
    """Its drive is there and the folder is not: it was moved, renamed or deleted."""


@dataclass(frozen=True, slots=True)
class Subfolder:
    """A folder that holds sounds, itself or further down."""

    path: FilePath
    sounds: int
    """Sounds in it and below it."""
    has_folders: bool
    """Whether there are folders with sounds below it."""


@dataclass(frozen=True, slots=True)
class FailedFile:
    """A file of the library that could not be read."""

    path: FilePath
    trouble: Trouble

    @property
    def reason(self) -> str:
        """In English, of "the file"."""
        return str(self.trouble)


class IndexKind(StrEnum):
    """How the nearest sounds are found."""

    EXACT = "exact"
    HNSW = "hnsw"
    HNSW_AND_DELTA = "hnsw+delta"
    CELLS = "cells"
    CELLS_AND_DELTA = "cells+delta"
    BUILDING = "building"
    """An index is being built; until then it is exact search."""
    REFUSED = "refused"
    """There is an index that is not used, or none can be built; exact search stands in."""


@dataclass(frozen=True, slots=True)
class IndexState:
    """How the nearest sounds are found, and where an index was refused, why."""

    kind: IndexKind
    why: Said | None = None
    """Of REFUSED only."""

    def __str__(self) -> str:
        """In English, as `earshot stats` prints it."""
        return self.kind.value if self.why is None else f"{self.kind.value}: {self.why}"


@dataclass(frozen=True, slots=True)
class LibraryStats:
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
    """The tier an unfiltered query would be answered by now."""
    bytes_on_disk: int
    next_pack_name: str = ""
    """The pack whose vectors a re-embedding is making; empty for none."""
    next_pack_id: str = ""
    next_pack_sounds: int = 0
    """Sounds that pack knows so far."""
    missing: int = 0
    """Sounds whose file is not where it was."""
