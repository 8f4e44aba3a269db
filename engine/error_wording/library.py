"""What is the matter with a library, its disk or its backups, and what to do about it."""

from enum import unique

from engine.wording import Wording


@unique
class LibraryFault(Wording):
    """What happened to a library, or to a file that Earshot writes."""

    # Rows of it that are asked for.
    SOUND_GONE = "that sound is no longer in the library"
    VECTOR_GONE = "a vector that was asked for is not there any more"
    # Opening it.
    NO_LIBRARY = "there is no library in %1"
    LIBRARY_GONE = "the library is no longer in %1: its folder was renamed or deleted, or its drive is away"
    LIBRARY_REPLACED = "another library lies in %1 now"
    LIBRARY_SHUT = "you may not look into %1"
    NOT_OURS = "%1 belongs to another program"
    LIBRARY_NEWER = "the library %1 has format %2, this Earshot knows up to %3"
    CANNOT_UPDATE = "the library %1 was made by an earlier Earshot and cannot be written, so it cannot be updated"
    OLD_SQLITE = "SQLite %1 can damage a catalogue in WAL mode"
    NO_CATALOGUE_THERE = "the disk of %1 cannot hold a catalogue: %2"
    NO_WAL_THERE = "the disk of %1 cannot hold a catalogue in WAL mode"
    # Reading and writing it.
    LIBRARY_LOCKED = "another program has kept the library %1 locked for %2 s"
    LIBRARY_WRITTEN = "another Earshot is writing this library: %1"
    LIBRARY_SYNCED = "another Earshot is syncing this library: %1"
    LIBRARY_EMBEDDED = "another Earshot embeds this library with another model: %1"
    NOT_WRITABLE = "the library %1 cannot be written"
    NOT_REACHABLE = "the library %1 cannot be read or written: %2"
    LIBRARY_HELD = "the library %1 is damaged, and nothing was written into it"
    BACKUP_IN_MAKING = "a backup of this library is being made: %1"
    METADATA_IN_WRITING = "metadata is being written already for this library: %1"
    NOTHING_TO_TEST = "the library %1 has no sounds that could be tested"
    INDEX_IN_BUILDING = "another process is building this index: %1"
    # Damage to its catalogue.
    CATALOGUE_DAMAGED = "the catalogue of %1 is damaged: %2"
    CATALOGUE_COPIED = "the catalogue of %1 is damaged; a copy as it is was kept as %2"
    CATALOGUE_GONE = "the catalogue %1 is gone, and backups of it lie beside where it was"
    CATALOGUE_GONE_FROM_VECTORS = "the catalogue %1 is gone, and vectors of its sounds lie beside it"
    CATALOGUE_EMPTY = "the catalogue %1 is empty, and vectors of its sounds lie beside it"
    SEGMENTS_DAMAGED = "rows of segments in %1 are damaged: %2"
    # Damage to what lies beside it.
    FORMAT_NEWER = "%1 has format %2, this Earshot knows up to %3"
    VECTORS_DAMAGED = "the vectors in %1 are damaged: %2"
    VECTORS_MISSING = "the vectors of %1 are missing"
    HEARD_DAMAGED = "what was heard of speech in %1 is damaged: %2"
    OVERVIEW_DAMAGED = "a waveform overview is damaged"
    OVERVIEW_NEWER = "waveform overview of version %1, this is %2"
    INDEX_REFUSED = "the index %1 was refused: %2"
    INDEX_CUT_OFF = "only %1 of %2 bytes of the index fit on the disk of %3"
    # Backups.
    NO_BACKUP = "there is no backup in %1"
    NO_BACKUP_CALLED = "no backup is called %1 in %2"
    BACKUP_DAMAGED = "the backup %1 is damaged; nothing was changed"
    BACKUP_MISSING = "%1 is not there, or empty"
    HOLDS_NO_LIBRARY = "%1 holds no library"
    LIBRARY_OPEN = "another program has the library %1 open"
    BACKUPS_CRASHED = "the process that makes backups ended with %1"
    # Files that Earshot writes.
    JOURNAL_NEWER = "the journal holds a session of format %1, this Earshot knows up to %2"
    NO_METADATA_CHANGE = "there is no metadata change to undo"
    CANNOT_WRITE = "%1 cannot be written: %2"
    CANNOT_DELETE = "%1 cannot be deleted: %2"
    NO_SPACE_ON_DISK = "no space left on the disk of %1"
    NO_SPACE_TO_WRITE = "no space left to write %1"
    TOO_LITTLE_SPACE = "the disk of %1 has %2 MB left and %3 MB are needed"
    COPY_DIFFERS = "the copy of %1 is not what was written"
    NO_RECORDING = "%1 is not a recording of this library"
    NO_OTHER_TAKE = "no other take of %1 was found, and nothing much like it"
    NO_NAME_TOKEN = "%1 is no part of the copies' names"
    # Indexing.
    NOT_A_JOB = "not a job of this Earshot: %1"
    NO_MEMORY_TO_LISTEN = "there is not enough memory to listen to sounds"
    JOB_MEMORY = "indexing needs more than the %1 GiB of memory it may have, whatever file it reads"
    READER_NOT_LOADED = "what reads sounds cannot be loaded: %1"
    JOB_STOPPED = "indexing stopped %1 times (exit status %2) and no single file is to blame"
    # Sketches.
    NO_SKETCHES = "there are no sketches of this library's sounds"
    NO_SKETCH = (
        "there is no sketch of this sound: only speech and sounds that repeat themselves have one, if they were"
        " indexed before they went away"
    )
    NO_UNITS_PACK = "the pack that found the units of this sound is not installed"


@unique
class LibraryAdvice(Wording):
    """What to do about it."""

    SEARCH_AGAIN = "Search again."
    CHOOSE_TAKES = "Choose a sound that was recorded several times, or index the folder with its takes."
    NAME_TOKENS = "Parts are: %1."
    INDEX_SOUND_AGAIN = "Index the sound again."
    INDEX_FIRST = "Index a folder first."
    MAKE_LIBRARY = (
        "Check the path. `earshot index FOLDER` makes a library and says so; with --create any command makes an"
        " empty one."
    )
    BRING_BACK = "Nothing was written. Put it back where it was, or close Earshot and open it where it is now."
    OTHER_USER = "It belongs to another user of this computer. Log in as that user, or choose another library."
    OTHER_LIBRARY = "Choose another library folder."
    UPDATE = "Update Earshot."
    INSTALL_NEWER = "Install the newer Earshot that made it."
    INSTALL_NEWER_OR_OTHER = (
        "Install the newer Earshot that made it, or choose another library folder. Nothing was changed."
    )
    INSTALL_WRITER = "Install the newer Earshot that wrote it."
    NOTHING_DONE = "Nothing was done."
    CHECK_LIBRARY_DRIVE = "Check the library's drive."
    COPY_LIBRARY = "Copy the folder to a disk you may write to, and open that copy once."
    CLOSE_OR_MEND = "Close other programs and index again; if it happens twice, install Earshot again."
    NEWER_APSW = "Install apsw 3.51.3 or later."
    LOCAL_DISK = "Network shares often cannot hold a library: choose a folder on a local disk with --library."
    CLOSE_SCANNERS = "Close other programs that use it (a backup, a virus scanner, a second Earshot) and try again."
    WAIT_OR_STOP = "Wait until it is done, or stop it; then try again."
    MAKE_WRITABLE = "Make the folder writable, or choose another with --library."
    MEND = (
        "`earshot verify --mend` mends what can be mended; `earshot restore` shows what going back to a "
        "backup would cost. Searching and listening go on. In the window: Library, Repair the library."
    )
    NO_BACKUP_IN_IT = (
        "There is no backup in it. Put back one of your own, or move the folder away and index again: your"
        " sound files are untouched."
    )
    RESTORE = (
        "A backup of %1 is there. `earshot restore %2` shows what would be lost by going "
        "back to it; in the window: Library, Restore a backup."
    )
    INDEX_FOR_LOST = "Run `earshot index`: it reads again the sounds whose vectors were lost. Tags are kept."
    INDEX_FOR_ALL = "Run `earshot index`: it reads the sounds again."
    CHECK_DRIVE_AND_RIGHT = "Check its drive and that you may read the file."
    LISTEN_AGAIN = "`earshot verify --mend` puts it away, and Earshot listens to the sounds again."
    NOTHING_LOST = "Nothing is lost: searches take a little longer until the index is built again."
    FREE_FOR_INDEX = "Free some space; until then searches are exact and slower."
    OTHER_BACKUP = "Choose another: earshot backups"
    OTHER_BACKUP_TOO = "Choose another backup: earshot backups"
    SEE_BACKUPS = "See which there are: earshot backups"
    DAILY_BACKUPS = "Backups are made on days the library is used."
    CLOSE_EARSHOT = "Close every Earshot window and command that uses it, then restore again. Nothing was changed."
    MAKE_BACKUP = "Try again, or make one by hand: earshot backups make"
    WRITABLE_FOLDER = "Choose a folder you may write to."
    WRITABLE_LIBRARY = "Choose a library folder you may write to."
    CHECK_LIBRARY_FOLDER = "Check that the library's folder may be written to."
    CLOSE_HOLDERS = "Close other programs that have it open."
    DELETE_YOURSELF = "Delete it in your file manager."
    OTHER_PLACE = "Choose another place."
    OTHER_DISK = "The disk or its connection may be failing: try another one."
    FREE_SPACE = "Free some space and try again."
    FREE_OR_OTHER_DISK = "Free some space, or choose another disk."
    FREE_AND_RUN = "Free some space and run the same command again: everything done so far is kept."
    CLOSE_EVERY_EARSHOT = "Close every Earshot and start it again: two versions may be running."
    FEWER_WORKERS = "Close other programs, or use fewer --workers, and run the same command again."
    MORE_MEMORY = "Let it have more (Preferences, or --memory), or use fewer --workers. What was indexed is kept."
    ASK_DOCTOR = "Run `earshot doctor` and free some memory. What was indexed so far is kept."
    INDEX_WITH_UNITS = "Index its folder once with a units pack while the drive is there: earshot index FOLDER"
    UNITS_PACK_AGAIN = "Install it again with `earshot pack install FOLDER`, or index anew with the one at hand."


@unique
class VectorFlaw(Wording):
    """What is wrong with a file of vectors; stands behind "are damaged: "."""

    NOT_THERE = "it is missing"
    NO_HEADER = "its header is cut off"
    NO_VECTORS = "it is not a vector file"
    OTHER_VECTORS = "it holds vectors of another pack or size (%1, expected %2)"
    NO_FRAME = "no frame stands at byte %1"
    WRONG_CHECKSUM = "the checksum of the frame at byte %1 does not agree"
