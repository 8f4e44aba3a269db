"""Trains sounds by a recipe: heads on a frozen tower, or the whole network."""

from collections.abc import Sequence
from pathlib import Path

from training.data.corpus import Clip
from training.runs.checkpoint import Checkpoint
from training.runs.config import Config
from training.runs.fabric import Fabric
from training.runs.heads import train_heads, with_classes
from training.runs.material import gather
from training.runs.pretrained import published_weights
from training.runs.sounds import fit
from training.runs.tracking import Hooks


def learn_recipe(
    clips: Sequence[Clip],
    config: Config,
    folder: Path,
    cache: Path,
    pretrained: Path | None,
    hooks: Hooks,
    *,
    resume: bool = False,
    start: Checkpoint | None = None,
    fabric: Fabric | None = None,
) -> Checkpoint:
    """Trains a recipe; returns the checkpoint, also in the folder, with a state if the run was stopped.

    Args:
        clips: clips with their splits; see `training.runs.splits`.
        cache: folder for pictures, text vectors and a frozen tower's features.
        pretrained: folder of published weights; None to fetch them.
        hooks: observers, and who may stop the run.
        resume: continue from last.pt if it exists; a finished run is not repeated.
        start: initial weights of a whole network; None for published or random ones.
        fabric: see `training.runs.sounds.fit`.

    Raises:
        EngineError: nothing to train on, missing weights or teachers, or a diverged loss.
    """
    material = gather(clips, config, cache, hooks.report)
    if config.heads.passes:
        return train_heads(material, config, folder, cache, pretrained, hooks, resume=resume)
    weights = start or published_weights(config, pretrained)
    material = with_classes(material, config, cache, pretrained, hooks.report)
    return fit(material, config, folder, hooks, resume=resume, start=weights, fabric=fabric)
