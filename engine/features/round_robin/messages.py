"""Messages about instruments of takes."""

from engine.base.messages import MessageCode


class RoundRobinFault(MessageCode):
    """Why no instrument can be made of the takes."""

    NO_OTHER_TAKE = "no other take of %1 and no very similar sound was found"
    NO_NAME_TOKEN = "%1 is not a placeholder for file names"


class RoundRobinAdvice(MessageCode):
    """What to do about it."""

    CHOOSE_TAKES = "Choose a sound that was recorded several times, or index the folder with its takes."
    NAME_TOKENS = "Parts are: %1."
