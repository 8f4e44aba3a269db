"""The hinge losses of two views; the golden values were computed by another implementation."""

import math

import pytest
import torch
from torch import Tensor

from training.objectives.multiview import multiview_losses, negatives_at


def unit(rows: int, columns: int, a: float = 1.3, b: float = 0.7, s: float = 0.0) -> Tensor:
    """sin(a i + b j + s + i j / 10), rows normalised."""
    cells = [[math.sin(a * i + b * j + s + 0.1 * i * j) for j in range(columns)] for i in range(rows)]
    return torch.nn.functional.normalize(torch.tensor(cells, dtype=torch.float64), dim=1)


LABELS = torch.tensor([0, 0, 1, 1, 1, 2])


def test_the_three_losses_have_the_golden_values() -> None:
    found = multiview_losses(unit(6, 3), unit(3, 3, 0.9, 1.1, 0.5), LABELS, margin=0.5, negatives=2)
    assert found.obj0.sum().item() == pytest.approx(3.848320282595466, abs=1e-12)
    assert found.obj1.sum().item() == pytest.approx(5.408685130963708, abs=1e-12)
    assert found.obj2.sum().item() == pytest.approx(6.145873415656595, abs=1e-12)
    assert found.total().sum().item() == pytest.approx(15.402878829215769, abs=1e-12)


def test_only_the_worst_negative_counts_when_one_is_asked_for() -> None:
    # Sound at 0°, words at 0°, 60°, 90°: [0.5 + 0.5 - 1]+ = 0 for the nearer; with margin 0.75 it is 0.25.
    angles = torch.deg2rad(torch.tensor([0.0, 60.0, 90.0], dtype=torch.float64))
    read = torch.stack([angles.cos(), angles.sin()], dim=1)
    found = multiview_losses(read[:1], read, torch.tensor([0]), margin=0.75, negatives=1)
    assert found.obj0.tolist() == pytest.approx([0.25])
    assert found.obj1.tolist() == pytest.approx([0.25])
    assert found.obj2.tolist() == [0.0]  # no sound of another word


def test_the_right_word_is_never_a_negative() -> None:
    read = torch.eye(3, dtype=torch.float64)
    found = multiview_losses(read[LABELS], read, LABELS, margin=0.5, negatives=8)
    assert found.total().tolist() == [0.0] * 6


def test_semi_hard_leaves_out_what_is_nearer_than_the_right_word() -> None:
    read = torch.eye(2, dtype=torch.float64)
    heard = read[[1]]  # a sound of word 0 that sounds like word 1
    hard = multiview_losses(heard, read, torch.tensor([0]), margin=0.5, negatives=1)
    assert hard.obj0.tolist() == [1.5]
    assert multiview_losses(heard, read, torch.tensor([0]), margin=0.5, negatives=1, semi_hard=True).obj0.tolist() == [
        0
    ]


def test_a_batch_of_one_word_has_no_loss_and_finite_gradients() -> None:
    heard, read = unit(4, 3).requires_grad_(), unit(1, 3)
    found = multiview_losses(heard, read, torch.zeros(4, dtype=torch.int64), margin=0.5, negatives=8).total().sum()
    found.backward()
    assert found.item() == 0.0 and heard.grad is not None and bool(heard.grad.isfinite().all())


def test_few_negatives_leave_the_gradients_finite() -> None:
    heard, read = unit(3, 3).requires_grad_(), unit(2, 3, 0.9)
    multiview_losses(heard, read, torch.tensor([0, 0, 1]), margin=0.5, negatives=5).total().sum().backward()
    assert heard.grad is not None and bool(heard.grad.isfinite().all())


def test_k_falls_by_one_a_batch() -> None:
    assert [negatives_at(step, 15, 8) for step in (0, 1, 6, 7, 8, 500)] == [15, 14, 9, 8, 8, 8]
