"""Before and after, and what the gain is worth."""

from dataclasses import replace

import numpy as np
import pytest

from training.evaluation.figures import QueryScores
from training.retrain.comparison import facts_of, gain_of, plain


def scores(*precisions: float) -> QueryScores:
    """Every metric alike, each query a cluster of its own."""
    values = np.array(precisions)
    return QueryScores(
        values, values, values, values, values, values, values, tuple(range(len(values))), ("",) * len(values)
    )


def test_a_gain_on_every_query_is_certain_however_different_the_queries_are() -> None:
    before = scores(0.0, 0.2, 0.4, 0.6, 0.8)
    after = scores(0.1, 0.3, 0.5, 0.7, 0.9)
    assert gain_of(after, before) == {"change": 0.1, "change_low": 0.1, "change_high": 0.1}


def test_queries_of_one_kind_count_as_one_when_the_gain_is_judged() -> None:
    before, after = scores(*[0.0] * 12), scores(*[0.0, 1.0] * 6)
    together = replace(after, clusters=tuple([0] * 6 + [1] * 6))
    alone = gain_of(after, before)
    assert alone["change_low"] > 0.1
    # Both kinds gain 0.5 on average, so whichever is drawn the mean is 0.5.
    assert gain_of(together, replace(before, clusters=together.clusters)) == {
        "change": 0.5,
        "change_low": 0.5,
        "change_high": 0.5,
    }


def test_the_event_has_the_figures_and_the_interval() -> None:
    facts = facts_of(scores(0.25, 0.75))
    assert (facts["queries"], facts["map10"], facts["recall10"]) == (2, 0.5, 0.5)
    assert facts["low"] == 0.25 and facts["high"] == 0.75


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Key: C minor, tempo: 120", "Key C minor, tempo 120"),
        ('a "heavy" door | slam', "a heavy door slam"),
        ("wind -gusts, lo-fi", "wind gusts, lo-fi"),
        ("in:Foley dur:<2", "in Foley dur <2"),
        ("???", ""),
    ],
)
def test_a_description_is_asked_as_words_and_not_as_a_query(said: str, asked: str) -> None:
    assert plain(said) == asked
