"""What is the matter with what Earshot learnt of its owner, or with a file of it, and what to do about it."""

from enum import unique

from engine.wording import Wording


@unique
class OwnerFault(Wording):
    """Why nothing can be learnt, or what was learnt not be read or written."""

    LEARNT_UNREAD = "the file %1 with what was learnt cannot be read: %2"
    NO_LEARNT_FILE = "%1 is no file of what Earshot learnt"
    LEARNT_LATER = "%1 has what a later Earshot learnt: format %2, this one knows up to %3"
    LEARNT_DAMAGED = "what was learnt is damaged in %1: its checksum is another, or a value cannot be"
    LEARNT_OTHER_PACK = "%1 was learnt with the pack %2 (%3…), and this library is searched with %4 (%5…)"
    LEARNT_TOO_LARGE = "what was learnt is too large to be written to %1"
    NO_SOUNDS_TO_LEARN = "the library has no sounds to learn from"
    NOTHING_CHOSEN = "nothing was chosen yet that could be learnt from"
    NOTHING_LEARNT = "nothing was learnt yet"
    NO_SUCH_CHOICES = "nothing was chosen for “%1”, and no tag or collection is called so"
    EXAMPLE_NOT_HERE = "%1 is not in the library"


@unique
class OwnerAdvice(Wording):
    """What to do about it."""

    CHECK_LEARNT_FILE = "Check that the learnt file is there and that you may read it."
    GIVE_LEARNT_FILE = "Give a file that Earshot exported what it learnt to."
    LEARNT_NEEDS_NEWER = "Install the Earshot that wrote it, or a newer one, to take it in."
    EXPORT_LEARNT_AGAIN = "Export it again where it was learnt."
    SAME_PACK_FIRST = "Search this library with that pack first, or let it learn from your own choices."
    FORGET_SOME = "Forget some of what was chosen, and learn again."
    INDEX_BEFORE_LEARNING = "Add a folder of sounds, and let it be indexed."
    CHOOSE_FIRST = "Search, and drag sounds out, star or tag them; five sounds under a tag teach its name."
    LEARN_FIRST = "Let Earshot learn from what you chose first."
    LIST_CHOICES = "Look at the list of what there is to learn from."
    INDEX_EXAMPLE = "Add its folder to the library before it is an example."
