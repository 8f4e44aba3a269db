"""Checkpoints of word embeddings: both views' weights, the settings, and the state to resume from."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from training.papers.words.settings import WordsConfig
from training.papers.words.views import MultiView
from training.runs.records import CheckpointError, read_record, write_record
from training.runs.settings_file import from_mapping

FORMAT = 1
KIND = "words"


@dataclass(frozen=True, slots=True)
class WordsCheckpoint:
    """Weights and their origin."""

    config: WordsConfig
    commit: str
    """Git commit of the code, with "+" if files had changed since."""
    step: int
    seconds: float
    history: tuple[dict[str, float], ...]
    """The figures of each validation."""
    weights: Mapping[str, Tensor]
    """Of the MultiView."""
    words: tuple[str, ...]
    speakers: tuple[str, ...]
    """The training speakers."""
    state: Mapping[str, Any] | None = None
    """The state to resume from; None in a mere result."""

    def model(self) -> MultiView:
        """Returns the views in eval mode."""
        model = MultiView(self.config.model, self.config.features.width)
        model.load_state_dict(self.weights)
        return model.eval()


def mean_of(runs: Sequence[WordsCheckpoint]) -> WordsCheckpoint:
    """Returns the first checkpoint with the mean weights of runs with a common start, and with all words and speakers.

    Raises:
        CheckpointError: they have different views.
    """
    first = runs[0]
    if any(shapes_of(each.weights) != shapes_of(first.weights) for each in runs):
        raise CheckpointError("runs of different views have no mean", advice="Name runs of one recipe.")
    mean = {name: torch.stack([each.weights[name] for each in runs]).mean(dim=0) for name in first.weights}
    return replace(
        first,
        weights=mean,
        words=tuple(dict.fromkeys(word for each in runs for word in each.words)),
        speakers=tuple(sorted({name for each in runs for name in each.speakers})),
    )


def shapes_of(weights: Mapping[str, Tensor]) -> dict[str, torch.Size]:
    """Returns the shape of each weight by name; equal for views of the same structure."""
    return {name: value.shape for name, value in weights.items()}


def save_words(path: Path, kept: WordsCheckpoint) -> None:
    """Writes a checkpoint through a temporary file."""
    record = {name: getattr(kept, name) for name in WordsCheckpoint.__dataclass_fields__}
    record |= {
        "config": asdict(kept.config),
        "history": list(kept.history),
        "weights": dict(kept.weights),
        "words": list(kept.words),
        "speakers": list(kept.speakers),
    }
    write_record(path, record, format=FORMAT, kind=KIND)


def load_words(path: Path) -> WordsCheckpoint:
    """Reads a checkpoint, tensors and plain values only.

    Raises:
        CheckpointError: missing, unreadable, of another kind or of a later format.
    """
    return read_record(path, _built, format=FORMAT, kind=KIND, what="word embeddings")


def _built(record: dict[str, Any]) -> WordsCheckpoint:
    return WordsCheckpoint(
        config=from_mapping(WordsConfig, record["config"]),
        commit=record["commit"],
        step=record["step"],
        seconds=record["seconds"],
        history=tuple(record["history"]),
        weights=record["weights"],
        words=tuple(record["words"]),
        speakers=tuple(record["speakers"]),
        state=record["state"],
    )
