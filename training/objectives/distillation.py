"""Distillation from an ensemble: draws the student's batch of similarities towards that of several teachers.

Primus & Widmer 2024 (DCASE task 8), section 3. The teachers' cosines are averaged *before* the softmax. Where paper and
code differ: the paper's soft targets print the student's C for the teachers' mean, and lack the 1/2; the released code
applies the weight of the supervised term twice. Here each term has one free weight.
"""

import torch
from torch import Tensor

from training.objectives.ntxent import contrastive_loss, magnitude

TEMPERATURE = 0.05
"""tau of the paper, for student and teachers."""


def distillation_loss(
    similarity: Tensor,
    teacher_similarity: Tensor,
    temperature: float = TEMPERATURE,
    student_temperature: Tensor | float | None = None,
) -> Tensor:
    """Returns 1/2 [mean_i CE(softmax_j(T_i), softmax_j(C_i)) + mean_j CE(softmax_i(T_j), softmax_i(C_j))].

    C = `similarity` / |tau| of the student and T = `teacher_similarity` / |tau|; the softmax runs within the batch. The
    minimum of this cross entropy is the entropy of the targets, not 0.

    Args:
        similarity: float32 [B, N], the student's cosines of audio i and text j.
        teacher_similarity: float32 [B, N], the mean of the teachers' cosines; receives no gradient.
        temperature: |tau| of the teachers, and of the student unless `student_temperature` is given.
        student_temperature: |tau| of the student, if trained.
    """
    targets = teacher_similarity.detach() / abs(temperature)
    logits = similarity / magnitude(temperature if student_temperature is None else student_temperature)
    by_audio = -(torch.softmax(targets, dim=1) * torch.log_softmax(logits, dim=1)).sum(dim=1).mean()
    by_text = -(torch.softmax(targets, dim=0) * torch.log_softmax(logits, dim=0)).sum(dim=0).mean()
    return 0.5 * (by_audio + by_text)


def stage_two_loss(
    similarity: Tensor,
    weights: Tensor,
    teacher_similarity: Tensor,
    *,
    temperature: float = TEMPERATURE,
    supervised_weight: float = 1.0,
    distill_weight: float = 1.0,
    student_temperature: Tensor | float | None = None,
) -> Tensor:
    """Returns `supervised_weight` L_sup + `distill_weight` L_dist.

    The weights are 1 and 1 in the paper, 0 and 1 in the released command.

    Args:
        similarity: float32 [B, N], the student's cosines.
        weights: float32 [B, N], the true pairs, as in `training.objectives.ntxent`.
        teacher_similarity: float32 [B, N], the mean of the teachers' cosines.
        temperature: tau of the teachers, and of the student unless it has its own.
        supervised_weight: weight of the contrastive loss; 0 skips it, so that a batch needs no true pair.
        student_temperature: tau of the student, in both terms.
    """
    loss = distill_weight * distillation_loss(similarity, teacher_similarity, temperature, student_temperature)
    if supervised_weight:
        own = temperature if student_temperature is None else student_temperature
        loss = loss + supervised_weight * contrastive_loss(similarity, weights, own)
    return loss
