"""No space left while metadata is written: told as such, nothing lost, and it works once there is space."""

import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.audio.fields import Field
from engine.audio.metadata import read_metadata
from engine.base.errors import StorageFull
from engine.base.types import FilePath
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.envelope_writer import WriteOptions
from engine.features.metadata_edits.sessions import describe, undo
from tests.engine.features.metadata_edits.makers import Nobody, by_ffmpeg
from tests.faults.test_index_disk_full import leave
from tests.helpers.sounds import write_tone


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder with 2 MB of space."""
    if not sys.platform.startswith("linux"):
        pytest.skip("needs Linux's tmpfs")
    place = tmp_path / "disk"
    place.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"none", os.fsencode(place), b"tmpfs", 0, b"size=2097152") != 0:
        pytest.skip(f"mounting a small disk is not permitted: {os.strerror(ctypes.get_errno())}")
    yield place
    assert libc.umount2(os.fsencode(place), 2) == 0


def write(library: Path, file: Path, text: str, **options: int) -> tuple[int, str]:
    edit = Edit.of({Field.DESCRIPTION: text})
    report = describe(library, [(FilePath.of(file), edit)], follower=Nobody(), options=WriteOptions(**options))
    return report.changed, report.failures[0].reason if report.failures else ""


@pytest.mark.parametrize("suffix", [".wav", ".flac", ".mp3"])
def test_no_space_for_a_copy(tmp_path: Path, small_disk: Path, suffix: str) -> None:
    file = by_ffmpeg(small_disk / f"a{suffix}") if suffix == ".mp3" else write_tone(small_disk / f"a{suffix}", 440, 3.0)
    before = file.read_bytes()
    filler = leave(small_disk, len(before) // 2)
    changed, reason = write(tmp_path, file, "wind")
    assert (changed, "no space" in reason) == (0, True)
    assert file.read_bytes() == before
    assert sorted(path.name for path in small_disk.iterdir()) == [file.name, "filler"]
    filler.unlink()
    assert write(tmp_path, file, "wind") == (1, "")
    assert read_metadata(file).description == "wind"


def test_no_space_for_what_grows_in_place(tmp_path: Path, small_disk: Path) -> None:
    file = write_tone(small_disk / "a.wav", 440.0, 1.0)
    before = file.read_bytes()
    filler = leave(small_disk, 0)
    changed, reason = write(tmp_path, file, "wind " * 3_000, patch_from_bytes=0)
    assert (changed, "no space" in reason) == (0, True)
    assert file.read_bytes() == before
    filler.unlink()
    assert write(tmp_path, file, "wind " * 3_000, patch_from_bytes=0) == (1, "")
    undo(tmp_path, follower=Nobody())
    assert file.read_bytes() == before


def test_no_space_for_the_journal_stops_before_anything_is_touched(tmp_path: Path, small_disk: Path) -> None:
    files = [write_tone(tmp_path / f"{number}.wav", 440.0, 0.2) for number in range(2)]
    before = [file.read_bytes() for file in files]
    library = small_disk / "library"
    library.mkdir()
    write(library, files[0], "first")
    undo(library, follower=Nobody())
    leave(small_disk, 0)
    with pytest.raises(StorageFull):
        describe(library, [(FilePath.of(file), Edit.of({Field.TITLE: "x"})) for file in files], follower=Nobody())
    assert [file.read_bytes() for file in files] == before
