"""Why a decoder gave up, as one of a few reasons: libsndfile and FFmpeg speak to programmers.

Their own words go to the log. What is not told here is not told at all: "Unspecified internal error" helps nobody.
"""

import logging
import re

from engine.audio.source import StreamBroken
from engine.trouble import Damage

_log = logging.getLogger(__name__)

_SAYS_NOTHING = re.compile(
    r"format not recognised|invalid data found|internal error|internal bug|unknown error|^av errno"
)
"""What decoders say of any file that is not theirs, and of what they do not know themselves."""
_RULES = (
    (r"malloc|allocate memory|memoryerror", Damage.NO_MEMORY),
    (r"no 'data' chunk|no sound data|no data could be read|no 'body'|without 'comm'|no 'desc'", Damage.NO_SOUND_PART),
    (r"input/output error|errno 5\b|system error|permission|not permitted|could not open", Damage.NOT_READ),
    (r"unsupported|unimplemented|not (yet )?implemented|does not support|only supports? sample|unknown format|"
     r"unknown encoding|decoder not found|wavpack|compression format|bit ?width|sample size", Damage.UNKNOWN_CODING),
    (r"channel", Damage.ODD_CHANNELS),
    (r"sample rate", Damage.ODD_RATE),
    (r"end of file|short|truncated|excess samples|unknown length", Damage.TOO_SHORT),
    (r"flac decoder|lost sync|corrupt|decod|packet|not a valid", Damage.GARBLED),
    (r"marker|chunk|header|malformed|bad |no .*variable|structure|conversion|offset|not an? |version|endian",
     Damage.NO_SENSE),
)  # fmt: skip
"""The first that is found in a decoder's words holds."""


def plainly(err: BaseException) -> Damage | None:
    """Why a decoder gave up; None where its words say nothing."""
    if isinstance(err, StreamBroken):
        return err.reason
    said = getattr(err, "error_string", None) or getattr(err, "strerror", None) or f"{type(err).__name__}: {err}"
    _log.debug("a decoder says: %s", said)
    words = str(said).lower()
    if _SAYS_NOTHING.search(words):
        return None
    return next((plain for pattern, plain in _RULES if re.search(pattern, words)), None)
