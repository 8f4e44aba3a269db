"""Files that were moved, copied, deleted or went away with their drive: what the library keeps of them."""

import os
from pathlib import Path

import numpy as np
import pytest

from engine.audio.content import content_id
from engine.base.events import Event, Progress, Scanned
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.store.catalogue import Catalogue
from tests.helpers.indexing import contents, id_of, index, spec_for
from tests.helpers.sounds import make_library_folder, noise, write, write_tone
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.user_tags import set_tags


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    make_library_folder(tmp_path / "sounds", 8)
    return tmp_path / "sounds"


def test_a_moved_file_keeps_its_tags_and_is_not_embedded_again(tmp_path: Path, sounds: Path, pack: Path) -> None:
    library = tmp_path / "library"
    old = write_tone(sounds / "low_hum.wav", 90, 1.5)
    index(library, pack, sounds)
    id = id_of(library, old)
    assert id is not None
    with Catalogue.open(library) as catalogue:
        set_tags(catalogue, id, ["mine"])
    before = contents(library, pack)[os.fsencode(old)]
    new = sounds / "elsewhere" / "high_beep.wav"
    new.parent.mkdir()
    old.rename(new)
    finished = index(library, pack)
    after = contents(library, pack)[os.fsencode(new)]
    assert (finished.moved, finished.added, finished.removed, finished.embedded_segments) == (1, 0, 0, 0)
    assert id_of(library, new) == id
    assert after.vectors == before.vectors
    assert after.name_vector != before.name_vector
    with Catalogue.open(library, read_only=True) as catalogue:
        assert catalogue.marks.tags(id) == ("mine",)


def test_a_file_moved_to_another_root_is_recognised_when_only_that_one_is_indexed(tmp_path: Path, pack: Path) -> None:
    old = write_tone(tmp_path / "one" / "a.wav", 90, 1.5)
    write_tone(tmp_path / "one" / "stays.wav", 900, 1.5)
    index(tmp_path / "library", pack, tmp_path / "one")
    id = id_of(tmp_path / "library", old)
    (tmp_path / "two").mkdir()
    old.rename(tmp_path / "two" / "a.wav")
    finished = index(tmp_path / "library", pack, tmp_path / "two")
    assert (finished.moved, finished.added) == (1, 0)
    assert id_of(tmp_path / "library", tmp_path / "two" / "a.wav") == id


def test_another_sound_of_the_same_beginning_middle_and_end_is_not_taken_for_the_one_that_left(
    tmp_path: Path, pack: Path
) -> None:
    # 640,000 bytes: the content id is of 64 KiB at start, middle and end, and byte 140,000 lies in none of them.
    wave = noise(10.0)
    old = write(tmp_path / "sounds" / "a.wav", wave)
    index(tmp_path / "library", pack, tmp_path / "sounds")
    id = id_of(tmp_path / "library", old)
    known = content_id(old)
    old.unlink()
    wave[70_000] += np.float32(0.1)
    new = write(tmp_path / "sounds" / "b.wav", wave)
    assert content_id(new) == known
    finished = index(tmp_path / "library", pack)
    assert (finished.moved, finished.added, finished.removed) == (0, 1, 1)
    assert id_of(tmp_path / "library", new) != id == id_of(tmp_path / "library", old)


def test_two_equal_files_that_move_at_once_both_keep_what_belongs_to_them(tmp_path: Path, pack: Path) -> None:
    folder = tmp_path / "sounds"
    old = [write_tone(folder / name, 90) for name in ("a.wav", "b.wav")]
    index(tmp_path / "library", pack, folder)
    ids = {id_of(tmp_path / "library", path) for path in old}
    new = [path.rename(folder / f"new {path.name}") for path in old]
    finished = index(tmp_path / "library", pack)
    assert (finished.moved, finished.added, finished.removed) == (2, 0, 0)
    assert {id_of(tmp_path / "library", path) for path in new} == ids
    assert len(contents(tmp_path / "library", pack)) == 2


def test_of_a_file_that_moved_and_was_copied_one_keeps_what_belongs_to_it_and_one_is_new(
    tmp_path: Path, pack: Path
) -> None:
    old = write_tone(tmp_path / "sounds" / "a.wav", 90)
    index(tmp_path / "library", pack, tmp_path / "sounds")
    id = id_of(tmp_path / "library", old)
    new = old.rename(tmp_path / "sounds" / "new.wav")
    copy = tmp_path / "sounds" / "copy.wav"
    copy.write_bytes(new.read_bytes())
    finished = index(tmp_path / "library", pack)
    found = {id_of(tmp_path / "library", new), id_of(tmp_path / "library", copy)}
    assert (finished.moved, finished.added, finished.removed) == (1, 1, 0)
    assert len(found) == 2 and id in found


def test_a_copy_is_a_row_of_its_own(tmp_path: Path, pack: Path) -> None:
    sound = write_tone(tmp_path / "sounds" / "a.wav", 90)
    index(tmp_path / "library", pack, tmp_path / "sounds")
    (tmp_path / "sounds" / "b.wav").write_bytes(sound.read_bytes())
    finished = index(tmp_path / "library", pack)
    assert (finished.added, finished.moved) == (1, 0)
    assert len(contents(tmp_path / "library", pack)) == 2


def test_a_deleted_file_stays_as_missing_and_is_counted_once(tmp_path: Path, sounds: Path, pack: Path) -> None:
    index(tmp_path / "library", pack, sounds)
    lost = next(sounds.rglob("*.flac"))
    lost.unlink()
    finished, again = index(tmp_path / "library", pack), index(tmp_path / "library", pack)
    rows = contents(tmp_path / "library", pack)
    assert (finished.removed, finished.unchanged, again.removed, len(rows)) == (1, 7, 0, 8)
    assert [path for path, row in rows.items() if row.sound.is_away] == [os.fsencode(lost)]


def test_a_missing_file_that_comes_back_is_not_read_again(tmp_path: Path, sounds: Path, pack: Path) -> None:
    index(tmp_path / "library", pack, sounds)
    lost = next(sounds.rglob("*.flac"))
    lost.rename(tmp_path / "aside")
    index(tmp_path / "library", pack)
    (tmp_path / "aside").rename(lost)
    finished = index(tmp_path / "library", pack)
    assert (finished.unchanged, finished.embedded_segments, finished.removed) == (8, 0, 0)
    assert not any(row.sound.is_away for row in contents(tmp_path / "library", pack).values())


def test_a_missing_file_is_known_again_when_it_turns_up_much_later(tmp_path: Path, sounds: Path, pack: Path) -> None:
    index(tmp_path / "library", pack, sounds)
    lost = next(sounds.rglob("*.flac"))
    id = id_of(tmp_path / "library", lost)
    lost.rename(tmp_path / "aside")
    index(tmp_path / "library", pack)
    (tmp_path / "aside").rename(sounds / "renamed.flac")
    finished = index(tmp_path / "library", pack)
    assert (finished.moved, finished.added, finished.embedded_segments) == (1, 0, 0)
    assert id_of(tmp_path / "library", sounds / "renamed.flac") == id


def test_a_missing_file_does_not_fail_when_another_pack_reads_everything(
    tmp_path: Path, sounds: Path, pack: Path
) -> None:
    index(tmp_path / "library", pack, sounds)
    next(sounds.rglob("*.flac")).unlink()
    index(tmp_path / "library", pack)
    finished = index(tmp_path / "library", make_tiny_pack(tmp_path / "other", dim=24))
    assert (finished.changed, finished.failed) == (7, 0)


def test_a_broken_file_that_is_deleted_leaves_the_library(tmp_path: Path, pack: Path) -> None:
    write_tone(tmp_path / "sounds" / "a.wav", 90)
    broken = tmp_path / "sounds" / "b.wav"
    broken.write_bytes(b"never")
    index(tmp_path / "library", pack, tmp_path / "sounds")
    broken.unlink()
    finished = index(tmp_path / "library", pack)
    assert (finished.removed, finished.failed) == (1, 0)
    assert id_of(tmp_path / "library", broken) is None


def test_a_drive_that_is_away_does_not_keep_the_next_folder_from_being_looked_at(tmp_path: Path, pack: Path) -> None:
    for name in ("one", "two"):
        write_tone(tmp_path / name / "a.wav", 90)
    index(tmp_path / "library", pack, tmp_path / "one", tmp_path / "two")
    (tmp_path / "one").rename(tmp_path / "unplugged")
    new = write_tone(tmp_path / "two" / "b.wav", 120)
    finished = index(tmp_path / "library", pack)
    assert (finished.added, finished.unchanged, finished.removed) == (1, 1, 0)
    assert id_of(tmp_path / "library", new) is not None


def test_files_are_counted_once_whatever_became_of_them(tmp_path: Path, pack: Path) -> None:
    folder = tmp_path / "sounds"
    kept = [write_tone(folder / f"{number}.wav", 90) for number in range(4)]
    (folder / "broken.wav").write_bytes(b"never")
    write_tone(tmp_path / "more" / "c.wav", 90)
    index(tmp_path / "library", pack, folder, tmp_path / "more")
    write_tone(kept[0], 400, 2.0)
    write_tone(folder / "new.wav", 200)
    events: list[Event] = []
    run_job(spec_for(tmp_path / "library", pack), Control(), events.append)
    assert [event.files for event in events if isinstance(event, Scanned)][-1] == 7
    assert [event.total for event in events if isinstance(event, Progress)][-1] == 2


def test_an_empty_file_under_another_name_is_one_that_cannot_be_read_and_no_more(tmp_path: Path, pack: Path) -> None:
    write_tone(tmp_path / "sounds" / "a.wav", 90)
    empty = tmp_path / "sounds" / "b.wav"
    empty.touch()
    index(tmp_path / "library", pack, tmp_path / "sounds")
    empty.rename(tmp_path / "sounds" / "c.wav")
    finished = index(tmp_path / "library", pack)
    assert (finished.moved, finished.added, finished.removed, finished.failed) == (0, 0, 1, 1)


def test_an_unplugged_drive_keeps_its_sounds_and_comes_back_without_reading(tmp_path: Path, pack: Path) -> None:
    make_library_folder(tmp_path / "drive", 4)
    index(tmp_path / "library", pack, tmp_path / "drive")
    (tmp_path / "drive").rename(tmp_path / "unplugged")
    away = index(tmp_path / "library", pack)
    rows = contents(tmp_path / "library", pack)
    (tmp_path / "unplugged").rename(tmp_path / "drive")
    back = index(tmp_path / "library", pack)
    assert (away.removed, len(rows), all(row.sound.is_away for row in rows.values())) == (0, 4, True)
    assert (back.unchanged, back.embedded_segments) == (4, 0)
    assert not any(row.sound.is_away for row in contents(tmp_path / "library", pack).values())
