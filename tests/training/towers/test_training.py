"""What every audio tower does while it learns: each weight gets a gradient, in half precision too, and seeds repeat."""

import pytest
import torch

from tests.training.towers.signals import noise
from tests.training.towers.test_passt import encoder as small_passt
from training.towers.atst import AtstConfig
from training.towers.encoders import AudioEncoder
from training.towers.mobilenet import MobileNetConfig
from training.towers.panns import PannsConfig
from training.towers.passt import PasstConfig

MASKS = {"frequency_mask": 48, "time_mask": 20}


def passt() -> AudioEncoder:
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
