"""Codes and English for what is odd about a readable file, and for other notes of a job.

A note crosses every border as a `Said` and is a record in the catalogue; an earlier version stored the sentence.
"""

from enum import unique

from engine.base import file_faults
from engine.base.error_wording import records
from engine.base.messages import Amount, MessageCode, Unit


@unique
class FileNote(MessageCode):
    """What was odd about a file that was still read."""

    ENDS_EARLY = "ends %1 early: the header says %2"
    HOURS = "%1 hours"
    DAMAGED_AFTER = "damaged after %1: %2"
    SAMPLES_ZEROED = "%1 invalid samples set to zero"
    ONLY_FIRST = "only the first %1 hours were read"


@unique
class JobNote(MessageCode):
    """What a job notes about a folder, the library or a pack."""

    NO_BACKUP_MADE = "the backup failed: %1"
    SOUNDS_READ_AGAIN = "vectors of %1 sounds were damaged; the sounds are read again"
    KEPT_OFFLINE = "offline, its sounds are kept: %1"
    FOLDER_EMPTY = "the folder is empty: its drive is probably not mounted"
    SPEECH_STOPPED = "the analysis for speech stopped: %1 %2"
    SPEECH_UNHEARD = "no sound is analysed with this pack: %1 %2"
    SIDECAR_TAKEN = "%1 sounds were read from this sidecar and not analysed again"
    SIDECAR_REFUSED = "this sidecar does not match the sounds and is ignored from now on (%1 sounds were read from it)"
    SIDECAR_OTHER_PACK = "this sidecar was made with another model pack, %1; its sounds are analysed again"
    SIDECAR_UNREAD = "this sidecar is not used: %1"


WORDINGS: tuple[type[MessageCode], ...] = (FileNote, JobNote)
"""All notes; code names are unique among these, troubles and errors."""
_KINDS: tuple[type[MessageCode], ...] = (*WORDINGS, *records.WORDINGS, *file_faults.WORDINGS)
CODES = {wording.name: wording for kind in _KINDS for wording in kind}
"""The codes of a note's record, for `said_records.said_in`."""


def tenths(length_s: float) -> Amount:
    """Rounds a duration to a tenth of a second."""
    return Amount(length_s, Unit.SECONDS, places=1)
