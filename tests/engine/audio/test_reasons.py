"""Why a file cannot be read, in words for people who do not program: none of a decoder's own words comes through."""

from pathlib import Path

import pytest
import soundfile
from av.error import DecoderNotFoundError, EOFError, InvalidDataError, MemoryError, PatchWelcomeError

from engine.audio.decode import open_audio
from engine.audio.decode_errors import plainly
from engine.base.errors import AudioError, UnsupportedAudio
from engine.base.file_messages import Damage
from tests.helpers import sounds

_ERRORS = [soundfile.LibsndfileError(number) for number in range(184)]
"""libsndfile 1.2's errors, without the last one, which means that there is none."""


def test_whatever_libsndfile_says_is_said_plainly_or_not_at_all() -> None:
    assert len({error.error_string for error in _ERRORS}) > 150
    assert {plainly(error) for error in _ERRORS} <= {*Damage, None}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Error in WAV file. No 'data' chunk marker.", Damage.NO_SOUND_PART),
        ("Supported file format but unsupported encoding.", Damage.UNKNOWN_CODING),
        ("Error in WAV/W64/RF64 file. Malformed 'fmt ' chunk.", Damage.NO_SENSE),
        ("Error : flac decoder lost sync.", Damage.GARBLED),
        ("Error in PAF file. File shorter than minimal header.", Damage.TOO_SHORT),
        ("Format not recognised.", None),
    ],
)
def test_libsndfiles_words_are_told_apart(said: str, meant: Damage | None) -> None:
    (found,) = {plainly(error) for error in _ERRORS if error.error_string == said}
    assert found is meant


def test_ffmpegs_words_are_told_apart() -> None:
    assert plainly(DecoderNotFoundError(1, "Decoder not found")) is Damage.UNKNOWN_CODING
    assert plainly(PatchWelcomeError(1, "Not yet implemented in FFmpeg, patches welcome")) is Damage.UNKNOWN_CODING
    assert plainly(EOFError(1, "End of file")) is Damage.TOO_SHORT
    assert plainly(MemoryError(12, "Cannot allocate memory")) is Damage.NO_MEMORY
    assert plainly(InvalidDataError(1, "Invalid data found when processing input")) is None


@pytest.mark.shows("list-unreadable-files")
def test_broken_files_are_told_of_without_a_decoders_words(tmp_path: Path) -> None:
    theirs = ("Error in", "Error :", "chunk", "marker", "Format not recognised", "Invalid data", "[Errno", "libsndfile")
    told = []
    for path in sounds.broken_files(tmp_path):
        with pytest.raises(AudioError) as caught:
            open_audio(path)
        told.append(str(caught.value).replace(str(path), ""))
    assert not [said for said in told if any(word in said for word in theirs)], told


def test_a_sound_in_an_unknown_coding_is_not_called_damaged(tmp_path: Path) -> None:
    path = sounds.write_tone(tmp_path / "a.wav", 440.0, 1.0)
    content = bytearray(path.read_bytes())
    content[20:22] = (0x5634).to_bytes(2, "little")  # wFormatTag, behind "RIFF", size, "WAVE", "fmt " and its size
    path.write_bytes(content)
    with pytest.raises(UnsupportedAudio, match="coded in a way Earshot does not know"):
        open_audio(path)
