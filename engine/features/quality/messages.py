"""Messages about the quality of sounds."""

from engine.base.messages import MessageCode


class QualityFault(MessageCode):
    """Why nothing could be measured."""

    PASS_ENDED = "The program that measures sounds ended before it was done."


class QualityAdvice(MessageCode):
    """What to do about it."""

    MEASURE_AGAIN = "Start it again; it continues where it stopped."
