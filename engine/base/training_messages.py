"""Messages of a training about its material and result; it writes codes and values, the window words them."""

from engine.base.messages import Message, MessageCode, message_in


class ExclusionReason(MessageCode):
    """Why a sound is excluded from training."""

    NO_FILE = "the audio file does not exist"
    NO_CAPTION = "nothing describes what it contains"
    EXCLUDED = "an exclusion list names it"
    UNREADABLE = "the audio cannot be read"
    BAD_ROW = "its row in the list cannot be read"
    AWAY = "its drive is not connected"
    TOO_SHORT = "it is shorter than a twentieth of a second"
    TOO_MANY = "there are more sounds than fit into one training"
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
    # Only in verdicts: these are learnt from.
    OPEN = "open licence"
    OWN = "the user's own"


class TrainingNote(MessageCode):
    """Further remarks."""

    KEPT_ALTHOUGH = "%1 sounds are used although %2"
    ACADEMIC_USE = "%1 sounds are licensed for academic use only"
    SCIENTIFIC_USE = "%1 sounds are licensed for non-commercial scientific use only"
    NO_KEYWORDS = "no keywords and no licences: %1"
    OF_PART = "%1: %2"
    PARTED_ANEW = "the list lacks a train, val or test part: all sounds are divided again"
    OTHER_START = "it starts from %1 instead of %2"
    NO_START = "no weights could be read: training starts from scratch, and a small library is not enough for that"
    TOO_FEW_TO_FIT = "%1 sounds are too few to calibrate the scores; the calibration of %2 is kept"
    TOO_FEW_TO_RATE = "%1 sounds are too few to calibrate the scores: no result will be called strong, fair or weak"
    NOT_FITTED = (
        "the scores are no better than chance, so they could not be calibrated: no result will be called strong, fair "
        "or weak"
    )
    PART_OF_THE_WAY = "%1% of the way from the start to step %2 gave the best result and is used"


class RetrainFault(MessageCode):
    """Why a training cannot start, or ended early."""

    TOO_FEW_SOUNDS = "there are only %1 sounds to learn from; at least %2 are needed"
    TOO_FEW_RECORDINGS = "%1 sounds are too few to set some aside for testing"
    ONE_DESCRIPTION = "all sounds to learn from have the same description"
    LIBRARY_PACK_GONE = "the library's pack %1 is not installed"
    NOTHING_TO_RESUME = "there is no training to resume in %1: %2"
    OTHER_VERSION = "the training in %1 is of version %2"


class RetrainAdvice(MessageCode):
    """What to do about it."""

    DESCRIBE_MORE = "Describe more sounds (descriptions, notes, tags, meaningful names), or use a folder with captions."
    INSTALL_OR_NAME = "Install it, or name another with --pack."
    START_ANEW = "Start again, without --resume."
    MAKE_ROOM = "Free some space, or let Earshot read and write there, then try again."
    LOG_SAYS = "The folder's log.txt says where."


def reason_in(code: str) -> Message:
    """Reads the code of a reason; one of another version becomes the code itself."""
    return message_in({"what": code}, ExclusionReason)
