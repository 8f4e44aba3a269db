"""Where sounds lie on the map."""

import numpy as np
import pytest

from engine.base.cancellation import StopRequested
from engine.base.types import Vectors
from engine.features.map.layout import Placer, lay_out


def clusters(count: int, each: int, dim: int = 16, seed: int = 0) -> tuple[Vectors, np.ndarray]:
    """Unit vectors around `count` directions, and which one each belongs to."""
    draw = np.random.default_rng(seed)
    middles = np.eye(dim)[:count]
    owners = np.repeat(np.arange(count), each)
    raw = middles[owners] + 0.08 * draw.standard_normal((count * each, dim))
    return (raw / np.linalg.norm(raw, axis=1, keepdims=True)).astype(np.float32), owners


def neighbours_alike(places: np.ndarray, owners: np.ndarray) -> float:
    """Share of points whose nearest other point is of the same cluster."""
    distances = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    return float(np.mean(owners[distances.argmin(axis=1)] == owners))


def test_what_sounds_alike_lies_together() -> None:
    vectors, owners = clusters(5, 24)
    places = lay_out(vectors, cancel=lambda: False, tell=lambda share: None)
    assert places.shape == (120, 2)
    assert neighbours_alike(places, owners) > 0.95
    assert np.abs(places).max() < 2.0


def test_the_same_vectors_lie_in_the_same_places() -> None:
    vectors, _ = clusters(3, 12)
    one = lay_out(vectors, cancel=lambda: False, tell=lambda share: None)
    other = lay_out(vectors, cancel=lambda: False, tell=lambda share: None)
    np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_a_few_sounds_have_places_too(count: int) -> None:
    vectors = np.eye(8, dtype=np.float32)[:count]
    places = lay_out(vectors, cancel=lambda: False, tell=lambda share: None)
    assert places.shape == (count, 2)
    assert np.isfinite(places).all()


def test_it_can_be_stopped_between_steps() -> None:
    vectors, _ = clusters(3, 20)
    told: list[float] = []
    with pytest.raises(StopRequested):
        lay_out(vectors, cancel=lambda: len(told) >= 2, tell=told.append)
    assert len(told) == 2


def test_a_new_sound_is_placed_among_its_own_and_a_known_one_where_it_was() -> None:
    vectors, owners = clusters(4, 20)
    places = lay_out(vectors[::2], cancel=lambda: False, tell=lambda share: None)
    placer = Placer(vectors[::2], places)
    np.testing.assert_allclose(placer.place(vectors[::2]), places, atol=1e-3)
    placed = placer.place(vectors[1::2])
    distances = np.linalg.norm(placed[:, None] - places[None], axis=2)
    assert np.mean(owners[::2][distances.argmin(axis=1)] == owners[1::2]) > 0.95
