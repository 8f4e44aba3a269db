"""Puts a text that was made elsewhere, such as a transcript, into a field of a file beside what the field says already.

It computes texts and writes no file. `WritesFieldTexts` is what a feature that makes texts asks for.
"""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from engine.audio.fields import AnyField
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.types import FilePath

MOST_LETTERS = 2_000
"""Of a text that goes into a field, where nobody asks for more."""
LARGEST_FIELD = 20_000
"""Letters of a whole field: the limit of the reader of metadata."""
_CUT = " […]"
_BETWEEN = "\n"


class TextPlacement(StrEnum):
    """What becomes of a field's former text."""

    EMPTY = "empty"
    """The field gets the text only if it is empty."""
    APPEND = "append"
    """The text follows the former one, unless that holds it already."""
    REPLACE = "replace"


class PlacedText(Struct, frozen=True):
    """A field's text, with the new one in it."""

    text: str
    left_out: int = 0
    """Letters of the new text for which there was no room."""
    is_kept: bool = False
    """The field keeps its former text, which must not be replaced, or leaves no room."""


def placed_text(old: str, text: str, placement: TextPlacement, most: int = MOST_LETTERS) -> PlacedText:
    """Returns what a field says once it has a text. What does not fit is cut off after a word; `[…]` marks the place.

    Args:
        old: the field's text; never cut.
        text: the new one, not empty.
        placement: what becomes of `old`.
        most: letters of the new text, at least 10.
    """
    if not old or placement is TextPlacement.REPLACE:
        short = _shortened(text, min(most, LARGEST_FIELD))
        return PlacedText(short, _left_out(text, short))
    if placement is TextPlacement.EMPTY:
        return PlacedText(old, is_kept=True)
    short = _shortened(text, min(most, LARGEST_FIELD - len(old) - len(_BETWEEN)))
    if short and short in old:
        return PlacedText(old, _left_out(text, short))
    if not short:
        return PlacedText(old, is_kept=True)
    return PlacedText(f"{old}{_BETWEEN}{short}", _left_out(text, short))


def _shortened(text: str, most: int) -> str:
    """Returns the text within a number of letters; empty where not even a word fits."""
    if len(text) <= most:
        return text
    room = max(0, most - len(_CUT))
    kept = text[: room + 1].rpartition(" ")[0] or text[:room]
    return f"{kept.rstrip()}{_CUT}" if kept.strip() else ""


def _left_out(text: str, short: str) -> int:
    return 0 if short == text else len(text) - len(short.removesuffix(_CUT))


class FieldTextOptions(Struct, frozen=True):
    """How texts go into a field."""

    field: AnyField
    placement: TextPlacement = TextPlacement.EMPTY
    most: int = MOST_LETTERS
    is_dry: bool = False
    """Only say what would change."""
    keeps_time: bool = False
    """Files keep their modification time."""


class FieldTextResult(Struct, frozen=True):
    """What becomes of one file."""

    path: FilePath
    old: str = ""
    new: str = ""
    """As `old`: nothing changes."""
    left_out: int = 0
    is_kept: bool = False
    error: EngineError | None = None
    """Why the file is left as it is."""


class WritesFieldTexts(Protocol):
    """Writes texts into a field of files, as one change of metadata that can be undone."""

    def __call__(
        self, library: Path, texts: Iterable[tuple[FilePath, str]], options: FieldTextOptions, cancel: Cancel
    ) -> list[FieldTextResult]:
        """Returns a result for each file, in order; fewer if cancelled.

        Raises:
            LibraryBusy: metadata is being written already.
            LibraryError: the library cannot be written.
            WriteRefused: sound files are read-only for this program.
        """
