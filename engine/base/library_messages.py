"""Messages about a library, its disk and its files."""

from engine.base.messages import MessageCode


class LibraryFault(MessageCode):
    """What happened to a library, or to a file that Earshot writes."""

    # Its rows.
    SOUND_GONE = "that sound is no longer in the library"
    VECTOR_GONE = "a vector that was asked for is not there any more"
    # Opening it.
    NO_LIBRARY = "there is no library in %1"
    LIBRARY_GONE = "the library is no longer in %1: its folder was renamed or deleted, or its drive is not connected"
    LIBRARY_REPLACED = "another library lies in %1 now"
    LIBRARY_SHUT = "you may not read %1"
    NOT_OURS = "%1 belongs to another program"
    LIBRARY_NEWER = "the library %1 has format %2, this Earshot knows up to %3"
    CANNOT_UPDATE = "the library %1 was made by an earlier Earshot and cannot be written, so it cannot be updated"
    OLD_SQLITE = "SQLite %1 can damage a catalogue in WAL mode"
    NO_CATALOGUE_THERE = "the disk of %1 cannot hold a catalogue: %2"
    NO_WAL_THERE = "the disk of %1 cannot hold a catalogue in WAL mode"
    # Reading and writing it.
    LIBRARY_LOCKED = "another program has kept the library %1 locked for %2 s"
    LIBRARY_WRITTEN = "another Earshot is writing this library: %1"
    LIBRARY_EMBEDDED = "another Earshot is analysing this library with another model: %1"
    NOT_WRITABLE = "the library %1 cannot be written"
    NOT_REACHABLE = "the library %1 cannot be read or written: %2"
    LIBRARY_HELD = "the library %1 is damaged, and nothing was written into it"
    BACKUP_IN_MAKING = "a backup of this library is being made: %1"
    INDEX_IN_BUILDING = "another process is building this index: %1"
    # Damage to its catalogue.
    CATALOGUE_DAMAGED = "the catalogue of %1 is damaged: %2"
    CATALOGUE_COPIED = "the catalogue of %1 is damaged; a copy of it was saved as %2"
    CATALOGUE_GONE = "the catalogue %1 is missing; there are backups of it in the same folder"
    CATALOGUE_GONE_FROM_VECTORS = "the catalogue %1 is missing; the vectors of its sounds are still there"
    CATALOGUE_EMPTY = "the catalogue %1 is empty; the vectors of its sounds are still there"
    SEGMENTS_DAMAGED = "rows of segments in %1 are damaged: %2"
    # Damage beside the catalogue.
    FORMAT_NEWER = "%1 has format %2, this Earshot knows up to %3"
    USER_FILE_DAMAGED = "%1 is damaged: %2"
    VECTORS_DAMAGED = "the vectors in %1 are damaged: %2"
    VECTORS_MISSING = "the vectors of %1 are missing"
    OVERVIEW_DAMAGED = "a waveform overview is damaged"
    OVERVIEW_NEWER = "waveform overview of version %1, this is %2"
    INDEX_REFUSED = "the index %1 was refused: %2"
    INDEX_CUT_OFF = "only %1 of %2 bytes of the index fit on the disk of %3"
    # Backups.
    BACKUPS_CRASHED = "the process that makes backups ended with %1"
    # Files that Earshot writes.
    CANNOT_WRITE = "%1 cannot be written: %2"
    CANNOT_DELETE = "%1 cannot be deleted: %2"
    NO_SPACE_ON_DISK = "no space left on the disk of %1"
    NO_SPACE_TO_WRITE = "no space left to write %1"
    TOO_LITTLE_SPACE = "the disk of %1 has %2 MB left and %3 MB are needed"
    COPY_DIFFERS = "the copy of %1 differs from the original"
    NO_RECORDING = "%1 is not a recording of this library"
    # Indexing.
    NOT_A_JOB = "this Earshot does not know the job: %1"
    NO_MEMORY_TO_LISTEN = "there is not enough memory to analyse sounds"
    JOB_MEMORY = "indexing needs more than the %1 GiB of memory it may have, whatever file it reads"
    READER_NOT_LOADED = "the decoder cannot be loaded: %1"
    JOB_STOPPED = "indexing stopped %1 times (exit status %2) and no single file is to blame"
    LEFT_ALONE = "Earshot leaves your sounds alone, and wrote nothing"
    ONLY_READER = "you may only read this shared library"


class LibraryAdvice(MessageCode):
    """What to do about it."""

    SEARCH_AGAIN = "Search again."
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
    REPAIR_USER_FILE = "`earshot verify --repair` restores it from the newest backup, and keeps the damaged one."
    INSTALL_WRITER = "Install the newer Earshot that wrote it."
    COPY_LIBRARY = "Copy the folder to a disk you may write to, and open that copy once."
    CLOSE_OR_MEND = "Close other programs and index again. If it happens again, reinstall Earshot."
    NEWER_APSW = "Install apsw 3.51.3 or later."
    LOCAL_DISK = "Network shares often cannot hold a library: choose a folder on a local disk with --library."
    CLOSE_SCANNERS = "Close other programs that use it (a backup, a virus scanner, a second Earshot) and try again."
    WAIT_OR_STOP = "Wait until it is done, or stop it, then try again."
    MAKE_WRITABLE = "Make the folder writable, or choose another with --library."
    MEND = (
        "To repair it: Library, Repair the library, or `earshot verify --repair`. To return to a backup: "
        "Library, Restore a backup, or `earshot restore`. You can go on searching and playing sounds."
    )
    NO_BACKUP_IN_IT = (
        "It contains no backup. Restore a backup of your own, or move the folder away and index again. Your "
        "sound files are not affected."
    )
    RESTORE = (
        "There is a backup of %1. To restore it: Library, Restore a backup, or `earshot restore %2`, which "
        "first shows what would be lost."
    )
    INDEX_FOR_LOST = "Run `earshot index`: it reads again the sounds whose vectors were lost. Tags are kept."
    INDEX_FOR_ALL = "Run `earshot index`: it reads the sounds again."
    CHECK_DRIVE_AND_RIGHT = "Check that its drive is connected and that you may read the file."
    NOTHING_LOST = "Nothing is lost: searches take a little longer until the index is built again."
    FREE_FOR_INDEX = "Free some space. Until then searches are exact but slower."
    MAKE_BACKUP = "Try again, or make one by hand: earshot backups make"
    WRITABLE_FOLDER = "Choose a folder you may write to."
    WRITABLE_LIBRARY = "Choose a library folder you may write to."
    CHECK_LIBRARY_FOLDER = "Check that you may write to the library's folder."
    CLOSE_HOLDERS = "Close other programs that have it open."
    DELETE_YOURSELF = "Delete it in your file manager."
    OTHER_DISK = "The disk or its connection may be failing: try another one."
    FREE_SPACE = "Free some space and try again."
    FREE_OR_OTHER_DISK = "Free some space, or choose another disk."
    FREE_AND_RUN = "Free some space and run the same command again: everything done so far is kept."
    CLOSE_EVERY_EARSHOT = "Close every Earshot window and start again. Two versions may be running."
    FEWER_WORKERS = "Close other programs, or use fewer --workers, and run the same command again."
    MORE_MEMORY = "Allow it more memory (Preferences, or --memory), or use fewer --workers. What was indexed is kept."
    ASK_DOCTOR = "Run `earshot doctor` and free some memory. What was indexed so far is kept."
    ALLOW_WRITING = "To allow it, switch off “Leave my sounds alone” in Preferences, or start without --read-only."
    ASK_ADMIN = "Ask an administrator of the shared library for the role you need."


class VectorFlaw(MessageCode):
    """What is wrong with a vector file; follows "are damaged: "."""

    NOT_THERE = "it is missing"
    NO_HEADER = "its header is cut off"
    NO_VECTORS = "it is not a vector file"
    OTHER_VECTORS = "it holds vectors of another pack or size (%1, expected %2)"
    NO_FRAME = "there is no frame at byte %1"
    WRONG_CHECKSUM = "the checksum of the frame at byte %1 does not agree"
