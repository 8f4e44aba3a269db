"""What the user data room gives: what was written, what would change or has changed, and what could not be taken in."""

from dataclasses import dataclass
from enum import StrEnum

from engine.keeping.undo import Undo

MOST_NAMED = 1_000
"""Sounds, differences and lines that are named one by one; of more, the count says how many there are."""


class RecordKind(StrEnum):
    """What a file of user data holds."""

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
    """Words of the user's thesaurus."""


class Prefer(StrEnum):
    """Whose rating and colour counts where the library and the file differ."""

    HERE = "here"
    FILE = "file"


class RecordFault(StrEnum):
    """Why a line could not be taken in."""

    TOO_LONG = "too long"
    NOT_JSON = "not JSON"
    NOT_KNOWN = "not known"
    """A kind of line that this version of the format does not have."""
    WRONG_VALUE = "wrong value"


@dataclass(frozen=True, slots=True)
class DamagedLine:
    """A line that was passed over."""

    number: int
    """The first line of a file is 1."""
    fault: RecordFault
    field: str = ""
    """The field that holds the wrong value, or that the format does not have; empty where it is not about one field."""


@dataclass(frozen=True, slots=True)
class Count:
    """How much of one kind."""

    kind: RecordKind
    new: int
    """What is added where the library has nothing of the kind, or what it lacks of it."""
    different: int = 0
    """Where the library has it otherwise: ratings and colours one of which counts, notes that are joined, saved
    searches that come under another name."""


@dataclass(frozen=True, slots=True)
class DataDifference:
    """One sound, or saved search, of which the library and the file say different things."""

    kind: RecordKind
    name: str
    """The sound's place or the saved search's name."""
    here: str
    file: str


@dataclass(frozen=True, slots=True)
class Merged:
    """What taking a file in changes, or would."""

    sounds: int
    """Sounds in the file."""
    found: int
    """Those of them that are in the library."""
    waiting: int
    """Those that are not: what the user gave them is kept for the day they are indexed."""
    unknown: int
    """Those that the file does not identify: they were never read, or by an early Earshot."""
    counts: tuple[Count, ...]
    """One of each kind, in the order of `RecordKind`."""
    prefer: Prefer
    """Whose rating and colour counts."""
    forgotten: int
    """Searches that the history has no room for: the oldest ones."""
    notes_left_out: int
    """Notes that find no room beside those of the library, because both would be longer than a note may be."""
    damaged: int
    """Lines that were passed over."""
    is_cut_off: bool
    """The file's last line is missing: it was not written to its end, or has been shortened."""
    differences: tuple[DataDifference, ...] = ()
    """The first ones."""
    waiting_names: tuple[str, ...] = ()
    """Places of the first ones; empty texts where none is known."""
    unknown_names: tuple[str, ...] = ()
    damaged_lines: tuple[DamagedLine, ...] = ()
    """The first ones."""
    undo: Undo | None = None
    """What takes it back; None where nothing changed."""

    @property
    def is_nothing_new(self) -> bool:
        """Whether the library has all of it already."""
        stay = (RecordKind.RATINGS, RecordKind.COLOURS) if self.prefer is Prefer.HERE else ()
        return not any(count.new or (count.different and count.kind not in stay) for count in self.counts)

    def of(self, kind: RecordKind) -> Count:
        """The count of one kind."""
        return next(count for count in self.counts if count.kind is kind)


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written."""

    sounds: int
    """Of these, some may wait: they are not in the library any more, or not yet."""
    waiting: int
    collections: int
    saved: int
    searches: int
    thesaurus: int
    """Entries."""
    unknown: int
    """Sounds without a checksum, by which no library can find them again; they are in the file all the same."""
    unknown_names: tuple[str, ...] = ()
    too_long: tuple[str, ...] = ()
    """Sounds that were left out, because more was given to them than a line may hold."""
