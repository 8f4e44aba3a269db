"""What verifying finds: values; words are made of them where they are shown."""

from dataclasses import dataclass
from enum import StrEnum


class LibraryPart(StrEnum):
    """What was looked at."""

    CATALOGUE = "catalogue"
    ROWS = "rows"
    WORDS_INDEX = "words index"
    VECTORS = "vectors"
    INDEX = "index"
    SPOKEN = "words.db"
    UNITS = "units.db"
    FILES = "files"
    BACKUP = "backup"


class Fault(StrEnum):
    """What is wrong with it; `Finding.count` says how much."""

    UNREADABLE = "unreadable"
    """It cannot be opened or read at all."""
    PAGES = "pages"
    """Pages or tables do not hang together."""
    INDEXES = "indexes"
    """SQL indexes disagree with their tables, which are whole."""
    OTHER_VALUES = "other values"
    """Rows are not what was written."""
    OUT_OF_STEP = "out of step"
    """It disagrees with what it was made from: found words, ids, counters."""
    DAMAGED_BLOCKS = "damaged blocks"
    """Vectors fail their checksums, or are missing."""
    NOT_HEARD = "not heard"
    """Sounds without vectors that should have some."""
    STRANGERS = "strangers"
    """Rows of sounds that are not in the library."""
    MISSING = "missing"
    """Files are not where they were."""
    SILENT = "silent"
    """Files were not looked at, because their drives do not answer."""
    CHANGED = "changed"
    """Files are not as they were when they were read."""


class Mend(StrEnum):
    """How it is mended."""

    RESTORE = "restore"
    """Only by going back to a backup."""
    REBUILD = "rebuild"
    """Made anew from what is whole."""
    FROM_BACKUP = "from backup"
    """Rows are taken from a backup that has them as they were; others are read again, or taken as they are."""
    READ_AGAIN = "read again"
    """The next indexing reads the sounds again."""
    DROP = "drop"
    """It is a cache: what is damaged goes, and is made anew when it is needed."""
    NOTHING = "nothing"
    """Nothing is broken; the next indexing takes it in."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. Without a fault all is well."""

    part: LibraryPart
    fault: Fault | None = None
    count: int = 0
    """Rows, blocks, sounds or files with the fault; where there is none, those that were looked at."""
    where: tuple[str, ...] = ()
    """The first few of them: a table, a file, a path; or what SQLite says."""
    mend: Mend = Mend.NOTHING
    is_mended: bool = False
    accepted: int = 0
    """Rows that could not be compared with anything: they were taken as they are, and somebody should look at them."""

    @property
    def is_well(self) -> bool:
        """Whether nothing is left to be done: no fault, a mended one, or one that is no damage."""
        return self.fault is None or self.is_mended or self.mend is Mend.NOTHING
