"""Exact search is the oracle: it agrees with numpy to the last neighbour."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.index import exact
from engine.index.exact import ExactIndex
from tests.helpers.libraries import clustered_vectors, unit

DIM = 16


@pytest.fixture(autouse=True)
def _same_split_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "_SPLIT_FROM", exact._SPLIT_FROM)


def numpy_search(vectors: np.ndarray, ids: np.ndarray, query: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Top k by cosine on the half-precision vectors, in double precision; ties by id."""
    scores = vectors.astype(np.float16).astype(np.float64) @ query.astype(np.float64)
    order = np.lexsort((ids, -scores))[:k]
    return ids[order], scores[order]


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    count=st.integers(1, 300),
    k=st.integers(1, 40),
    share=st.sampled_from([0.0, 0.02, 0.2, 0.6, 1.0]),
    removed=st.sampled_from([0.0, 0.1, 0.5]),
    split_from=st.sampled_from([1, 10**9]),
)
def test_agrees_with_numpy_under_any_filter_and_removal(
    seed: int, count: int, k: int, share: float, removed: float, split_from: int
) -> None:
    exact._SPLIT_FROM = split_from
    generator = np.random.default_rng(seed)
    vectors = clustered_vectors(count, DIM, generator, clusters=8, manifold=6)
    ids = generator.permutation(3 * count)[:count].astype(np.int64)
    index = ExactIndex(DIM)
    for part in np.array_split(np.arange(count), 3):
        index.add(ids[part], vectors[part])
    gone = generator.random(count) < removed
    index.remove(ids[gone])
    allowed_ids = ids[generator.random(count) < share]
    allowed = np.isin(index.ids, allowed_ids)
    query = unit(generator.standard_normal(DIM).astype(np.float32))
    kept = np.isin(ids, allowed_ids) & ~gone
    expected_ids, expected_scores = numpy_search(vectors[kept], ids[kept], query, k)
    found, scores = index.search(query, k, allowed)
    assert np.allclose(scores, expected_scores, atol=2e-5)
    differing = found != expected_ids
    assert np.allclose(scores[differing], expected_scores[differing], atol=2e-5)
    assert len(found) == len(expected_ids) == len(set(found.tolist()))


def test_equal_vectors_come_in_the_order_of_their_ids() -> None:
    vector = unit(np.ones((1, DIM), dtype=np.float32))
    index = ExactIndex(DIM)
    index.add(np.array([9, 4, 7]), np.repeat(vector, 3, axis=0))
    assert index.search(vector[0], 3)[0].tolist() == [4, 7, 9]


def test_an_id_added_again_is_replaced() -> None:
    first, second = np.eye(DIM, dtype=np.float32)[:2]
    index = ExactIndex(DIM)
    index.add(np.array([5, 6]), np.stack([first, first]))
    index.add(np.array([5]), second[None])
    assert len(index) == 2
    assert index.search(second, 1)[0].tolist() == [5]
    assert index.search(first, 2)[1].tolist() == [1.0, 0.0]


def test_scores_of_known_vectors() -> None:
    # cos 60 degrees = 0.5
    index = ExactIndex(4)
    index.add(np.array([1]), np.array([[0.5, np.sqrt(0.75), 0, 0]], dtype=np.float32))
    assert index.search(np.array([1, 0, 0, 0], dtype=np.float32), 1)[1][0] == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize("bad", [np.nan, np.inf, 0.0])
def test_a_broken_query_or_vector_is_refused(bad: float) -> None:
    index = ExactIndex(DIM)
    with pytest.raises(ValueError, match="finite"):
        index.search(np.full(DIM, bad, dtype=np.float32), 1)
    with pytest.raises(ValueError, match="finite"):
        index.add(np.array([1]), np.full((1, DIM), bad, dtype=np.float32))
    assert len(index) == 0


@pytest.mark.parametrize("k", [0, -1])
@pytest.mark.parametrize("count", [3, 200])
def test_who_asks_for_none_gets_none(k: int, count: int) -> None:
    index = ExactIndex(DIM)
    vectors = clustered_vectors(count, DIM, np.random.default_rng(2), clusters=2, manifold=4)
    index.add(np.arange(count), vectors)
    for ids, scores in (index.search(vectors[0], k), index.search_rows(vectors[0], k, np.arange(count))):
        assert (ids.shape, scores.shape, ids.dtype, scores.dtype) == ((0,), (0,), np.int64, np.float32)
    ids, scores = index.search_rows(vectors[0], 1, np.empty(0, np.int64))
    assert (len(ids), len(scores), scores.dtype) == (0, 0, np.float32)


def test_an_empty_index_answers_with_nothing() -> None:
    ids, scores = ExactIndex(DIM).search(np.eye(DIM, dtype=np.float32)[0], 5)
    assert (len(ids), len(scores)) == (0, 0)
