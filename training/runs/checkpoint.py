"""What a run leaves behind: the weights, where they came from, and what is needed to go on."""

import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from torch import Tensor

from training.config import Config
from training.runs.formats import FORMAT, migrated
from training.runs.records import CheckpointError as CheckpointError
from training.runs.records import read_record, write_record
from training.settings_file import from_mapping
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.encoders import TextTower


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Weights and where they came from."""

    config: Config
    commit: str
    """Git commit of the code, with "+" when files were changed since; empty outside a checkout."""
    step: int
    minutes: float
    """Time the training took."""
    history: tuple[dict[str, float], ...]
    """What each look at the val split found."""
    weights: dict[str, Tensor]
    """Of the DualEncoder: the running average, or the weights themselves."""
    text: str = ""
    """What a learnt text tower says of its architecture and tokenizer, so that it can be built where the files its
    first weights came from are not; empty for a frozen one."""
    state: Mapping[str, Any] | None = None
    """What a run needs to be taken up from here; None in a checkpoint that is only a result."""

    def model(self) -> DualEncoder:
        """Gives the model in eval mode."""
        model = DualEncoder(self.config.model, text=self.text_tower())
        model.load_state_dict(self.weights)
        return model.eval()

    def text_tower(self, wanted: ModelConfig | None = None) -> TextTower | None:
        """Gives the learnt text tower as it was built, its weights random; None for a frozen one.

        Args:
            wanted: settings of a run that goes on with it, whose dropout is another; None: its own.
        """
        rebuild = getattr((wanted or self.config.model).text, "rebuild", None)
        if not self.text or rebuild is None:
            return None
        tower: TextTower = rebuild(self.text)
        return tower


def save_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Writes it through a temporary file."""
    record = {name: getattr(checkpoint, name) for name in Checkpoint.__dataclass_fields__}
    record |= {"config": asdict(cast(Any, checkpoint.config)), "history": list(checkpoint.history)}
    write_record(path, record, format=FORMAT)


def load_checkpoint(path: Path) -> Checkpoint:
    """Reads it, tensors and plain values only.

    Raises:
        CheckpointError: missing, unreadable, of another kind or of a later format.
    """
    return read_record(path, _built, format=FORMAT, what="sounds and texts")


def _built(record: dict[str, Any]) -> Checkpoint:
    record = migrated(record)
    return Checkpoint(
        config=from_mapping(Config, record["config"]),
        commit=record["commit"],
        step=record["step"],
        minutes=record["minutes"],
        history=tuple(record["history"]),
        weights=record["weights"],
        text=record["text"],
        state=record["state"],
    )


def commit_of_code() -> str:
    """Gives the commit this code stands at, with "+" when tracked files differ from it; "" outside a checkout."""
    here = Path(__file__).parent

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", "--no-optional-locks", *words], cwd=here, capture_output=True, text=True, check=True
        ).stdout.strip()

    try:
        return git("rev-parse", "HEAD") + ("+" if git("status", "--porcelain", "-uno", "--", "..") else "")
    except (OSError, subprocess.CalledProcessError):
        return ""
