"""Messages about questions, user data and metadata to write: faults and advice."""

from enum import unique

from engine.base.messages import MessageCode


@unique
class QueryFault(MessageCode):
    """Why a question cannot be answered."""

    NO_STRETCH = "there is no section from %1 to %2"
    NO_STRETCH_TO_END = "there is no section from %1 to the end"
    STRETCH_NO_WORD = "a section of %1 is not a single word"
    STRETCH_AT_END = "the selection is at the end of the sound"
    STRETCH_NO_PATTERN = "the selection is too short or too quiet to be a pattern"
    NO_WORDS_LISTENER = "No pack for spoken words is installed."
    NO_SPEECH_SENSE = "This Earshot comes without the search for spoken words and patterns."
    NO_TRANSCRIPT_SEARCH = "This Earshot comes without transcripts."
    TEXT_TOO_LONG = "the %1 has %2 letters"
    WORD_WITH_EXAMPLES = "A spoken word or a pattern cannot be combined with other sounds."
    NO_CAT_ID = "%1 is not a UCS CatID"
    NO_TIMECODE = "%1 is no timecode"
    NO_CUSTOM_NAME = "%1 is no name for a field"
    NO_BATCH_TOKEN = "%1 stands for nothing"
    TOKENS_TOUCH = "there is nothing between two placeholders of the pattern"
    TABLE_UNREADABLE = "the table %1 cannot be read: %2"
    TABLE_TOO_LARGE = "the table %1 is larger than 256 MB"
    TABLE_NAMES_NO_FILES = "no column of %1 names files"
    TABLE_HAS_NO_FIELD = "no column of %1 is a field that can be written"
    BACKGROUND_SHORT = "a section of %1 is too short to recognise its background"
    BACKGROUND_SILENT = "this section of %1 is silent: it has no background"
    TONE_TOO_SHORT = "%1 of %2 without an event are too short to loop"


@unique
class QueryAdvice(MessageCode):
    """How to ask instead."""

    GIVE_STRETCH = "Give a start of 0 or more and an end after it, in seconds."
    LATER_END = "Set a later end."
    ONE_WORD = "Select a single word: %1 to %2."
    ASK_ALONE = "Remove the other sounds from the search, or search for the word with say: instead."
    STRETCH_WITH_BACKGROUND = "Select a section in which the room itself is audible."
    OTHER_BACKGROUND = "Choose another sound, or a longer section."
    INSIDE_SOUND = "Choose a section within it."
    LONGER_STRETCH = "Choose a longer section."
    INSTALL_WORDS = "Install one (`earshot pack install FOLDER`), then index the folders again."
    WITHOUT_SAID = "Remove “said:” from the search, or install the complete Earshot."
    WITHOUT_SPEECH = "Remove “say:” from the search, or install the complete Earshot."
    UNDER = "Use at most %1."
    LISTED_CAT_ID = "Choose one from the list, such as DOORWood."
    TIMECODE = "Write hh:mm:ss:ff, such as 10:02:15:00."
    CUSTOM_NAME = "Use letters, digits, - and _, at most %1, and no name that Earshot has a field for."
    BATCH_TOKENS = "Use one of these: %1."
    BETWEEN_TOKENS = "Put a separator between them, such as _."
    CHECK_TABLE = "Save it as CSV, in parts of at most 256 MB, and check that you may read it."
    COLUMN_OF_FILES = "Put titles in the first line, one of them “path” or “name”."
    COLUMN_OF_FIELD = "Titles that are read: %1."


@unique
class SpokenFault(MessageCode):
    """Why spoken words cannot be searched."""

    NO_WORD_IN = "there is no word in %1"
    NOT_IN_DICTIONARY = "%1 is not in the dictionary, and %2 is not installed"
    NOT_SPOKEN = "%1 could not read %2: %3"
    SAYS_NOTHING = "%1 prints nothing for “%2”"
    NO_ARPABET = "%1 is not ARPAbet"
    NO_PHONEME = "no ARPAbet for the phoneme %1"


@unique
class SpokenAdvice(MessageCode):
    """What to search instead."""

    LETTERS_OR_DIGITS = "Use letters or digits."
    INSTALL_SPEAKER = "Install it (for example: apt install espeak-ng), or choose another word."
    OTHER_WORD = "Choose another word."
    OTHER_SPELLING = "Spell the word differently."
    KNOWN_SYMBOLS = "Known: %1."


@unique
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


@unique
class KeepingFault(MessageCode):
    """Why something cannot be saved."""

    NO_NAME = "%1 needs a name"
    NAME_TOO_LONG = "the name of %1 is %2 letters long"
    NAME_TAKEN = "there is already %1 named “%2”"
    NAME_TAKEN_SINCE = "this cannot be undone: its former name is taken now"
    NOTE_TOO_LONG = "the note is %1 letters long"
    TAG_RESERVED = "%1 is reserved for favourites"
    ENTRY_TOO_LONG = "the entry for “%1” has too many words"
    NO_ENTRY = "the thesaurus has no entry for “%1”"
    NO_SINGLE_WORD = "“%1” is not a single word"
    ENTRY_DISAGREES = "“%1” is listed both as searched and as not searched for “%2”"
    NO_LETTER = "“%1” contains no letter"
    TOO_MANY_FIELDS = "a library has at most %1 fields of your own"
    COLLECTION_GONE = "this collection is not there any more"


@unique
class KeepingAdvice(MessageCode):
    """How to save it instead."""

    ONE_LETTER = "Write at least one letter."
    AT_MOST_LETTERS = "Write at most %1 letters."
    UNDER_LETTERS = "Use at most %1 letters."
    OTHER_NAME = "Choose another name."
    RENAME_OTHER = "Rename the file that has this name now, then try again."
    OTHER_TAG = "Choose another tag."
    FEWER_WORDS = "Use at most %1."
    SEE_THESAURUS = "`earshot thesaurus` lists all entries."
    WRITE_WORD = "Write a word."
    WRITE_ONE_WORD = "Use a single word of letters and digits."
    ONE_SIDE = "Use it on one side of the entry only."
    REMOVE_FIELD = "Remove one first; what files say in it stays."
    OTHER_COLLECTION = "Somebody removed it meanwhile. Choose another, or make a new one."


@unique
class NamedThing(MessageCode):
    """Kinds of named things, inside sentences."""

    A_TAG = "a tag"
    A_COLLECTION = "a collection"
    A_SAVED_SEARCH = "a saved search"
    A_FIELD = "a field"
    A_THESAURUS_ENTRY = "an entry of the thesaurus"


@unique
class UserDataFault(MessageCode):
    """Why a user data file cannot be read."""

    NO_USER_DATA = "%1 is not an Earshot export of ratings, tags and collections"
    USER_DATA_ODD = "%1 has format %2, which no Earshot ever wrote"


@unique
class UserDataAdvice(MessageCode):
    """Which file to use instead."""

    EXPORTED_FILE = "Choose a file that Earshot exported."
    WRITTEN_BY = (
        "Choose a file made with Library, Export my ratings, tags and collections…, or with `earshot export-data`."
    )
    INSTALL_ITS_WRITER = "Install the newer Earshot that wrote it. Nothing was changed."
    EXPORT_ANEW = "Export it again."
