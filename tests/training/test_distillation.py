"""Distillation against values worked out in float64 from the paper's formula (sine matrices, no code of ours)."""

import pytest
import torch

from tests.training.test_ntxent import AUDIO, TEXT, sine_matrix
from training.objectives.distillation import distillation_loss, stage_two_loss
from training.objectives.ntxent import contrastive_loss

SIMILARITY = AUDIO @ TEXT.T
TEACHERS = 0.5 * (sine_matrix(5, 5, 0.3, 0.2) + sine_matrix(5, 5, 0.4, 1.0))
PAIRS = torch.eye(5, dtype=torch.float64)


@pytest.mark.parametrize(("temperature", "expected"), [(0.05, 16.408808628085886), (1.0, 1.829835271759799)])
def test_two_teachers_give_the_published_loss(temperature: float, expected: float) -> None:
    assert distillation_loss(SIMILARITY, TEACHERS, temperature).item() == pytest.approx(expected, rel=1e-12)


def test_only_the_student_learns() -> None:
    student, teacher = SIMILARITY.clone().requires_grad_(), TEACHERS.clone().requires_grad_()
    stage_two_loss(student, PAIRS, teacher).backward()
    assert student.grad is not None
    assert student.grad.abs().sum() > 0
    assert teacher.grad is None


def test_a_student_that_agrees_with_its_teachers_has_nothing_to_learn() -> None:
    student = TEACHERS.clone().requires_grad_()
    distillation_loss(student, TEACHERS).backward()
    assert student.grad is not None
    assert student.grad.abs().max() < 1e-12


def test_each_term_has_its_own_weight() -> None:
    # 0.5 * 2.010030077876316 + 2 * 16.408808628085886
    loss = stage_two_loss(SIMILARITY, PAIRS, TEACHERS, supervised_weight=0.5, distill_weight=2.0)
    assert loss.item() == pytest.approx(0.5 * 2.010030077876316 + 2 * 16.408808628085886, rel=1e-12)


def test_without_the_supervised_term_no_true_pair_is_needed() -> None:
    loss = stage_two_loss(SIMILARITY, torch.zeros_like(PAIRS), TEACHERS, supervised_weight=0.0)
    assert loss.item() == pytest.approx(16.408808628085886, rel=1e-12)


def test_a_trained_temperature_of_the_student_leaves_the_targets_alone() -> None:
    # softmax(C / 0.1 / 2) is softmax(C / 0.2): the halved similarity at half the temperature is the same student
    halved = distillation_loss(
        SIMILARITY / 2, TEACHERS, 0.05, student_temperature=torch.tensor(-0.1, dtype=torch.float64)
    )
    whole = distillation_loss(SIMILARITY, TEACHERS, 0.05, student_temperature=0.2)
    assert halved.item() == pytest.approx(whole.item(), rel=1e-12)


def test_a_batch_may_have_more_texts_than_sounds() -> None:
    # One sound, two texts, teachers undecided: 1/2 [CE(1/2 1/2 ; 1/2 1/2) + 0] = 1/2 log 2
    loss = distillation_loss(torch.zeros(1, 2), torch.zeros(1, 2), 1.0)
    assert loss.item() == pytest.approx(0.34657359, abs=1e-7)


def test_the_contrastive_term_takes_cosines() -> None:
    assert contrastive_loss(SIMILARITY, PAIRS, 0.05).item() == pytest.approx(2.010030077876316, rel=1e-12)
