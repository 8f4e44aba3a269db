"""Messages about published models that cannot be fetched."""

from engine.base.messages import MessageCode


class PublishedPackFault(MessageCode):
    """Why a published model cannot be made into a pack."""

    NO_CHECKSUM_STATED = "%1 states no checksum, and Earshot knows none for %2"


class PublishedPackAdvice(MessageCode):
    """What to do about it."""

    GO_ON_LATER = "Check the connection, then try again: the download goes on where it stopped."
    GET_FROM_FOLDER = "Download the files yourself and name their folder: earshot pack get NAME --from FOLDER"
