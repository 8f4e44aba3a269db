"""Messages about missing sounds that cannot be relinked."""

from engine.base.messages import MessageCode


class RelinkFault(MessageCode):
    """Why a missing sound is not relinked to a file."""

    NO_SUCH_FILE = "it is not there"
    HAS_NO_CHECKSUM = "it was indexed without a checksum; index it anew"
    OTHER_SOUND = "it is another sound"
