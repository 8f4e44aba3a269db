"""Average precision of word pairs; the golden values were computed by another implementation."""

import math

import numpy as np
import pytest

from training.measures.word_discrimination import PairRanking, cosine_of, cross_view_ranking, pairs_of, word_figures

LABELS = np.array([0, 0, 1, 1, 1, 2])


def unit(rows: int, columns: int, a: float = 1.3, b: float = 0.7, s: float = 0.0) -> np.ndarray:
    """sin(a i + b j + s + i j / 10), rows normalised."""
    cells = np.array([[math.sin(a * i + b * j + s + 0.1 * i * j) for j in range(columns)] for i in range(rows)])
    return cells / np.linalg.norm(cells, axis=1, keepdims=True)


def test_the_golden_average_precisions() -> None:
    vectors, words = unit(6, 3), unit(3, 3, 0.9, 1.1, 0.5)
    found = word_figures(cosine_of(vectors), LABELS, "aabbab", vectors @ words.T)
    assert found.acoustic == pytest.approx(0.34656593406593406, abs=1e-12)
    assert found.cross_view == pytest.approx(0.395528083028083, abs=1e-12)
    assert (found.utterances, found.words, found.acoustic_chance) == (6, 3, pytest.approx(4 / 15))
    assert found.cross_view_chance == pytest.approx(6 / 18)


def test_precision_is_averaged_over_the_right_pairs() -> None:
    # Right, wrong, right: (1/1 + 2/3) / 2.
    ranking = PairRanking(np.array([0.1, 0.2, 0.3]), np.array([True, False, True]))
    assert ranking.average_precision() == pytest.approx(5 / 6)
    # The wrong one thrice: (1 + 2/5) / 2.
    assert ranking.average_precision(np.array([1.0, 3.0, 1.0])) == pytest.approx(0.7)


def test_equal_distances_share_the_last_of_their_places() -> None:
    for right in ([True, False], [False, True]):
        assert PairRanking(np.zeros(2), np.array(right)).average_precision() == pytest.approx(0.5)


def test_only_pairs_of_two_speakers_count_across() -> None:
    # Utterances 0 and 1 are one speaker's and near; the other speaker's take of the word is far.
    apart = {(0, 1): 0.1, (0, 2): 0.9, (0, 3): 0.5, (1, 2): 0.8, (1, 3): 0.6, (2, 3): 0.7}
    found = word_figures(
        lambda pairs: np.array([apart[int(a), int(b)] for a, b in pairs]), np.array([0, 0, 0, 1]), "aabb"
    )
    # Across: 0-3 wrong .5, 1-3 wrong .6, 1-2 right .8, 0-2 right .9: (1/3 + 2/4) / 2. All: 0-1 first, 2-3 fourth.
    assert found.across == pytest.approx(5 / 12)
    assert found.acoustic == pytest.approx((1 + 2 / 5 + 3 / 6) / 3)
    assert found.cross_view is None


def test_a_distance_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="no number"):
        PairRanking(np.array([0.1, np.nan]), np.array([True, False]))


def test_vectors_of_one_word_each_that_coincide_are_perfect() -> None:
    cross = np.eye(3)[LABELS]
    assert cross_view_ranking(cross, LABELS).average_precision() == 1.0


def test_the_order_of_the_pairs_does_not_matter_even_at_equal_distances() -> None:
    draw = np.random.default_rng(4)
    distances, is_same = draw.integers(6, size=40) / 5.0, draw.random(40) < 0.3
    order = draw.permutation(40)
    shuffled = PairRanking(distances[order], is_same[order])
    assert PairRanking(distances, is_same).average_precision() == pytest.approx(shuffled.average_precision())


def test_all_pairs_are_there_once() -> None:
    assert sorted(map(tuple, pairs_of(4).tolist())) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def test_all_pairs_are_those_of_two_different_things() -> None:
    assert pairs_of(4).tolist() == [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    assert pairs_of(1).shape == (0, 2)
