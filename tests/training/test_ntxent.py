"""The loss, against values worked out in float64 from the paper's formula (sine matrices, no code of ours)."""

import pytest
import torch

from training.objectives.kinds import kind_targets, lend_to_bases, mixture_weights
from training.objectives.ntxent import identity_of, nt_xent, positives_of


def sine_matrix(rows: int, columns: int, a: float = 1.3, b: float = 0.7, s: float = 0.0) -> torch.Tensor:
    """M[i, j] = sin(a i + b j + s + 0.1 i j)."""
    i, j = torch.arange(rows, dtype=torch.float64)[:, None], torch.arange(columns, dtype=torch.float64)[None]
    return torch.sin(a * i + b * j + s + 0.1 * i * j)


AUDIO = torch.nn.functional.normalize(sine_matrix(5, 4), dim=1)
TEXT = torch.nn.functional.normalize(sine_matrix(5, 4, 0.9, 1.1, 0.5), dim=1)


@pytest.mark.parametrize(("temperature", "expected"), [(0.05, 2.010030077876316), (1.0, 1.0618779199992776)])
def test_unique_pairs_give_the_published_loss(temperature: float, expected: float) -> None:
    loss = nt_xent(AUDIO, TEXT, torch.eye(5, dtype=torch.float64), temperature)
    assert loss.item() == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("temperature", "expected"), [(0.05, 7.765184099258988), (1.0, 1.3577283606255368)])
def test_two_captions_of_one_sound_are_positives_of_each_other(temperature: float, expected: float) -> None:
    weights = positives_of(identity_of(["rain", "dog", "rain", "door", "sea"])).double()
    assert nt_xent(AUDIO, TEXT, weights, temperature).item() == pytest.approx(expected, rel=1e-9)


def test_cosines_are_those_of_the_facts_and_not_the_papers_squared_norms() -> None:
    expected = torch.tensor([0.275212, -0.473044, -0.691217, -0.06987, 0.442911], dtype=torch.float64)
    assert torch.allclose((AUDIO @ TEXT.T)[0], expected, atol=1e-6)


def test_the_sign_of_a_trained_temperature_does_not_count() -> None:
    loss = nt_xent(AUDIO, TEXT, torch.eye(5, dtype=torch.float64), torch.tensor(-0.05, dtype=torch.float64))
    assert loss.item() == pytest.approx(2.010030077876316, rel=1e-9)


def test_loss_and_a_trained_temperature_have_true_gradients() -> None:
    audio, temperature = AUDIO.clone().requires_grad_(), torch.tensor(0.3, dtype=torch.float64, requires_grad=True)
    weights = positives_of(torch.tensor([0, 1, 0, 2, 3])).double()
    assert torch.autograd.gradcheck(lambda a, t: nt_xent(a, TEXT, weights, t), (audio, temperature))


def test_a_caption_belongs_to_every_copy_of_its_sound() -> None:
    found = positives_of(identity_of(["a", "b", "a"]), identity_of(["a", "c"]))
    assert found.tolist() == [[1.0, 0.0], [0.0, 0.0], [1.0, 0.0]]


def test_a_sound_has_the_same_number_in_every_process() -> None:
    # blake2b of "rain", 8 bytes, as `printf rain | b2sum -l 64` prints them
    assert identity_of(["rain"]).item().to_bytes(8, "big", signed=True).hex() == "3d09e514ecfd42df"


def test_a_mixture_belongs_to_both_captions() -> None:
    weights = mixture_weights(torch.eye(3), torch.tensor([0, 2]), torch.tensor([1, 0]), torch.tensor([0.75, 1.0]))
    assert torch.equal(weights, torch.tensor([[0.75, 0.0, 0.25], [0.0, 0.0, 1.0]]))


def test_kinds_of_like_meaning_share_a_target() -> None:
    meanings = torch.nn.functional.normalize(torch.tensor([[1.0, 0.0], [1.0, 0.1], [0.0, 1.0]]), dim=1)
    targets = kind_targets(meanings, softness=0.2)
    assert torch.allclose(targets.sum(dim=1), torch.ones(3))
    assert targets[0, 1] > 0.05 > targets[0, 2]


def test_a_kind_lends_to_what_it_is_a_case_of_and_not_the_other_way() -> None:
    targets = lend_to_bases(torch.eye(3), torch.tensor([0, 0, 2]), 0.25)
    assert torch.equal(targets, torch.tensor([[1.0, 0.0, 0.0], [0.25, 0.75, 0.0], [0.0, 0.0, 1.0]]))


def test_without_softness_only_its_own_kind_counts() -> None:
    assert torch.equal(kind_targets(torch.eye(4), softness=0.0), torch.eye(4))
