"""Messages about the journal of exports."""

from engine.base.messages import MessageCode


class JournalFault(MessageCode):
    """Why the journal cannot be used."""

    JOURNAL_DAMAGED = "the journal of exports %1 is damaged: %2"
    EXPORTS_NEWER = "the journal of exports has format %1, this Earshot knows up to %2"
    NO_EXPORT = "the journal has no export %1"
    NO_EXPORTS = "the journal has no such exports"
    NOT_REPEATED = "%1 was made from the background of %2; make it again there, by Same background"


class JournalAdvice(MessageCode):
    """What to do about it."""

    LIST = "`earshot journal list` shows what was exported."
