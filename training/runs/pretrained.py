"""What a run begins with where the published weights lie in a folder: checked, and their place kept out of the run.

A recipe says `checkpoint = "hub"`; where the file lies on this machine is no part of it, so that a run that was begun
with a folder is the same as one whose weights were fetched.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor, nn

from training.config import Config
from training.runs.listened import classifier_of
from training.towers.dual_encoder import DualEncoder
from training.towers.pair import PairConfig
from training.towers.published import checkpoint_in, open_checkpoint
from training.towers.registry import AudioTowerConfig


def published_weights(config: Config, folder: Path | None) -> dict[str, Tensor] | None:
    """Gives the weights of a whole model, the audio tower's from a folder; None where the tower gets its own.

    Args:
        config: of the run; its seed draws what is not published.
        folder: with the published files, also in folders of it; None: they are fetched when the model is built.

    Raises:
        CheckpointError: the folder has not the file, or another one of that name.
    """
    audio = config.model.audio
    if folder is None or not audio.checkpoint:
        return None
    found = replace(cast(Any, audio), checkpoint=str(_place(folder, audio)))
    torch.manual_seed(config.run.seed)
    weights: dict[str, Tensor] = DualEncoder(replace(config.model, audio=found), published=True).state_dict()
    return weights


def published_classifier(config: Config, folder: Path | None) -> nn.Module:
    """Gives what the published tower learnt AudioSet's classes with, see `training.runs.listened.classifier_of`.

    Raises:
        CheckpointError: the file is not to be had.
        ListeningError: the tower has no such layers.
    """
    audio = config.model.audio
    if isinstance(audio, PairConfig):
        audio = replace(audio, checkpoint=audio.checkpoint if folder is None else str(folder)).mobile()
        folder = None
    place = audio.checkpoint if folder is None else str(checkpoint_in(folder, audio.checkpoint, audio.tower))
    return classifier_of(audio, open_checkpoint(place, audio.tower).state)


def _place(folder: Path, audio: AudioTowerConfig) -> Path:
    """The file of a tower, or of a pair the folder itself, in which it finds both of its files."""
    return folder if isinstance(audio, PairConfig) else checkpoint_in(folder, audio.checkpoint, audio.tower)
