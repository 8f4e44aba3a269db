"""CNN10 and CNN14: published sizes, a hand calculation of the pooling, lengths, export."""

import numpy as np
import pytest
import torch

from tests.training.towers.signals import noise, through_onnx
from training.towers.panns import FIXED_NUMBERS, Cnn, PannsConfig


def trained(tower: str) -> int:
    with torch.device("meta"):
        network = Cnn(tower, classes=527)
    return sum(weights.numel() for weights in network.parameters())


def test_parameters_are_as_published() -> None:
    assert FIXED_NUMBERS == 1_083_456
    assert trained("cnn10") == 5_219_279
    assert trained("cnn10") + FIXED_NUMBERS == 6_302_735
    assert trained("cnn14") == 80_753_615
    assert trained("cnn14") + FIXED_NUMBERS == 81_837_071


def test_pooling_is_maximum_and_mean_of_time_over_the_mean_of_bands() -> None:
    network = Cnn("cnn10").eval()
    for name, weights in network.named_parameters():
        if weights.ndim == 4:
            # Channel 0 passes channel 0 on as it is, all others stay silent.
            torch.nn.init.zeros_(weights)
            weights.data[0, 0, 1, 1] = 1.0
        elif name == "fc1.weight":
            torch.nn.init.eye_(weights)
    # 64 frames of 3 dB, but 16 of 7 dB: after four halvings 4 frames, 3 3 3 7: maximum 7 and mean 4 are 11.
    decibels = torch.full((1, 64, 64), 3.0)
    decibels[:, 48:] = 7.0
    with torch.no_grad():
        vector = network(decibels)
    # Nine batch norms on the way divide by sqrt(1 + 1e-5) each.
    assert vector[0, 0] == pytest.approx(11.0, rel=1e-4)
    assert torch.all(vector[0, 1:] == 0.0)


def test_silence_is_a_hundred_decibels_down() -> None:
    encoder = PannsConfig("cnn10").build().eval()
    seen = []
    encoder.network.bn0.register_forward_pre_hook(lambda _, given: seen.append(given[0]))
    encoder(torch.zeros(1, 32_000))
    assert torch.all(seen[0] == -100.0)


def test_a_sound_of_any_length_becomes_one_vector() -> None:
    encoder = PannsConfig("cnn10").build().eval()
    assert encoder.width == 512 and encoder.segment_s is None
    assert encoder(noise(2, 11_001)).shape == (2, 1, 512)
    assert encoder(noise(1, 700)).shape == (1, 1, 512)


def test_dropout_is_of_training_only() -> None:
    encoder, waves = PannsConfig("cnn10").build(), noise(1, 8_000)
    assert torch.equal(encoder.eval()(waves), encoder(waves))
    assert not torch.equal(encoder.train()(waves.repeat(2, 1)), encoder(waves.repeat(2, 1)))


def test_encoder_exports_with_free_batch_and_length() -> None:
    torch.manual_seed(0)
    encoder, waves = PannsConfig("cnn10").build().eval(), noise(3, 17_123)
    (found,) = through_onnx(encoder, noise(2, 12_000), waves)
    with torch.no_grad():
        assert np.allclose(found, encoder(waves).numpy(), atol=1e-4)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match="cnn12"):
        PannsConfig("cnn12")
