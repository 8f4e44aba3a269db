"""ATST-Frame: golden picture, published size, torch's own transformer beside it, warping, export."""

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from tests.training.towers.signals import noise, one_tone, through_onnx
from training.towers.atst import AtstConfig, FrameTransformer, FrequencyWarp, picture
from training.towers.mels import ATST_MEL, MelPower

SMALL = AtstConfig(width=48, heads=4, depth=2)


def test_picture_of_one_tone_is_the_golden_one() -> None:
    found = picture(MelPower(ATST_MEL)(one_tone()))
    assert found.shape == (1, 1001, 64)
    assert np.allclose([found.mean(), found.min(), found.max()], [-0.258742, -0.346713, 0.880918], atol=1e-5)


def test_silence_is_flat() -> None:
    assert torch.allclose(picture(torch.zeros(1, 9, 64)), torch.tensor(-0.5450), atol=1e-4)


def test_a_quiet_sound_is_seen_alike_beside_a_loud_one() -> None:
    mel = MelPower(ATST_MEL)
    quiet, loud = mel(noise(1, 16_000) * 1e-4), mel(noise(1, 16_000, seed=1) * 10.0)
    assert torch.equal(picture(torch.cat([quiet, loud]))[:1], picture(quiet))


def test_parameters_are_as_published() -> None:
    with torch.device("meta"):
        network = FrameTransformer(with_mask=True)
    assert sum(weights.numel() for weights in network.parameters()) == 85_419_264


def by_torch(network: FrameTransformer, pictures: Tensor) -> Tensor:
    """The same by nn.TransformerEncoderLayer, patches laid out by hand."""
    batch, frames, mels = pictures.shape
    tokens = torch.zeros(batch, frames // 4, mels * 4)
    for token in range(frames // 4):
        for band in range(mels):
            tokens[:, token, band * 4 : band * 4 + 4] = pictures[:, token * 4 : token * 4 + 4, band]
    state = network.patch_embed.patch_embed(tokens) + network.pos_embed[:, 1 : frames // 4 + 1]
    for block in network.blocks:
        layer = nn.TransformerEncoderLayer(48, 4, 192, 0.0, "gelu", 1e-6, batch_first=True, norm_first=True).eval()
        layer.load_state_dict({
            "self_attn.in_proj_weight": block.attn.qkv.weight, "self_attn.in_proj_bias": torch.zeros(144),
            "self_attn.out_proj.weight": block.attn.proj.weight, "self_attn.out_proj.bias": block.attn.proj.bias,
            "linear1.weight": block.mlp.fc1.weight, "linear1.bias": block.mlp.fc1.bias,
            "linear2.weight": block.mlp.fc2.weight, "linear2.bias": block.mlp.fc2.bias,
            "norm1.weight": block.norm1.weight, "norm1.bias": block.norm1.bias,
            "norm2.weight": block.norm2.weight, "norm2.bias": block.norm2.bias,
        })  # fmt: skip
        state = layer(state)
    return nn.functional.layer_norm(state, (48,), network.norm_frame.weight, network.norm_frame.bias, 1e-6)


def test_transformer_computes_what_torchs_own_computes() -> None:
    torch.manual_seed(0)
    network = FrameTransformer(48, 4, 2).eval()
    for weights in network.parameters():
        weights.data.normal_(0.0, 0.3)
    pictures = torch.randn(2, 43, 64)
    with torch.no_grad():
        assert torch.allclose(network(pictures), by_torch(network, pictures), atol=1e-4)


def test_ten_seconds_become_250_vectors_and_more_are_refused() -> None:
    encoder = SMALL.build().eval()
    assert encoder(noise(1, 160_000)).shape == (1, 250, 48)
    assert encoder(noise(2, 16_000)).shape == (2, 25, 48)
    assert encoder(noise(1, 100)).shape == (1, 1, 48)
    with pytest.raises(ValueError, match="10 s"):
        encoder(noise(1, 165_000))


def test_warping_drops_at_most_a_tenth_and_stretches_the_rest_over_all_bands() -> None:
    torch.manual_seed(0)
    warp = FrequencyWarp(64, 0.1).train()
    pictures = torch.randn(40, 7, 64)
    found = warp(pictures)
    candidates = [
        nn.functional.interpolate(pictures[:, None, :, :height], size=(7, 64), mode="bicubic", align_corners=True)[:, 0]
        for height in range(57, 65)
    ]
    fits = torch.stack([(candidate - found).abs().amax(dim=(1, 2)) < 1e-4 for candidate in candidates])
    assert torch.all(fits.sum(dim=0) == 1), "each sound is stretched from one height between 57 and 64"
    assert fits.any(dim=1).sum() >= 6, "heights are drawn for each sound"


def test_warping_is_of_training_only_and_off_by_default() -> None:
    pictures = torch.randn(2, 9, 64)
    assert torch.equal(FrequencyWarp(64, 0.1).eval()(pictures), pictures)
    assert torch.equal(FrequencyWarp(64, AtstConfig().frequency_warp).train()(pictures), pictures)


def test_encoder_exports_with_free_batch_and_length() -> None:
    torch.manual_seed(0)
    encoder, waves = SMALL.build().eval(), noise(3, 30_123)
    found, longest = through_onnx(encoder, noise(2, 16_000), waves, noise(1, 160_000))
    with torch.no_grad():
        assert np.allclose(found, encoder(waves).numpy(), atol=1e-4)
    assert longest.shape == (1, 250, 48)
