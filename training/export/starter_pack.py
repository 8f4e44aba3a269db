"""Makes the pack of a starter checkpoint: measured on val and test, with a card that names its sources."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.models.pack import MANIFEST, PackInfo, read_info
from engine.models.shared_files import share
from engine.models.speech_pack import is_speech_pack
from training.data.corpus import Clip, only
from training.evaluation.retrieval import Retrieval
from training.export.card import model_card
from training.export.dual_encoder_system import checkpoint_system
from training.export.kinds import captions_of
from training.export.pipeline import Report, pack_of
from training.export.system import GraphPrecision, System
from training.export.system_card import SystemFindings
from training.runs.checkpoint import Checkpoint
from training.towers.pair import PairConfig
from training.towers.published_checkpoints import origin_of

LICENCE = "GPL-3.0-or-later; text tower from all-MiniLM-L6-v2 (Apache-2.0); trained on the sources its model card names"


def make_pack(
    checkpoint: Checkpoint, clips: Sequence[Clip], folder: Path, report: Report, *, words_of: Path | None = None
) -> PackInfo:
    """Exports a checkpoint to a pack in `folder`, calibrated on val and measured on val and test by the engine.

    Args:
        checkpoint: checkpoint of the starter's kind: cached pictures, MiniLM texts.
        clips: clips of all three splits.
        folder: folder of the pack; an older one is replaced.
        report: told the findings.
        words_of: the pack it followed, whose text side is copied byte for byte; the audio tower of such a smaller pack
            is stored as float16, and without known kinds, which take 4 MB. None for an independent pack.

    Raises:
        ExportError: a graph departs from torch.
        EvaluationError: the engine would not work with the pack.
    """
    splits = {split: only(list(clips), split) for split in ("val", "test")}
    count = len(only(list(clips), "train"))
    origin = origin_of(checkpoint.config.model.audio.checkpoint, checkpoint.config.model.audio.tower)
    system = checkpoint_system(
        checkpoint,
        licence=f"{LICENCE}; audio tower {origin}" if origin else LICENCE,
        training_data=f"{count} openly licensed clips; MODEL_CARD.md names every source",
    )

    def card(exported: System, measured: SystemFindings, found: Mapping[str, Retrieval]) -> str:
        made_by = "starter" if words_of is None else "tiny"
        return model_card(checkpoint, exported, measured, clips, found, made_by=made_by)

    is_pair = isinstance(checkpoint.config.model.audio, PairConfig)
    kept = GraphPrecision("int8" if is_pair else "fp32" if words_of is None else "fp16", "int8")
    known = captions_of(only(list(clips), "train")) if words_of is None else ()
    return pack_of(system, folder, kept=kept, clips=splits, report=report, card=card, words_of=words_of, known=known)


def share_words(home: Path) -> int:
    """Stores what a home's search packs share once, see `engine.models.shared_files`; returns the bytes saved.

    Raises:
        PackError: a pack's manifest is unreadable.
    """
    folders = sorted(place.parent for place in home.glob(f"*/{MANIFEST}") if not is_speech_pack(place.parent))
    return share(home, {folder: read_info(folder).files for folder in folders})
