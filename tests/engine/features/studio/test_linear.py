"""Twice as many edits take twice the steps: of one sound, one name, one collection. Steps are counted, not time."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.features.studio.edit_applier import EditApplier, named_apart
from engine.features.studio.local_state import STUDIO
from engine.features.studio.reconciliation import seed
from engine.features.studio.spellings import Spellings
from engine.store.catalogue import Catalogue
from engine.store.outbox import FieldEdit, put_out
from tests.engine.features.user_data.conftest import digest, make

PAGE = 500
"""Edits of one transaction."""
MOST = 2.4
"""For twice the edits: twice the steps, and some for trees that are deeper."""
Edit = tuple[str, str, object]


def steps_of(catalogue: Catalogue, work: Callable[[], object]) -> int:
    """Steps of SQLite's machine in hundreds, and calls of Python's, while something is done."""
    counted = 0

    def step() -> bool:
        nonlocal counted
        counted += 100
        return False

    def call(frame: object, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    here = catalogue.database.connection
    here.set_progress_handler(step, 100)
    sys.setprofile(call)
    try:
        work()
    finally:
        sys.setprofile(None)
        here.set_progress_handler(None)
    return counted


def take(catalogue: Catalogue, edits: list[Edit]) -> None:
    """Takes edits in as a sync does, a page after another."""
    spellings = Spellings(catalogue.database.connection)
    for first in range(0, len(edits), PAGE):
        with catalogue.database.change(STUDIO):
            spellings.refresh()
            taking = EditApplier(catalogue.database.connection, spellings)
            for number, (subject, field, value) in enumerate(edits[first : first + PAGE], start=first + 1):
                taking.keep(subject, field, json.dumps(value), number, "ann", 1.0)
            taking.finish()


@pytest.fixture
def catalogues(tmp_path: Path) -> Iterator[tuple[Catalogue, Catalogue]]:
    """Two libraries with the same sounds."""
    with Catalogue.open(make(tmp_path / "one", "abc")) as one, Catalogue.open(make(tmp_path / "two", "abc")) as two:
        yield one, two


def uuid(number: int) -> str:
    return f"{number:08x}-0000-4000-8000-000000000000"


def tags_of_one_sound(count: int) -> list[Edit]:
    return [(f"s:{digest('a').hex()}", f"tag:tag {number}", f"tag {number}") for number in range(count)]


def tags_taken_off_again(count: int) -> list[Edit]:
    made = tags_of_one_sound(count // 2)
    return [*made, *((subject, field, None) for subject, field, _ in made)]


def collections_of_one_name(count: int) -> list[Edit]:
    return [(f"c:{uuid(number)}", "name", "Doors" if number % 2 else "DOORS") for number in range(count)]


def items_of_one_collection(count: int) -> list[Edit]:
    items = [(f"c:{uuid(1)}", f"item:{number:064x}", number) for number in range(count)]
    return [(f"c:{uuid(1)}", "name", "Doors"), *items]


def notes_of_one_sound(count: int) -> list[Edit]:
    return [(f"s:{digest('a').hex()}", "note", f"note {number}") for number in range(count)]


def searches_of_one_name(count: int) -> list[Edit]:
    return [(f"q:{uuid(number)}", "search", {"name": "Rain", "text": "rain"}) for number in range(count)]


@pytest.mark.shows("studio-linear")
@pytest.mark.parametrize(
    "kind",
    [
        tags_of_one_sound,
        tags_taken_off_again,
        collections_of_one_name,
        items_of_one_collection,
        notes_of_one_sound,
        searches_of_one_name,
    ],
)
def test_twice_as_many_edits_take_twice_the_steps(
    kind: Callable[[int], list[Edit]], catalogues: tuple[Catalogue, Catalogue]
) -> None:
    few = steps_of(catalogues[0], lambda: take(catalogues[0], kind(2_000)))
    many = steps_of(catalogues[1], lambda: take(catalogues[1], kind(4_000)))
    assert many / few < MOST, (few, many)


def test_twice_as_many_names_are_kept_apart_in_twice_the_steps(catalogues: tuple[Catalogue, Catalogue]) -> None:
    few = steps_of(catalogues[0], lambda: named_apart(["Doors"] * 4_000))
    many = steps_of(catalogues[0], lambda: named_apart(["Doors"] * 8_000))
    assert many / few < MOST, (few, many)


def test_names_are_kept_apart_as_before() -> None:
    assert named_apart(["Doors", "doors", "Doors (2)", "DOORS", "x" * 200, "x" * 200]) == [
        "Doors", "doors (2)", "Doors (2) (2)", "DOORS (3)", "x" * 200, "x" * 196 + " (2)"
    ]  # fmt: skip
    assert named_apart(["Doors"], ["doors"]) == ["Doors (2)"]


def test_twice_as_many_edits_are_put_out_in_twice_the_steps(catalogues: tuple[Catalogue, Catalogue]) -> None:
    def put(catalogue: Catalogue, count: int) -> None:
        with catalogue.database.change(STUDIO):
            edits = [FieldEdit(f"s:{digest('a').hex()}", "note", f"note {number}") for number in range(count)]
            put_out(catalogue.database.connection, edits, 1.0)

    few = steps_of(catalogues[0], lambda: put(catalogues[0], 2_000))
    many = steps_of(catalogues[1], lambda: put(catalogues[1], 4_000))
    assert many / few < MOST, (few, many)


def test_a_library_with_twice_as_much_is_joined_in_twice_the_steps(catalogues: tuple[Catalogue, Catalogue]) -> None:
    def joined(catalogue: Catalogue, count: int) -> int:
        here = catalogue.database.connection
        with catalogue.database.change(STUDIO):
            for number in range(1, count + 1):
                here.execute(
                    "INSERT INTO collection VALUES (?, ?, ?, ?)", (number, f"n {number}", f"n {number}", number)
                )
                here.execute(
                    "INSERT INTO collection_item(collection_id, sound_id, position) VALUES (?, 1, 1)", (number,)
                )

        def put() -> None:
            with catalogue.database.change(STUDIO):
                assert seed(here, {"c": {}, "q": {}}) == 3 * count

        return steps_of(catalogue, put)

    few, many = joined(catalogues[0], 1_000), joined(catalogues[1], 2_000)
    assert many / few < MOST, (few, many)
