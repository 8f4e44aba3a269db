"""A job that is told what changed: it looks there and nowhere else."""

import os
from pathlib import Path

import pytest

from engine.base.events import Finished
from engine.base.types import FilePath
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.spec import JobSpec
from engine.store.catalogue import Catalogue
from tests.helpers.indexing import contents, id_of, index
from tests.helpers.sounds import write_tone


@pytest.fixture
def library(tmp_path: Path, pack: Path) -> Path:
    """A library of one root with three sounds."""
    for number, name in enumerate(("a.wav", "b.wav", "deep/c.wav")):
        write_tone(tmp_path / "sounds" / name, 100 + 50 * number)
    index(tmp_path / "library", pack, tmp_path / "sounds")
    return tmp_path / "library"


def look(library: Path, pack: Path, *paths: Path) -> Finished:
    spec = JobSpec(library, (), only=tuple(map(FilePath.of, paths)), pack=pack, device="cpu")
    return run_job(spec, Control(), lambda event: None)


def names(library: Path, pack: Path) -> set[str]:
    return {os.path.basename(path).decode() for path in contents(library, pack)}


def test_the_file_that_changed_is_taken_in_and_another_is_not_looked_at(
    library: Path, pack: Path, tmp_path: Path
) -> None:
    new = write_tone(tmp_path / "sounds" / "new.wav", 400)
    write_tone(tmp_path / "sounds" / "unnoticed.wav", 450)
    finished = look(library, pack, new)
    assert (finished.added, finished.unchanged) == (1, 0)
    assert names(library, pack) == {"a.wav", "b.wav", "c.wav", "new.wav"}


def test_a_changed_file_keeps_its_number(library: Path, pack: Path, tmp_path: Path) -> None:
    sound = tmp_path / "sounds" / "a.wav"
    before = id_of(library, sound)
    write_tone(sound, 4000, 2.0)
    assert look(library, pack, sound).changed == 1
    assert id_of(library, sound) == before


def test_files_and_folders_that_are_gone_are_missing_and_the_rest_is_not(
    library: Path, pack: Path, tmp_path: Path
) -> None:
    gone = tmp_path / "sounds" / "deep" / "c.wav"
    gone.unlink()
    gone.parent.rmdir()
    assert look(library, pack, gone.parent).removed == 1
    with Catalogue.open(library, read_only=True) as catalogue:
        assert catalogue.files.missing().tolist() == [id_of(library, gone)]
    write_tone(gone, 200)
    assert look(library, pack, gone.parent).added == 0
    with Catalogue.open(library, read_only=True) as catalogue:
        assert catalogue.files.missing().tolist() == []


def test_a_missing_file_that_is_put_back_as_it_was_is_missing_no_more(
    library: Path, pack: Path, tmp_path: Path
) -> None:
    place = tmp_path / "sounds" / "a.wav"
    place.rename(tmp_path / "aside.wav")
    assert look(library, pack, place).removed == 1
    (tmp_path / "aside.wav").rename(place)
    finished = look(library, pack, place)
    assert (finished.added, finished.changed, finished.embedded_segments) == (0, 0, 0)
    with Catalogue.open(library, read_only=True) as catalogue:
        assert catalogue.files.missing().tolist() == []


def test_a_moved_file_keeps_its_number(library: Path, pack: Path, tmp_path: Path) -> None:
    old, new = tmp_path / "sounds" / "a.wav", tmp_path / "sounds" / "deep" / "renamed.wav"
    before = id_of(library, old)
    old.rename(new)
    finished = look(library, pack, old, new)
    assert (finished.moved, finished.added, finished.removed) == (1, 0, 0)
    assert id_of(library, new) == before


def test_a_file_that_left_before_is_known_again_at_its_new_place(library: Path, pack: Path, tmp_path: Path) -> None:
    old, new = tmp_path / "sounds" / "a.wav", tmp_path / "sounds" / "deep" / "renamed.wav"
    before = id_of(library, old)
    old.rename(tmp_path / "elsewhere.wav")
    look(library, pack, old)
    (tmp_path / "elsewhere.wav").rename(new)
    finished = look(library, pack, new)
    assert (finished.moved, finished.added) == (1, 0)
    assert id_of(library, new) == before


def test_a_copy_of_a_living_file_is_a_sound_of_its_own(library: Path, pack: Path, tmp_path: Path) -> None:
    copy = tmp_path / "sounds" / "copy.wav"
    copy.write_bytes((tmp_path / "sounds" / "a.wav").read_bytes())
    finished = look(library, pack, copy)
    assert (finished.moved, finished.added) == (0, 1)


def test_a_root_whose_drive_has_gone_is_offline_and_nothing_is_missing(
    library: Path, pack: Path, tmp_path: Path
) -> None:
    (tmp_path / "sounds").rename(tmp_path / "unplugged")
    assert look(library, pack, tmp_path / "sounds" / "a.wav").removed == 0
    with Catalogue.open(library, read_only=True) as catalogue:
        assert [root.is_offline for root in catalogue.roots.all()] == [True]
        assert catalogue.files.missing().tolist() == []


def test_what_lies_in_no_root_is_not_taken_in(library: Path, pack: Path, tmp_path: Path) -> None:
    finished = look(library, pack, write_tone(tmp_path / "other" / "x.wav", 300))
    assert (finished.added, finished.unchanged) == (0, 0)


def test_the_job_line_keeps_names_that_are_no_text() -> None:
    spec = JobSpec(Path("/l"), (), only=(FilePath(b"/s/\xff.wav"),))
    assert JobSpec.from_line(spec.to_line()) == spec
