"""Intervals and paired comparisons, against the normal theory and scipy's bootstrap."""

import numpy as np
import pytest
import scipy.stats

from training.measures.bootstrap import compare, interval

DRAW = np.random.default_rng(1)
VALUES = DRAW.normal(0.4, 0.3, 500)


def test_the_interval_of_a_mean_is_that_of_the_normal_theory() -> None:
    found = interval(VALUES)
    half = 1.96 * VALUES.std() / np.sqrt(500)
    assert found.value == pytest.approx(VALUES.mean())
    assert found.low == pytest.approx(VALUES.mean() - half, abs=0.1 * half)
    assert found.high == pytest.approx(VALUES.mean() + half, abs=0.1 * half)


def test_the_interval_is_that_of_scipy() -> None:
    found = interval(VALUES[:60] ** 2)
    expected = scipy.stats.bootstrap(
        (VALUES[:60] ** 2,), np.mean, n_resamples=4000, method="percentile", rng=np.random.default_rng(2)
    ).confidence_interval
    width = expected.high - expected.low
    assert found.low == pytest.approx(expected.low, abs=0.08 * width)
    assert found.high == pytest.approx(expected.high, abs=0.08 * width)


def test_five_captions_that_fail_together_count_as_one() -> None:
    # 100 sounds, five captions each with the same value: the error is that of 100 queries, sqrt(5) times as large
    values = np.repeat(VALUES[:100], 5)
    alone = interval(values)
    together = interval(values, np.repeat(np.arange(100), 5).tolist())
    ratio = (together.high - together.low) / (alone.high - alone.low)
    assert ratio == pytest.approx(np.sqrt(5), rel=0.1)


def test_clusters_of_other_sizes_keep_the_mean_of_queries() -> None:
    # 1 x 1 and 3 x 0: the mean over queries is a quarter; a resampling gives 1, 0 or a quarter
    found = interval(np.array([1.0, 0.0, 0.0, 0.0]), ["a", "b", "b", "b"])
    assert (found.value, found.low, found.high) == (0.25, 0.0, 1.0)


def test_the_same_figures_have_the_same_interval() -> None:
    assert interval(VALUES) == interval(VALUES)


def test_a_small_steady_gain_is_seen_when_queries_are_paired() -> None:
    change = compare(VALUES + 0.01, VALUES)
    assert change.value == pytest.approx(0.01)
    assert change.is_clear
    assert change.p <= 0.001
    assert interval(VALUES).high > interval(VALUES + 0.01).low  # unpaired, nothing could be said


def test_chance_is_no_gain() -> None:
    # The same distribution twice: p of the paired t test is what the bootstrap should say
    other = DRAW.normal(0.4, 0.3, 500)
    expected = scipy.stats.ttest_rel(other, VALUES).pvalue
    assert compare(other, VALUES).p == pytest.approx(expected, abs=0.05)


def test_a_system_compared_with_itself_is_no_better() -> None:
    change = compare(VALUES, VALUES)
    assert (change.value, change.p, change.is_clear) == (0.0, 1.0, False)


def test_other_queries_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="same queries"):
        compare(VALUES, VALUES[:3])
    with pytest.raises(ValueError, match="no query"):
        interval(np.array([]))
