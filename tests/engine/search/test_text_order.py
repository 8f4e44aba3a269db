"""Names in the order in which people read them."""

import re
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.search.natural_order import ranks
from engine.store.columns import BulkTexts


def texts(*words: str) -> BulkTexts:
    raw = [word.encode() for word in words]
    return BulkTexts(np.frombuffer(b"".join(raw), np.uint8), np.array([len(part) for part in raw], np.int64))


def ordered(*words: str) -> list[str]:
    return [words[place] for place in np.argsort(ranks(texts(*words)), kind="stable")]


def test_numbers_count_by_their_size_and_case_does_not() -> None:
    assert ordered("take 10", "Take 2", "take 1", "SLAM") == ["SLAM", "take 1", "Take 2", "take 10"]


def test_leading_zeros_do_not_count() -> None:
    assert ranks(texts("take 2", "take 002")).tolist() == [0, 0]
    assert ordered("a 010", "a 9", "a 0") == ["a 0", "a 9", "a 010"]


def test_letters_with_marks_stand_with_their_plain_ones() -> None:
    assert ordered("zed", "Étude 2", "etude 10", "étude 1") == ["étude 1", "Étude 2", "etude 10", "zed"]


def test_names_that_differ_late_are_told_apart() -> None:
    # Longer than two of the stretches that are compared at a time.
    start = "AMBForst_A very long description of a forest in the morning with birds "
    assert ordered(start + "10", start + "9", start) == [start, start + "9", start + "10"]


@pytest.mark.parametrize("words", [(), ("",), ("", "a", "")])
def test_empty_names_come_first(words: tuple[str, ...]) -> None:
    assert ordered(*words) == sorted(words)


def reference(word: str) -> list[tuple[int, int, str]]:
    """Python's own comparison: numbers as (0, value), other letters as they are. A number stands before a letter."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(c))
    parts = re.findall(r"[0-9]+|[^0-9]", plain)
    return [(0, int(part), "") if part.isascii() and part.isdigit() else (1, 0, part) for part in parts]


@given(st.lists(st.text(alphabet="abBé019", max_size=60), max_size=30))
def test_the_order_is_that_of_comparing_piece_by_piece(words: list[str]) -> None:
    assert [reference(word) for word in ordered(*words)] == sorted(reference(word) for word in words)
