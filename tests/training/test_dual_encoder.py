"""Segments, masks, projections and temperature between two towers."""

import pytest
import torch
from torch import Tensor, nn

from training.runs.config import Config
from training.runs.settings_file import from_mapping
from training.towers.dual_encoder import DualEncoder, ModelConfig, covered, frozen_text, masked_mean
from training.towers.encoders import AudioTower
from training.towers.projection import ProjectionConfig
from training.towers.registry import audio_settings


class Loudness(AudioTower):
    """Gives the mean of each half of a wave: two features of size 1 a segment."""

    def __init__(self, segment_s: float | None) -> None:
        super().__init__()
        self.sample_rate_hz, self.hop, self.mels, self.width, self.segment_s = 10, 1, 1, 1, segment_s

    def power(self, waves: Tensor) -> Tensor:
        return waves[:, :, None]

    def features(self, power: Tensor) -> Tensor:
        half = power.shape[1] // 2
        return torch.stack([power[:, :half].mean(dim=1), power[:, half:].mean(dim=1)], dim=1)


def with_loudness(segment_s: float | None) -> DualEncoder:
    model = DualEncoder(ModelConfig(dim=2))
    model.audio = Loudness(segment_s)
    model.audio_projection = nn.Identity()
    return model


def test_a_long_sound_is_cut_into_segments_and_padding_is_left_out_of_the_mean() -> None:
    # 25 samples at 10 Hz in segments of a second: three, the last half silence. Features of halves: 1 1 | 3 3 | 5 0.
    wave = torch.tensor([[1.0] * 10 + [3.0] * 10 + [5.0] * 5])
    # All of it is sound: 25 of 30 samples, so the first ceil(5/6 * 6) = 5 features.
    assert with_loudness(1.0).embed_waves(wave).item() == pytest.approx((1 + 1 + 3 + 3 + 5) / 5)
    # Two fifths are sound: 10 of 30 samples, the first 2 of 6 features.
    assert with_loudness(1.0).embed_waves(wave, torch.tensor([0.4])).item() == pytest.approx(1.0)


def test_a_sound_no_longer_than_a_segment_passes_whole() -> None:
    wave = torch.tensor([[1.0, 1.0, 3.0, 3.0]])
    assert with_loudness(1.0).embed_waves(wave).item() == pytest.approx(2.0)
    assert with_loudness(None).embed_waves(wave.repeat(1, 9)).item() == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("share", "expected"), [(1.0, 2.0), (2 / 3, 1.5), (0.5, 1.5), (1 / 3, 1.0), (0.01, 1.0), (0.0, 1.0)]
)
def test_the_mask_takes_the_first_features_rounded_up_and_at_least_one(share: float, expected: float) -> None:
    features = torch.tensor([[[1.0], [2.0], [3.0]]])
    assert masked_mean(features, torch.tensor([share])).item() == pytest.approx(expected)


@pytest.mark.parametrize(
    ("seconds", "segment_s", "expected"), [(9.0, 10.0, 10.0), (10.0, 10.0, 10.0), (10.1, 10.0, 20.0), (7.3, None, 7.3)]
)
def test_a_batch_is_as_long_as_whole_segments(seconds: float, segment_s: float | None, expected: float) -> None:
    assert covered(seconds, segment_s) == pytest.approx(expected)


def test_the_temperature_is_bounded_plain_or_fixed() -> None:
    bounded, plain, fixed = (temperate(rule) for rule in ("bounded", "plain", "fixed"))
    assert [told(model) for model in (bounded, plain, fixed)] == pytest.approx([0.05] * 3)
    plain.tau.data.fill_(-0.02)
    bounded.log_temperature.data.fill_(-20.0)
    assert (told(plain), told(bounded)) == pytest.approx((0.02, 0.01))
    assert not [name for name, _ in fixed.named_parameters() if "tau" in name or "temperature" in name]


def temperate(rule: str) -> DualEncoder:
    return DualEncoder(from_mapping(ModelConfig, {"dim": 2, "temperature_rule": rule}))


def told(model: DualEncoder) -> float:
    return float(model.temperature().detach())


def test_hearing_waves_is_hearing_their_mel_powers() -> None:
    torch.manual_seed(0)
    model = DualEncoder(ModelConfig(dim=8)).eval()
    waves = torch.randn(2, 16_000) * 0.1
    with torch.inference_mode():
        heard = model.hear_waves(waves)
        assert torch.allclose(heard, model.hear(model.audio.power(waves)), atol=1e-6)
    assert torch.allclose(heard.norm(dim=1), torch.ones(2))


def test_a_frozen_text_tower_is_no_part_of_the_weights_and_reads_ids_all_the_same() -> None:
    model = DualEncoder(ModelConfig(dim=8)).eval()
    assert model.text is None
    assert not [name for name in model.state_dict() if name.startswith("text.")]
    encoder = frozen_text(model.config.text)
    ids, mask = encoder.tokens(["a dog barks", "rain"])
    with torch.inference_mode():
        vectors = encoder(ids, mask)
        assert torch.allclose(model.embed_tokens(ids, mask), model.embed_text(vectors))
    assert torch.allclose(vectors.norm(dim=1), torch.ones(2), atol=1e-5)


@pytest.mark.parametrize(
    ("kind", "weights"),
    # 4 -> 3 with 5 hidden: 4*3+3; 4*5+5 + 5*3+3; both together.
    [("linear", 15), ("mlp", 43), ("residual", 58)],
)
def test_projections_have_the_layers_they_are_named_for(kind: str, weights: int) -> None:
    built = from_mapping(ProjectionConfig, {"kind": kind, "hidden": 5}).build(4, 3)
    assert sum(value.numel() for value in built.parameters()) == weights
    assert built(torch.ones(2, 4)).shape == (2, 3)


@pytest.mark.parametrize("tower", ["compact", "mn04", "mn40", "passt-n", "passt-s20", "cnn10", "cnn14", "atst-frame"])
def test_every_tower_is_found_by_its_name_and_built_without_its_checkpoint(tower: str) -> None:
    settings = audio_settings(tower)
    assert settings(tower=tower).tower == tower  # type: ignore[call-arg]


def test_the_papers_model_has_their_layers() -> None:
    recipe = {
        "batch": {"feed": "waves"},
        "objective": {"targets": "sounds"},
        "model": {
            "dim": 1024,
            "audio": {"tower": "passt-n"},
            "text": {"tower": "transformer", "name": "roberta-base", "tokenizer": "installed"},
            "text_projection": {"kind": "linear"},
        },
    }
    with torch.device("meta"):
        model = DualEncoder(from_mapping(Config, recipe).model)
    parts = {"audio_projection": 768 * 1024 + 1024, "text_projection": 768 * 1024 + 1024}
    for name, expected in parts.items():
        assert sum(value.numel() for value in model.get_submodule(name).parameters()) == expected
