"""The mean of runs that one begins with another."""

from dataclasses import replace

import pytest
import torch

from training.runs.checkpoint import Checkpoint, CheckpointError
from training.runs.config import Config
from training.runs.weight_average import averaged


def _of(value: float, count: int, width: int = 3) -> Checkpoint:
    weights = {"layer.weight": torch.full((width,), value), "norm.num_batches_tracked": torch.tensor(count)}
    return Checkpoint(Config(), "", count, 1.0, (), weights, state={"seconds": 1.0})


def test_weights_are_weighed_by_their_shares_and_counts_are_the_lasts() -> None:
    last = _of(10.0, 7)
    found = averaged(last, [(_of(0.0, 1), 0.2), (_of(5.0, 2), 0.4)])
    assert found.weights["layer.weight"].tolist() == pytest.approx([6.0, 6.0, 6.0])
    assert found.weights["norm.num_batches_tracked"] == 7
    assert found.config == last.config and found.state is None, "it is a result and cannot be gone on with"
    assert last.weights["layer.weight"].tolist() == [10.0, 10.0, 10.0]


def test_no_others_leave_the_last_as_it_is() -> None:
    assert averaged(_of(10.0, 7), []).weights["layer.weight"].tolist() == [10.0, 10.0, 10.0]


def test_another_shape_is_refused() -> None:
    with pytest.raises(CheckpointError, match="different weights"):
        averaged(_of(1.0, 1), [(_of(2.0, 2, width=4), 0.5)])


@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.5, -0.1), (1.2,)])
def test_shares_leave_the_last_something(shares: tuple[float, ...]) -> None:
    other = replace(_of(2.0, 2))
    with pytest.raises(ValueError, match="less than 1"):
        averaged(_of(1.0, 1), [(other, share) for share in shares])
