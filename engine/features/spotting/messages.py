"""Messages about cue lists."""

from engine.base.messages import MessageCode


class CueFault(MessageCode):
    """Why a cue list cannot be read, saved or written."""

    CANNOT_READ_LIST = "the list %1 cannot be read: %2"
    NO_TEXT = "%1 is not a text file"
    LIST_TOO_LARGE = "%1 is too large for a list of cues"
    CUE_LINE_TOO_LONG = "line %2 of %1 has more than %3 letters"
    NO_CUES = "there is no cue in %1"
    LIST_DAMAGED = "the spotting list %1 is damaged"
    LIST_NEWER = "the spotting list %1 has format %2, this Earshot knows up to %3"
    NO_OTIO = "timelines cannot be written here: OpenTimelineIO is not installed"
    NO_TOKEN = "%1 is not a placeholder for file names"
    NOTHING_PICKED = "no cue has a sound picked for it"
    NOTHING_FOUND = "no line has a match, so nothing was written"
    NOT_ALL_HEARD = "nothing was written: some sounds could not be compared with the lines and might fit better: %1"
    PASTED = "the pasted text"


class CueAdvice(MessageCode):
    """What to do about it."""

    GIVE_LIST = "Choose a text, a CSV table, an EDL, subtitles (SRT) or a list of markers."
    GIVE_LINES = "Write one cue per line."
    SHORTER_LIST = "Split it: a list has at most %1 cues."
    CHECK_LIST = "Check that the file exists and that you may read it."
    ANEW = "Open the cue sheet again. The damaged list was not deleted."
    OTIO_INSTALL = "Install it (pip install opentimelineio), or export the list as CSV."
    TOKENS = "Known: %1."
    OTHER_WORDS = "Reword the lines, use fewer filters, or index more sounds."
    HEAR_AGAIN = "Their stored data is damaged: `earshot index` reads them again."
    PICK_FIRST = "Pick a sound for a cue first: Enter."


class CueFlaw(MessageCode):
    """What is wrong with a line."""

    NO_WORDS = "it contains nothing to search for"
    NO_SUCH_TIME = "its time %1 does not exist at %2 frames a second"
    NO_EVENT = "it is no event of an EDL"
    NOT_A_SOUND = "it is not marked as a sound, and other lines are"
    TOO_MANY_CUES = "it comes after the first %1 cues, the most a list can have"
