"""What a training has to say of its material and its result; it writes codes and values, the window words them."""

from enum import unique

from engine import said_records, trouble
from engine.error_wording import records
from engine.wording import Said, Wording


@unique
class LeftOutFor(Wording):
    """Why a sound is not learnt from."""

    NO_FILE = "the audio file is not there"
    NO_CAPTION = "nothing says what is heard in it"
    EXCLUDED = "an exclusion list names it"
    UNREADABLE = "the audio cannot be read"
    BAD_ROW = "its row in the list cannot be read"
    AWAY = "its drive is not connected"
    TOO_SHORT = "it is shorter than a twentieth of a second"
    TOO_MANY = "there are more sounds than are learnt from at once"
    TERMS = "its terms forbid training"
    NON_COMMERCIAL = "its licence forbids commercial use (NC)"
    NO_DERIVATIVES = "its licence forbids changes (ND)"
    LIMITED_USE = "its licence allows academic, personal or test use only"
    RIGHTS_RESERVED = "all rights are reserved"
    VENDOR_TERMS = "it is under a vendor's terms"
    COPYRIGHT = "a copyright is stated and no licence that allows training"
    VENDOR = "it is of a vendor's library"
    UNKNOWN_LICENCE = "its licence is not known here"
    NO_LICENCE = "no licence is stated"
    # Of a verdict alone: these are learnt from.
    OPEN = "open licence"
    OWN = "the user's own"


@unique
class Noted(Wording):
    """What else there is to say."""

    KEPT_ALTHOUGH = "%1 sounds are kept although %2"
    ACADEMIC_USE = "%1 sounds are licensed for academic use only"
    SCIENTIFIC_USE = "%1 sounds are licensed for non-commercial scientific use only"
    NO_KEYWORDS = "no keywords and no licences: %1"
    OF_PART = "%1: %2"
    PARTED_ANEW = "the list has no train, val and test part each: all sounds are parted anew"
    OTHER_START = "it starts from %1 instead of %2"
    NO_START = "no weights could be read back: it starts from nothing, for which small material is not enough"
    TOO_FEW_TO_FIT = "%1 sounds are too few to fit how sure a score is: that is kept from %2"
    NOT_FITTED = "how sure a score is could not be fitted (%1): that is kept from %2"
    PART_OF_THE_WAY = "%1% of the way from the start to step %2 is taken: it did best"


@unique
class RetrainFault(Wording):
    """Why a training cannot begin, or ended before it was done."""

    TOO_FEW_SOUNDS = "only %1 sounds can be learnt from; at least %2 are needed"
    TOO_FEW_RECORDINGS = "%1 sounds are too few recordings to hold some out"
    ONE_DESCRIPTION = "all sounds to learn from have the same description"
    LIBRARY_PACK_GONE = "the library's pack %1 is not installed"
    NOTHING_TO_RESUME = "there is no training to resume in %1: %2"
    OTHER_VERSION = "the training in %1 is of version %2"


@unique
class RetrainAdvice(Wording):
    """What to do about it."""

    DESCRIBE_MORE = "Describe more sounds (descriptions, notes, tags, telling names), or take a folder with captions."
    INSTALL_OR_NAME = "Install it, or name another with --pack."
    START_ANEW = "Start it anew, without --resume."
    MAKE_ROOM = "Make room or let Earshot read and write there, then try again."
    LOG_SAYS = "The folder's log.txt says where."


WORDINGS: tuple[type[Wording], ...] = (LeftOutFor, Noted, RetrainFault, RetrainAdvice)
"""All that a training says."""
_BY_CODE: dict[str, Wording] = {
    wording.name: wording for kind in (*records.WORDINGS, *trouble.WORDINGS, *WORDINGS) for wording in kind
}


def said_in(record: object) -> Said:
    """What a record of a training's journal says, errors of the engine too.

    Of a text, or of a code of another version, it is the text itself.
    """
    return said_records.said_in(record, _BY_CODE)


def reason_in(code: str) -> Said:
    """What the code of a reason says; of one of another version the code itself."""
    return said_in({"what": code})
