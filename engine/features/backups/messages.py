"""Messages about backups."""

from engine.base.messages import MessageCode


class BackupFault(MessageCode):
    """Why no backup can be made or restored."""

    NO_BACKUP = "there is no backup in %1"
    NO_BACKUP_CALLED = "no backup is called %1 in %2"
    BACKUP_DAMAGED = "the backup %1 is damaged; nothing was changed"
    BACKUP_MISSING = "%1 does not exist or is empty"
    HOLDS_NO_LIBRARY = "%1 contains no library"
    LIBRARY_OPEN = "another program has the library %1 open"


class BackupAdvice(MessageCode):
    """What to do about it."""

    OTHER_BACKUP = "Choose another: earshot backups"
    OTHER_BACKUP_TOO = "Choose another backup: earshot backups"
    SEE_BACKUPS = "See which there are: earshot backups"
    DAILY_BACKUPS = "Earshot makes a backup on each day you use the library."
    CLOSE_EARSHOT = (
        "Close every Earshot window and command that uses the library, then restore again. Nothing was changed."
    )
