"""Tags keep the letters they were typed in, and are one tag whatever their case."""

import pytest

from engine.base.errors import KeepingError
from engine.base.types import Ids, SoundId
from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
from engine.store.filters import TAGS, AllOf, Filters
from tests.engine.library.keeping.conftest import store

ONE, TWO, THREE = SoundId(1), SoundId(2), SoundId(3)


def found(catalogue: Catalogue, tag: str) -> list[int]:
    ids: Ids = catalogue.passing.ids(Filters.of([AllOf(TAGS, (tag,))]))
    return [int(id) for id in ids]


def test_a_tag_keeps_its_capitals_and_is_found_in_any_case(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.add_tags([ONE], ["Scene4", "Übung"])
    assert catalogue.sounds.one(ONE).marks.tags == ("Scene4", "Übung")
    assert found(catalogue, "scene4") == found(catalogue, "SCENE4") == found(catalogue, "übung") == [1]


def test_a_tag_that_is_there_is_added_in_the_spelling_it_has(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.add_tags([ONE], ["Scene4"])
    undo = keeping.add_tags([ONE, TWO], ["SCENE4", "scene4"])
    assert keeping.tags() == [("Scene4", 2)]
    keeping.undo(undo)
    assert keeping.tags() == [("Scene4", 1)], "what was there before stays"


def test_a_tag_is_taken_off_in_any_case(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.add_tags([ONE, TWO], ["Scene4"])
    undo = keeping.remove_tags([ONE], ["scene4"])
    assert keeping.tags() == [("Scene4", 1)]
    keeping.undo(undo)
    assert catalogue.sounds.one(ONE).marks.tags == ("Scene4",)


def test_a_tag_is_spelled_otherwise_on_every_sound_and_that_is_taken_back(
    catalogue: Catalogue, keeping: UserData
) -> None:
    keeping.add_tags([ONE, TWO], ["scene4"])
    undo = keeping.rename_tag("scene4", "Scene4")
    assert keeping.tags() == [("Scene4", 2)]
    keeping.undo(undo)
    assert keeping.tags() == [("scene4", 2)]


def test_a_tag_that_takes_the_name_of_another_becomes_one_with_it(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.add_tags([ONE, TWO], ["Door"])
    keeping.add_tags([TWO, THREE], ["gate"])
    undo = keeping.rename_tag("Gate", "door")
    assert keeping.tags() == [("Door", 3)]
    keeping.undo(undo)
    assert keeping.tags() == [("Door", 2), ("gate", 2)]


def test_a_tag_cannot_be_called_nothing(keeping: UserData) -> None:
    keeping.add_tags([ONE], ["door"])
    with pytest.raises(KeepingError):
        keeping.rename_tag("door", "  ")
    assert keeping.tags() == [("door", 1)]


def test_tags_are_listed_by_their_letters_not_their_capitals(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.add_tags([ONE], ["wood", "Zebra", "Apple", "door"])
    assert [name for name, _ in keeping.tags()] == ["Apple", "door", "wood", "Zebra"]
    assert catalogue.sounds.one(ONE).marks.tags == ("Apple", "door", "wood", "Zebra")


def test_a_sound_that_comes_back_has_its_tag_in_the_spelling_of_today(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.add_tags([ONE, TWO], ["Scene4"])
    catalogue.sounds.remove([ONE])
    keeping.rename_tag("Scene4", "SCENE4")
    store(catalogue, range(1, 2), later=10)
    assert keeping.tags() == [("SCENE4", 2)]
