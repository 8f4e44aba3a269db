"""What flaws of sounds are called."""

from engine.base.messages import Message, MessageCode, said
from engine.base.quality import Flaw


class FlawWord(MessageCode):
    """What a flaw is called in lists."""

    CLIPPED = "Clipped"
    DC = "DC offset"
    CLICKS = "Clicks"
    SILENT_HEAD = "Silence at the start"
    SILENT_TAIL = "Silence at the end"
    CUT = "Cut off at the end"
    MONO = "Equal channels"
    PHASE = "Out of phase"
    SEAM = "Loop with a broken seam"


def flaw_words(flaws: Flaw) -> list[Message]:
    """Names flaws, in the order of their values."""
    return [said(FlawWord[str(flaw.name)]) for flaw in flaws]
