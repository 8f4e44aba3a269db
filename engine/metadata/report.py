"""The outcome of a set of metadata changes, for people and for the window."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import EngineError
from engine.types import FilePath


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """One file that was left as it was."""

    path: FilePath
    error: EngineError

    @property
    def reason(self) -> str:
        """Why, in English."""
        return str(self.error)

    @property
    def advice(self) -> str:
        """What to do, in English."""
        return self.error.advice


@dataclass(frozen=True, slots=True)
class Report:
    """What was done."""

    session: int
    """Its number in the journal, 0 where nothing was changed."""
    changed: int
    unchanged: int
    """Files that said already what they should."""
    failures: tuple[LeftAlone, ...]
    is_cancelled: bool = False


WritingProgress = Callable[[int], None]
"""Called with the number of files that are finished."""
