"""The catalogue after a change: found by the new words at once, its sound never embedded again, marks kept."""

from pathlib import Path

import pytest

from engine.audio.fields import Field
from engine.base.types import FilePath
from engine.features.metadata_edits.catalogue_follower import CatalogueFollower
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.sessions import describe, rename, undo
from engine.library.library import Library
from engine.search.question import Question
from engine.store.catalogue import Catalogue
from engine.store.lock import WriterLock
from tests.helpers.small_library import store_sounds
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_pack import make_tiny_pack


class Place:
    def __init__(self, folder: Path) -> None:
        self.library = folder / "library"
        self.pack = make_tiny_pack(folder / "pack")
        self.sounds = folder / "sounds"
        self.files = [
            write_tone(self.sounds / "take 1.wav", 100.0, 1.0, rate=16_000),
            write_noise(self.sounds / "take 2.wav", 1.0, rate=16_000),
        ]
        self.ids = store_sounds(self.library, self.sounds, self.pack, self.files)

    def frames(self, kind: str) -> int:
        with Catalogue.open(self.library, read_only=True) as catalogue:
            kept = catalogue.packs.searched()
            assert kept is not None
            return len(catalogue.frames.of(kept[0], kind))  # type: ignore[arg-type]

    def describe(self, edit: dict[Field, str]) -> None:
        with CatalogueFollower(self.library, pack=self.pack) as upkeep:
            report = describe(self.library, [(FilePath.of(self.files[0]), Edit.of(edit))], follower=upkeep)
        assert report.changed == 1


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_a_described_sound_is_found_by_its_new_words_at_once(place: Place) -> None:
    with Library.open(place.library, pack=place.pack) as library:
        assert library.answer(Question('"zeppelin"')).hits == ()
        segments, names = place.frames("segments"), place.frames("names")
        place.describe({Field.DESCRIPTION: "zeppelin puppy", Field.UCS_ID: "DOORWood"})
        (hit,) = library.answer(Question('"zeppelin"')).hits
        assert hit.sound.id == place.ids[0]
        assert hit.sound.metadata.ucs_id == "DOORWood"
        assert place.frames("segments") == segments  # the sound was not embedded again
        assert place.frames("names") == names + 1
        assert library.answer(Question("dog")).hits[0].sound.id == place.ids[0]  # by the name's new meaning


def test_undo_brings_the_former_words_back(place: Place) -> None:
    place.describe({Field.DESCRIPTION: "zeppelin"})
    with CatalogueFollower(place.library, pack=place.pack) as upkeep:
        undo(place.library, follower=upkeep)
    with Library.open(place.library, pack=place.pack) as library:
        assert library.answer(Question('"zeppelin"')).hits == ()


def test_the_next_scan_has_nothing_left_to_do(place: Place) -> None:
    place.describe({Field.DESCRIPTION: "zeppelin"})
    with Catalogue.open(place.library, read_only=True) as catalogue:
        sound = catalogue.sounds.one(place.ids[0])
    status = place.files[0].stat()
    assert (sound.size_bytes, sound.mtime_ns) == (status.st_size, status.st_mtime_ns)


def test_while_a_job_writes_vectors_the_words_still_change_and_the_next_scan_does_the_rest(place: Place) -> None:
    names = place.frames("names")
    with WriterLock(place.library):
        place.describe({Field.DESCRIPTION: "zeppelin"})
    with Catalogue.open(place.library, read_only=True) as catalogue:
        sound = catalogue.sounds.one(place.ids[0])
        assert catalogue.texts.matching("zeppelin").tolist() == [place.ids[0]]
    assert sound.mtime_ns != place.files[0].stat().st_mtime_ns
    assert place.frames("names") == names


def test_a_renamed_sound_keeps_its_row_its_tags_and_its_vectors(place: Place) -> None:
    with Library.open(place.library, pack=place.pack) as library:
        library.keeping.add_tags([place.ids[0]], ["mine"])
    new = place.sounds / "DOORWood_Zeppelin_A_B.wav"
    with CatalogueFollower(place.library, pack=place.pack) as upkeep:
        rename(place.library, [(FilePath.of(place.files[0]), FilePath.of(new))], follower=upkeep)
    with Library.open(place.library, pack=place.pack) as library:
        (hit,) = library.answer(Question('"zeppelin"')).hits
        assert (hit.sound.id, hit.sound.path) == (place.ids[0], FilePath.of(new))
        assert hit.sound.metadata.ucs_id == "DOORWood"
        assert library.answer(Question("tag:mine")).hits[0].sound.id == place.ids[0]
        assert library.answer(Question("low hum", sound_only=True)).hits[0].sound.id == place.ids[0]


def test_files_outside_the_library_are_no_concern(place: Place, tmp_path: Path) -> None:
    file = write_tone(tmp_path / "elsewhere.wav", 300.0, 0.2)
    (tmp_path / "no library").mkdir()
    with CatalogueFollower(tmp_path / "no library") as upkeep:
        report = describe(tmp_path / "no library", [(FilePath.of(file), Edit.of({Field.TITLE: "x"}))], follower=upkeep)
    assert report.changed == 1


def test_files_that_go_away_before_their_rows_are_written_are_left_to_the_next_scan(place: Place) -> None:
    away = place.sounds.with_name("away")
    changes = [(FilePath.of(path), Edit.of({Field.DESCRIPTION: "zeppelin"})) for path in place.files]

    def unplugged(done: int) -> None:
        if done == len(changes):
            place.sounds.rename(away)

    with CatalogueFollower(place.library, pack=place.pack) as upkeep:
        assert describe(place.library, changes, follower=upkeep, progress=unplugged).changed == 2
    away.rename(place.sounds)
    with Catalogue.open(place.library, read_only=True) as catalogue:
        stamps = [catalogue.sounds.one(id).mtime_ns for id in place.ids]
    assert all(stamp != path.stat().st_mtime_ns for stamp, path in zip(stamps, place.files, strict=True))
