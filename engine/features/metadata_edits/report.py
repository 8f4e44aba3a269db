"""The outcome of a set of metadata changes, for people and for the window."""

from collections.abc import Callable

from msgspec import Struct

from engine.base.errors import EngineError
from engine.base.types import FilePath


class FileFailure(Struct, frozen=True):
    """A file that could not be changed."""

    path: FilePath
    error: EngineError

    @property
    def reason(self) -> str:
        return str(self.error)

    @property
    def advice(self) -> str:
        return self.error.advice


class Report(Struct, frozen=True):
    """Counts of a session, and the files it could not change."""

    session: int
    """Its number in the journal, 0 if nothing changed."""
    changed: int
    unchanged: int
    """Files that already had the wanted texts."""
    failures: tuple[FileFailure, ...]
    is_cancelled: bool = False


WritingProgress = Callable[[int], None]
"""Called with the number of finished files."""
