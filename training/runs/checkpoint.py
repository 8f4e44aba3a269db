"""What a run leaves behind: the weights, where they came from, and what it takes to go on from there."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor

from engine.errors import EngineError
from training.config import Config, from_mapping
from training.runs.formats import FORMAT, migrated
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.encoders import TextEncoder


class CheckpointError(EngineError):
    """A checkpoint that is missing, damaged or made by a later version."""


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

    def text_tower(self, wanted: ModelConfig | None = None) -> TextEncoder | None:
        """Gives the learnt text tower as it was built, its weights random; None for a frozen one.

        Args:
            wanted: settings of a run that goes on with it, whose dropout is another; None: its own.
        """
        rebuild = getattr((wanted or self.config.model).text, "rebuild", None)
        if not self.text or rebuild is None:
            return None
        tower: TextEncoder = rebuild(self.text)
        return tower


def save_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Writes it through a temporary file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    record = {
        "format": FORMAT,
        "config": asdict(cast(Any, checkpoint.config)),
        "commit": checkpoint.commit,
        "step": checkpoint.step,
        "minutes": checkpoint.minutes,
        "history": list(checkpoint.history),
        "weights": checkpoint.weights,
        "text": checkpoint.text,
        "state": checkpoint.state,
    }
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    torch.save(record, temporary)
    temporary.replace(path)


def load_checkpoint(path: Path) -> Checkpoint:
    """Reads it, tensors and plain values only.

    Raises:
        CheckpointError: missing, unreadable, or of a later format.
    """
    try:
        record: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        if record["format"] not in range(1, FORMAT + 1):
            raise CheckpointError(f"{path} is of format {record['format']}", advice="Use the version that wrote it.")
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
    except CheckpointError:
        raise
    except Exception as err:  # torch.load raises whatever the damaged bytes lead to
        raise CheckpointError(f"cannot read the checkpoint {path}: {err}", advice="Train it again.") from err


def commit_of_code() -> str:
    """Gives the commit this code stands at, with "+" when tracked files differ from it; "" outside a checkout."""
    here = Path(__file__).parent

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=here, capture_output=True, text=True, check=True).stdout.strip()

    try:
        return git("rev-parse", "HEAD") + ("+" if git("status", "--porcelain", "-uno", "--", "..") else "")
    except (OSError, subprocess.CalledProcessError):
        return ""
