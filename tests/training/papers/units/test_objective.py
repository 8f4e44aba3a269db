"""The loss as the paper prints it, jitter, and that a sound in a batch gets what it gets alone."""

from dataclasses import replace
from typing import Literal

import pytest
import torch

from tests.training.papers.units.small import small_config
from training.papers.units.objective import jittered, vq_loss
from training.papers.units.settings import UnitsModelConfig
from training.papers.units.vqvae import VqVae

WIDTH = 6


def model(kind: Literal["transformer", "conv"] = "transformer", **more: object) -> VqVae:
    torch.manual_seed(0)
    return VqVae(small_config(kind=kind, **more).model, WIDTH, 2).eval()


@pytest.mark.parametrize("kind", ["transformer", "conv"])
@pytest.mark.parametrize("has_positions", [False, True])
def test_a_sound_has_the_same_codes_alone_and_beside_a_longer_one(
    kind: Literal["transformer", "conv"], has_positions: bool
) -> None:
    network = model(kind, positions=has_positions)
    short, long = torch.randn(1, 8, WIDTH), torch.randn(1, 20, WIDTH)
    both = torch.cat([torch.cat([short, torch.full((1, 12, WIDTH), 9.0)], dim=1), long])
    alone, beside = network.encode(short, torch.tensor([7])), network.encode(both, torch.tensor([7, 20]))
    assert alone.mask.tolist() == [[True, True]] and beside.mask.sum(1).tolist() == [2, 5]
    assert torch.allclose(alone.found[0], beside.found[0, :2], atol=1e-5)
    drawn = network.decode(alone.found, alone.mask, torch.tensor([1]))
    beside_drawn = network.decode(beside.found, beside.mask, torch.tensor([1, 0]))
    assert drawn.shape == (1, 8, WIDTH)
    assert torch.allclose(drawn[0], beside_drawn[0, :8], atol=1e-5)


@torch.no_grad()
def test_the_loss_is_the_sum_that_the_paper_prints() -> None:
    network = model(commitment=0.25, smoothing=0.01)
    features, lengths = torch.randn(2, 8, WIDTH), torch.tensor([8, 5])
    found = vq_loss(network, features, lengths, torch.tensor([0, 1]), learns=False)
    coded = network.encode(features, lengths)
    nearest = network.codebook.look_up(coded.codes)
    drawn = network.decode(nearest, coded.mask, torch.tensor([0, 1]))
    # By loops, over true frames and codes: 8 and 5 frames, two codes each.
    drawing = sum(
        float(0.5 * (features[b, t] - drawn[b, t]).square().sum()) for b, n in ((0, 8), (1, 5)) for t in range(n)
    )
    apart = sum(float((coded.found[b, c] - nearest[b, c]).square().sum()) for b in (0, 1) for c in (0, 1))
    rough = sum(float((coded.found[b, 0] - coded.found[b, 1]).square().sum()) for b in (0, 1))
    assert float(found.whole) == pytest.approx((drawing + 0.25 * apart + 0.01 * rough) / 13, rel=1e-4)


@torch.no_grad()
def test_the_mean_scale_averages_over_numbers() -> None:
    network = model(scale="mean")
    found = vq_loss(network, torch.randn(2, 8, WIDTH), torch.tensor([8, 8]), torch.tensor([0, 1]), learns=False)
    summed = VqVae(replace(network.config, scale="sum"), WIDTH, 2).eval()
    summed.load_state_dict(network.state_dict())
    torch.manual_seed(0)
    assert float(found.drawing) < 10.0
    assert float(found.whole) == pytest.approx(float(found.drawing + 0.25 * found.commitment), rel=1e-5)


def test_learning_moves_the_codebook_and_gradients_reach_the_encoder() -> None:
    network = model().train()
    before = network.codebook.vectors.clone()
    loss = vq_loss(
        network, torch.randn(4, 8, WIDTH), torch.full((4,), 8), torch.zeros(4, dtype=torch.int64), learns=True
    )
    loss.whole.backward()
    assert not torch.equal(before, network.codebook.vectors)
    assert all(value.grad is not None for name, value in network.named_parameters() if "encoder" in name)


def test_jitter_takes_either_neighbour_with_its_share_and_no_other() -> None:
    torch.manual_seed(1)
    vectors = torch.arange(40_000).float().reshape(1, -1, 1)
    moved = (jittered(vectors, torch.ones(1, 40_000, dtype=torch.bool), 0.05) - vectors)[0, 1:-1, 0]
    assert set(moved.tolist()) == {-1.0, 0.0, 1.0}
    # p on each side, 2 p in all: 0.05 +- 4 standard deviations of 0.0011.
    assert float((moved == -1.0).float().mean()) == pytest.approx(0.05, abs=0.0045)
    assert float((moved == 1.0).float().mean()) == pytest.approx(0.05, abs=0.0045)


def test_jitter_leaves_the_ends_of_each_sound_their_own() -> None:
    vectors = torch.arange(6).float().reshape(1, 6, 1).repeat(200, 1, 1)
    mask = torch.arange(6)[None].repeat(200, 1) < 4
    moved = jittered(vectors, mask, 0.5)
    assert set(moved[:, 0, 0].tolist()) <= {0.0, 1.0}
    assert set(moved[:, 3, 0].tolist()) <= {2.0, 3.0}


def test_widths_that_heads_do_not_divide_are_refused() -> None:
    with pytest.raises(ValueError, match="multiple of heads"):
        UnitsModelConfig(width=30, heads=4)
