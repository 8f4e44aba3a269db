"""Messages about sidecars."""

from engine.base.messages import MessageCode


class SidecarFault(MessageCode):
    """Why a sidecar cannot be written or used."""

    NO_SIDECAR = "%1 is not an Earshot sidecar"
    SIDECAR_NEWER = "%1 was written by a newer Earshot (format %2)"
    SIDECAR_DAMAGED = "%1 is damaged: %2"
    SIDECAR_TOO_LARGE = "%1 is too large for a sidecar"
    NOTHING_TO_WRITE = "the library has no sounds with vectors in %1"
    NO_TRANSCRIPTS_TO_WRITE = "the library has no transcripts"
    TOO_MANY_SOUNDS = "%1 has %2 sounds; a sidecar can hold at most %3"


class SidecarAdvice(MessageCode):
    """What to do about it."""

    WRITE_SIDECAR_AGAIN = "Write it again, or delete it. Earshot then analyses the sounds."
    INDEX_FOLDER_FIRST = "Index the folder first, then write its sidecar."
    WITHOUT_TRANSCRIPTS = "Write the sidecar without --transcripts, or transcribe first: earshot dialogue listen"
    SIDECARS_BELOW = "Write one for each folder in it."


class SidecarNote(MessageCode):
    """What a job notes about a sidecar."""

    SIDECAR_TAKEN = "%1 sounds were read from this sidecar and not analysed again"
    SIDECAR_REFUSED = "this sidecar does not match the sounds and is ignored from now on (%1 sounds were read from it)"
    SIDECAR_OTHER_PACK = "this sidecar was made with another model pack, %1; its sounds are analysed again"
    SIDECAR_UNREAD = "this sidecar is not used: %1"
    TRANSCRIPTS_TAKEN = "transcripts of %1 sounds were taken from this sidecar"
    TRANSCRIPTS_OTHER = "the transcripts of this sidecar were made with another dialogue pack; they are not used"
