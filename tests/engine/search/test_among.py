"""Searching among sounds that were picked out."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.base.types import PickedSounds
from engine.library.library import Library
from engine.search.question import Like, Question
from tests.helpers.synthetic_library import fill
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    fill(tmp_path / "library", make_tiny_pack(tmp_path / "pack"), 40)
    with Library.open(tmp_path / "library", pack=tmp_path / "pack") as library:
        yield library


def test_only_they_come_and_a_chip_says_so(library: Library) -> None:
    every = library.rank(Question("")).ids
    picked = PickedSounds("3 sounds from the map", np.sort(every[[2, 5, 9]]))
    listed = library.rank(Question("", among=picked))
    assert sorted(listed.ids.tolist()) == picked.ids.tolist()
    assert [(chip.kind, chip.text) for chip in listed.chips] == [("among", "3 sounds from the map")]


def test_words_rank_and_filters_hold_among_them(library: Library) -> None:
    every = library.rank(Question("")).ids
    picked = PickedSounds("ten", np.sort(every[:10]))
    assert set(library.rank(Question("door", among=picked)).ids.tolist()) == set(picked.ids.tolist())
    short = library.rank(Question("", filters="dur:<5")).ids
    both = library.rank(Question("", filters="dur:<5", among=picked)).ids
    assert set(both.tolist()) == set(short.tolist()) & set(picked.ids.tolist())
    similar = library.rank(Question(like=Like(int(picked.ids[0])), among=picked))  # type: ignore[arg-type]
    assert set(similar.ids.tolist()) == set(picked.ids.tolist())


def test_a_chip_that_is_switched_off_brings_all_back(library: Library) -> None:
    picked = PickedSounds("ten", np.sort(library.rank(Question("")).ids[:10]))
    (chip,) = library.rank(Question("", among=picked)).chips
    assert len(library.rank(Question("", among=picked, without=frozenset({chip.id}))).ids) == 40


def test_other_sounds_of_the_same_label_are_not_switched_off_with_them(library: Library) -> None:
    ids = np.sort(library.rank(Question("")).ids)
    (chip,) = library.rank(Question("", among=PickedSounds("ten", ids[:10]))).chips
    assert (
        len(library.rank(Question("", among=PickedSounds("ten", ids[10:20]), without=frozenset({chip.id}))).ids) == 10
    )
