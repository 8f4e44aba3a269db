"""Taking duplicates out: nothing goes unless another stays, and the user's marks stay with the sound."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.base.types import Colour
from engine.features.duplicates.exact import find_exact
from engine.features.duplicates.groups import Duplicates
from engine.features.duplicates.removal import JOURNAL, RemovedFile, look, settle
from engine.library.user_data.user_data import UserData
from engine.store.catalogue import Catalogue
from tests.helpers.small_library import store_sounds
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny")


@pytest.fixture
def catalogue(tmp_path: Path, pack: Path) -> Iterator[Catalogue]:
    """An original and two copies of it, sounds 1 to 3."""
    original = write_tone(tmp_path / "sounds" / "a.wav", 200.0, 0.5)
    copies = [Path(shutil.copy2(original, tmp_path / "sounds" / name)) for name in ("b.wav", "c.wav")]
    store_sounds(tmp_path / "library", tmp_path / "sounds", pack, [original, *copies])
    with Catalogue.open(tmp_path / "library") as opened:
        yield opened


@pytest.fixture
def found(catalogue: Catalogue) -> Duplicates:
    return find_exact(catalogue)


def goes(found: Duplicates, *ids: int) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    return np.isin(found.ids, ids)


def test_what_is_as_it_was_may_go_and_says_what_stays(catalogue: Catalogue, found: Duplicates) -> None:
    leave = look(catalogue, found, goes(found, 2, 3), is_trash=True)
    assert [(item.sound.path.name, item.stays.path.name) for item in leave.leaving] == [
        ("b.wav", "a.wav"), ("c.wav", "a.wav"),
    ]  # fmt: skip
    assert leave.size_bytes == 2 * catalogue.sounds.many(found.ids)[0].size_bytes


def test_a_group_never_goes_whole(catalogue: Catalogue, found: Duplicates) -> None:
    with pytest.raises(ValueError, match="everything"):
        look(catalogue, found, goes(found, 1, 2, 3), is_trash=True)


def test_a_changed_file_or_keeper_is_refused(catalogue: Catalogue, found: Duplicates, tmp_path: Path) -> None:
    write_tone(tmp_path / "sounds" / "b.wav", 900.0, 0.7)
    leave = look(catalogue, found, goes(found, 2, 3), is_trash=True)
    assert [item.sound.path.name for item in leave.leaving] == ["c.wav"]
    assert [str(item.reason) for item in leave.refused] == ["b.wav has changed since it was indexed"]
    (tmp_path / "sounds" / "a.wav").unlink()
    assert look(catalogue, found, goes(found, 3), is_trash=True).leaving == ()
    assert len(look(catalogue, found, goes(found, 3), is_trash=False).leaving) == 1


def test_one_file_under_two_names_is_refused(catalogue: Catalogue, found: Duplicates, tmp_path: Path) -> None:
    (tmp_path / "sounds" / "b.wav").unlink()
    (tmp_path / "sounds" / "b.wav").symlink_to(tmp_path / "sounds" / "a.wav")
    leave = look(catalogue, found, goes(found, 2), is_trash=True)
    assert [str(item.reason) for item in leave.refused] == [
        "it is the same file as the one that stays, under another name"
    ]


def test_marks_are_handed_on_and_the_journal_says_what_went(
    catalogue: Catalogue, found: Duplicates, tmp_path: Path
) -> None:
    keeping = UserData(catalogue)
    one, two, three = (sound.id for sound in catalogue.sounds.many(np.array([1, 2, 3])))
    keeping.set_rating([one], 3)
    keeping.set_rating([two], 5)
    keeping.set_colour([three], Colour.RED)
    keeping.add_tags([two], ["rain"])
    keeping.set_favourite([three], True)
    keeping.set_note(one, "first")
    keeping.set_note(three, "third")
    collection = keeping.make_collection("Act 1")[0]
    keeping.add_to(collection.id, [two])
    leave = look(catalogue, found, goes(found, 2, 3), is_trash=True)
    settle(catalogue, [RemovedFile(leave.leaving[0], "/trash/b.wav"), RemovedFile(leave.leaving[1])])
    marks = catalogue.sounds.one(one).marks
    assert (marks.rating, marks.colour, marks.tags, marks.is_favourite) == (5, Colour.RED, ("rain",), True)
    assert marks.note == "first\nthird"
    assert keeping.collection_ids(collection.id).tolist() == [one]
    assert catalogue.sounds.counts().sounds == 1
    lines = [json.loads(line) for line in (tmp_path / "library" / JOURNAL).read_text(encoding="utf-8").splitlines()]
    assert [(line["uri"].rsplit("/", 1)[1], line["trashed_to"]) for line in lines] == [
        ("b.wav", "/trash/b.wav"), ("c.wav", ""),
    ]  # fmt: skip
    assert all(line["stays"].endswith("a.wav") for line in lines)
