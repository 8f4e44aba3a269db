"""A process that dies while it writes metadata: every file is whole afterwards, as it was or as it should be."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.audio.content import payload_digest
from engine.audio.metadata import read_metadata
from engine.base.types import FilePath
from engine.features.metadata_edits import journal
from engine.features.metadata_edits.recovery import recover
from engine.features.metadata_edits.sessions import undo
from tests.engine.features.metadata_edits.makers import Nobody
from tests.helpers.sounds import write_tone

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")

WRITER = """
import os, signal, sys
from pathlib import Path
from engine.features.metadata_edits import envelope_writer, sessions
from engine.audio.fields import Field
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.envelope_writer import WriteOptions
from engine.base.types import FilePath
from tests.engine.features.metadata_edits.makers import Nobody

library, folder, die, in_place = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4] == "in place"

def torn(file, envelope):
    starts = [0, *(offset + size for offset, size in envelope.spans)]
    file.seek(0)
    file.write(envelope.parts[0])
    file.seek(starts[-1])
    file.write(envelope.parts[-1][: len(envelope.parts[-1]) // 2])
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)

def dead(*_):
    os.kill(os.getpid(), signal.SIGKILL)

if die == "while writing over":
    envelope_writer._write_around = torn
elif die == "before the name is taken":
    envelope_writer.PreparedChange.commit = dead
elif die == "while copying":
    envelope_writer._check_and_seal = dead
elif die == "before it is noted":
    sessions.JournalWriter.end = dead
options = WriteOptions(patch_from_bytes=0 if in_place else 1 << 40)
number = 0
while True:
    number += 1
    files = sorted(folder.glob("*.wav"))
    edit = Edit.of({Field.TITLE: f"title {number}", Field.DESCRIPTION: "d" * (number % 300)})
    changes = [(FilePath.of(file), edit) for file in files]
    sessions.describe(
        library, changes, follower=Nobody(), options=options, progress=lambda done: print(done, flush=True)
    )
"""


def start(library: Path, folder: Path, die: str, in_place: bool) -> "subprocess.Popen[bytes]":
    library.mkdir(exist_ok=True)
    arguments = [sys.executable, "-c", WRITER, str(library), str(folder), die, "in place" if in_place else "copies"]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)})


@pytest.mark.parametrize(
    ("die", "in_place", "is_written"),
    [
        ("while writing over", True, False),
        ("before the name is taken", False, False),
        ("while copying", False, False),
        ("before it is noted", False, True),
        ("before it is noted", True, True),
    ],
)
def test_killed_at_the_worst_moment(tmp_path: Path, die: str, in_place: bool, is_written: bool) -> None:
    file = write_tone(tmp_path / "sounds" / "a.wav", 440.0, 0.5)
    before, digest = file.read_bytes(), payload_digest(file)
    writer = start(tmp_path / "library", file.parent, die, in_place)
    writer.communicate(timeout=60)
    assert writer.returncode == -signal.SIGKILL
    if die == "while writing over":
        assert file.read_bytes() != before
    recover(tmp_path / "library")
    assert payload_digest(file) == digest
    assert (file.read_bytes() == before) != is_written
    assert read_metadata(file).title == ("title 1" if is_written else "")
    assert [path.name for path in file.parent.iterdir()] == ["a.wav"]  # no copy left behind
    assert all(session.is_finished for session in journal.sessions(tmp_path / "library"))
    if is_written:
        undo(tmp_path / "library", follower=Nobody())
        assert file.read_bytes() == before


def test_killed_at_any_moment(tmp_path: Path) -> None:
    files = [write_tone(tmp_path / "sounds" / f"{number}.wav", 400.0 + number, 0.2) for number in range(6)]
    first = {file: file.read_bytes() for file in files}
    digests = {file: payload_digest(file) for file in files}
    library = tmp_path / "library"
    for turn, delay_s in enumerate((0.0, 0.011, 0.03, 0.07)):
        writer = start(library, files[0].parent, "", in_place=bool(turn % 2))
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(delay_s)
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        recover(library)
        for file in files:
            assert payload_digest(file) == digests[file]
            assert read_metadata(file).title[:6] in ("", "title ")
    assert sorted(path.name for path in files[0].parent.iterdir()) == [f"{number}.wav" for number in range(6)]
    while journal.undoable(library) is not None:
        assert undo(library, follower=Nobody()).failures == ()
    assert {file: file.read_bytes() for file in files} == first


def test_a_session_that_is_being_written_is_left_alone(tmp_path: Path) -> None:
    writer = journal.JournalWriter(tmp_path, "describe")
    assert recover(tmp_path) == ()
    writer.close()


def test_a_library_without_a_journal_needs_no_recovery(tmp_path: Path) -> None:
    assert recover(tmp_path) == ()
    assert list(tmp_path.iterdir()) == []


def test_a_torn_file_that_somebody_else_mended_is_left_alone(tmp_path: Path) -> None:
    file = write_tone(tmp_path / "sounds" / "a.wav", 440.0, 0.5)
    writer = start(tmp_path / "library", file.parent, "while writing over", True)
    writer.communicate(timeout=60)
    write_tone(file, 900.0, 0.5)
    mended = file.read_bytes()
    assert recover(tmp_path / "library") == (FilePath.of(file),)
    assert file.read_bytes() == mended
