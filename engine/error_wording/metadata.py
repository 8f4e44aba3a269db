"""Why metadata is not written into a file, which is as it was, and what to do about it."""

from enum import unique

from engine.wording import Wording


@unique
class WriteFault(Wording):
    """Why a file is not written."""

    LEFT_ALONE = "Earshot leaves your sounds alone, and wrote nothing"
    FILE_NOT_THERE = "%1 is not there"
    FILE_NAME_TAKEN = "there is already a file named %1"
    FILE_PROTECTED = "%1 is write-protected"
    FILE_FULL = "%1 is as large as its format allows"
    FILE_CHANGED_NOW = "%1 was changed by another program just now"
    FILE_CHANGED_SINCE = "%1 was changed since by another program"
    FILE_OF_OTHER_KIND = "Earshot cannot write into this kind of file: %1"
    NO_TRACKS_THERE = "%1 is of a kind that has no names of tracks"
    NO_SUCH_NAME_THERE = "the tags of %1 can hold no field named %2"
    FILE_BUILT_ODDLY = "%1 is built in a way that Earshot cannot change safely: %2"
    FILE_HOLDS_MORE = "%1 holds more than 64 MB of other data besides its sound"
    SOUND_WOULD_CHANGE = "the sound of %1 would not have stayed the same, so nothing was written"
    HALF_WRITTEN = "%1 is half written: %2"
    NO_SPACE_FOR_FILE = "no space to write %1; it is as it was"
    PAGES_DAMAGED = "%1 has damaged or missing pages, so a change could not be taken back"
    TAGS_ODD = "the tags of %1 cannot be changed safely: %2"
    ID3_UNREADABLE = "the file's ID3 tag cannot be read: %1"
    IXML_ODD = "the file's iXML cannot be changed safely: %1"
    IXML_LACKS_LETTERS = "the file's iXML is written in %1, which lacks some of these letters"


@unique
class Oddity(Wording):
    """What is odd about such a file; stands behind "safely: "."""

    NOT_ONE_SOUND = "it holds no sound, or more than one"
    MORE_SOUNDS = "it holds more than one sound"
    NO_END = "its header does not say where the sound ends, or says more than there is"
    NOT_ITS_ENCODING = "it is no %1"
    ENCODING_NOT_KEPT = "its %1 would not be written as it is"
    ENCODING_UNKNOWN = "its encoding %1 is unknown"
    OTHER_ELEMENTS = "%1 holds other elements"
    NO_CONTENT = "it has no content"
    DOCUMENT_TYPE = "it has a document type"


@unique
class WriteAdvice(Wording):
    """What to do about it."""

    ALLOW_WRITING = "To allow it, switch off “Leave my sounds alone” in Preferences, or start without --read-only."
    GONE_MEANWHILE = "It was moved or deleted meanwhile."
    OTHER_FILE_NAME = "Choose another name."
    UNPROTECT = "Take the protection off, then try again."
    LARGER_FORMAT = "Convert it to RF64 or FLAC, then describe it."
    WHEN_DONE = "Try again when it is done."
    BY_HAND = "Earshot left it alone. Edit it by hand."
    WRITABLE_KINDS = "WAV, AIFF, FLAC, Ogg, MP3 and M4A can be written; others keep their tags in the library only."
    PLAIN_NAME = "Name the field with letters from A to Z."
    TRACKS_IN_WAV = "WAV files have them, in iXML. Leave the tracks out for other files."
    SAVE_ANEW = "Open it in an audio editor and save it again. You can search for it as it is."
    LEAVE_AS_IT_IS = "Leave it as it is."
    SEND_FILE = "Please send us this file or one like it."
    CONNECT_AND_START = "Connect its drive again and start Earshot: it is then put right. Its sound is untouched."
    FREE_FOR_COPY = "Free some space on its drive; a file is written beside the old one before it takes its place."
    CLOSE_AND_PERMIT = "Close it in other programs, and check that you may write the file and its folder."
    HEALTHY_DRIVE = "Check that its drive is healthy."
    CONVERT_FIRST = "Convert it with another program, then describe the new file."
    REPAIR_IN_WRITER = "Repair it in the program that wrote it."
    REPAIR_THEM = "Repair them in the program that wrote them."
    OTHER_LETTERS = "Use letters that it has, or convert the file's iXML to UTF-8."
