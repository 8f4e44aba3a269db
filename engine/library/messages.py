"""Messages about names of tags, collections and other user data."""

from engine.base.messages import MessageCode


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


class NamedThing(MessageCode):
    """Kinds of named things, inside sentences."""

    A_TAG = "a tag"
    A_COLLECTION = "a collection"
    A_SAVED_SEARCH = "a saved search"
    A_FIELD = "a field"
    A_THESAURUS_ENTRY = "an entry of the thesaurus"
