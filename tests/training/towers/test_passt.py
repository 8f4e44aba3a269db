"""PaSST: hear21passt's own way beside ours, patchout, segments, sizes, export. Small networks of the same make."""

import contextlib
import io
import re

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from tests.training.towers.signals import noise, through_onnx
from training.towers.passt import ARCHITECTURES, PasstConfig, PasstEncoder, grid, through


def small(stride: int, frames: int, patchout: tuple[int, int] = (0, 0)) -> nn.Module:
    from hear21passt.models.passt import PaSST

    torch.manual_seed(0)
    network = PaSST(
        s_patchout_f=patchout[0], s_patchout_t=patchout[1], img_size=(128, frames), stride=(stride, stride),
        embed_dim=48, depth=2, num_heads=3, distilled=True, num_classes=7,
    )  # fmt: skip
    for weights in network.parameters():
        weights.data.normal_(0.0, 0.2)
    return network


def by_hear21passt(network: nn.Module, pictures: Tensor) -> Tensor:
    """Their own forward; it warns of any length but its table's."""
    with contextlib.redirect_stdout(io.StringIO()), torch.no_grad():
        return network(pictures)[1]


@pytest.fixture
def quiet(recwarn: pytest.WarningsRecorder) -> None:
    """Keeps hear21passt's remark on each other length from failing the test."""


@pytest.mark.usefixtures("quiet")
def test_our_way_gives_hear21passts_numbers() -> None:
    n, s = small(16, 1000).eval(), small(10, 998).eval()
    whole, short = torch.randn(2, 1, 128, 1000), torch.randn(1, 1, 128, 333)
    with torch.no_grad():
        assert torch.allclose(through(n, whole), by_hear21passt(n, whole), atol=1e-5)
        assert torch.allclose(through(s, whole), by_hear21passt(s, whole), atol=1e-5)
        assert torch.allclose(through(s, short), by_hear21passt(s, short), atol=1e-5)


@pytest.mark.usefixtures("quiet")
def test_patchout_leaves_out_what_hear21passt_would() -> None:
    network, pictures = small(16, 1000, patchout=(2, 15)).train(), torch.randn(2, 1, 128, 1000)
    torch.manual_seed(7)
    theirs = by_hear21passt(network, pictures)
    torch.manual_seed(7)
    ours = through(network, pictures).detach()
    assert torch.allclose(ours, theirs, atol=1e-5)
    assert not torch.allclose(through(network, pictures), ours, atol=1e-3), "drawn anew each time"


def tokens_seen(network: nn.Module, frames: int) -> int:
    seen = []
    handle = network.blocks[0].norm1.register_forward_pre_hook(lambda _, given: seen.append(given[0].shape[1]))
    with torch.no_grad():
        through(network, torch.zeros(1, 1, 128, frames))
    handle.remove()
    return int(seen[0])


def test_tokens_are_as_many_as_in_the_papers() -> None:
    assert tokens_seen(small(16, 1000, (2, 15)).train(), 1000) == 6 * 47 + 2
    assert tokens_seen(small(10, 998, (4, 50)).train(), 1000) == 8 * 49 + 2
    assert tokens_seen(small(10, 998, (3, 50)).train(), 1000) == 441 + 2
    assert tokens_seen(small(16, 1000, (2, 15)).eval(), 1000) == 496 + 2
    assert tokens_seen(small(10, 2000).eval(), 2000) == 2388 + 2
    assert grid(ARCHITECTURES["passt-s20"]) == (12, 200)
    assert grid(ARCHITECTURES["passt-s30"]) == (12, 300)


def test_a_segment_longer_than_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="1100 frames"):
        through(small(16, 1000).eval(), torch.zeros(1, 1, 128, 1100))


def test_patchout_that_leaves_nothing_of_a_short_segment_is_refused() -> None:
    with pytest.raises(ValueError, match="15"):
        through(small(16, 1000, (2, 15)).train(), torch.zeros(1, 1, 128, 200))


def encoder(config: PasstConfig, patchout: tuple[int, int] = (0, 0)) -> PasstEncoder:
    return PasstEncoder(config, small(16, 1000, patchout))


def test_segments_become_one_vector_each() -> None:
    listening = encoder(PasstConfig("passt-n")).eval()
    assert listening.segment_s == 10.0 and listening.sample_rate_hz == 32_000
    assert listening(noise(2, 320_000)).shape == (2, 1, 48)
    assert listening(noise(1, 50)).shape == (1, 1, 48)


def test_training_moves_edges_masks_and_patches_and_all_weights_learn() -> None:
    config = PasstConfig("passt-n", patchout_frequency=2, patchout_time=2, frequency_mask=48, time_mask=192)
    listening, waves = encoder(config, (2, 2)), noise(2, 64_000)
    assert torch.equal(listening.eval()(waves), listening(waves))
    listening.train()
    assert not torch.equal(listening.power(waves), listening.power(waves))
    for name, weights in listening.named_parameters():
        if name.startswith("network.head"):
            weights.requires_grad_(False)
    listening(waves).square().sum().backward()
    learnt = [weights.grad is not None for weights in listening.parameters() if weights.requires_grad]
    assert all(learnt)


def test_encoder_exports_with_free_batch_and_length() -> None:
    listening, waves = encoder(PasstConfig("passt-n")).eval(), noise(3, 100_123)
    found, whole = through_onnx(listening, noise(2, 32_000), waves, noise(1, 320_000))
    with torch.no_grad():
        assert np.allclose(found, listening(waves).numpy(), atol=1e-4)
        assert np.allclose(whole, listening(noise(1, 320_000)).numpy(), atol=1e-4)


def test_settings_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="passt-x"):
        PasstConfig("passt-x")
    with pytest.raises(ValueError, match=re.escape("10.0 s")):
        PasstConfig("passt-s", segment_s=15.0)
    with pytest.raises(ValueError, match="8 x 62"):
        PasstConfig("passt-n", patchout_frequency=8)
