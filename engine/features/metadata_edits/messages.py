"""Messages about metadata edits."""

from engine.base.messages import MessageCode


class WriteFault(MessageCode):
    """Why a file is not written."""

    FILE_NOT_THERE = "%1 does not exist"
    FILE_NAME_TAKEN = "there is already a file named %1"
    FILE_PROTECTED = "%1 is write-protected"
    FILE_FULL = "%1 is already as large as its format allows"
    FILE_CHANGED_NOW = "%1 was changed by another program just now"
    FILE_CHANGED_SINCE = "another program has changed %1 since"
    FILE_OF_OTHER_KIND = "Earshot cannot write into this kind of file: %1"
    NO_TRACKS_THERE = "%1 is of a kind that has no names of tracks"
    FILE_BUILT_ODDLY = "Earshot cannot change %1 safely: %2"
    FILE_HOLDS_MORE = "%1 has more than 64 MB of data besides its audio"
    SOUND_WOULD_CHANGE = "writing would have changed the audio of %1, so nothing was written"
    HALF_WRITTEN = "%1 was only partly written: %2"
    NO_TIMECODE_THERE = "%1 is of a kind that has no timecode"
    NO_SUCH_TIMECODE = "there is no %1 at the frame rate that %2 states"
    NO_FRAME_RATE = "%1 states no frame rate"
    NO_SUCH_NAME_THERE = "the tags of %1 can hold no field named %2"
    NO_SPACE_FOR_FILE = "no space to write %1; it is as it was"
    PAGES_DAMAGED = "%1 has damaged or missing pages, so a change could not be undone"
    TAGS_ODD = "the tags of %1 cannot be changed safely: %2"
    LYRICS_BETWEEN = "%1 has lyrics (Lyrics3) between its tags, which a change would damage, so nothing was written"
    ID3_UNREADABLE = "the file's ID3 tag cannot be read: %1"
    IXML_ODD = "the file's iXML cannot be changed safely: %1"
    IXML_LACKS_LETTERS = "the file's iXML is written in %1, which lacks some of these letters"
    METADATA_IN_WRITING = "metadata is being written already for this library: %1"
    JOURNAL_NEWER = "the journal holds a session of format %1, this Earshot knows up to %2"
    NO_METADATA_CHANGE = "there is no metadata change to undo"


class EditFault(MessageCode):
    """Why an edit, a rule or a table cannot be read."""

    TEXT_TOO_LONG = "the %1 has %2 letters"
    NO_CAT_ID = "%1 is not a UCS CatID"
    NO_TIMECODE = "%1 is no timecode"
    NO_BATCH_TOKEN = "%1 stands for nothing"
    TOKENS_TOUCH = "there is nothing between two placeholders of the pattern"
    TABLE_UNREADABLE = "the table %1 cannot be read: %2"
    TABLE_TOO_LARGE = "the table %1 is larger than 256 MB"
    TABLE_NAMES_NO_FILES = "no column of %1 names files"
    TABLE_HAS_NO_FIELD = "no column of %1 is a field that can be written"


class WriteAdvice(MessageCode):
    """What to do about it."""

    GONE_MEANWHILE = "It has been moved or deleted."
    OTHER_FILE_NAME = "Choose another name."
    UNPROTECT = "Remove the write protection, then try again."
    LARGER_FORMAT = "Convert it to RF64 or FLAC, then edit its metadata."
    WHEN_DONE = "Try again when it is done."
    BY_HAND = "Earshot did not change it. Edit it by hand."
    WRITABLE_KINDS = "WAV, AIFF, FLAC, Ogg, MP3 and M4A can be written; others keep their tags in the library only."
    TIMECODE_IN_WAV = "WAV files have one, in bext and iXML. Leave the timecode out for other files."
    FRAME_AT_RATE = "Write a frame that its rate has; drop-frame leaves out the first of most minutes."
    SECONDS_ALONE = "Write hh:mm:ss or hh:mm:ss.mmm for it."
    PLAIN_NAME = "Name the field with letters from A to Z."
    TRACKS_IN_WAV = "WAV files have them, in iXML. Leave the tracks out for other files."
    SAVE_ANEW = "Open it in an audio editor and save it again. You can find it in searches anyway."
    LEAVE_AS_IT_IS = "Do not change it."
    SEND_FILE = "Please send us this file or one like it."
    CONNECT_AND_START = "Reconnect its drive and start Earshot, which then repairs the file. Its audio is not affected."
    FREE_FOR_COPY = "Free some space on its drive. The new file is written next to the old one before it replaces it."
    CLOSE_AND_PERMIT = "Close it in other programs, and check that you may write to the file and its folder."
    HEALTHY_DRIVE = "Check its drive for errors."
    CONVERT_FIRST = "Convert it with another program, then edit the new file's metadata."
    REPAIR_IN_WRITER = "Repair it in the program that wrote it."
    REPAIR_THEM = "Repair them in the program that wrote them."
    REMOVE_LYRICS = "Remove the lyrics, or its APE tag, in the program that wrote them, then try again."
    OTHER_LETTERS = "Use letters that it has, or convert the file's iXML to UTF-8."
    NOTHING_DONE = "Nothing was done."
    CHECK_LIBRARY_DRIVE = "Check the library's drive."


class EditAdvice(MessageCode):
    """What to write instead."""

    UNDER = "Use at most %1."
    LISTED_CAT_ID = "Choose one from the list, such as DOORWood."
    TIMECODE = "Write hh:mm:ss:ff, such as 10:02:15:00."
    BATCH_TOKENS = "Use one of these: %1."
    BETWEEN_TOKENS = "Put a separator between them, such as _."
    CHECK_TABLE = "Save it as CSV, in parts of at most 256 MB, and check that you may read it."
    COLUMN_OF_FILES = "Put titles in the first line, one of them “path” or “name”."
    COLUMN_OF_FIELD = "Titles that are read: %1."


class Oddity(MessageCode):
    """What is odd about a file; follows "safely: "."""

    NOT_ONE_SOUND = "it holds no sound, or more than one"
    MORE_SOUNDS = "it holds more than one sound"
    NO_END = "its header does not say where the sound ends, or says more than there is"
    NOT_ITS_ENCODING = "it is no %1"
    ENCODING_NOT_KEPT = "its %1 would not be written as it is"
    ENCODING_UNKNOWN = "its encoding %1 is unknown"
    OTHER_ELEMENTS = "%1 has child elements"
    NO_CONTENT = "it has no content"
    DOCUMENT_TYPE = "it has a document type declaration"


class FieldWord(MessageCode):
    """Names of metadata fields, inside sentences."""

    FIELD_TITLE = "title"
    FIELD_DESCRIPTION = "description"
    FIELD_KEYWORDS = "keywords"
    FIELD_UCS_ID = "ucs"
    FIELD_ARTIST = "artist"
    FIELD_ALBUM = ("library", "a text of a file: where it was published")
    FIELD_COMMENT = "comment"
    FIELD_SCENE = "scene"
    FIELD_TAKE = "take"
    FIELD_TAPE = "tape"
    FIELD_ORIGINATOR = "originator"
    FIELD_TIMECODE = "timecode"
    FIELD_TRACKS = "tracks"
