"""Collections: made, named, ordered, filled, taken back, and whole again after a folder came back."""

import pytest

from engine.base.errors import CollectionGone, KeepingError
from engine.base.types import SoundId
from engine.library.user_data import Collection, UserData
from engine.store.catalogue import Catalogue
from engine.store.filters import COLLECTIONS, AllOf, Filters
from tests.engine.library.keeping.conftest import store


def ids(*numbers: int) -> list[SoundId]:
    return [SoundId(number) for number in numbers]


def test_a_collection_keeps_the_order_it_was_filled_in(catalogue: Catalogue, keeping: UserData) -> None:
    made, _ = keeping.make_collection("  Scene 4  ")
    keeping.add_to(made.id, ids(3, 1))
    keeping.add_to(made.id, ids(5, 3, 2))
    assert keeping.collection_ids(made.id).tolist() == [3, 1, 5, 2]
    assert [(one.name, one.count) for one in keeping.collections()] == [("Scene 4", 4)]
    assert catalogue.passing.ids(Filters.of([AllOf(COLLECTIONS, ("SCENE 4",))])).tolist() == [1, 2, 3, 5]
    assert keeping.collections_of(ids(1, 4)) == [(made.id, 1)]


@pytest.mark.parametrize(
    ("moved", "before", "expected"),
    [
        (ids(4), SoundId(1), [4, 1, 2, 3, 5]),
        (ids(5, 1), SoundId(3), [2, 1, 5, 3, 4]),
        (ids(1, 2), None, [3, 4, 5, 1, 2]),
        (ids(2, 3), SoundId(2), [1, 2, 3, 4, 5]),
        (ids(2, 4), SoundId(4), [1, 3, 2, 4, 5]),
    ],
)
def test_sounds_are_moved_within_a_collection(
    keeping: UserData, moved: list[SoundId], before: SoundId | None, expected: list[int]
) -> None:
    made, _ = keeping.make_collection("order")
    keeping.add_to(made.id, ids(1, 2, 3, 4, 5))
    undo = keeping.move_within(made.id, moved, before)
    assert keeping.collection_ids(made.id).tolist() == expected
    keeping.undo(undo)
    assert keeping.collection_ids(made.id).tolist() == [1, 2, 3, 4, 5]


def test_taking_out_and_adding_are_taken_back(keeping: UserData) -> None:
    made, _ = keeping.make_collection("list")
    keeping.add_to(made.id, ids(1, 2, 3))
    undo = keeping.take_out(made.id, ids(2, 4))
    assert keeping.collection_ids(made.id).tolist() == [1, 3]
    keeping.undo(undo)
    assert keeping.collection_ids(made.id).tolist() == [1, 2, 3]
    keeping.undo(keeping.add_to(made.id, ids(3, 5)))
    assert keeping.collection_ids(made.id).tolist() == [1, 2, 3]


def test_a_removed_collection_comes_back_with_all_that_was_in_it(keeping: UserData) -> None:
    first, _ = keeping.make_collection("first")
    second, _ = keeping.make_collection("second")
    keeping.add_to(first.id, ids(2, 1))
    undo = keeping.remove_collection(first.id)
    assert [one.name for one in keeping.collections()] == ["second"]
    redo = keeping.undo(undo)
    assert [one.name for one in keeping.collections()] == ["first", "second"]
    assert keeping.collection_ids(first.id).tolist() == [2, 1]
    keeping.undo(redo)
    assert [one.id for one in keeping.collections()] == [second.id]


def test_making_and_renaming_are_taken_back(keeping: UserData) -> None:
    made, undo = keeping.make_collection("one")
    renamed = keeping.rename_collection(made.id, "Two")
    assert keeping.collection(made.id).name == "Two"
    keeping.undo(renamed)
    assert keeping.collection_named("ONE") is not None
    keeping.undo(undo)
    assert keeping.collections() == []


def test_collections_are_put_in_another_order(keeping: UserData) -> None:
    for name in "abc":
        keeping.make_collection(name)
    undo = keeping.move_collection(keeping.collections()[2].id, 0)
    assert [one.name for one in keeping.collections()] == ["c", "a", "b"]
    keeping.undo(undo)
    assert [one.name for one in keeping.collections()] == ["a", "b", "c"]


def test_two_collections_of_one_name_are_refused(keeping: UserData) -> None:
    keeping.make_collection("Doors")
    with pytest.raises(KeepingError, match="doors") as caught:
        keeping.make_collection("doors")
    assert "another name" in caught.value.advice
    other, _ = keeping.make_collection("Windows")
    with pytest.raises(KeepingError):
        keeping.rename_collection(other.id, "DOORS")
    assert [one.name for one in keeping.collections()] == ["Doors", "Windows"]


def test_a_name_that_is_taken_meanwhile_cannot_come_back(keeping: UserData) -> None:
    made, _ = keeping.make_collection("Doors")
    undo = keeping.remove_collection(made.id)
    keeping.make_collection("doors")
    with pytest.raises(KeepingError, match="cannot be undone"):
        keeping.undo(undo)


def test_a_collection_outlives_the_removal_of_its_folder(catalogue: Catalogue, keeping: UserData) -> None:
    made, _ = keeping.make_collection("film")
    keeping.add_to(made.id, ids(4, 2, 5))
    catalogue.roots.remove(catalogue.roots.all()[0].id)
    assert keeping.collections()[0].count == 0
    store(catalogue, range(1, 6), later=100)
    assert keeping.collection_ids(made.id).tolist() == [104, 102, 105]


def test_a_collection_that_is_not_there_is_said(keeping: UserData) -> None:
    with pytest.raises(CollectionGone, match="not there any more") as gone:
        keeping.add_to(7, ids(1))
    assert gone.value.advice == "Somebody removed it meanwhile. Choose another, or make a new one."


def test_a_collection_that_others_removed_meanwhile_is_said_and_nothing_added(
    catalogue: Catalogue, keeping: UserData, monkeypatch: pytest.MonkeyPatch
) -> None:
    doors, _ = keeping.make_collection("Doors", [SoundId(1)])

    def looked_up(id: int) -> Collection:
        """It is there when it is looked up, and gone before anything is added."""
        with Catalogue.open(catalogue.folder) as other:
            UserData(other).remove_collection(id)
        return doors

    monkeypatch.setattr(keeping, "collection", looked_up)
    with pytest.raises(CollectionGone):
        keeping.add_to(doors.id, [SoundId(2)])
    assert keeping.collections() == []
