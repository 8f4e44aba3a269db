"""The metric, against rankings worked out by hand and the golden ranking of the retrieval papers' definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.measures.metrics import average_precision, mean_average_precision, recall_at


def test_hits_at_one_and_three_of_three_relevant() -> None:
    # (1/1 + 2/3) / min(10, 3) = 0.5556
    assert average_precision(["a", "x", "b", "y"], {"a", "b", "c"}) == pytest.approx((1 + 2 / 3) / 3)


def test_a_hit_below_the_depth_does_not_count() -> None:
    assert average_precision([*range(10), 99], {99}) == 0.0


def test_more_relevant_than_the_depth_can_still_be_perfect() -> None:
    assert average_precision(range(20), set(range(20))) == 1.0


def test_a_query_without_answers_is_refused() -> None:
    with pytest.raises(ValueError, match="relevant"):
        average_precision([1, 2], set())


def test_eight_queries_over_four_sounds_give_the_published_figures() -> None:
    scores = [
        [0.9, 0.1, 0.2, 0.3], [0.2, 0.8, 0.7, 0.1], [0.5, 0.6, 0.1, 0.0], [0.9, 0.8, 0.7, 0.6],
        [0.1, 0.2, 0.9, 0.3], [0.4, 0.3, 0.2, 0.1], [0.0, 0.1, 0.2, 0.3], [0.3, 0.2, 0.1, 0.0],
    ]  # fmt: skip
    ranked = [sorted(range(4), key=lambda column: -row[column]) for row in scores]
    relevant = [{query // 2} for query in range(8)]
    assert recall_at(ranked, relevant, 1) == 0.5
    assert recall_at(ranked, relevant, 3) == 0.875
    assert mean_average_precision(ranked, relevant, 3) == pytest.approx(0.6458333, abs=1e-7)
    assert mean_average_precision(ranked, relevant, 10) == pytest.approx(0.6770833, abs=1e-7)


@given(st.permutations(range(12)), st.sets(st.integers(0, 11), min_size=1))
def test_precision_stays_within_zero_and_one(ranked: list[int], relevant: set[int]) -> None:
    assert 0.0 <= average_precision(ranked, relevant) <= 1.0
