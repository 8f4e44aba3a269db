"""What is said of a file that no decoder opens: empty, damaged, or no sound at all."""

from io import FileIO

from engine.audio.files import read_at
from engine.audio.reasons import NO_SENSE, UNKNOWN_CODING
from engine.errors import AudioError, DamagedAudio, EmptyAudio, UnsupportedAudio

_SIGNATURES = (
    b"RIFF", b"RIFX", b"RF64", b"BW64", b"riff", b"FORM", b"fLaC", b"OggS", b"caff", b"ID3", b"wvpk", b"TTA1",
    b"MAC ", b".snd", b"\x30\x26\xb2\x75", b"\x1a\x45\xdf\xa3", b"#!AMR", b"Creative Voice", b"\x0b\x77",
)  # fmt: skip


def refusal(file: FileIO, name: str, refused: AudioError | None, reasons: list[str], was_empty: bool) -> AudioError:
    """Gives the error for a file.

    Args:
        file: open; its position stays.
        name: for the message.
        refused: what a decoder that knows the file has against it; said as it is.
        reasons: why each decoder gave up, in plain words or none.
        was_empty: a decoder opened it and found no sample.
    """
    if refused is not None:
        return refused
    start = read_at(file, 0, 16)
    if was_empty and not reasons:
        return EmptyAudio(
            f"{name} has no sound in it", advice="Export it again: this copy has a header and nothing else."
        )
    told = UNKNOWN_CODING if UNKNOWN_CODING in reasons else next(filter(None, reasons), "")
    why = told or ("it ends before the first sample" if not reasons else NO_SENSE)
    is_known = start.startswith(_SIGNATURES) or start[4:8] == b"ftyp"
    if was_empty or (is_known and told != UNKNOWN_CODING):
        return DamagedAudio(
            f"{name} is damaged: {why}",
            advice="Copy it again from where it came from, or open it in an audio editor and save it again.",
        )
    return UnsupportedAudio(
        f"{name} is not a sound file Earshot can read" + (f" ({why})" if told else ""),
        advice="Convert it to WAV or FLAC, or leave it out.",
    )
