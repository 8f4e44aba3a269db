"""Codes and English for what is odd about a readable file, and for other notes of a job.

A note crosses every border as a `Message` and is a record in the catalogue; an earlier version stored the sentence.
"""

from engine.base.messages import Amount, MessageCode, Unit


class FileNote(MessageCode):
    """What was odd about a file that was still read."""

    ENDS_EARLY = "ends %1 early: the header says %2"
    HOURS = "%1 hours"
    DAMAGED_AFTER = "damaged after %1: %2"
    SAMPLES_ZEROED = "%1 invalid samples set to zero"
    ONLY_FIRST = "only the first %1 hours were read"


class JobNote(MessageCode):
    """What a job notes about a folder, the library or a pack."""

    NO_BACKUP_MADE = "the backup failed: %1"
    SOUNDS_READ_AGAIN = "vectors of %1 sounds were damaged; the sounds are read again"
    KEPT_OFFLINE = "offline, its sounds are kept: %1"
    FOLDER_EMPTY = "the folder is empty: its drive is probably not mounted"


def tenths(length_s: float) -> Amount:
    """Rounds a duration to a tenth of a second."""
    return Amount(length_s, Unit.SECONDS, places=1)
