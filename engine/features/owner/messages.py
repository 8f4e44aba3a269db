"""Messages about what Earshot learnt of its owner."""

from engine.base.messages import MessageCode


class OwnerFault(MessageCode):
    """Why nothing can be learnt, or what was learnt cannot be read or written."""

    LEARNT_UNREAD = "the file %1 with what was learnt cannot be read: %2"
    NO_LEARNT_FILE = "%1 is not an Earshot export of learnt choices"
    LEARNT_LATER = "%1 was written by a newer Earshot: format %2, this one reads up to %3"
    LEARNT_DAMAGED = "the learnt choices in %1 are damaged: the checksum or a value is wrong"
    LEARNT_OTHER_PACK = "%1 was learnt with the model pack %2 (%3…), but this library uses %4 (%5…)"
    LEARNT_TOO_LARGE = "the learnt choices are too large to write to %1"
    NO_SOUNDS_TO_LEARN = "the library has no sounds to learn from"
    NOTHING_CHOSEN = "there are no choices to learn from yet"
    NOTHING_LEARNT = "nothing was learnt yet"
    NO_SUCH_CHOICES = "you chose nothing for “%1”, and no tag or collection has that name"
    EXAMPLE_NOT_HERE = "%1 is not in the library"


class OwnerAdvice(MessageCode):
    """What to do about it."""

    CHECK_LEARNT_FILE = "Check that the file exists and that you may read it."
    GIVE_LEARNT_FILE = "Choose a file of learnt choices that Earshot exported."
    LEARNT_NEEDS_NEWER = "Install the Earshot that wrote it, or a newer one, to import it."
    EXPORT_LEARNT_AGAIN = "Export it again from the library where it was learnt."
    SAME_PACK_FIRST = "Switch this library to that model pack first, or let it learn from your own choices."
    FORGET_SOME = "Forget some of your choices, then learn again."
    INDEX_BEFORE_LEARNING = "Add a folder of sounds and index it."
    CHOOSE_FIRST = "Search, then drag out, star or tag sounds. Earshot learns the name of a tag from five sounds."
    LEARN_FIRST = "Let Earshot learn from your choices first."
    LIST_CHOICES = "Check the list of choices to learn from."
    INDEX_EXAMPLE = "Add its folder to the library first."
