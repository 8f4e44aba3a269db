"""A run of sounds by its recipe, whichever way that learns: heads on a still tower, or the whole network."""

from collections.abc import Sequence
from pathlib import Path

from lightning_fabric import Fabric

from training.config import Config
from training.data.corpus import Clip
from training.runs.checkpoint import Checkpoint
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
    """Trains a recipe and gives the checkpoint, which lies in the folder too; with a state where it was stopped.

    Args:
        clips: with their splits, see `training.runs.splits`.
        config: the recipe.
        folder: of the run.
        cache: for pictures, text vectors and what a still tower heard.
        pretrained: where the published weights lie; None: they are fetched.
        hooks: who is told, and who may stop it.
        resume: go on from last.pt where there is one; a run that is over is not run again.
        start: whose weights a whole network begins with; None: the published ones, or random ones.
        fabric: see `training.runs.sounds.fit`.

    Raises:
        EngineError: there is nothing to learn from, weights or teachers are missing, or the loss is lost.
    """
    material = gather(clips, config, cache, hooks.report)
    if config.heads.passes:
        return train_heads(material, config, folder, cache, pretrained, hooks, resume=resume)
    weights = start or published_weights(config, pretrained)
    material = with_classes(material, config, cache, pretrained, hooks.report)
    return fit(material, config, folder, hooks, resume=resume, start=weights, fabric=fabric)
