"""The request for a retraining, and the material it would use, listed without torch in a moment."""

from dataclasses import dataclass
from pathlib import Path

from engine.base.training_events import Failure
from training.retrain.journal import Journal
from training.retrain.material import SoundsSource, SplitMaterial, read_material, too_little
from training.retrain.settings import RetrainConfig


@dataclass(frozen=True, slots=True)
class RetrainRequest:
    """The request for a retraining."""

    source: SoundsSource
    folder: Path
    pack: Path | None = None
    """Pack whose weights it starts from; None for the library's own, else the starter."""

    def record(self, config: RetrainConfig) -> dict[str, object]:
        """Returns the request as stored in run.json."""
        return {
            self.source.kind: str(self.source.path),
            "own": list(self.source.owners),
            "strict": self.source.is_strict,
            "pack": None if self.pack is None else str(self.pack),
            "minutes": config.minutes,
            "steps": config.steps,
            "device": config.device,
        }


def look(asked: RetrainRequest, config: RetrainConfig, journal: Journal) -> SplitMaterial:
    """Reports, as the event `material`, what would be used and what is left out.

    Raises:
        CorpusError: there is no such library, folder or manifest.
    """
    material = read_material(asked.source, config)
    refusal = too_little(material, config)
    journal.tell(material.told(None if refusal is None else Failure.of(refusal)))
    return material
