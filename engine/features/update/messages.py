"""Messages about notices of versions that cannot be had or trusted."""

from engine.base.messages import MessageCode


class UpdateFault(MessageCode):
    """Why nothing is known of a newer version."""

    NOTICE_UNREACHABLE = "%1 does not answer: %2"
    REFUSES = "%1 answers with status %2"
    TOO_SLOW = "%1 did not send its notice within %2"
    TOO_LARGE = "What %1 sends is larger than a notice may be: %2"
    NOT_SIGNED = "The notice from %1 is not signed by the makers of this Earshot, so it was thrown away"
    NOTICE_UNREAD = "The notice from %1 cannot be understood: %2"


class UpdateAdvice(MessageCode):
    """What to do about it."""

    TRY_LATER = "Check the connection and try again, or look at Earshot's page yourself."
    DO_NOT_TRUST = "Do not install anything from there. Look at Earshot's page yourself."
    LOOK_YOURSELF = "Look at Earshot's page yourself."
