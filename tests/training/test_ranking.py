"""Rankings with ties, ensembles, and every metric against torchmetrics and the published ranking."""

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torchmetrics.functional.retrieval import (
    retrieval_average_precision,
    retrieval_hit_rate,
    retrieval_precision,
    retrieval_reciprocal_rank,
)

from training.evaluation.figures import by_category, compare_scores, figures_of, score_queries
from training.evaluation.ranking import ensemble, path_order, ranked_rows, ranks_of
from training.measures.metrics import average_precision, challenge_average_precision, is_found, reciprocal_rank

GOLDEN = np.array([
    [0.9, 0.1, 0.2, 0.3], [0.2, 0.8, 0.7, 0.1], [0.5, 0.6, 0.1, 0.0], [0.9, 0.8, 0.7, 0.6],
    [0.1, 0.2, 0.9, 0.3], [0.4, 0.3, 0.2, 0.1], [0.0, 0.1, 0.2, 0.3], [0.3, 0.2, 0.1, 0.0],
], dtype=np.float32)  # fmt: skip
"""Eight queries over four sounds, two queries a sound."""
RELEVANT = [{query // 2} for query in range(8)]


@st.composite
def questions(draw: st.DrawFn) -> tuple[np.ndarray, set[int], int]:
    """Scores without ties of up to thirty sounds, what is relevant among them, and how far to look."""
    count = draw(st.integers(1, 30))
    # torchmetrics takes a score of nought for "not retrieved"
    scores = np.array(draw(st.permutations(range(1, count + 1))), dtype=np.float32)
    relevant = draw(st.sets(st.integers(0, count - 1), min_size=1))
    return scores, relevant, draw(st.integers(1, count))


def target(relevant: set[int], count: int) -> torch.Tensor:
    return torch.tensor([row in relevant for row in range(count)])


@given(questions())
@settings(deadline=None)
def test_metrics_are_those_of_torchmetrics(question: tuple[np.ndarray, set[int], int]) -> None:
    scores, relevant, k = question
    ranked = ranked_rows(scores[None])[0]
    preds, right, count = torch.from_numpy(scores), target(relevant, len(scores)), len(scores)
    # torchmetrics divides a cut AP by the hits found, as nobody here does; uncut, all agree
    whole = retrieval_average_precision(preds, right).item()
    assert average_precision(ranked, relevant, count) == pytest.approx(whole, abs=1e-6)
    assert challenge_average_precision(ranked, relevant, count) == pytest.approx(whole, abs=1e-6)
    first = retrieval_reciprocal_rank(preds, right, top_k=k).item()
    assert reciprocal_rank(ranked, relevant, k) == pytest.approx(first, abs=1e-6)
    assert is_found(ranked, relevant, k) == retrieval_hit_rate(preds, right, top_k=k).item()


@given(questions())
@settings(deadline=None)
def test_a_cut_average_precision_is_the_sum_of_torchmetrics_precisions(
    question: tuple[np.ndarray, set[int], int],
) -> None:
    scores, relevant, k = question
    ranked = ranked_rows(scores[None])[0]
    preds, right = torch.from_numpy(scores), target(relevant, len(scores))
    total = sum(
        retrieval_precision(preds, right, top_k=place).item()
        for place, row in enumerate(ranked[:k], start=1)
        if row in relevant
    )
    assert challenge_average_precision(ranked, relevant, k) == pytest.approx(total / len(relevant), abs=1e-5)
    assert average_precision(ranked, relevant, k) == pytest.approx(total / min(k, len(relevant)), abs=1e-5)


@given(questions())
@settings(deadline=None)
def test_with_one_right_sound_all_definitions_agree(question: tuple[np.ndarray, set[int], int]) -> None:
    scores, relevant, k = question
    ranked, one = ranked_rows(scores[None])[0], {min(relevant)}
    expected = retrieval_reciprocal_rank(torch.from_numpy(scores), target(one, len(scores)), top_k=k).item()
    assert [metric(ranked, one, k) for metric in (average_precision, challenge_average_precision, reciprocal_rank)] == (
        pytest.approx([expected] * 3, abs=1e-6)
    )


def test_the_challenge_divides_by_all_that_is_relevant() -> None:
    # hits at 1, 4 and 20 of three relevant: (1/1 + 2/4) / 3 within 16; ours at 16 the same, at 2 (1/1) / 2
    ranked = ["a", "x", "x", "b", *"x" * 15, "c"]
    assert challenge_average_precision(ranked, {"a", "b", "c"}, 16) == pytest.approx(0.5)
    assert challenge_average_precision(ranked, {"a", "b", "c"}, 2) == pytest.approx(1 / 3)
    assert average_precision(ranked, {"a", "b", "c"}, 2) == pytest.approx(1 / 2)


def test_the_published_ranking_gives_the_published_figures() -> None:
    assert ranks_of(GOLDEN, np.arange(8) // 2).tolist() == [1, 3, 1, 2, 1, 3, 1, 4]
    figures = figures_of(score_queries(ranked_rows(GOLDEN), RELEVANT))
    assert figures.recall1.value == 0.5
    expected = pytest.approx(0.6770833, abs=1e-7)
    assert (figures.map10.value, figures.challenge_map10.value, figures.mrr10.value) == (expected,) * 3
    assert figures.map10.low < 0.6770833 < figures.map10.high


def test_equal_scores_are_ranked_by_path() -> None:
    scores = np.array([[0.5, 0.9, 0.5, 0.5]], dtype=np.float32)
    order = path_order([Path("/c.wav"), Path("/z.wav"), Path("/a.wav"), Path("/B.wav")])
    # Bytes: B before a before c
    assert ranked_rows(scores, order=order) == [[1, 3, 2, 0]]
    assert ranks_of(scores, np.array([0]), order).tolist() == [4]
    assert ranks_of(scores, np.array([3]), order).tolist() == [2]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=8), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_a_rank_is_the_place_in_the_ranking(levels: list[int], shuffle: st.DataObject) -> None:
    scores = np.array([levels], dtype=np.float32)
    order = np.array(shuffle.sample(range(len(levels)), len(levels)))  # type: ignore[attr-defined]
    ranked = ranked_rows(scores, order=order)[0]
    places = [int(ranks_of(scores, np.array([column]), order)[0]) for column in ranked]
    assert places == list(range(1, len(levels) + 1))


def test_a_score_that_is_no_number_has_no_place() -> None:
    with pytest.raises(ValueError, match="not finite"):
        ranked_rows(np.array([[0.1, np.nan]], dtype=np.float32))


def test_an_ensemble_is_the_mean_of_its_cosines() -> None:
    first, second = (np.array([row], dtype=np.float32) for row in ([0.9, 0.2, 0.5], [0.1, 0.4, 0.6]))
    assert ensemble([first, second])[0].tolist() == pytest.approx([0.5, 0.3, 0.55])
    assert ranked_rows(ensemble([first, second])) == [[2, 0, 1]]
    with pytest.raises(ValueError, match="one shape"):
        ensemble([first, second[:, :2]])


def test_a_category_has_its_own_figure() -> None:
    scores = score_queries(ranked_rows(GOLDEN), RELEVANT, categories=["DOG", "RAIN"] * 3 + ["RAIN", "RAIN"])
    found = by_category(scores)
    # DOG: ranks 1, 1, 1; RAIN: 3, 2, 3, 1, 4: (1/3 + 1/2 + 1/3 + 1 + 1/4) / 5
    assert [(line.category, line.queries) for line in found] == [("RAIN", 5), ("DOG", 3)]
    assert found[0].map10.value == pytest.approx(0.4833333, abs=1e-7)
    assert found[1].map10.value == 1.0


def test_two_systems_are_compared_query_by_query() -> None:
    old = score_queries(ranked_rows(GOLDEN), RELEVANT, clusters=[query // 2 for query in range(8)])
    better = GOLDEN.copy()
    better[np.arange(8), np.arange(8) // 2] = 2.0
    new = score_queries(ranked_rows(better), RELEVANT, clusters=[query // 2 for query in range(8)])
    change = compare_scores(new, old)
    assert change["recall1"].value == 0.5
    assert change["map10"].value == pytest.approx(1 - 0.6770833, abs=1e-7)
    assert change["recall10"].value == 0.0
    with pytest.raises(ValueError, match="same queries"):
        compare_scores(new, score_queries(ranked_rows(GOLDEN), RELEVANT))
