"""What every audio tower does while it learns: each weight gets a gradient, in half precision too, and seeds repeat."""

import pytest
import torch

from tests.training.towers.signals import noise
from tests.training.towers.test_passt import encoder as small_passt
from training.towers.atst import AtstConfig
from training.towers.encoders import AudioTower
from training.towers.mobilenet import MobileNetConfig
from training.towers.panns import PannsConfig
from training.towers.passt import PasstConfig

MASKS = {"frequency_mask": 48, "time_mask": 20}


def passt() -> AudioTower:
    tower = small_passt(PasstConfig("passt-n", patchout_frequency=2, patchout_time=1, **MASKS), (2, 1))
    tower.network.head, tower.network.head_dist = torch.nn.Identity(), None
    return tower


TOWERS = {
    "passt": passt,
    "mn04": MobileNetConfig("mn04", **MASKS).build,
    "cnn10": PannsConfig("cnn10").build,
    "atst": AtstConfig(width=48, heads=4, depth=2, frequency_warp=0.1).build,
}


@pytest.mark.parametrize("name", TOWERS)
def test_every_weight_learns_in_bfloat16_and_the_seed_repeats_it(name: str) -> None:
    torch.manual_seed(0)
    tower, waves = TOWERS[name]().train(), noise(2, 12_000)

    def step(seed: int) -> torch.Tensor:
        torch.manual_seed(seed)
        with torch.autocast("cpu", torch.bfloat16):
            return tower(waves).float()

    vectors = step(1)
    vectors.square().mean().backward()
    without = [key for key, weights in tower.named_parameters() if weights.grad is None]
    assert not without
    assert all(weights.grad.isfinite().all() for weights in tower.parameters())
    assert torch.equal(step(1), vectors)
    assert not torch.equal(step(2), vectors)


def test_recomputed_blocks_learn_the_same_from_a_part_of_the_memory() -> None:
    kept, again = AtstConfig(width=48, heads=4, depth=4), AtstConfig(width=48, heads=4, depth=4, recompute=True)
    assert grown(kept)[1].keys() == grown(again)[1].keys()
    (bytes_kept, gradients), (bytes_again, repeated) = grown(kept), grown(again)
    assert all(torch.allclose(gradients[key], repeated[key], atol=1e-6) for key in gradients)
    assert bytes_again < 0.4 * bytes_kept


def test_passt_recomputed_with_patchout_learns_the_same() -> None:
    tower, waves = passt().train(), noise(2, 12_000)
    for recompute in (False, True):
        tower.recompute = recompute
        torch.manual_seed(4)
        tower(waves).square().mean().backward()
        if not recompute:
            first = {key: weights.grad.clone() for key, weights in tower.named_parameters()}
            tower.zero_grad()
    assert all(torch.allclose(weights.grad, first[key], atol=1e-6) for key, weights in tower.named_parameters())


def grown(config: AtstConfig) -> tuple[int, dict[str, torch.Tensor]]:
    """Gives the bytes kept for the way back, without weights, and the gradients."""
    torch.manual_seed(0)
    tower, kept = config.build().train(), {}
    power = tower.power(noise(2, 32_000))

    def keep(tensor: torch.Tensor) -> torch.Tensor:
        kept[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        loss = tower.features(power).square().mean()
    weights = {weights.untyped_storage().data_ptr() for weights in tower.parameters()}
    total = sum(size for place, size in kept.items() if place not in weights)
    loss.backward()
    return total, {key: value.grad for key, value in tower.named_parameters()}
