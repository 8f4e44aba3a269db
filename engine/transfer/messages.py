"""Messages about transfers and their profiles."""

from engine.base.messages import MessageCode


class TransferFault(MessageCode):
    """Why a profile cannot be used, or cannot make a file."""

    # Parts of a profile.
    NO_FORMAT = "%1 is not a format that profiles know"
    RATE = "the sample rate must be between %1 and %2 Hz, not %3"
    NO_DEPTH = "%1 is not a bit depth that profiles know"
    NO_CHANNELS = "%1 does not say what channels are to be written"
    NO_LEVEL = "%1 does not say what level is wanted"
    HANDLES = "handles must be between 0 and %1 s long, not %2"
    STRETCH = "a stretch must be between %1 and %2 %, not %3"
    PITCH = "the pitch must be between %1 and %2 semitones, not %3"
    FADE = "fades must be between 0 and %1 s long, not %2"
    NO_METADATA = "%1 does not say what metadata goes along"
    NO_POLICY = "%1 does not say what happens when a file of that name is there"
    NO_SUCH_PLACEHOLDER = "%1 is not a placeholder for file names"
    NAME_LONG = "the pattern for file names is longer than %1 bytes"
    ORIGINATOR_LONG = "the originator is longer than %1 bytes"
    PROFILE_NAME = "a profile needs a name of 1 to %1 letters on one line"
    NO_DEPTH_IN_FORMAT = "%1 files cannot hold a bit depth of %2"
    RATE_IN_FORMAT = "%1 files cannot hold a sample rate of %2 Hz"
    STRETCHED_TWICE = "the profile's stretch or pitch, on top of what is set for listening, goes too far"
    # Files of profiles.
    NO_SUCH_PROFILE = "there is no profile called %1"
    PROFILE_UNREAD = "the profile %1 cannot be read: %2"
    PROFILE_NEWER = "the profile %1 has format %2, this Earshot knows up to %3"
    PROFILE_FIXED = "%1 comes with Earshot and cannot be changed or removed"
    NO_PROFILE_IN = "%1 contains no profile"
    # Making files.
    NOT_MADE = "no file was made of %1: %2"
    NAME_THERE = "%1 is there already"
    CHANNELS_IN_FORMAT = "%1 files hold at most %2 channels, this sound has %3"
    NO_SUCH_CHANNEL = "channel %1 was asked for, and this sound has %2"
    TOO_LONG_FOR_FORMAT = "%1 files hold at most 4 GiB, this one would be larger"
    BEFORE_PROJECT = "its first handle would begin before the project does"
    ENCODER = "%1 could not be encoded: %2"


class TransferAdvice(MessageCode):
    """What to do about it."""

    ONE_OF = "Choose one of: %1."
    LEVELS = "Write asis, peak:DB, tp:DB or lufs:DB, for example lufs:-23."
    CHANNEL_WORDS = "Write keep, mono, stereo, split or pick:1,2."
    IN_RANGE = "Choose a value in that range."
    PLACEHOLDERS = "Placeholders are: %1."
    SHORTER = "Choose a shorter one."
    ONE_LINE = "Choose another name."
    LIST_PROFILES = "`earshot profile list` shows all profiles."
    ANOTHER_FORMAT = "Choose another format, or another value for it."
    FEWER_CHANNELS = "Choose another format, or mono, stereo or split."
    UPDATE_PROFILES = "Install the newest Earshot, or make the profile again."
    CHECK_PROFILE = "Correct the file, or save the profile again."
    OWN_NAME = "Save your own profile under another name."
    LATER_PLACE = "Choose a later place, or shorter handles."
    NOTHING_WRITTEN = "Nothing was written over it. Choose another folder or another rule for names that are taken."


class TransferNote(MessageCode):
    """Remarks on a file that was made."""

    CLIPPED = "%1 samples were clipped"
    QUIETER_THAN_ASKED = "%1 quieter than asked, or its peaks would be clipped"
    NOT_MEASURED = "it is silent or too short to be measured, so its level stays as it is"
    RATE_LOWERED = "written at %1, the next rate that this format can hold"
