"""A pair hears what both its towers hear, at half the rate where YAMNet asks for it, and its graph hears the same."""

from dataclasses import asdict
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from torch import nn

from tests.training.test_pretrained import folder as folder
from tests.training.test_pretrained import given
from tests.training.towers.signals import noise
from tests.training.towers.test_yamnet import NARROW
from training.export.graphs import AudioGraph, export_waves, worst_cosine
from training.export.probe import open_graph
from training.runs.settings_file import from_mapping
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.pair import PairConfig, PairEncoder, halving
from training.towers.projection import ProjectionConfig
from training.towers.published_checkpoints import PublishedError, licence_text_of, origin_of


@pytest.fixture(scope="module")
def pair() -> PairEncoder:
    torch.manual_seed(3)
    return PairConfig(rows=NARROW).build().eval()


def test_a_pair_hears_what_each_of_its_towers_hears(pair: PairEncoder) -> None:
    waves = noise(2, 64_000)
    with torch.inference_mode():
        power = pair.power(waves)
        found = pair.features(power)
        first = pair.first(waves)
        # Two whole patches of 96 frames, one behind the other, as YAMNet alone hears each.
        second = torch.stack([pair.second.features(power[:, f : f + 96, 128:])[:, 0] for f in (0, 96)]).mean(dim=0)
    assert power.shape == (2, 200, 192) and found.shape == (2, 1, 880 + 24) and pair.width == 904
    assert torch.allclose(found[:, 0, :880], first[:, 0], atol=1e-5)
    assert torch.allclose(found[:, 0, 880:], second, atol=1e-4)


@pytest.mark.parametrize("samples", [32_000, 33_333, 40_001, 160_000])
def test_yamnets_sound_is_the_same_at_half_the_rate(pair: PairEncoder, samples: int) -> None:
    waves = noise(2, samples)
    taps = torch.tensor(halving(), dtype=torch.float32)
    filled = nn.functional.pad(waves[:, None], (31, 31))
    expected = nn.functional.conv1d(filled, taps[None, None], stride=2)[:, 0]
    assert torch.allclose(pair._halved(waves), expected, atol=1e-5)


@pytest.mark.parametrize(
    ("hz", "least_db", "most_db"), [(1_000.0, -0.1, 0.1), (6_500.0, -0.3, 0.1), (9_000.0, -200, -60)]
)
def test_what_yamnet_cannot_hear_is_filtered_out_before_it_could_fold_back(
    hz: float, least_db: float, most_db: float
) -> None:
    places = np.arange(63)
    gain_db = 20.0 * np.log10(np.abs((halving() * np.exp(-2j * np.pi * hz / 32_000.0 * places)).sum()))
    assert least_db <= gain_db <= most_db


def test_a_sound_shorter_than_a_patch_is_filled_up_with_silence(pair: PairEncoder) -> None:
    with torch.inference_mode():
        assert bool(torch.isfinite(pair(noise(1, 16_000))).all())


def test_a_graph_hears_the_same_at_every_length_and_fills_nothing_in_between_convolutions(pair: PairEncoder) -> None:
    config = ModelConfig(audio=PairConfig(rows=NARROW), audio_projection=ProjectionConfig("standard", 16, 0.0), dim=8)
    model = DualEncoder(config).eval()
    data = export_waves(AudioGraph(model), 160_000)
    nodes = onnx.load_from_string(data).graph.node
    pads = {node.output[0] for node in nodes if node.op_type == "Pad"}
    assert not [node for node in nodes if node.op_type == "Conv" and node.input[0] in pads]
    graph = open_graph(data)
    for samples in (32_000, 64_000, 160_000):
        waves = noise(2, samples)
        with torch.inference_mode():
            expected = model.hear_waves(waves).numpy()
        assert worst_cosine(graph.run(None, {"waveform": waves.numpy()}), [expected]) >= 0.99999


def test_a_pair_begins_with_both_published_files_of_a_folder(folder: Path) -> None:
    begun = PairConfig(checkpoint=str(folder), rows=NARROW).build()
    assert all(torch.equal(begun.first.network.state_dict()[name], value) for name, value in ears_of(folder).items())
    assert begun.second.network.layers[0].convolution.weight.any()
    (folder / "yamnet" / "yamnet.tflite").write_bytes(b"another file")
    with pytest.raises(PublishedError, match="not the published file"):
        PairConfig(checkpoint=str(folder), rows=NARROW).build()


def ears_of(folder: Path) -> dict[str, torch.Tensor]:
    return {name: value for name, value in given(folder).items() if name.startswith("features.")}


def test_settings_come_back_by_the_name_of_the_tower() -> None:
    config = ModelConfig(audio=PairConfig(rows=NARROW))
    assert from_mapping(ModelConfig, asdict(config)) == config  # type: ignore[arg-type]


@pytest.mark.parametrize("tower", ["mn04+vggish", "yamnet+mn04", "mn4+yamnet", "mn00+yamnet"])
def test_other_pairs_are_refused(tower: str) -> None:
    with pytest.raises(ValueError, match=r"no pair|no MobileNet"):
        PairConfig(tower)


def test_a_card_names_both_and_gives_the_licences_that_must_go_with_them() -> None:
    said = origin_of("hub", "mn04+yamnet")
    assert "Florian Schmid" in said and "YAMNet (Google, Apache-2.0)" in said
    both = [licence_text_of("hub", tower) for tower in ("mn04", "yamnet")]
    assert licence_text_of("hub", "mn04+yamnet").split(both[0]) == ["", f"\n\n{both[1]}"]
    assert "Permission is hereby granted" in both[0] and "Apache License" in both[1]
    assert origin_of("file.pt", "mn04+yamnet") == ""
