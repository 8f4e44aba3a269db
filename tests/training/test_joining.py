"""Two models as one: the cosine of the whole is the mean of theirs, in fewer numbers, and comes back out of a pack."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

from tests.training.export.test_weights import _pack_of, _sounds
from tests.training.towers.test_yamnet import NARROW
from training.export.graphs import AudioGraph, TextGraph, export_tokens, export_waves, worst_cosine
from training.runs.checkpoint import Checkpoint, CheckpointError
from training.runs.config import Config
from training.runs.joined_heads import joined, with_first_ear
from training.runs.tower_features import TowerFeatures
from training.runs.weights import RECIPE, recipe_note, weights_of_pack
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.mobilenet import MobileNetConfig
from training.towers.pair import PairConfig
from training.towers.projection import JoinedProjection, ProjectionConfig

WORDS = ProjectionConfig("residual", 12, 0.0)
FIRST = ModelConfig(
    audio=MobileNetConfig("mn04", mel_jitter=False, middle=True, still_norms=True),
    audio_projection=ProjectionConfig("standard", 10, 0.0),
    text_projection=WORDS,
    dim=8,
)
SECOND = replace(FIRST, audio=PairConfig(rows=NARROW), audio_projection=ProjectionConfig("standard", 14, 0.0), dim=12)


def checkpoint(model: ModelConfig, seed: int) -> Checkpoint:
    torch.manual_seed(seed)
    return Checkpoint(replace(Config(), model=model), "", 0, 0.0, (), DualEncoder(model).state_dict())


@pytest.fixture(scope="module")
def both() -> tuple[Checkpoint, Checkpoint]:
    first, second = checkpoint(FIRST, 1), checkpoint(SECOND, 2)
    return first, replace(second, weights=with_first_ear(second.weights, first))


def vectors() -> tuple[Tensor, Tensor, Tensor]:
    """Waves, and text vectors to be found by them and to be turned by."""
    torch.manual_seed(4)
    return _sounds(5), torch.randn(6, 384), torch.randn(40, 384)


@pytest.mark.parametrize("share", [0.5, 0.2])
def test_the_cosine_of_the_whole_is_the_mean_of_both(both: tuple[Checkpoint, Checkpoint], share: float) -> None:
    first, second = both
    waves, asked, captions = vectors()
    with torch.inference_mode():
        features = second.model().audio(waves).mean(dim=1)
        whole = joined(first, second, features, captions, share=share, dim=20).model()
        cosines = [model.read(asked) @ model.hear_waves(waves).T for model in (first.model(), second.model(), whole)]
    assert torch.allclose(cosines[2], share * cosines[0] + (1.0 - share) * cosines[1], atol=1e-5)


def test_fewer_numbers_keep_what_differs_most(both: tuple[Checkpoint, Checkpoint]) -> None:
    waves, asked, captions = vectors()
    with torch.inference_mode():
        features = both[1].model().audio(waves).mean(dim=1)
        found = [joined(*both, features, captions, share=0.5, dim=dim).model() for dim in (20, 14, 4)]
        heard = [model.hear_waves(waves) for model in found]
        whole, less, least = [model.read(asked) @ one.T for model, one in zip(found, heard, strict=True)]
    assert (whole - less).abs().max() < (whole - least).abs().max()
    assert [one.shape for one in heard] == [(5, 20), (5, 14), (5, 4)]


def test_it_comes_back_out_of_a_pack(both: tuple[Checkpoint, Checkpoint], tmp_path: Path) -> None:
    waves, asked, captions = vectors()
    with torch.inference_mode():
        features = both[1].model().audio(waves).mean(dim=1)
    model = joined(*both, features, captions, share=0.5, dim=16).model()
    data = export_waves(AudioGraph(model), 160_000, {RECIPE: recipe_note(model.config)})
    _pack_of(tmp_path / "pair", data, 16, heard_by=model, text=export_tokens(TextGraph(model)))
    found = weights_of_pack(tmp_path / "pair")
    assert found.config == model.config
    again = found.model()
    with torch.inference_mode():
        assert worst_cosine([again.hear_waves(waves).numpy()], [model.hear_waves(waves).numpy()]) >= 0.99999
        assert worst_cosine([again.read(asked).numpy()], [model.read(asked).numpy()]) >= 0.99999


def test_another_tower_is_not_the_first_of_a_pair() -> None:
    narrower = replace(FIRST, audio=MobileNetConfig("mn04", mel_jitter=False, middle=True), dim=8)
    other = checkpoint(replace(narrower, audio=replace(narrower.audio, tower="mn10")), 1)
    with pytest.raises(CheckpointError, match="not the first of this pair"):
        with_first_ear(checkpoint(SECOND, 2).weights, other)
    with pytest.raises(CheckpointError, match="on a pair"):
        joined(checkpoint(FIRST, 1), checkpoint(FIRST, 2), torch.zeros(2, 880), torch.zeros(2, 384), share=0.5, dim=8)


@pytest.mark.parametrize("wrong", [{"widths": (3,)}, {"widths": (3,), "hiddens": (2,)}, {"begins": "same"}])
def test_heads_that_cannot_be_joined_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"need a width|residual"):
        ProjectionConfig("standard", **wrong)  # type: ignore[arg-type]


def test_words_may_begin_as_the_vectors_they_are_given() -> None:
    torch.manual_seed(1)
    given = torch.nn.functional.normalize(torch.randn(5, 16), dim=1)
    begun = ProjectionConfig("residual", 8, 0.0, begins="same").build(16, 16)
    with torch.inference_mode():
        apart, meant = begun(given[1:]) - begun(given[:-1]), given[1:] - given[:-1]
        assert (torch.nn.functional.cosine_similarity(apart, meant) > 0.99).all()
    with pytest.raises(ValueError, match="from 16 to 16"):
        ProjectionConfig("residual", 8, 0.0, begins="same").build(16, 8)
    assert isinstance(
        ProjectionConfig("linear", widths=(2, 4), hiddens=(1, 1), sizes=(3, 3)).build(4, 5), JoinedProjection
    )


def test_a_batch_has_one_window_of_each_clip() -> None:
    heard = TowerFeatures(torch.arange(6.0)[:, None], None, np.array([0, 1, 4, 6]))
    drawn = torch.cat([heard.of(np.array([0, 1, 2]), np.random.default_rng(seed)) for seed in range(40)], dim=1)
    assert [sorted(set(row)) for row in drawn.tolist()] == [[0.0], [1.0, 2.0, 3.0], [4.0, 5.0]]
