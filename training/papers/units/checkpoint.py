"""Checkpoints of units: weights of the codes and of the inverter, their origin, and the state to resume from."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from torch import Tensor

from training.papers.units.inverter import Inverter
from training.papers.units.settings import UnitsConfig
from training.papers.units.vqvae import VqVae
from training.runs.records import CheckpointError, read_record, write_record
from training.runs.settings_file import from_mapping

FORMAT = 1
KIND = "units"


@dataclass(frozen=True, slots=True)
class UnitsCheckpoint:
    """Weights and their origin."""

    config: UnitsConfig
    commit: str
    """Git commit of the code; see `training.runs.checkpoint.commit_of_code`."""
    step: int
    minutes: float
    history: tuple[dict[str, float], ...]
    """The figures of each validation."""
    speakers: tuple[str, ...]
    """Speakers with an embedding in the decoder, in order."""
    codes: Mapping[str, Tensor]
    """Weights of the VqVae."""
    inverter: Mapping[str, Tensor] | None = None
    """Weights of the inverter, if trained."""
    voice: str = ""
    """The inverter's speaker."""
    state: Mapping[str, Any] | None = None
    """The state to resume from; None in a mere result."""

    def model(self) -> VqVae:
        """Returns the VQ-VAE in eval mode."""
        model = VqVae(self.config.model, self.config.features.width, len(self.speakers))
        model.load_state_dict(dict(self.codes))
        return model.eval()

    def inverting(self) -> Inverter:
        """Returns the inverter in eval mode.

        Raises:
            CheckpointError: none was trained.
        """
        if self.inverter is None:
            raise CheckpointError("the checkpoint has no inverter", advice="Learn one: earshot-train units invert")
        model = inverter_of(self.config)
        model.load_state_dict(dict(self.inverter))
        return model.eval()


def inverter_of(config: UnitsConfig) -> Inverter:
    """Returns an inverter with random weights."""
    return Inverter(config.inverter, config.model.code_width, config.features.fft_points // 2 + 1)


def save_units(path: Path, checkpoint: UnitsCheckpoint) -> None:
    """Writes a checkpoint through a temporary file."""
    record = {name: getattr(checkpoint, name) for name in UnitsCheckpoint.__dataclass_fields__}
    record |= {
        "config": asdict(checkpoint.config),
        "history": list(checkpoint.history),
        "speakers": list(checkpoint.speakers),
        "codes": dict(checkpoint.codes),
        "inverter": None if checkpoint.inverter is None else dict(checkpoint.inverter),
    }
    write_record(path, record, format=FORMAT, kind=KIND)


def load_units(path: Path) -> UnitsCheckpoint:
    """Reads a checkpoint, tensors and plain values only.

    Raises:
        CheckpointError: missing, unreadable, of another kind or a later format.
    """
    return read_record(path, _built, format=FORMAT, kind=KIND, what="units")


def _built(record: dict[str, Any]) -> UnitsCheckpoint:
    plain = {name: value for name, value in record.items() if name != "format"}
    plain["config"] = from_mapping(UnitsConfig, plain["config"])
    plain["history"], plain["speakers"] = tuple(plain["history"]), tuple(plain["speakers"])
    return UnitsCheckpoint(**plain)
