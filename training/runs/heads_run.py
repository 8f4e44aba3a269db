"""A recipe with `heads.passes`: the tower listens once to all train clips, then what lies on top of it is trained."""

from pathlib import Path

from training.config import Config
from training.runs.checkpoint import Checkpoint
from training.runs.heads import fit_heads, model_for_heads
from training.runs.listened import listen
from training.runs.material import Material, Report
from training.runs.pretrained import published_classifier, published_weights


def train_heads(
    material: Material, config: Config, folder: Path, cache: Path, pretrained: Path | None, report: Report
) -> Checkpoint:
    """Gives the checkpoint, which lies in the folder too.

    Args:
        material: with pictures.
        config: the recipe.
        folder: of the run.
        cache: for what the tower heard and for text vectors.
        pretrained: where the published weights lie; None: they are fetched.
        report: told what is done.

    Raises:
        EngineError: the weights are not to be had or do not fit, a teacher lacks something, or the loss is lost.
    """
    assert material.pictures is not None
    model = model_for_heads(config, published_weights(config, pretrained))
    classifier = published_classifier(config, pretrained) if config.heads.class_weight else None
    heard = listen(model, material.pictures.train, config.frame_rate_hz, cache, report, classifier)
    return fit_heads(model, material, heard, config, folder, cache, report)
