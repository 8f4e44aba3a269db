"""Messages about the pick list."""

from engine.base.messages import MessageCode


class PickFault(MessageCode):
    """Why the list cannot be read or changed."""

    CANNOT_READ_PICKS = "cannot read the pick list %1: %2"
    PICKS_DAMAGED = "the pick list %1 is damaged"
    PICKS_NEWER = "the pick list %1 has format %2; this Earshot knows %3"
    PICKS_MANY = "A pick list holds at most %1 moments."
    PICK_ODD = "A picked moment needs a start, and an end behind it; its name has at most %1 letters."
    NO_SUCH_PICK = "There is no pick %1."
    NO_PICKS = "The pick list is empty."


class PickAdvice(MessageCode):
    """What to do about it."""

    CHECK_PICKS_DRIVE = "Check that the drive is connected and that you may read the file."
    PICKS_ANEW = "Move this file away, and pick anew."
    PICKS_FEWER = "Hand some out and remove them first."
    PICK_TIMES = "Give times in seconds: earshot picks add FILE --at S --to S"
    LIST_PICKS = "List them: earshot picks list"
    ADD_PICKS_FIRST = "Add one: earshot picks add FILE --at S --to S"
