"""A pattern of units is found again: whole, stretched, with some units changed, and among very many."""

import time

import numpy as np
import pytest

from engine.features.speech.alignment import Pattern, align, likeness_of
from engine.features.speech.patterns import PatternFinder
from engine.features.speech.units_store import UnitStrings

K = 64


@pytest.fixture(scope="module")
def likeness() -> np.ndarray:
    rng = np.random.default_rng(3)
    return likeness_of(rng.standard_normal((K, 16)).astype(np.float32), np.full(K, 1 / K, np.float32))


def strings(*codes: np.ndarray) -> UnitStrings:
    """Strings as a library keeps them, all of one level."""
    whole = np.concatenate(codes).astype(np.uint8)
    bounds = np.concatenate([[0], np.cumsum([len(each) for each in codes])])
    return UnitStrings(np.arange(1, len(codes) + 1), bounds, whole, np.full(len(whole), 200, np.uint8))


def whole(codes: np.ndarray) -> Pattern:
    """A pattern without pauses."""
    return Pattern(codes.astype(np.uint8), np.ones(len(codes), np.float32))


def test_a_pattern_aligns_with_itself_wholly(likeness: np.ndarray) -> None:
    codes = np.random.default_rng(0).integers(0, K, 30)
    around = np.concatenate([np.full(10, K), codes, np.full(20, K)])[None].astype(np.int16)
    got = align(whole(codes), around, likeness)
    assert got.shares[0] == pytest.approx(1.0)
    assert (int(got.starts[0]), int(got.ends[0])) == (10, 40)


def test_an_alignment_by_hand() -> None:
    # Two units, alike only to themselves. Pattern 0 1 0 in 0 1 1 0: three matches less one skip of 0.3, of 3.
    like = np.array([[1, -1], [-1, 1], [-1, -1]], np.float32)
    got = align(whole(np.array([0, 1, 0])), np.array([[0, 1, 1, 0]], np.int16), like)
    assert got.shares[0] == pytest.approx(2.7 / 3)
    assert (int(got.starts[0]), int(got.ends[0])) == (0, 4)


def test_the_same_phrase_said_slower_is_found_with_its_times(likeness: np.ndarray) -> None:
    rng = np.random.default_rng(1)
    phrase = rng.integers(0, K, 25)
    slower = np.repeat(phrase, rng.integers(1, 3, 25))
    others = [rng.integers(0, K, 200) for _ in range(20)]
    others[7] = np.concatenate([others[7][:80], slower, others[7][80:]])
    found = PatternFinder(strings(*others), likeness).find(whole(phrase), least=0.4)
    assert found[0].place == 7
    assert abs(found[0].start - 80) <= 2 and abs(found[0].end - 80 - len(slower)) <= 2


def test_pauses_of_a_pattern_count_for_nothing() -> None:
    levels = np.array([200, 200, 50, 50, 190], np.uint8)
    assert Pattern.of(np.arange(5, dtype=np.uint8), levels).weights.tolist() == [1, 1, 0, 0, 1]


def test_tens_of_thousands_of_strings_are_searched_at_once(likeness: np.ndarray) -> None:
    rng = np.random.default_rng(2)
    codes = rng.integers(0, K, 30_000 * 60).astype(np.uint8)
    phrase = rng.integers(0, K, 40)
    noisy = np.where(rng.random(40) < 0.2, rng.integers(0, K, 40), phrase)
    codes[60 * 24_321 + 10 : 60 * 24_321 + 50] = noisy
    many = UnitStrings(np.arange(30_000), np.arange(0, len(codes) + 1, 60), codes, np.full(len(codes), 200, np.uint8))
    finder = PatternFinder(many, likeness)
    finder.find(whole(phrase), least=0.4)
    started = time.process_time()
    found = finder.find(whole(phrase), least=0.4)
    assert found[0].place == 24_321
    assert time.process_time() - started < 2.0
