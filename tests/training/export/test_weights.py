"""A pack's weights come back: the rebuilt model hears and reads as the pack does, and can learn on from there."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

from engine.audio.segments import SegmentPlan
from engine.models.calibration import Calibration
from engine.models.canonical import Canonical, canonical_bytes, read_canonical
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import default_pack, load_pack, write_pack
from training.cli.commands.starter import DistillationPlan
from training.export.graphs import AudioGraph, export_waves, worst_cosine
from training.export.probe import open_graph
from training.runs.config import load_config
from training.runs.weights import RECIPE, PackWeights, PackWeightsError, recipe_note, settle_norms, weights_of_pack
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.mobilenet import MobileNetConfig
from training.towers.projection import ProjectionConfig


@pytest.fixture(scope="module", params=["starter", "starter-tiny"])
def pack(request: pytest.FixtureRequest) -> Path:
    """A MobileNet, and a compact tower."""
    return default_pack().with_name(request.param)


@pytest.fixture(scope="module")
def starter(pack: Path) -> PackWeights:
    return weights_of_pack(pack)


def _sounds(count: int, seconds: float = 2.0) -> torch.Tensor:
    """Decaying noises of different colour, float32 [count, T]."""
    rng = np.random.default_rng(11)
    noise = rng.normal(0.0, 0.2, (count, round(32_000 * seconds)))
    smooth = np.stack(
        [np.convolve(row, np.ones(1 + 3 * place) / (1 + 3 * place), "same") for place, row in enumerate(noise)]
    )
    return torch.from_numpy((smooth * np.exp(-np.arange(smooth.shape[1]) / 9000.0)).astype(np.float32))


def test_the_starters_weights_hear_as_its_graph_does(pack: Path, starter: PackWeights) -> None:
    waves = _sounds(3)
    expected = AudioEncoder(load_pack(pack)).encode(waves.numpy())
    with torch.inference_mode():
        found = starter.model().hear_waves(waves)
    assert worst_cosine([found.numpy()], [expected]) >= 0.99999


def test_the_starters_joint_head_reads_as_its_graph_does(pack: Path, starter: PackWeights) -> None:
    read = TextEncoder(load_pack(pack), is_drawn=False).encode(["glass breaks on stone", "a slow heartbeat"])
    with torch.inference_mode():
        found = starter.model().read(torch.from_numpy(read.sentence))
    assert worst_cosine([found.numpy()], [read.joint]) >= 0.99999


def test_the_starter_comes_back_in_the_size_it_was_made_in() -> None:
    plan, found = DistillationPlan(), weights_of_pack(default_pack()).config
    assert plan.pair is not None
    student, pair = (load_config(one.recipe).model for one in (plan.student, plan.pair))
    assert (found.audio, found.text, found.dim) == (pair.audio, pair.text, plan.dim)
    assert found.audio_projection.sizes == (student.dim, pair.dim)
    assert found.audio_projection.hiddens == (student.audio_projection.hidden, pair.audio_projection.hidden)


def test_a_model_read_back_and_exported_again_gives_the_same_vectors(pack: Path, starter: PackWeights) -> None:
    waves = _sounds(2, 1.0).numpy()
    again = open_graph(export_waves(AudioGraph(starter.model()), 16_000)).run(None, {"waveform": waves})[0]
    expected = AudioEncoder(load_pack(pack)).encode(waves)
    assert worst_cosine([again], [expected]) >= 0.99999


def test_settled_norms_change_no_vector_and_make_training_begin_where_the_pack_stands(starter: PackWeights) -> None:
    model = starter.model()
    power = model.audio.power(_sounds(12))
    with torch.inference_mode():
        before = model.hear(power)
    unsettled = _in_training(starter.model(), power)
    assert settle_norms(model, [power[:6], power[6:]]) == 12
    with torch.inference_mode():
        after = model.hear(power)
    assert worst_cosine([after.numpy()], [before.numpy()]) >= 0.9999
    # With the batch's own statistics, as in the first step of training, the model is nearly the pack's own.
    mean = nn.functional.cosine_similarity(_in_training(model, power), before).mean()
    assert mean > 0.99
    assert mean > nn.functional.cosine_similarity(unsettled, before).mean() + 0.05


def test_settling_needs_a_sound(starter: PackWeights) -> None:
    with pytest.raises(ValueError, match="no sound"):
        settle_norms(starter.model(), [])


def test_a_pack_of_another_family_is_refused_with_a_way_out(tmp_path: Path) -> None:
    folder = tmp_path / "other"
    _pack_of(folder, export_waves(_OtherGraph(), 16_000), 256)
    with pytest.raises(PackWeightsError, match="of no family of Earshot's") as caught:
        weights_of_pack(folder)
    assert "starter" in caught.value.advice


def test_a_graph_that_only_looks_like_ours_is_refused(tmp_path: Path) -> None:
    torch.manual_seed(5)
    folder = tmp_path / "other"
    words = load_pack(default_pack().with_name("starter-tiny")).take("text.onnx")
    _pack_of(folder, export_waves(AudioGraph(DualEncoder(ModelConfig())), 16_000), 256, text=words)
    with pytest.raises(PackWeightsError, match="cosine of sounds"):
        weights_of_pack(folder)


@pytest.fixture(scope="module")
def mobile() -> DualEncoder:
    """A MobileNet with middle blocks that hears as nothing does, and reads as the starter."""
    torch.manual_seed(7)
    words = weights_of_pack(default_pack()).config
    audio = MobileNetConfig("mn04", mel_jitter=False, middle=True, still_norms=True)
    model = DualEncoder(replace(words, audio=audio, audio_projection=ProjectionConfig("standard", 96, 0.1)))
    for layer in model.modules():
        if isinstance(layer, nn.BatchNorm2d):
            assert layer.running_mean is not None and layer.running_var is not None
            nn.init.normal_(layer.running_mean, 0.0, 0.1)
            nn.init.uniform_(layer.running_var, 0.5, 2.0)
            nn.init.uniform_(layer.weight, 0.5, 1.5)
            nn.init.normal_(layer.bias, 0.0, 0.2)
    return model.eval()


def test_a_mobilenet_comes_back_out_of_a_pack(tmp_path: Path, mobile: DualEncoder) -> None:
    folder = tmp_path / "mobile"
    notes = {RECIPE: recipe_note(mobile.config)}
    _pack_of(folder, export_waves(AudioGraph(mobile), 160_000, notes), 256, heard_by=mobile)
    found = weights_of_pack(folder)
    assert found.config == mobile.config
    waves = _sounds(2)
    with torch.inference_mode():
        assert worst_cosine([found.model().hear_waves(waves).numpy()], [mobile.hear_waves(waves).numpy()]) >= 0.99999


def test_a_mobilenet_that_came_back_can_learn_and_be_exported_again(tmp_path: Path, mobile: DualEncoder) -> None:
    folder = tmp_path / "mobile"
    notes = {RECIPE: recipe_note(mobile.config)}
    _pack_of(folder, export_waves(AudioGraph(mobile), 160_000, notes), 256, heard_by=mobile)
    model, waves = weights_of_pack(folder).model(), _sounds(2, 1.0)
    with torch.no_grad():
        power = model.audio.power(waves)
    assert settle_norms(model, [power]) == 2
    again = open_graph(export_waves(AudioGraph(model), 160_000)).run(None, {"waveform": waves.numpy()})[0]
    with torch.inference_mode():
        assert worst_cosine([again], [mobile.hear_waves(waves).numpy()]) >= 0.9999
    model.train()
    model.hear(power).sum().backward()  # type: ignore[no-untyped-call]
    moved = [name for name, weight in model.named_parameters() if weight.grad is not None and weight.grad.any()]
    assert any(name.startswith("audio.network.features.1.") for name in moved)


def _in_training(model: DualEncoder, power: torch.Tensor) -> torch.Tensor:
    """The vectors with convolutions' norms in training mode, dropout and the other norms at rest."""
    model.eval()
    for layer in model.audio.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.train()
    with torch.no_grad():
        return model.hear(power)


class _OtherGraph(nn.Module):
    """Another network: one dense layer over the mean loudness of the wave."""

    def __init__(self) -> None:
        super().__init__()
        self.audio = nn.Linear(1, 256)

    def forward(self, waveform: torch.Tensor) -> torch.Tensor:
        """See the class."""
        loudness = waveform.abs().mean(dim=1, keepdim=True)
        return nn.functional.normalize(self.audio(loudness), dim=1)


def _pack_of(
    folder: Path, audio: bytes, dim: int, heard_by: DualEncoder | None = None, text: bytes | None = None
) -> None:
    """A pack with other graphs and the starter's everything else, but for the vectors that a model gives."""
    whole = load_pack(default_pack())
    kept = read_canonical(whole.place_of("canonical.npz").read_bytes())
    heard = kept.audio_vector[:, :dim]
    if heard_by is not None:
        with torch.inference_mode():
            heard = heard_by.hear_waves(torch.from_numpy(kept.waveform)).numpy()
    joint = kept.joint
    if heard_by is not None and text is not None:
        with torch.inference_mode():
            joint = heard_by.read(torch.from_numpy(kept.sentence)).numpy()
    canonical = Canonical(kept.waveform, heard, kept.texts, joint, kept.sentence)
    write_pack(
        folder,
        name="other",
        version="1",
        dim=dim,
        sentence_dim=384,
        plan=SegmentPlan(32_000, 5.0, 2.5, (0.5, 1.0, 2.0, 5.0), "repeat"),
        max_tokens=64,
        calibration=Calibration(0.5, 10.0, 0.5, 10.0, 0.3, 0.7),
        licence="none",
        training_data="none",
        metrics={},
        files={
            "audio.onnx": audio,
            "text.onnx": text or whole.place_of("text.onnx"),
            "canonical.npz": canonical_bytes(canonical),
            **{name: whole.place_of(name) for name in ("tokenizer.json", "MODEL_CARD.md")},
        },
    )
