"""The compact tower: what its stem's stride changes, and what is refused."""

import pytest
import torch

from training.towers.compact import CompactConfig


@pytest.mark.parametrize("frames", [50, 100, 201])
def test_a_longer_stride_gives_the_same_vector_size(frames: int) -> None:
    encoder = CompactConfig(stem_kernel=(9, 5), stem_stride=(4, 2)).build().eval()
    with torch.inference_mode():
        vectors = encoder.features(torch.rand(3, frames, 64))
    assert vectors.shape == (3, 1, 512)


def test_a_stride_of_four_frames_halves_the_pictures_behind_the_stem() -> None:
    power = torch.rand(1, 200, 64)[:, None]
    fine = CompactConfig().build().eval().stem(power)
    coarse = CompactConfig(stem_kernel=(9, 5), stem_stride=(4, 2)).build().eval().stem(power)
    assert fine.shape == (1, 32, 100, 32)
    assert coarse.shape == (1, 32, 50, 32)


@pytest.mark.parametrize(
    "settings",
    [{"stem_kernel": (4, 5)}, {"stem_kernel": (5,)}, {"stem_stride": (2, 2, 2)}, {"stem_stride": (2, 16)}],
)
def test_stems_that_cannot_be_built_are_refused(settings: dict[str, tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match=r"stem|mels"):
        CompactConfig(**settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("samples", [16_000, 16_320, 32_100])
def test_looking_at_every_second_frame_is_the_same_from_waves_and_from_pictures(samples: int) -> None:
    encoder = CompactConfig(stem=8, widths=(8, 16), blocks=(1, 1), hidden=16, every=2).build().eval()
    waves = 0.1 * torch.randn(2, samples, generator=torch.Generator().manual_seed(1))
    with torch.inference_mode():
        assert torch.allclose(encoder(waves), encoder.features(encoder.power(waves)), atol=1e-5)


def test_looking_at_no_frame_is_refused() -> None:
    with pytest.raises(ValueError, match="every"):
        CompactConfig(every=0)
