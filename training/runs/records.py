"""Files of trainings: a mapping of tensors and plain values with a kind and format, written atomically.

Each kind of training defines its content: `training.runs.checkpoint`, `training.papers.words.checkpoint` and
`training.papers.units.checkpoint`.
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import torch

from engine.base.errors import EngineError
from training.runs.folders import SharingError, read_folder

T = TypeVar("T")


class CheckpointError(EngineError):
    """A checkpoint is missing, damaged or from a later version."""


def write_record(path: Path, record: Mapping[str, Any], *, format: int, kind: str = "") -> None:
    """Writes a record atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    torch.save({"format": format, **({"kind": kind} if kind else {}), **record}, temporary)
    temporary.replace(path)


def read_record(path: Path, build: Callable[[dict[str, Any]], T], *, format: int, kind: str = "", what: str) -> T:
    """Reads a record, tensors and plain values only, and builds a checkpoint from it.

    Args:
        path: path of the file, or of a folder from `training.runs.folders`.
        build: makes the checkpoint; its errors on a damaged record become a CheckpointError.
        format: newest known format; earlier ones are read too, with "format" in the record.
        kind: kind of the training; "" for sounds and texts, whose first files had none.
        what: content of such a checkpoint, for messages.

    Raises:
        CheckpointError: missing, unreadable, of another kind or of a later format.
    """
    try:
        record = read_folder(path) if path.is_dir() else open_record(path)
        if record.pop("kind", "") != kind:
            raise CheckpointError(
                f"{path} holds no {what}", advice=f"Name a checkpoint of earshot-train {kind or 'train'}."
            )
        if record["format"] not in range(1, format + 1):
            raise CheckpointError(f"{path} is of format {record['format']}", advice="Use the version that wrote it.")
        return build(record)
    except (CheckpointError, SharingError):
        raise
    except Exception as err:  # damaged bytes make torch.load raise anything
        raise CheckpointError(f"cannot read the checkpoint {path}: {err}", advice="Train it again.") from err


def open_record(path: Path) -> dict[str, Any]:
    """Reads a file's raw record, tensors and plain values only; damaged bytes can raise any error."""
    record: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    return record


def checked_record(path: Path) -> dict[str, Any]:
    """Returns a file's record with its format and kind, of any training.

    Raises:
        CheckpointError: missing, unreadable, or no checkpoint.
    """
    try:
        record = open_record(path)
    except Exception as err:  # damaged bytes make torch.load raise anything
        raise CheckpointError(f"cannot read the checkpoint {path}: {err}", advice="Train it again.") from err
    if not isinstance(record, dict) or not {"format", "config", "step"} <= record.keys():
        raise CheckpointError(f"{path} is no checkpoint of Earshot", advice="Name last.pt or best.pt of a run.")
    return record
