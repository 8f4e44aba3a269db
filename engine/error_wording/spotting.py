"""What is the matter with a list of cues, or with a line of one, and what to do about it."""

from enum import unique

from engine.wording import Wording


@unique
class CueFault(Wording):
    """Why a list of cues cannot be read, kept or written."""

    CANNOT_READ_LIST = "the list %1 cannot be read: %2"
    NO_TEXT = "%1 is not a text"
    LIST_TOO_LARGE = "%1 is larger than a list of cues can be"
    CUE_LINE_TOO_LONG = "line %2 of %1 has more than %3 letters"
    NO_CUES = "there is no cue in %1"
    LIST_DAMAGED = "the spotting list %1 is damaged"
    LIST_NEWER = "the spotting list %1 has format %2, this Earshot knows up to %3"
    NO_OTIO = "timelines cannot be written here: OpenTimelineIO is not installed"
    NO_TOKEN = "%1 is no token of a file name"
    NOTHING_PICKED = "no cue has a sound picked for it"
    NOTHING_FOUND = "no line has an answer, so nothing was written"
    NOT_ALL_HEARD = "nothing was written: sounds that cannot be compared with the lines, and might fit better: %1"
    PASTED = "the pasted text"


@unique
class CueAdvice(Wording):
    """What to do about it."""

    GIVE_LIST = "Give a text, a CSV table, an EDL, subtitles (SRT) or a list of markers."
    GIVE_LINES = "Give one cue a line."
    SHORTER_LIST = "Split it: a list has at most %1 cues."
    CHECK_LIST = "Check that the file is there and that you may read it."
    ANEW = "Open the cue sheet again; the damaged list was left where it is."
    OTIO_INSTALL = "Install it (pip install opentimelineio), or write the list as CSV."
    TOKENS = "Known: %1."
    OTHER_WORDS = "Put the lines in other words, filter less, or index more sounds."
    HEAR_AGAIN = "Their stored data is damaged: `earshot index` reads them again."
    PICK_FIRST = "Pick a sound for a cue first: Enter."


@unique
class CueFlaw(Wording):
    """What is wrong with one line of a list."""

    NO_WORDS = "it says nothing that a sound could be looked for by"
    NO_SUCH_TIME = "its time %1 does not exist at %2 frames a second"
    NO_EVENT = "it is no event of an EDL"
    NOT_A_SOUND = "it is not marked as a sound, and other lines are"
    TOO_MANY = "it stands beyond the %1 cues that a list has at most"
