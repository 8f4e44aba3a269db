"""The runner agrees with itself about files that FFmpeg wrote, or a test by hand, and says where readers differ.

Readers that are not installed are left out, as the runner leaves them out.
"""

import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.features.metadata_edits.makers import by_ffmpeg
from tests.helpers.sounds import bext, chunk, tone, wav_bytes
from tests.peers.__main__ import differences
from tests.peers.readers import READERS, earshot, is_installed

KINDS = (
    "a.wav", "a.aiff", "a.flac", "a.ogg", "a.opus", "a.mp3", "a.mp2", "a.m4a", "a.wv", "a.w64", "a.caf", "a.au",
    "a.mka", "a.tta", "a.wma", "a.ac3", "a.rf64",
)  # fmt: skip
CODED = {"a.rf64": ("-f", "wav", "-rf64", "always"), "a.mka": ("-c:a", "flac")}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", KINDS)
def test_readers_agree_about_what_ffmpeg_wrote(tmp_path: Path, name: str, reader: str) -> None:
    if not is_installed(reader):
        pytest.skip(f"{reader} is not installed")
    file = by_ffmpeg(tmp_path / name, *CODED.get(name, ()))
    ours = earshot(file)
    assert "refused" not in ours
    assert list(differences(ours, READERS[reader](file))) == []


def recorded(path: Path) -> Path:
    """A WAV with a broadcast extension, iXML of two tracks and two markers, one with a label."""
    ixml = (
        "<BWFXML><PROJECT>Film</PROJECT><SCENE>12A</SCENE><TAKE>003</TAKE><TAPE>R1</TAPE><NOTE>wind</NOTE><TRACK_LIST>"
        "<TRACK_COUNT>2</TRACK_COUNT><TRACK><CHANNEL_INDEX>1</CHANNEL_INDEX><NAME>Boom</NAME></TRACK>"
        "<TRACK><CHANNEL_INDEX>4</CHANNEL_INDEX><NAME>Lav</NAME></TRACK></TRACK_LIST></BWFXML>"
    )
    cue = struct.pack("<I", 2)
    cue += b"".join(struct.pack("<II4sIII", number, at, b"data", 0, 0, at) for number, at in ((1, 100), (2, 900)))
    label = b"adtl" + chunk(b"labl", struct.pack("<I", 2) + b"door\0")
    after = chunk(b"iXML", ixml.encode()) + chunk(b"cue ", cue) + chunk(b"LIST", label)
    path.write_bytes(wav_bytes(tone(440, 1.0, 48_000), 48_000, before=chunk(b"bext", bext("Heavy door")), after=after))
    return path


@pytest.mark.parametrize("reader", READERS)
def test_readers_agree_about_what_a_recorder_notes(tmp_path: Path, reader: str) -> None:
    if not is_installed(reader):
        pytest.skip(f"{reader} is not installed")
    file = recorded(tmp_path / "a.wav")
    assert list(differences(earshot(file), READERS[reader](file))) == []


def test_what_a_recorder_notes_is_compared(tmp_path: Path) -> None:
    facts = earshot(recorded(tmp_path / "a.wav"))
    said = {name: facts[name] for name in facts if name.startswith("ixml ") or name == "cues"}
    assert said == {
        "ixml project": "Film", "ixml scene": "12A", "ixml take": "003", "ixml tape": "R1", "ixml note": "wind",
        "ixml tracks": "1 Boom; 4 Lav", "cues": "100; 900 door",
    }  # fmt: skip
    assert facts["bext Description"] == "Heavy door"
    # 0.5 · sin at 440 Hz: -9.03 dBFS of power; K adds about -0.05 dB there and BS.1770 takes 0.69 off.
    assert float(facts["lufs"]) == pytest.approx(-9.75, abs=0.1) and float(facts["dbtp"]) == pytest.approx(
        -6.02, abs=0.1
    )


@pytest.mark.parametrize(
    ("name", "ours", "theirs", "differs"),
    [
        ("title", "", "Rain", True),
        ("title", "a; b", "a;b", False),
        ("seconds", "1.0", "1.4", True),
        ("seconds", "1.0", "1.05", False),
        ("lufs", "-23.00", "-23.1", False),
        ("lufs", "-23.00", "-23.3", True),
        ("dbtp", "-3.00", "-3.6", False),
        ("dbtp", "-3.00", "-3.9", True),
        ("dbtp", "-87.17", "-85.0", False),
        ("ixml take", "003", "3", False),
        ("ixml take", "003", "4", True),
        ("bext OriginationDate", "2019:01:02", "2019-01-02", False),
        ("bext OriginationDate", "2019:01:02", "2019-02-01", True),
        ("cues", "100; 900 door", "100; 901 door", True),
    ],
)
def test_a_disagreement_is_told(name: str, ours: str, theirs: str, differs: bool) -> None:
    assert list(differences({name: ours}, {name: theirs})) == [(name, ours, theirs)] * differs


def test_a_folder_without_disagreement_ends_well(tmp_path: Path) -> None:
    by_ffmpeg(tmp_path / "a.flac")
    done = subprocess.run(
        [sys.executable, "-m", "tests.peers", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, "1 files, 0 with a disagreement" in done.stdout) == (0, True), done.stdout + done.stderr
