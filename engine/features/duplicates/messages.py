"""Messages about duplicates that must stay."""

from engine.base.messages import MessageCode


class RefusalReason(MessageCode):
    """Why a duplicate must stay."""

    HAS_CHANGED = "%1 has changed since it was indexed"
    SAME_FILE = "it is the same file as the one that stays, under another name"
