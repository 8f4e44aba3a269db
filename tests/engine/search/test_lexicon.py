"""Which words are known, which one is suggested for another, and what a query says of those that are not."""

import numpy as np
import pytest

from engine.base.chips import UnreadReason
from engine.search.lexicon import Lexicon
from engine.search.query_parser import parse
from engine.store.vocabulary import Words


@pytest.fixture
def lexicon() -> Lexicon:
    """Of a library whose sounds are named by a word that no dictionary has, and by "thyme"."""
    own = Words(["schlonk", "thyme"], np.array([3, 1]))
    ids = np.arange(1, 4)
    return Lexicon(lambda: own, lambda word: ids if word in own.words else ids[:0])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("hellicopter", "helicopter"),
        ("thundr", "thunder"),
        ("chainasw", "chainsaw"),  # two letters exchanged are one slip
        ("wisper", "whisper"),  # "wiser" is as near; nobody says it of sounds
        ("schlonq", "schlonk"),  # a word of the library alone
        ("footst", "footstep"),  # a beginning
        ("qqxxzzvv", ""),
    ],
)
def test_a_word_nobody_knows_has_the_nearest_known_one_beside_it(lexicon: Lexicon, typed: str, meant: str) -> None:
    assert lexicon.doubt(typed) == meant


@pytest.mark.parametrize(
    "word", ["helicopter", "helicoptering", "schlonk", "schlonks", "tokyo", "colour", "whoosh", "qzx", "mk2b"]
)
def test_words_of_english_and_of_the_library_are_not_doubted(lexicon: Lexicon, word: str) -> None:
    assert lexicon.doubt(word) is None


def test_a_library_without_words_is_no_trouble() -> None:
    empty = Lexicon(lambda: Words([], np.empty(0, np.int64)), lambda word: np.empty(0, np.int64))
    assert empty.doubt("hellicopter") == "helicopter"


@pytest.mark.shows("searching-s-own")
def test_a_query_is_searched_as_typed_and_says_which_word_is_not_known(lexicon: Lexicon) -> None:
    text = 'big Hellicopter | hellicopter, far "hellicopter" dur:<2 -hellicopter chan:hellicopter'
    query = parse(text, synonyms=lambda word: (), doubt=lexicon.doubt)
    assert query.alternatives[0].describe == "big Hellicopter"
    doubted = [chip for chip in query.chips if chip.why is UnreadReason.UNKNOWN_WORD]
    assert [(chip.source, chip.key, chip.is_left_out) for chip in doubted] == [
        ("Hellicopter", "helicopter", False),
        ("hellicopter", "helicopter", False),
    ]
    assert [text[slice(*chip.spans[0])] for chip in doubted] == ["Hellicopter", "hellicopter"]


def test_a_word_that_stands_twice_is_said_once_with_both_places(lexicon: Lexicon) -> None:
    chips = parse("thundr and thundr", synonyms=lambda word: (), doubt=lexicon.doubt).chips
    assert [chip.spans for chip in chips if chip.why is UnreadReason.UNKNOWN_WORD] == [((0, 6), (11, 17))]
