"""Checkpoints of runs: weights, their origin, and the state to resume from.

File formats: 1, the first; 2, without the sizes of the text encoder, which its own folder holds; 3, towers of any kind,
projections of their own, the state of a run, and a separate table for the loss.
"""

import logging
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from torch import Tensor

from training.runs.config import Config
from training.runs.records import CheckpointError as CheckpointError
from training.runs.records import read_record, write_record
from training.runs.settings_file import from_mapping
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.encoders import TextTower

_log = logging.getLogger(__name__)

FORMAT = 3
_SIZES_OF_FORMAT_1 = ("layers", "heads", "inner", "words", "positions")


def migrated(record: dict[str, Any]) -> dict[str, Any]:
    """Converts a file's record to the present format, consuming it."""
    if record["format"] < FORMAT:
        _log.info("a checkpoint of format %d is read as format %d", record["format"], FORMAT)
    if record["format"] == 1:
        for size in _SIZES_OF_FORMAT_1:
            del record["config"]["model"]["text"][size]
    if record["format"] < 3:
        config = record["config"]
        config["model"] = _model_of_format_2(config["model"])
        run = config["run"]
        config["objective"] = {"softness": run.pop("softness")}
        run["precision"] = "bf16" if run.pop("reduced_precision") else "32"
        record["weights"] = {_name_of_format_2(name): value for name, value in record["weights"].items()}
        record |= {"text": "", "state": None}
    return record


def _model_of_format_2(model: dict[str, Any]) -> dict[str, Any]:
    audio, text, ear = model["audio"], model["text"], model["front_end"]
    return {
        "dim": audio["dim"],
        "temperature": model["temperature"],
        "audio": {
            "front_end": ear,
            **{name: audio[name] for name in ("stem", "widths", "blocks", "hidden", "dropout")},
        },
        "text": {"max_tokens": text["max_tokens"]},
        "text_projection": {"kind": "residual", "hidden": text["hidden"], "dropout": text["dropout"]},
    }


def _name_of_format_2(name: str) -> str:
    if name.startswith("audio.head.5."):
        return name.replace("audio.head.5.", "audio_projection.")
    return name.replace("joint.", "text_projection.") if name.startswith("joint.") else name


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Weights and their origin."""

    config: Config
    commit: str
    """Git commit of the code, with "+" for modified files; empty outside a checkout."""
    step: int
    minutes: float
    history: tuple[dict[str, float], ...]
    """Figures of each look at the val split."""
    weights: dict[str, Tensor]
    """Weights of the DualEncoder, or their running average."""
    text: str = ""
    """Architecture and tokenizer of a trained text tower, to build it without its initial files; empty for a frozen
    one."""
    state: Mapping[str, Any] | None = None
    """State to resume from; None in a mere result."""

    def model(self) -> DualEncoder:
        model = DualEncoder(self.config.model, text=self.text_tower())
        model.load_state_dict(self.weights)
        return model.eval()

    def text_tower(self, wanted: ModelConfig | None = None) -> TextTower | None:
        """Returns the trained text tower as built, with random weights; None for a frozen one.

        Args:
            wanted: settings of a run that continues with another dropout; None for its own.
        """
        rebuild = getattr((wanted or self.config.model).text, "rebuild", None)
        if not self.text or rebuild is None:
            return None
        tower: TextTower = rebuild(self.text)
        return tower


def save_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Writes a checkpoint atomically."""
    record = {name: getattr(checkpoint, name) for name in Checkpoint.__dataclass_fields__}
    record |= {"config": asdict(cast(Any, checkpoint.config)), "history": list(checkpoint.history)}
    write_record(path, record, format=FORMAT)


def load_checkpoint(path: Path) -> Checkpoint:
    """Reads a checkpoint, tensors and plain values only.

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
    """Returns the code's commit, with "+" if tracked files differ from it; "" outside a checkout."""
    here = Path(__file__).parent

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", "--no-optional-locks", *words], cwd=here, capture_output=True, text=True, check=True
        ).stdout.strip()

    try:
        return git("rev-parse", "HEAD") + ("+" if git("status", "--porcelain", "-uno", "--", "..") else "")
    except (OSError, subprocess.CalledProcessError):
        _log.debug("the code has no commit")
        return ""
