"""Where a retraining starts: the weights of the pack in use, else the starter's, else none, which is noted."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.base.errors import PackError
from engine.base.messages import Message, PlainText, said, told
from engine.base.training_messages import RetrainAdvice, RetrainFault, TrainingNote
from engine.base.types import PackId
from engine.library.library import Library
from engine.models.pack import PackInfo, default_pack, find_pack, read_info
from training.retrain.journal import RetrainError
from training.retrain.material import SoundsSource
from training.runs.config import Config
from training.runs.weights import PackWeightsError, weights_of_pack
from training.towers.dual_encoder import DualEncoder, ModelConfig

SCRATCH = "scratch"


@dataclass(frozen=True, slots=True)
class StartWeights:
    """What training starts from, and what the result is compared with."""

    model: DualEncoder
    """In eval mode."""
    config: Config
    """Of the model and of its pack's segmentation."""
    name: str
    """Of the pack that provides the weights; "scratch" for none."""
    before: Path
    """The pack in use, measured before training."""
    info: PackInfo
    """Of the pack in use."""
    is_scratch: bool
    notes: tuple[Message, ...] = field(default=())
    """Sentences on what is missing."""


def pack_in_use(source: SoundsSource, pack: Path | None) -> Path:
    """Returns the named pack, else the library's own, else the starter.

    Raises:
        RetrainError: the library's own pack is not installed.
        PackError: this installation has no starter.
    """
    if pack is not None:
        return pack
    if source.kind == "library":
        with Library.open(source.path, read_only=True) as library:
            kept = library.stats()
        if kept.pack_id:
            found = find_pack(PackId(kept.pack_id), source.path)
            if found is None:
                raise RetrainError(
                    told(RetrainFault.LIBRARY_PACK_GONE, kept.pack_name), advice=RetrainAdvice.INSTALL_OR_NAME
                )
            return found
    return default_pack()


def start_from(pack: Path) -> StartWeights:
    """Reads the weights to start from.

    Raises:
        PackError: there is no pack, or it is damaged.
    """
    info, notes = read_info(pack), list[Message]()
    for place in dict.fromkeys([pack, *_starter()]):
        try:
            found = weights_of_pack(place)
        except PackWeightsError as err:
            notes.append(said(PlainText.AT, str(err)))
            continue
        name = read_info(place).name
        if place != pack:
            notes.append(said(TrainingNote.OTHER_START, name, info.name))
        return StartWeights(
            found.model(), _config(found.config, read_info(place)), name, pack, info, False, tuple(notes)
        )
    notes.append(said(TrainingNote.NO_START))
    config = Config()
    return StartWeights(DualEncoder(config.model).eval(), config, SCRATCH, pack, info, True, tuple(notes))


def _starter() -> list[Path]:
    try:
        return [default_pack()]
    except PackError:
        return []


def _config(model: ModelConfig, info: PackInfo) -> Config:
    """Returns the recipe's settings with the pack's model and its segmentation."""
    base = Config()
    cut = replace(base.cut, segment_s=info.segment_s, hop_s=info.hop_s, ladder_s=info.ladder_s)
    return replace(base, model=model, cut=cut, batch=replace(base.batch, padding=info.padding))
