"""Results of user data: what was written, what would change or has changed, and what could not be imported."""

from enum import StrEnum

from msgspec import Struct

from engine.library.user_data.undo import Undo

MOST_NAMED = 1_000
"""Sounds, differences and lines listed individually; counts cover all."""


class RecordKind(StrEnum):
    """The kinds of user data."""

    RATINGS = "ratings"
    COLOURS = "colours"
    FAVOURITES = "favourites"
    TAGS = "tags"
    NOTES = "notes"
    LISTENING = "listening"
    """Plays and uses."""
    COLLECTIONS = "collections"
    ITEMS = "collection items"
    SAVED = "saved searches"
    SEARCHES = "searches"
    """The history."""
    THESAURUS = "thesaurus"


class Prefer(StrEnum):
    """Whose rating and colour counts where the library and the file differ."""

    HERE = "here"
    FILE = "file"


class RecordFault(StrEnum):
    """Why a line could not be imported."""

    TOO_LONG = "too long"
    NOT_JSON = "not JSON"
    NOT_KNOWN = "not known"
    """A kind of line that this version of the format lacks."""
    WRONG_VALUE = "wrong value"


class DamagedLine(Struct, frozen=True):
    """A line that was skipped."""

    number: int
    """From 1, the first line of the file."""
    fault: RecordFault
    field: str = ""
    """The field with the wrong or unknown value; empty if no single field is at fault."""


class Count(Struct, frozen=True):
    """How much of one kind."""

    kind: RecordKind
    new: int
    """What the library lacked and gets."""
    different: int = 0
    """Where the library's value differs: ratings and colours, of which one counts; notes, which are joined; saved
    searches, which get another name.
    """


class DataDifference(Struct, frozen=True):
    """A sound or saved search whose values differ between library and file."""

    kind: RecordKind
    name: str
    """The sound's place or the saved search's name."""
    here: str
    file: str


class ImportResult(Struct, frozen=True):
    """What importing a file changes, or would change."""

    sounds: int
    """Sounds in the file."""
    found: int
    """Sounds of the file that are in the library."""
    waiting: int
    """Those that are not: their user data wait until they are indexed."""
    unknown: int
    """Those that the file does not identify: never read, or read by an early Earshot."""
    counts: tuple[Count, ...]
    """One per kind, in the order of `RecordKind`."""
    prefer: Prefer
    forgotten: int
    """The oldest searches, for which the history has no room."""
    notes_left_out: int
    """Notes that do not fit beside those of the library within a note's limit."""
    damaged: int
    """Number of skipped lines."""
    is_cut_off: bool
    """The last line is missing: the file was not finished, or was shortened."""
    differences: tuple[DataDifference, ...] = ()
    """The first ones."""
    waiting_names: tuple[str, ...] = ()
    """Places of the first ones; empty if unknown."""
    unknown_names: tuple[str, ...] = ()
    damaged_lines: tuple[DamagedLine, ...] = ()
    """The first ones."""
    undo: Undo | None = None
    """Undoes the import; None if nothing changed."""

    @property
    def is_nothing_new(self) -> bool:
        """Whether the library has all of it already."""
        stay = (RecordKind.RATINGS, RecordKind.COLOURS) if self.prefer is Prefer.HERE else ()
        return not any(count.new or (count.different and count.kind not in stay) for count in self.counts)

    def of(self, kind: RecordKind) -> Count:
        return next(count for count in self.counts if count.kind is kind)


class ExportResult(Struct, frozen=True):
    """What was written."""

    sounds: int
    """Including `waiting` ones, which are not, or no longer, in the library."""
    waiting: int
    collections: int
    saved: int
    searches: int
    thesaurus: int
    unknown: int
    """Sounds without a checksum, which no library can match; written anyway."""
    unknown_names: tuple[str, ...] = ()
    too_long: tuple[str, ...] = ()
    """Sounds left out because their data exceed a line's limit."""
