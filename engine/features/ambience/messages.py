"""Messages about backgrounds."""

from engine.base.messages import MessageCode


class BackgroundFault(MessageCode):
    """Why a background cannot be recognised or looped."""

    BACKGROUND_SHORT = "a section of %1 is too short to recognise its background"
    BACKGROUND_SILENT = "this section of %1 is silent: it has no background"
    TONE_TOO_SHORT = "%1 of %2 without an event are too short to loop"


class BackgroundAdvice(MessageCode):
    """What to select instead."""

    STRETCH_WITH_BACKGROUND = "Select a section in which the room itself is audible."
    OTHER_BACKGROUND = "Choose another sound, or a longer section."
