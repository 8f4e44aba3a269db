"""A drive that goes away while metadata is written over in place: the file is put right once the drive is back."""

import errno
from pathlib import Path
from typing import BinaryIO

import pytest

from engine.audio.fields import Field
from engine.base.errors import WriteRefused
from engine.base.types import FilePath
from engine.features.metadata_edits import envelope_writer, journal
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.envelope import Envelope
from engine.features.metadata_edits.envelope_writer import WriteOptions
from engine.features.metadata_edits.recovery import recover
from engine.features.metadata_edits.sessions import describe
from tests.engine.features.metadata_edits.makers import Nobody
from tests.helpers.sounds import write_tone

EDIT = Edit.of({Field.TITLE: "Tür", Field.DESCRIPTION: "A heavy door"})


def torn(file: BinaryIO, envelope: Envelope) -> None:
    """Writes the end of the file, and then the drive is gone."""
    file.seek(envelope.spans[-1][0] + envelope.spans[-1][1])
    file.write(envelope.parts[-1][: len(envelope.parts[-1]) // 2 + 1])
    file.flush()
    raise OSError(errno.EIO, "the drive is gone")


def test_what_is_left_half_written_is_put_right_when_the_drive_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_tone(tmp_path / "drive" / "a.wav", 440.0, 0.5)
    other = write_tone(tmp_path / "drive" / "b.wav", 550.0, 0.5)
    first, second = file.read_bytes(), other.read_bytes()
    (tmp_path / "library").mkdir()
    with monkeypatch.context() as gone:
        gone.setattr(envelope_writer, "_write_around", torn)
        with pytest.raises(WriteRefused, match="only partly written"):
            describe(
                tmp_path / "library",
                [(FilePath.of(file), EDIT), (FilePath.of(other), EDIT)],
                follower=Nobody(),
                options=WriteOptions(patch_from_bytes=0),
            )
    assert file.read_bytes() != first
    assert other.read_bytes() == second  # nothing else is begun while one is half written

    (tmp_path / "drive").rename(tmp_path / "away")
    assert recover(tmp_path / "library") == ()
    (tmp_path / "away").rename(tmp_path / "drive")
    assert recover(tmp_path / "library") == (FilePath.of(file),)
    assert file.read_bytes() == first
    assert all(session.is_finished for session in journal.sessions(tmp_path / "library"))
