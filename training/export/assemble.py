"""From a checkpoint of the starter's kind to its pack: measured on val and test, with a card that names its sources."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.models.pack import PackInfo
from training.data.corpus import Clip, only
from training.evaluation.retrieval import Retrieval
from training.export.card import model_card
from training.export.pipeline import Report, pack_of
from training.export.system import Kept, System
from training.export.system_card import Measured
from training.export.trained import checkpoint_system
from training.runs.checkpoint import Checkpoint

LICENCE = "GPL-3.0-or-later; text tower from all-MiniLM-L6-v2 (Apache-2.0); trained on the sources its model card names"


def make_pack(checkpoint: Checkpoint, clips: Sequence[Clip], folder: Path, report: Report) -> PackInfo:
    """Makes the pack of a checkpoint in `folder`: exported, calibrated on val, measured on val and test by the engine.

    Raises:
        ExportError: a graph departs from torch.
        EvaluationError: the engine would not work with the pack.
    """
    splits = {split: only(list(clips), split) for split in ("val", "test")}
    count = len(only(list(clips), "train"))
    system = checkpoint_system(
        checkpoint,
        licence=LICENCE,
        training_data=f"{count} openly licensed clips; MODEL_CARD.md names every source",
    )

    def card(exported: System, measured: Measured, found: Mapping[str, Retrieval]) -> str:
        return model_card(checkpoint, exported, measured, clips, found)

    return pack_of(system, folder, kept=Kept("fp32", "int8"), clips=splits, report=report, card=card)
