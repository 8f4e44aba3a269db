"""Counts of a filter's values: only those that occur, and each as many as choosing it would give."""

from collections.abc import Iterator

import numpy as np
import pytest

from engine.base.types import PickedSounds
from engine.library.user_data import UserData
from engine.search.facets import FacetQuestion, counted
from engine.search.filter_registry import combine, read
from engine.search.query_parser import parse
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters
from tests.helpers.big_library import make_big_library
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    folder = tmp_path_factory.mktemp("facets")
    make_big_library(folder / "library", make_tiny_pack(folder / "pack"), 600)
    with Catalogue.open(folder / "library") as opened:
        ids = opened.passing.ids(Filters())
        keeping = UserData(opened)
        keeping.set_rating(ids[:30], 5)
        keeping.set_rating(ids[30:50], 3)
        keeping.add_tags(ids[:40], ["door"])
        keeping.add_tags(ids[20:25], ["room tone"])
        yield opened


def values(catalogue: Catalogue, key: str, *choices: str, **asked: object) -> dict[str, int]:
    question = FacetQuestion(key, choices, **asked)  # type: ignore[arg-type]
    return {each.value: each.sounds for each in counted(catalogue, question)}


def passing(catalogue: Catalogue, text: str) -> int:
    return len(catalogue.passing.ids(parse(text, synonyms=lambda word: ()).filters))


@pytest.mark.parametrize("key", ["ext", "ch", "sr", "depth", "cat", "key", "tag"])
@pytest.mark.parametrize("others", ["", "dur:<10 rating:>=3"])
def test_each_value_has_as_many_sounds_as_choosing_it_gives(catalogue: Catalogue, key: str, others: str) -> None:
    found = values(catalogue, key, filters=others)
    assert found or others
    assert all(count > 0 for count in found.values())
    for value, count in found.items():
        quoted = f'{others} {key}:"{value}"'
        assert count == passing(catalogue, quoted), value


def test_formats_that_do_not_occur_are_not_listed(catalogue: Catalogue) -> None:
    # Of every four two are WAV, one FLAC and one AIFF; all are named .wav, which the filter takes for one, too.
    assert values(catalogue, "ext") == {"wav": 600, "aiff": 150, "flac": 150}
    assert values(catalogue, "ch") == {"mono": 300, "stereo": 300}
    assert list(values(catalogue, "sr")) == ["44.1k", "48k", "96k"]


def test_stars_count_at_least(catalogue: Catalogue) -> None:
    assert values(catalogue, "rating", "5", ">=3", ">=1", "0") == {"5": 30, ">=3": 50, ">=1": 50, "0": 550}


def test_what_is_chosen_of_the_filter_itself_does_not_narrow_it(catalogue: Catalogue) -> None:
    assert values(catalogue, "sr", filters="sr:48k rating:5") == values(catalogue, "sr", filters="rating:5")
    assert sum(values(catalogue, "sr", filters="sr:48k rating:5").values()) == 30
    assert values(catalogue, "ch", text="ch:2 words", filters="ch:mono") == {"stereo": 300}  # typed is no choice here


def test_several_tags_must_hold_so_a_chosen_one_narrows(catalogue: Catalogue) -> None:
    assert values(catalogue, "tag", filters="tag:door") == {"door": 40, "room tone": 5}


def test_a_switched_off_filter_does_not_count(catalogue: Catalogue) -> None:
    off = frozenset({"filter rating: 5.0..5.0"})
    assert values(catalogue, "ch", text="rating:5", without=off) == {"mono": 300, "stereo": 300}


def test_only_sounds_that_were_picked_out_count(catalogue: Catalogue) -> None:
    picked = PickedSounds("ten", np.sort(catalogue.passing.ids(Filters())[:10]))
    assert values(catalogue, "ch", among=picked) == {"mono": 5, "stereo": 5}
    assert values(catalogue, "rating", "5", among=picked) == {"5": 10}


def test_a_range_counts_as_it_filters(catalogue: Catalogue) -> None:
    for value, count in values(catalogue, "dur", "<1", "1..5", ">2m").items():
        assert count == len(catalogue.passing.ids(combine([read("dur", value)])))
