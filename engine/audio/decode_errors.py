"""Errors for files that no decoder opens, and a decoder's failure as one of a few reasons.

libsndfile and FFmpeg address programmers: their own words go to the log. Unrecognised messages are dropped:
"Unspecified internal error" helps nobody.
"""

import logging
import re
from collections.abc import Sequence
from io import FileIO

from engine.audio.files import read_at
from engine.audio.source import StreamBroken
from engine.base.errors import AudioError, DamagedAudio, EmptyAudio, UnsupportedAudio
from engine.base.file_messages import Damage, FileAdvice, FileFault, trouble
from engine.base.messages import Message

_SIGNATURES = (
    b"RIFF", b"RIFX", b"RF64", b"BW64", b"riff", b"FORM", b"fLaC", b"OggS", b"caff", b"ID3", b"wvpk", b"TTA1",
    b"MAC ", b".snd", b"\x30\x26\xb2\x75", b"\x1a\x45\xdf\xa3", b"#!AMR", b"Creative Voice", b"\x0b\x77",
)  # fmt: skip


def refusal(
    file: FileIO, name: str, refused: AudioError | None, reasons: Sequence[Damage | None], was_empty: bool
) -> AudioError:
    """Returns the error for a file.

    Args:
        file: open; its position stays.
        name: for the message.
        refused: the error of a decoder that knows the file; returned unchanged.
        reasons: why each decoder failed, None where its message says nothing.
        was_empty: a decoder opened it and found no samples.
    """
    if refused is not None:
        return refused
    start = read_at(file, 0, 16)
    if was_empty and not reasons:
        return EmptyAudio(trouble(FileFault.NO_SOUND, FileAdvice.EXPORT), name)
    told = Damage.UNKNOWN_CODING if Damage.UNKNOWN_CODING in reasons else next(filter(None, reasons), None)
    is_known = start.startswith(_SIGNATURES) or start[4:8] == b"ftyp"
    if was_empty or (is_known and told is not Damage.UNKNOWN_CODING):
        reason = told or (Damage.NO_SENSE if reasons else Damage.NO_SAMPLE)
        return DamagedAudio(trouble(FileFault.DAMAGED, FileAdvice.COPY_OR_SAVE, Message(reason)), name)
    if told is None:
        return UnsupportedAudio(trouble(FileFault.NO_SOUND_FILE, FileAdvice.CONVERT), name)
    return UnsupportedAudio(trouble(FileFault.NO_SOUND_FILE_FOR, FileAdvice.CONVERT, Message(told)), name)


_log = logging.getLogger(__name__)

_SAYS_NOTHING = re.compile(
    r"format not recognised|invalid data found|internal error|internal bug|unknown error|^av errno"
)
"""Messages of decoders about foreign files and unknown failures."""
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
"""The first match decides."""


def plainly(err: BaseException) -> Damage | None:
    """Why a decoder failed; None where its message says nothing."""
    if isinstance(err, StreamBroken):
        return err.reason
    said = getattr(err, "error_string", None) or getattr(err, "strerror", None) or f"{type(err).__name__}: {err}"
    _log.debug("a decoder says: %s", said)
    words = str(said).lower()
    if _SAYS_NOTHING.search(words):
        return None
    return next((plain for pattern, plain in _RULES if re.search(pattern, words)), None)
