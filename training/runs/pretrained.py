"""Initial weights from a folder of published files: checked, and without recording their place in the run.

A recipe says `checkpoint = "hub"`; where the file lies is no part of it, so a run started from a folder equals one that
fetched its weights.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor, nn

from training.runs.config import Config
from training.runs.tower_features import classifier_of
from training.towers.dual_encoder import DualEncoder
from training.towers.pair import PairConfig
from training.towers.published_checkpoints import checkpoint_in, open_checkpoint
from training.towers.registry import AudioTowerConfig


def published_weights(config: Config, folder: Path | None) -> dict[str, Tensor] | None:
    """Returns the weights of a whole model, with the audio tower's from a folder; None if the tower loads its own.

    Args:
        config: run configuration; its seed draws unpublished weights.
        folder: folder of published files, searched recursively; None to fetch them when the model is built.

    Raises:
        CheckpointError: the folder lacks the file, or has another one of that name.
    """
    audio = config.model.audio
    if folder is None or not audio.checkpoint:
        return None
    found = replace(cast(Any, audio), checkpoint=str(_place(folder, audio)))
    torch.manual_seed(config.run.seed)
    weights: dict[str, Tensor] = DualEncoder(replace(config.model, audio=found), published=True).state_dict()
    return weights


def published_classifier(config: Config, folder: Path | None) -> nn.Module:
    """Returns the published tower's AudioSet classifier; see `training.runs.tower_features.classifier_of`.

    Raises:
        CheckpointError: the file is unavailable.
        ListeningError: the tower has no such layers.
    """
    audio = config.model.audio
    if isinstance(audio, PairConfig):
        audio = replace(audio, checkpoint=audio.checkpoint if folder is None else str(folder)).mobile()
        folder = None
    place = audio.checkpoint if folder is None else str(checkpoint_in(folder, audio.checkpoint, audio.tower))
    return classifier_of(audio, open_checkpoint(place, audio.tower).state)


def _place(folder: Path, audio: AudioTowerConfig) -> Path:
    """A tower's file; for a pair the folder itself, in which it finds both files."""
    return folder if isinstance(audio, PairConfig) else checkpoint_in(folder, audio.checkpoint, audio.tower)
