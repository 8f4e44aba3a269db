"""What is the matter with a sidecar, and what to do: `engine.sidecar`."""

from enum import unique

from engine.wording import Wording


@unique
class SidecarFault(Wording):
    """Why a sidecar cannot be written or used."""

    NO_SIDECAR = "%1 is not a sidecar of Earshot's"
    SIDECAR_NEWER = "%1 was written by a later Earshot (format %2)"
    SIDECAR_DAMAGED = "%1 is damaged: %2"
    SIDECAR_TOO_LARGE = "%1 is larger than a sidecar may be"
    NOTHING_TO_WRITE = "the library has no sounds with vectors in %1"
    TOO_MANY_SOUNDS = "%1 has %2 sounds, and a sidecar holds at most %3"


@unique
class SidecarAdvice(Wording):
    """What to do about it."""

    WRITE_SIDECAR_AGAIN = "Have it written again, or delete it: the sounds are then listened to."
    INDEX_FOLDER_FIRST = "Index the folder first, then write its sidecar."
    SIDECARS_BELOW = "Write one for each folder in it."
