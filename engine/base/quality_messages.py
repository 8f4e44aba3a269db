"""What flaws of sounds are called."""

from engine.base.messages import Message, MessageCode, said
from engine.base.quality import Flaw


class FlawWord(MessageCode):
    """What a flaw is called in lists."""

    FLAW_CLIPPED = "Clipped"
    FLAW_DC = "DC offset"
    FLAW_CLICKS = "Possible clicks"
    FLAW_SILENT_HEAD = "Silence at the start"
    FLAW_SILENT_TAIL = "Silence at the end"
    FLAW_CUT = "Cut off at the end"
    FLAW_MONO = "Equal channels"
    FLAW_PHASE = "Out of phase"
    FLAW_SEAM = "Loop whose seam may not fit"


_WORDS = {
    Flaw.CLIPPED: FlawWord.FLAW_CLIPPED,
    Flaw.DC: FlawWord.FLAW_DC,
    Flaw.CLICKS: FlawWord.FLAW_CLICKS,
    Flaw.SILENT_HEAD: FlawWord.FLAW_SILENT_HEAD,
    Flaw.SILENT_TAIL: FlawWord.FLAW_SILENT_TAIL,
    Flaw.CUT: FlawWord.FLAW_CUT,
    Flaw.MONO: FlawWord.FLAW_MONO,
    Flaw.PHASE: FlawWord.FLAW_PHASE,
    Flaw.SEAM: FlawWord.FLAW_SEAM,
}


def flaw_words(flaws: Flaw) -> list[Message]:
    """Names flaws, in the order of their values."""
    return [said(_WORDS[flaw]) for flaw in flaws]
