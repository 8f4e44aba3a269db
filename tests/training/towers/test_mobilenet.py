"""MobileNets: sizes of the papers, the numbers of torchvision's own rows, and what a sound becomes."""

from functools import partial

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from tests.training.towers.signals import noise, through_onnx
from training.towers.mobilenet import MobileNet, MobileNetConfig


def test_mn40_gives_the_vector_and_the_map_of_the_second_paper() -> None:
    narrow = MobileNet(0.1).eval()
    with torch.no_grad():
        assert narrow.features(torch.zeros(1, 1, 128, 1000)).shape == (1, 96, 4, 32)
        assert narrow.features(torch.zeros(1, 1, 128, 3000)).shape == (1, 96, 4, 94)
    with torch.device("meta"):
        assert MobileNet(4.0).width == 3840


def torchvision_rows(multiplier: float) -> nn.Module:
    """torchvision's MobileNetV3-Large with a plain sigmoid, as EfficientAT changed it."""
    from torchvision.models.mobilenetv3 import InvertedResidual, MobileNetV3, _mobilenet_v3_conf
    from torchvision.ops.misc import SqueezeExcitation

    rows, last = _mobilenet_v3_conf("mobilenet_v3_large", width_mult=multiplier)
    excitation = partial(SqueezeExcitation, scale_activation=nn.Sigmoid)
    norm = partial(nn.BatchNorm2d, eps=1e-3, momentum=1e-2)
    return MobileNetV3(rows, last, 527, block=partial(InvertedResidual, se_layer=excitation), norm_layer=norm)


def test_mn05_computes_what_torchvision_computes() -> None:
    torch.manual_seed(0)
    ours, theirs = MobileNet(0.5, classes=527).eval(), torchvision_rows(0.5).eval()
    # The same weights in the same order: matrices for 1 x 1 convolutions, one picture for three colours.
    pairs = zip(theirs.state_dict().items(), ours.state_dict().values(), strict=True)
    state = {name: value.reshape(target.shape) for (name, target), value in pairs if name != "features.0.0.weight"}
    first = ours.state_dict()["features.0.0.weight"]
    state["features.0.0.weight"] = torch.cat([first, torch.zeros_like(first), torch.zeros_like(first)], dim=1)
    theirs.load_state_dict(state)
    picture = torch.randn(2, 1, 128, 200)
    with torch.no_grad():
        assert torch.allclose(ours.classify(picture), theirs(picture.expand(-1, 3, -1, -1)), atol=1e-5)


def test_a_sound_of_any_length_becomes_one_vector() -> None:
    encoder = MobileNetConfig("mn04").build().eval()
    assert encoder.width == 384
    assert encoder(noise(2, 64_000)).shape == (2, 1, 384)
    assert encoder(noise(1, 7_001)).shape == (1, 1, 384)
    assert not any(key.startswith("network.classifier") for key in encoder.state_dict())


def test_halves_together_are_the_whole_and_only_the_network_learns() -> None:
    encoder = MobileNetConfig("mn04", mel_jitter=False).build().train()
    waves = noise(2, 16_000)
    power = encoder.power(waves)
    assert power.shape == (2, 50, 128) and not power.requires_grad
    encoder.features(power).sum().backward()
    assert all(weights.grad is not None for weights in encoder.parameters())


def test_half_of_the_frames_are_heard_from_pictures_and_from_waves_alike() -> None:
    torch.manual_seed(0)
    plain = MobileNetConfig("mn04", mel_jitter=False).build().eval()
    halved = MobileNetConfig("mn04", mel_jitter=False, every=2).build().eval()
    halved.load_state_dict(plain.state_dict())
    waves = noise(2, 16_000)
    power = halved.power(waves)
    assert torch.equal(power, plain.power(waves))  # so that both share cached pictures
    with torch.no_grad():
        found = halved.features(power)
        assert torch.allclose(halved(waves), found, atol=1e-5)
        assert torch.equal(found, plain.features(power[:, ::2]))
    with pytest.raises(ValueError, match="every 3 leaves samples"):
        MobileNetConfig("mn04", every=3)


def test_still_norms_keep_their_statistics_and_learn_their_scale() -> None:
    torch.manual_seed(0)
    encoder = MobileNetConfig("mn04", mel_jitter=False, still_norms=True).build().train()
    before = {name: value.clone() for name, value in encoder.named_buffers() if "running" in name}
    power = encoder.power(noise(2, 16_000))
    assert torch.equal(encoder.features(power), encoder.features(power))  # nothing of the batch is drawn in
    encoder.features(power).sum().backward()
    assert before and all(torch.equal(dict(encoder.named_buffers())[name], value) for name, value in before.items())
    norms = [module for module in encoder.network.modules() if isinstance(module, nn.BatchNorm2d)]
    assert all(norm.weight.grad is not None for norm in norms)


@pytest.mark.parametrize("every", [1, 2])
def test_encoder_exports_with_free_batch_and_length(every: int) -> None:
    torch.manual_seed(0)
    encoder = MobileNetConfig("mn04", every=every).build().eval()
    _settle(encoder)
    waves = noise(3, 50_123)
    (found,) = through_onnx(encoder, noise(2, 32_000), waves)
    assert np.allclose(found, expected(encoder, waves), atol=1e-4)


def expected(encoder: nn.Module, waves: Tensor) -> np.ndarray:
    with torch.no_grad():
        return np.asarray(encoder(waves))


def _settle(encoder: nn.Module) -> None:
    """Gives batch norms statistics as after some training."""
    encoder.train()
    with torch.no_grad():
        encoder(noise(4, 32_000, seed=1))
    encoder.eval()


def test_a_name_without_a_width_is_refused() -> None:
    with pytest.raises(ValueError, match="mnbig"):
        MobileNetConfig("mnbig")
