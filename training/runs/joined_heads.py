"""Joins two models that read the same words and hear the same sounds, in fewer dimensions.

The first model's tower is the first of the second's pair, so both heads share one graph. The joint cosine is the
weighted mean of both cosines; the dropped dimensions hardly vary among train's sounds and captions.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.data.corpus import Clip
from training.runs.checkpoint import Checkpoint, CheckpointError
from training.runs.config import Config, ear_of
from training.runs.heads import fit_heads, model_for_heads, with_classes
from training.runs.material import gather
from training.runs.pretrained import published_weights
from training.runs.tower_features import listen
from training.runs.tracking import Hooks
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.pair import PairConfig
from training.towers.projection import JoinedProjection, ProjectionConfig


def learn_pair(
    first: Checkpoint,
    clips: Sequence[Clip],
    config: Config,
    folder: Path,
    cache: Path,
    pretrained: Path | None,
    hooks: Hooks,
    *,
    share: float,
    dim: int,
) -> Checkpoint:
    """Trains heads on a run's tower and a second network, then joins both heads; resumes a stopped run.

    Args:
        config: recipe of the pair's heads.
        folder: folder of the heads' run.
        cache: folder for pictures and features.
        pretrained: folder of published weights; None to fetch them.
        hooks: observers, and who may stop the run.
        share: weight of the run's own heads in the cosine.
        dim: size of a joint vector.

    Raises:
        EngineError: weights are unavailable or do not fit, or the loss diverges.
    """
    material = with_classes(gather(clips, config, cache, hooks.report), config, cache, pretrained, hooks.report)
    assert material.pictures is not None
    begun = model_for_heads(config, published_weights(config, pretrained)).state_dict()
    model = model_for_heads(config, with_first_ear(begun, first))
    plan = config.plan if config.heads.windows else None
    heard = listen(model, material.pictures.train, config.frame_rate_hz, cache, hooks.report, None, plan)
    second = fit_heads(model, material, heard, config, folder, hooks, resume=True)
    captions = np.unique(np.concatenate(material.pictures.captions_of_kind))
    sentences = material.sentences[torch.from_numpy(captions)]
    return joined(first, second, heard.features, sentences, share=share, dim=dim)


def with_first_ear(weights: dict[str, Tensor], first: Checkpoint) -> dict[str, Tensor]:
    """Replaces the first network in a pair's weights with another run's.

    Raises:
        CheckpointError: the run has another network.
    """
    theirs = {f"audio.first.{name[6:]}": value for name, value in first.weights.items() if name.startswith("audio.")}
    own = {name: value.shape for name, value in weights.items() if name.startswith("audio.first.")}
    if own != {name: value.shape for name, value in theirs.items()}:
        raise CheckpointError(
            f"the tower of {first.config.name} is not the first of this pair", advice="Give the run of a MobileNet."
        )
    return weights | theirs


def joined(
    first: Checkpoint, second: Checkpoint, features: Tensor, sentences: Tensor, *, share: float, dim: int
) -> Checkpoint:
    """Returns the second checkpoint with the first one's heads beside its own.

    Args:
        first: checkpoint whose tower is the first of the second's pair (`with_first_ear`).
        second: checkpoint of heads on that pair.
        features: float32 [N, E], the pair's features of train.
        sentences: float32 [M, E], text vectors of train's captions.
        share: weight of the first in the cosine, within 0 and 1.
        dim: D, size of a joint vector.

    Raises:
        CheckpointError: the second is no pair, or their text sides differ in kind.
    """
    one, other = first.config.model, second.config.model
    if not isinstance(other.audio, PairConfig) or one.text != other.text:
        raise CheckpointError("only heads on a pair take another run's beside them", advice="Train them on a pair.")
    narrow, width = ear_of(one.audio).width, features.shape[1]
    audio = _both(other.audio_projection, (narrow, width), (one.audio_projection, other.audio_projection), (one, other))
    texts = sentences.shape[1]
    text = _both(other.text_projection, (texts, texts), (one.text_projection, other.text_projection), (one, other))
    config = replace(second.config, model=replace(other, audio_projection=audio, text_projection=text, dim=dim))
    model = DualEncoder(config.model).eval()
    state = model.state_dict()
    for side in ("audio_projection", "text_projection"):
        for place, of in enumerate((first, second)):
            own = {name: value for name, value in of.weights.items() if name.startswith(f"{side}.")}
            state |= {f"{side}.heads.{place}.{name.partition('.')[2]}": value for name, value in own.items()}
    state |= {name: value for name, value in second.weights.items() if name.startswith("audio.")}
    model.load_state_dict(state)
    turn = _turn(model, features, sentences, (one.dim, other.dim), share, dim)
    weights = model.state_dict()
    weights |= {f"{side}.turn": turn.clone() for side in ("audio_projection", "text_projection")}
    kept = {name: value.detach().clone() for name, value in weights.items()}
    return replace(second, config=config, weights=kept, state=None)


def _both(
    kind: ProjectionConfig,
    widths: tuple[int, int],
    heads: tuple[ProjectionConfig, ProjectionConfig],
    models: tuple[ModelConfig, ModelConfig],
) -> ProjectionConfig:
    if heads[0].kind != heads[1].kind:
        raise CheckpointError(f"heads of kinds {heads[0].kind} and {heads[1].kind}", advice="Join heads of one kind.")
    sizes = tuple(model.dim for model in models)
    hiddens = tuple(head.hidden for head in heads)
    return replace(kind, begins="drawn", widths=widths, hiddens=hiddens, sizes=sizes)


def _turn(
    model: DualEncoder, features: Tensor, sentences: Tensor, sizes: tuple[int, int], share: float, dim: int
) -> Tensor:
    """The principal directions of train's weighted sounds and captions, float32 [sum of sizes, dim]."""
    weights = torch.cat([torch.full((sizes[0],), math.sqrt(share)), torch.full((sizes[1],), math.sqrt(1.0 - share))])
    moments = torch.zeros(len(weights), len(weights), dtype=torch.float64)
    with torch.inference_mode():
        for side, given in ((model.audio_projection, features), (model.text_projection, sentences)):
            assert isinstance(side, JoinedProjection)
            units = torch.cat([side.units(part) for part in torch.split(given, 1024)]).double() * weights.double()
            moments += units.T @ units / len(units)
    directions: Tensor = torch.linalg.eigh(moments).eigenvectors.flip(1)[:, :dim]
    turn: Tensor = weights.double()[:, None] * directions
    return turn.float()
