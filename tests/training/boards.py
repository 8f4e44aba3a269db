"""What a run's TensorBoard holds, read by TensorBoard itself."""

from pathlib import Path

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

COMMON = frozenset({"train/epoch", "train/minutes", "train/learning_rate", "train/loss"})
"""Curves that every training has."""


def board(run: Path) -> set[str]:
    """Gives the names of the curves of a run's folder."""
    events = EventAccumulator(str(run / "tensorboard"))
    events.Reload()
    return set(events.Tags()["scalars"])
