"""The findings of a verification as values; they are worded where they are shown."""

from enum import StrEnum

from msgspec import Struct


class LibraryPart(StrEnum):
    """What was checked of the core's; what features keep is called by its file's name."""

    CATALOGUE = "catalogue"
    ROWS = "rows"
    WORDS_INDEX = "words index"
    VECTORS = "vectors"
    INDEX = "index"
    FILES = "files"
    BACKUP = "backup"


class Fault(StrEnum):
    """What is wrong; `Finding.count` is the extent."""

    UNREADABLE = "unreadable"
    """It cannot be opened or read at all."""
    PAGES = "pages"
    """Pages or tables are inconsistent."""
    INDEXES = "indexes"
    """SQL indexes disagree with their tables, which are whole."""
    OTHER_VALUES = "other values"
    """Rows differ from what was written."""
    OUT_OF_STEP = "out of step"
    """It disagrees with its sources: found words, ids, counters."""
    DAMAGED_BLOCKS = "damaged blocks"
    """Vectors fail their checksums, or are missing."""
    NOT_HEARD = "not heard"
    """Sounds lack vectors that they should have."""
    STRANGERS = "strangers"
    """Rows of sounds that are not in the library."""
    MISSING = "missing"
    """Files are gone from their places."""
    SILENT = "silent"
    """Files were not checked, because their drives do not answer."""
    CHANGED = "changed"
    """Files changed since they were read."""


class Repair(StrEnum):
    """How it is repaired."""

    RESTORE = "restore"
    """Only by restoring a backup."""
    REBUILD = "rebuild"
    """Made again from what is whole."""
    FROM_BACKUP = "from backup"
    """Rows come from a backup with equal checksums; others are read again, or accepted as they are."""
    READ_AGAIN = "read again"
    """The next indexing reads the sounds again."""
    PUT_BACK = "put back"
    """A feature's file comes from the newest backup that has it, or begins anew; the damaged one is kept."""
    DROP = "drop"
    """A cache: it is deleted, and made again on demand."""
    NOTHING = "nothing"
    """Nothing is broken; the next indexing handles it."""


class Finding(Struct, frozen=True):
    """The result of one check; no fault means all is well."""

    part: str
    """A `LibraryPart`, or the name of a feature's file."""
    fault: Fault | None = None
    count: int = 0
    """Rows, blocks, sounds or files with the fault; without one, those that were checked."""
    where: tuple[str, ...] = ()
    """The first few: a table, a file, a path; or SQLite's message."""
    mend: Repair = Repair.NOTHING
    is_mended: bool = False
    accepted: int = 0
    """Rows accepted as they are, because nothing remained to compare them with; somebody should review them."""

    @property
    def is_well(self) -> bool:
        """Whether nothing remains to do: no fault, a repaired one, or one that is no damage."""
        return self.fault is None or self.is_mended or self.mend is Repair.NOTHING
