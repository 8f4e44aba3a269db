"""Kept orders give, with what changed since, those of texts that are all read; what does not fit is passed over."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.base.cancellation import StopRequested
from engine.base.types import FilePath, FileStamp, RootId, SoundId, SoundMetadata
from engine.search import sorting
from engine.search.sorting import OF_FILES, SortKey, SoundSorter, keep_file_orders
from engine.store import columns
from engine.store.catalogue import Catalogue
from engine.store.files import Move
from engine.store.order_cache import drop_orders, keep_orders, kept_order, kept_sequence, orders_file
from tests.helpers.libraries import EMPTY, PACK, ROOT, a_sound

SOUNDS = 120
WORDS = ("Gate", "gate", "géant", "Door", "rain 2", "rain 10", "rain 02", "x" * 30, "x" * 30 + "y", "Ätna", "Zug")


def a_name(draw: random.Random) -> str:
    return " ".join(draw.choices(WORDS, k=draw.randint(1, 3)))


def some_metadata(draw: random.Random) -> SoundMetadata:
    if draw.random() < 0.3:
        return SoundMetadata()
    return SoundMetadata(description=a_name(draw), title=draw.choice(WORDS), keywords=(draw.choice(WORDS),))


def store(catalogue: Catalogue, root: RootId, numbers: range, draw: random.Random) -> None:
    names = {number: f"{number}/{a_name(random.Random(number))}.wav" for number in numbers}
    catalogue.sounds.store(
        [
            a_sound(
                number,
                root=root,
                first_segment=2 * number - 1,
                name=name,
                duration_s=draw.choice((0.1, 0.25, 1 / 3, draw.random())),
                metadata=some_metadata(draw),
            )
            for number, name in names.items()
        ],
        [],
    )


@pytest.fixture
def draw() -> random.Random:
    return random.Random(7)


@pytest.fixture
def library(tmp_path: Path, draw: random.Random) -> Iterator[Catalogue]:
    """Sounds with names and texts that are alike, and the orders as they are then."""
    with Catalogue.open(tmp_path) as catalogue:
        catalogue.packs.set_searched(PACK, "test")
        catalogue.sounds.reserve_ids(2 * SOUNDS, 4 * SOUNDS)
        store(catalogue, catalogue.roots.add(ROOT), range(1, SOUNDS + 1), draw)
        keep_file_orders(catalogue)
        yield catalogue


def change(catalogue: Catalogue, draw: random.Random) -> None:
    """Some come, some go, some are stored anew, moved, described otherwise, and one cannot be read any more."""
    root = catalogue.roots.all()[0].id
    store(catalogue, root, range(SOUNDS + 1, SOUNDS + 30), draw)
    store(catalogue, root, range(1, 10), draw)
    catalogue.sounds.remove([SoundId(number) for number in range(10, 20)])
    moves = [
        Move(SoundId(number), FileStamp(FilePath(ROOT.raw + f"/b/{a_name(draw)}.{number}.wav".encode()), 5, 7), root)
        for number in range(20, 40)
    ]
    catalogue.files.relink_all(moves)
    for number in range(40, 60):
        stamp = FileStamp(FilePath(ROOT.raw + f"/c/{number}.wav".encode()), 5, 7)
        catalogue.files.retag(SoundId(number), stamp, some_metadata(draw), "")
    catalogue.files.note_failed(a_sound(200, root=root, name="géant 3.wav").stamp, EMPTY, root=root)


def orders_of(catalogue: Catalogue) -> dict[tuple[SortKey, bool], list[int]]:
    """Every column, both ways, by a sorter that has read nothing yet."""
    sorter = SoundSorter(catalogue)
    ids = catalogue.database.ids("SELECT id FROM sound WHERE error = '' ORDER BY id DESC")
    return {
        (key, descending): ids[sorter.order(ids, key, descending=descending)].tolist()
        for key in OF_FILES
        for descending in (False, True)
    }


def orders_read_anew(catalogue: Catalogue) -> dict[tuple[SortKey, bool], list[int]]:
    drop_orders(catalogue.folder)
    return orders_of(catalogue)


def no_column(connection: object, wanted: object, source: str) -> None:
    raise AssertionError(f"a whole column of {source} was read")


def orders_without_columns(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> dict[tuple[SortKey, bool], list[int]]:
    """As `orders_of`, where reading a whole column fails."""
    with monkeypatch.context() as without:
        without.setattr(columns, "_stretches", no_column)
        return orders_of(catalogue)


@pytest.mark.parametrize("seed", range(6))
def test_what_changed_is_placed_among_what_is_kept(
    library: Catalogue, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(library, random.Random(seed))
    assert orders_without_columns(library, monkeypatch) == orders_read_anew(library)


def test_without_changes_nothing_but_the_file_is_read(library: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    assert orders_without_columns(library, monkeypatch) == orders_read_anew(library)


def test_they_are_kept_again_once_enough_changed(
    library: Catalogue, draw: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = kept_sequence(library.folder)
    change(library, draw)
    keep_file_orders(library)
    assert kept_sequence(library.folder) == first
    monkeypatch.setattr(sorting, "_LEFT_TO_PLACE", 50)
    keep_file_orders(library)
    assert kept_sequence(library.folder) == library.database.sequence()
    assert orders_without_columns(library, monkeypatch) == orders_read_anew(library)


def test_where_too_much_changed_all_texts_are_read(
    library: Catalogue, draw: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(library, draw)
    monkeypatch.setattr(sorting, "_MOST_PLACED", 50)
    found = orders_of(library)
    with monkeypatch.context() as without:
        without.setattr(columns, "_stretches", no_column)
        for key in OF_FILES:
            with pytest.raises(AssertionError, match="a whole column"):
                SoundSorter(library).places(key)
    assert found == orders_read_anew(library)


def test_a_file_that_is_cut_off_is_passed_over(library: Catalogue) -> None:
    found, path = orders_of(library), orders_file(library.folder)
    path.write_bytes(path.read_bytes()[:-400])
    assert kept_order(library.folder, SortKey.NAME) is None
    assert orders_of(library) == found


def test_orders_that_are_ahead_of_the_catalogue_are_passed_over(library: Catalogue, draw: random.Random) -> None:
    kept = kept_order(library.folder, SortKey.NAME)
    assert kept is not None
    wrong = (kept.sounds[::-1].copy(), kept.groups)
    keep_orders(library.folder, library.database.sequence() + 1, {SortKey.NAME: wrong})
    found = orders_of(library)
    assert found == orders_read_anew(library)


def test_an_order_of_sounds_that_are_not_there_is_passed_over(library: Catalogue, draw: random.Random) -> None:
    strangers = np.arange(1_000, 1_000 + SOUNDS, dtype=np.int64)
    keep_orders(library.folder, library.database.sequence(), {SortKey.NAME: (strangers, np.arange(SOUNDS))})
    change(library, draw)
    found = orders_of(library)
    assert found == orders_read_anew(library)


def test_a_cancel_keeps_what_was(library: Catalogue, draw: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    first = kept_sequence(library.folder)
    change(library, draw)
    monkeypatch.setattr(sorting, "_LEFT_TO_PLACE", 0)
    with pytest.raises(StopRequested):
        keep_file_orders(library, cancel=lambda: True)
    assert kept_sequence(library.folder) == first


def test_ids_of_any_height_come_back(tmp_path: Path) -> None:
    ids = np.array([2**31, 5], np.int64)
    keep_orders(tmp_path, 1, {"name": (ids, np.array([0, 1], np.int64))})
    kept = kept_order(tmp_path, "name")
    assert kept is not None
    assert (kept.sounds.tolist(), kept.groups.tolist()) == (ids.tolist(), [0, 1])
