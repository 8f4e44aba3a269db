"""Extension point: a log of what left a library as files, for `used:` and for lists of exports.

Without a feature that keeps one, nothing is recorded and `used:` knows only the marks of the catalogue.
"""

import json
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from msgspec import Struct

from engine.audio.effects import NO_EFFECTS, Effects
from engine.base.errors import LibraryError
from engine.base.feature import parts
from engine.base.messages import Message
from engine.base.types import FilePath

_log = logging.getLogger(__name__)


class ExportRecord(Struct, frozen=True):
    """One file that left, and what it was made of."""

    source: FilePath
    """The sound."""
    file: Path
    """Where it went; the sound itself where another program got the original."""
    start_s: float | None = None
    """Start of the part that was asked for, without handles; None for the whole sound."""
    end_s: float | None = None
    effects: Effects = NO_EFFECTS
    profile: str = ""
    """Name of the transfer profile; empty for an unsaved one."""
    words: tuple[tuple[str, str], ...] = ()
    """Texts of its cue for name patterns: ("cue", "Door slams"), ("text", …), ("query", …), ("time", …)."""
    is_synthetic: bool = False
    """Made from the sound in a way that cutting it again does not repeat, such as a looped background."""


class LoggedUse(NamedTuple):
    """A sound that was exported."""

    sound: int
    """Its id then; another sound may have it since."""
    at_s: float
    """In seconds since 1970."""
    content: str | None
    """Its content id in hexadecimal digits."""


class ExportLog(Protocol):
    """Keeps records of exports, one file for each library. Any thread."""

    def note(self, library: Path, records: Sequence[ExportRecord]) -> None:
        """Adds records.

        Raises:
            LibraryError: they cannot be written.
        """

    def uses(self, library: Path, since_s: float | None, before_s: float | None, cue: str | None) -> list[LoggedUse]:
        """Returns exported sounds, each with its last time.

        Args:
            library: the library's folder.
            since_s: the earliest time; None for any.
            before_s: the first time that is too late; None for any.
            cue: a part of the cue's words, as `plain` gives it; None for any cue or none.

        Raises:
            LibraryError: the log is damaged.
        """

    def change_number(self, library: Path) -> int:
        """Returns a number that grows with every record."""


def note_exports(library: Path, records: Sequence[ExportRecord]) -> Message | None:
    """Records exports in every log; returns why one could not be written, None if all were.

    The files have left already, so a log that cannot be written is no reason to fail.
    """
    trouble = None
    for log in _logs() if records else ():
        try:
            log.note(library, records)
        except LibraryError as err:
            _log.warning("%d exports are not in the log: %s", len(records), err)
            trouble = err.what
    return trouble


def uses_of(library: Path) -> Callable[..., str]:
    """Returns the SQL function `exported(since_s, before_s, cue)`: JSON, a list of `LoggedUse`."""

    def exported(since_s: float | None, before_s: float | None, cue: str | None) -> str:
        return json.dumps([use for log in _logs() for use in log.uses(library, since_s, before_s, cue)])

    return exported


def export_change(library: Path) -> int:
    """Returns a number that grows with every record of any log."""
    return sum(log.change_number(library) for log in _logs())


def _logs() -> Sequence[ExportLog]:
    return tuple(parts(lambda feature: feature.export_log))
