"""What is said of a file that no decoder opens: empty, damaged, or no sound at all."""

from collections.abc import Sequence
from io import FileIO

from engine.audio.files import read_at
from engine.errors import AudioError, DamagedAudio, EmptyAudio, UnsupportedAudio
from engine.trouble import Damage, FileAdvice, FileFault, trouble
from engine.wording import Said

_SIGNATURES = (
    b"RIFF", b"RIFX", b"RF64", b"BW64", b"riff", b"FORM", b"fLaC", b"OggS", b"caff", b"ID3", b"wvpk", b"TTA1",
    b"MAC ", b".snd", b"\x30\x26\xb2\x75", b"\x1a\x45\xdf\xa3", b"#!AMR", b"Creative Voice", b"\x0b\x77",
)  # fmt: skip


def refusal(
    file: FileIO, name: str, refused: AudioError | None, reasons: Sequence[Damage | None], was_empty: bool
) -> AudioError:
    """Gives the error for a file.

    Args:
        file: open; its position stays.
        name: for the message.
        refused: what a decoder that knows the file has against it; said as it is.
        reasons: why each decoder gave up, None where its words say nothing.
        was_empty: a decoder opened it and found no sample.
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
        return DamagedAudio(trouble(FileFault.DAMAGED, FileAdvice.COPY_OR_SAVE, Said(reason)), name)
    if told is None:
        return UnsupportedAudio(trouble(FileFault.NO_SOUND_FILE, FileAdvice.CONVERT), name)
    return UnsupportedAudio(trouble(FileFault.NO_SOUND_FILE_FOR, FileAdvice.CONVERT, Said(told)), name)
