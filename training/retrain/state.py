"""checkpoint.pt of a retraining: everything it needs to go on as if it had never been stopped."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from training.retrain.journal import RetrainError

VERSION = 1
Weights = dict[str, Tensor]


@dataclass(slots=True)
class State:
    """How far a retraining is."""

    step: int = 0
    seconds: float = 0.0
    """Spent on steps and looks."""
    looks: int = 0
    is_learnt: bool = False
    """The steps are over; what follows is made of `best`."""
    best_step: int = 0
    best_score: float = -1.0
    best: Weights = field(default_factory=dict)
    model: Weights = field(default_factory=dict)
    average: Weights = field(default_factory=dict)
    optimiser: dict[str, Any] = field(default_factory=dict)
    torch_random: Tensor | None = None
    random: dict[str, Any] = field(default_factory=dict)
    """Of numpy's generator."""


def save_state(path: Path, state: State) -> None:
    """Writes it through a temporary file."""
    record = {name: getattr(state, name) for name in State.__dataclass_fields__}
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    torch.save({"version": VERSION, **record}, temporary)
    temporary.replace(path)


def load_state(path: Path) -> State:
    """Reads it, tensors and plain values only.

    Raises:
        RetrainError: missing, damaged, or of another version.
    """
    try:
        record: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        if record.pop("version") != VERSION:
            raise ValueError("it is of another version")
        return State(**record)
    except Exception as err:  # torch.load raises whatever the damaged bytes lead to
        raise RetrainError(f"{path} cannot be read: {err}", advice="Start the retraining anew.") from err
