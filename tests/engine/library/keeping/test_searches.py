"""Saved searches and the history of searches."""

import pytest

from engine.base.errors import KeepingError
from engine.library.user_data import UserData
from engine.library.user_data.searches import LONGEST_HISTORY
from engine.store.catalogue import Catalogue


def test_searches_are_saved_replaced_and_removed(keeping: UserData) -> None:
    first, made = keeping.save_search("Doors", "door dur:<2")
    second, _ = keeping.save_search("Wind", "wind")
    _, replaced = keeping.save_search("doors", "door creak")
    assert [(one.id, one.name, one.text) for one in keeping.saved()] == [
        (first.id, "doors", "door creak"),
        (second.id, "Wind", "wind"),
    ]
    keeping.undo(replaced)
    assert keeping.saved()[0] == first
    removed = keeping.remove_saved(first.id)
    assert keeping.saved() == [second]
    keeping.undo(removed)
    assert keeping.saved() == [first, second]
    keeping.undo(made)
    assert keeping.saved() == [second]


def test_saved_searches_are_renamed_and_ordered(keeping: UserData) -> None:
    ids = [keeping.save_search(name, name)[0].id for name in ("door", "wind", "rain")]
    renamed = keeping.rename_saved(ids[1], " Howling  wind ")
    assert [saved.name for saved in keeping.saved()] == ["door", "Howling wind", "rain"]
    ordered = keeping.order_saved([ids[2], ids[0]])
    assert [saved.id for saved in keeping.saved()] == [ids[2], ids[0], ids[1]]
    keeping.undo(ordered)
    assert [saved.id for saved in keeping.saved()] == ids
    keeping.undo(renamed)
    assert keeping.saved()[1].name == "wind"


def test_two_saved_searches_cannot_have_one_name(keeping: UserData) -> None:
    keeping.save_search("door", "door")
    second, _ = keeping.save_search("wind", "wind")
    with pytest.raises(KeepingError, match="Door"):
        keeping.rename_saved(second.id, "Door")


def test_a_saved_search_needs_a_name(keeping: UserData) -> None:
    with pytest.raises(KeepingError):
        keeping.save_search("  ", "door")


def test_the_history_has_each_search_once_newest_first(keeping: UserData) -> None:
    for text in ("door", "wind  howling", "", "door"):
        keeping.add_history(text)
    assert keeping.history() == ["door", "wind howling"]
    assert keeping.history(1) == ["door"]
    keeping.clear_history()
    assert keeping.history() == []


def test_a_long_history_forgets_its_oldest(catalogue: Catalogue, keeping: UserData) -> None:
    with catalogue.database.keeping() as connection:
        connection.executemany(
            "INSERT INTO history VALUES (?, ?, 0, 1)", [(f"search {at}", at) for at in range(1, LONGEST_HISTORY + 1)]
        )
    keeping.add_history("one more")
    kept = keeping.history(2 * LONGEST_HISTORY)
    assert (len(kept), kept[0], kept[-1]) == (LONGEST_HISTORY, "one more", "search 2")
