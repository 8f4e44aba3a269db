"""Words found in names and metadata."""

import numpy as np
import pytest

from engine.base.types import Ids
from engine.search.keywords import KeywordsFound, find, inflections
from engine.search.query import Expansion

TEXTS = {1: {"door", "creaks"}, 2: {"door"}, 3: {"gate", "slam"}, 5: {"wind"}, 8: {"door", "slammed"}}


def lookup(word: str) -> Ids:
    return np.array([id for id, words in TEXTS.items() if word in words], np.int64)


def search(*words: str, widenings: tuple[Expansion, ...] = ()) -> KeywordsFound:
    return find(words, widenings, lookup)


def test_the_share_counts_the_words_a_sound_holds() -> None:
    found = search("door", "creaking")
    # 1 holds both (creaks is a form of creaking), 2 and 8 hold one of two, 4 is not there at all.
    assert list(found.shares(np.array([1, 2, 4, 8]))) == [1.0, 0.5, 0.0, 0.5]
    assert found.holding(np.array([1, 2, 4])).tolist() == [[True, True], [True, False], [False, False]]


@pytest.mark.shows("words-beside-sound")
def test_a_synonym_counts_half_and_not_on_top_of_the_word() -> None:
    found = search("door", widenings=(Expansion("door", ("gate", "slammed")),))
    assert list(found.shares(np.array([2, 3, 8]))) == [1.0, 0.5, 1.0]


def test_no_words_find_nothing() -> None:
    found = search()
    assert list(found.shares(np.array([1, 2]))) == [0.0, 0.0]
    assert found.holding(np.array([1])).shape == (1, 0)


def test_the_best_are_sure_and_equals_contest_the_last_places() -> None:
    sure, contesting = search("door", "creak").best(2, None)
    assert (list(sure), list(contesting)) == ([1], [2, 8])


def test_only_allowed_sounds_are_among_the_best() -> None:
    sure, contesting = search("door", "creak").best(2, np.array([2, 3, 8]))
    assert (list(sure), list(contesting)) == ([2, 8], [])


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("creak", "creaking"), ("creaking", "creak"), ("creaks", "creaked"), ("doors", "door"), ("door", "doors"),
        ("slam", "slammed"), ("slammed", "slamming"), ("breathing", "breathe"), ("breathe", "breathing"),
        ("city", "cities"), ("cities", "city"), ("splashes", "splash"), ("glass", "glasses"), ("running", "run"),
    ],
)  # fmt: skip
def test_plain_inflections_find_each_other(typed: str, named: str) -> None:
    assert named in inflections(typed)


@pytest.mark.parametrize(
    ("typed", "other"), [("bee", "being"), ("gas", "ga"), ("glass", "glas"), ("sing", "s"), ("808", "808s")]
)
def test_what_is_no_inflection_is_not_found(typed: str, other: str) -> None:
    assert other not in inflections(typed)


@pytest.mark.parametrize(
    ("word", "has", "has_not"),
    [
        ("play", {"play", "plays", "played", "playing"}, {"plaies", "plaied"}),
        ("fly", {"fly", "flies", "flied"}, {"flys"}),
        ("hit", {"hit", "hits", "hitting", "hitted"}, set()),
        ("crash", {"crash", "crashes"}, {"crashs"}),
    ],
)
def test_a_word_has_the_forms_that_english_gives_it(word: str, has: set[str], has_not: set[str]) -> None:
    found = set(inflections(word))
    assert has <= found
    assert found.isdisjoint(has_not)
