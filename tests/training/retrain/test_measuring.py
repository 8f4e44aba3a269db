"""Before and after, and what the gain is worth."""

import numpy as np
import pytest

from training.retrain.measuring import Measured, interval


def measured(*precisions: float) -> Measured:
    return Measured(np.array(precisions), 0.5, 0.75, 1.0)


def test_the_mean_lies_in_its_interval_and_more_queries_make_it_narrower() -> None:
    few, many = np.array([0.0, 1.0] * 10), np.array([0.0, 1.0] * 250)
    low, high = interval(few)
    assert low < 0.5 < high
    # The standard error of a mean of N zeros and ones is 0.5 / sqrt(N); a 95 % interval is 2 * 1.96 of it wide.
    assert high - low == pytest.approx(2 * 1.96 * 0.5 / np.sqrt(20), rel=0.15)
    low, high = interval(many)
    assert high - low == pytest.approx(2 * 1.96 * 0.5 / np.sqrt(500), rel=0.15)


def test_a_gain_on_every_query_is_certain_however_different_the_queries_are() -> None:
    before = measured(0.0, 0.2, 0.4, 0.6, 0.8)
    after = measured(0.1, 0.3, 0.5, 0.7, 0.9)
    gain = after.gain_over(before)
    assert gain == {"change": 0.1, "change_low": 0.1, "change_high": 0.1}


def test_the_event_has_the_figures_and_the_interval() -> None:
    facts = measured(0.25, 0.75).facts()
    assert (facts["queries"], facts["map10"], facts["recall10"]) == (2, 0.5, 1.0)
    assert facts["low"] == 0.25 and facts["high"] == 0.75
