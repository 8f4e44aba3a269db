"""Names of tracks are written into the iXML of WAV files, and into no other kind."""

from pathlib import Path

import pytest

from engine.audio.fields import Field, value_of
from engine.audio.metadata import read_metadata
from engine.audio.slate import SlateTrack, slate_of
from engine.base.types import FilePath
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.sessions import describe, undo
from tests.engine.audio.test_slate import IXML
from tests.engine.features.metadata_edits.makers import Nobody, by_ffmpeg, by_libsndfile
from tests.helpers.sounds import write_with_bext


def write(tmp_path: Path, file: Path, text: str) -> int:
    """Writes names of tracks; gives how many files failed."""
    edit = Edit.of({Field.TRACKS: text})
    return len(describe(tmp_path / "library", [(FilePath.of(file), edit)], follower=Nobody()).failures)


def tracks(file: Path) -> tuple[SlateTrack, ...]:
    return slate_of(read_metadata(file).fields).tracks


@pytest.mark.shows("slate")
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Boom; Anna ; Lav Bea", ("Boom", "Anna", "Lav Bea")),
        ("Boom;;Bea", ("Boom", "", "Bea")),
        ("Boom", ("Boom", "", "")),
        ("", ("", "", "")),
        ("A; B; C; D", ("A", "B", "C", "D")),
    ],
)
def test_names_of_tracks_are_written_and_their_channels_stay(tmp_path: Path, text: str, names: tuple[str, ...]) -> None:
    file = write_with_bext(tmp_path / "a.wav", ixml=IXML)
    before = file.read_bytes()
    assert write(tmp_path, file, text) == 0
    assert [track.name for track in tracks(file)] == list(names)
    assert [track.channel for track in tracks(file)][:3] == ["1", "4", "5"]
    assert value_of(read_metadata(file), Field.TRACKS) == Edit.of({Field.TRACKS: text}).values[Field.TRACKS]
    assert slate_of(read_metadata(file).fields).scene == "12A"
    undo(tmp_path / "library", follower=Nobody())
    assert file.read_bytes() == before


def test_a_file_without_ixml_gets_tracks_with_numbers(tmp_path: Path) -> None:
    file = by_libsndfile(tmp_path / "a.wav")
    assert write(tmp_path, file, "Left; Right") == 0
    assert tracks(file) == (SlateTrack("1", "Left"), SlateTrack("2", "Right"))


@pytest.mark.parametrize("name", ["a.flac", "a.mp3", "a.aiff"])
def test_a_kind_that_has_no_names_of_tracks_says_so_and_is_as_it_was(tmp_path: Path, name: str) -> None:
    file = by_ffmpeg(tmp_path / name)
    before = file.read_bytes()
    assert write(tmp_path, file, "Boom") == 1
    assert file.read_bytes() == before
    assert write(tmp_path, file, "") == 0
