"""Why a decoder gave up, in plain words: libsndfile and FFmpeg speak to programmers.

Their own words go to the log. What is not told here is not told at all: "Unspecified internal error" helps nobody.
"""

import logging
import re

from engine.audio.source import StreamBroken

_log = logging.getLogger(__name__)

NO_SOUND_PART = "the part with the sound is missing"
UNKNOWN_CODING = "it is coded in a way Earshot does not know"
TOO_SHORT = "it breaks off too early"
NO_MEMORY = "there is not enough memory to read it"
NOT_READ = "the disk cannot read it"
ODD_CHANNELS = "its number of channels makes no sense"
ODD_RATE = "its sample rate makes no sense"
GARBLED = "its sound is garbled"
NO_SENSE = "its header makes no sense"
REASONS = (
    NO_SOUND_PART, UNKNOWN_CODING, TOO_SHORT, NO_MEMORY, NOT_READ, ODD_CHANNELS, ODD_RATE, GARBLED, NO_SENSE
)  # fmt: skip
"""All that can be said."""

_SAYS_NOTHING = re.compile(
    r"format not recognised|invalid data found|internal error|internal bug|unknown error|^av errno"
)
"""What decoders say of any file that is not theirs, and of what they do not know themselves."""
_RULES = (
    (r"malloc|allocate memory|memoryerror", NO_MEMORY),
    (r"no 'data' chunk|no sound data|no data could be read|no 'body'|without 'comm'|no 'desc'", NO_SOUND_PART),
    (r"input/output error|errno 5\b|system error|permission|not permitted|could not open", NOT_READ),
    (r"unsupported|unimplemented|not (yet )?implemented|does not support|only supports? sample|unknown format|"
     r"unknown encoding|decoder not found|wavpack|compression format|bit ?width|sample size", UNKNOWN_CODING),
    (r"channel", ODD_CHANNELS),
    (r"sample rate", ODD_RATE),
    (r"end of file|short|truncated|excess samples|unknown length", TOO_SHORT),
    (r"flac decoder|lost sync|corrupt|decod|packet|not a valid", GARBLED),
    (r"marker|chunk|header|malformed|bad |no .*variable|structure|conversion|offset|not an? |version|endian", NO_SENSE),
)  # fmt: skip
"""The first that is found in a decoder's words holds."""


def plainly(err: BaseException) -> str:
    """Why a decoder gave up, to stand behind "it is damaged: "; empty where its words say nothing."""
    if isinstance(err, StreamBroken):  # in our own words already
        return str(err)
    said = getattr(err, "error_string", None) or getattr(err, "strerror", None) or f"{type(err).__name__}: {err}"
    _log.debug("a decoder says: %s", said)
    words = str(said).lower()
    if _SAYS_NOTHING.search(words):
        return ""
    return next((plain for pattern, plain in _RULES if re.search(pattern, words)), "")
