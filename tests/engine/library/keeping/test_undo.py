"""Whatever is changed, in whatever order, taking all of it back leaves everything as it was."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import KeepingError
from engine.base.types import Colour, SoundId
from engine.library.user_data import Undo, UserData
from engine.store.catalogue import Catalogue
from tests.engine.library.keeping.conftest import store

Change = Callable[[UserData], Undo]
SOUNDS = st.lists(st.integers(0, 6).map(SoundId), max_size=4)  # 0 and 6 are not in the library
NAMES = st.sampled_from(["one", "two", "three"])


def in_collection(change: Callable[[UserData, int], Undo], place: int) -> Change:
    """The change of one of the collections there are, or of none."""

    def made(keeping: UserData) -> Undo:
        there = keeping.collections()
        return change(keeping, there[place % len(there)].id) if there else keeping.set_rating([], 1)

    return made


CHANGES: st.SearchStrategy[Change] = st.one_of(
    st.builds(lambda ids, rating: lambda keeping: keeping.set_rating(ids, rating), SOUNDS, st.integers(0, 5)),
    st.builds(
        lambda ids, colour: lambda keeping: keeping.set_colour(ids, colour), SOUNDS, st.sampled_from([None, *Colour])
    ),
    st.builds(lambda ids, is_on: lambda keeping: keeping.set_favourite(ids, is_on), SOUNDS, st.booleans()),
    st.builds(lambda ids, names: lambda keeping: keeping.add_tags(ids, names), SOUNDS, st.lists(NAMES, max_size=2)),
    st.builds(lambda ids, names: lambda keeping: keeping.remove_tags(ids, names), SOUNDS, st.lists(NAMES, max_size=2)),
    st.builds(lambda text: lambda keeping: keeping.set_note(SoundId(1), text), st.sampled_from(["", "a", "b"])),
    st.builds(lambda name: lambda keeping: keeping.make_collection(name)[1], NAMES),
    st.builds(lambda name: lambda keeping: keeping.save_search(name, name * 2)[1], NAMES),
    st.builds(
        lambda ids, place: in_collection(lambda keeping, id: keeping.add_to(id, ids), place), SOUNDS, st.integers(0, 2)
    ),
    st.builds(
        lambda ids, place: in_collection(lambda keeping, id: keeping.take_out(id, ids), place),
        SOUNDS,
        st.integers(0, 2),
    ),
    st.builds(
        lambda ids, before: in_collection(lambda keeping, id: keeping.move_within(id, ids, before), 0),
        SOUNDS,
        st.none() | st.integers(1, 5).map(SoundId),
    ),
    st.builds(
        lambda name, place: in_collection(lambda keeping, id: keeping.rename_collection(id, name), place),
        NAMES,
        st.integers(0, 2),
    ),
    st.builds(lambda place: in_collection(lambda keeping, id: keeping.remove_collection(id), place), st.integers(0, 2)),
    st.builds(
        lambda place, to: in_collection(lambda keeping, id: keeping.move_collection(id, to), place),
        st.integers(0, 2),
        st.integers(0, 2),
    ),
)


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[UserData]:
    with Catalogue.open(tmp_path_factory.mktemp("undo")) as catalogue:
        store(catalogue, range(1, 6))
        yield UserData(catalogue)


def everything(keeping: UserData) -> list[list[tuple[object, ...]]]:
    tables = ("mark", "tag", "collection", "collection_item", "saved_search")
    return [keeping._catalogue.database.rows(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables]


@settings(max_examples=60, deadline=None)
@given(changes=st.lists(CHANGES, max_size=12))
def test_changes_are_taken_back_and_made_again_in_any_order(one: UserData, changes: list[Change]) -> None:
    before = everything(one)
    undos: list[Undo] = []
    for change in changes:
        try:
            undos.append(change(one))
        except KeepingError:
            continue  # a name that another has
    after = everything(one)
    redos = [one.undo(undo) for undo in reversed(undos)]
    assert everything(one) == before
    again = [one.undo(redo) for redo in reversed(redos)]
    assert everything(one) == after
    for undo in reversed(again):
        one.undo(undo)
    assert everything(one) == before


def test_a_collection_made_of_sounds_comes_back_with_them(keeping: UserData) -> None:
    made, undo = keeping.make_collection("Doors", [SoundId(3), SoundId(1)])
    assert keeping.collection_ids(made.id).tolist() == [3, 1]
    redo = keeping.undo(undo)
    assert keeping.collections() == []
    keeping.undo(redo)
    assert keeping.collection_ids(made.id).tolist() == [3, 1]
