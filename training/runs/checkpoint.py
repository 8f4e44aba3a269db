"""What a run leaves behind: the averaged weights with everything needed to know where they came from."""

import os
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from engine.errors import EngineError
from training.config import Config, from_mapping

FORMAT = 2
_SIZES_OF_FORMAT_1 = ("layers", "heads", "inner", "words", "positions")
"""Of the text encoder, which its own folder tells since format 2."""


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
    """Of the DualEncoder: the running average."""


def save_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Writes it through a temporary file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    record = {
        "format": FORMAT,
        "config": asdict(checkpoint.config),
        "commit": checkpoint.commit,
        "step": checkpoint.step,
        "minutes": checkpoint.minutes,
        "history": list(checkpoint.history),
        "weights": checkpoint.weights,
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
        if record["format"] not in (1, FORMAT):
            raise CheckpointError(f"{path} is of format {record['format']}", advice="Use the version that wrote it.")
        if record["format"] == 1:
            for size in _SIZES_OF_FORMAT_1:
                del record["config"]["model"]["text"][size]
        return Checkpoint(
            config=from_mapping(Config, record["config"]),
            commit=record["commit"],
            step=record["step"],
            minutes=record["minutes"],
            history=tuple(record["history"]),
            weights=record["weights"],
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
