"""The interface between `training.runs.run` and a training: a task and a feed.

It defines neither the sequence of steps nor the format of checkpoints.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

Say = Callable[[str], None]


class TrainingCheckpoint(Protocol):
    """Common attributes of every training's checkpoint."""

    @property
    def step(self) -> int:
        """Steps taken."""
        ...

    @property
    def history(self) -> tuple[dict[str, float], ...]:
        """Figures of each look."""
        ...

    @property
    def state(self) -> Mapping[str, Any] | None:
        """State to resume from; None in a mere result."""
        ...


B = TypeVar("B")
K = TypeVar("K", bound=TrainingCheckpoint)
B_co = TypeVar("B_co", covariant=True)


class Feed(Protocol[B_co]):
    """Provides the batches of a run, step by step."""

    steps_per_epoch: int

    def steps(self, first: int, last: int) -> Iterator[B_co]:
        """Yields the input of each step from number `first` to before `last`."""
        ...


@dataclass(frozen=True, slots=True)
class RunProgress:
    """Progress of a run."""

    commit: str
    """Git commit of the code; see `training.runs.checkpoint.commit_of_code`."""
    step: int
    minutes: float
    history: tuple[dict[str, float], ...]
    """Figures of each look, with its step, the table's row and the mean loss since the previous look."""


@dataclass(frozen=True, slots=True)
class LookResult:
    """The result of a look."""

    figures: Mapping[str, float]
    """By name; empty if there is nothing to measure."""
    note: str = ""
    """For people, after the figures."""
    is_over: bool = False
    """Whether there is nothing more to learn."""
    detail: Mapping[str, Any] | None = None
    """Plain values kept beside the best checkpoint, or None."""


class RunTask(ABC, Generic[B, K]):
    """What is trained: steps, looks and checkpoints. It knows its model, `Run` does not."""

    figures: Sequence[str]
    """Names of a look's figures, in the table's order."""
    looks_at: str = "val"
    """Split that looks measure, "val" or "train"; TensorBoard names figures after it."""
    best_by: str = ""
    """Figure whose highest value marks the best checkpoint; empty for none."""
    best_is_least: bool = False
    """Whether the lowest value is the best instead."""

    @abstractmethod
    def rate(self, step: int, epoch: float, done: float) -> float:
        """Returns the learning rate after `step` steps, with this share of the run over."""

    @abstractmethod
    def learn(self, batch: B, rate: float, step: int) -> float:
        """Takes a step and returns its loss; torch's generator is seeded for the step."""

    @abstractmethod
    def look(self, say: Say) -> LookResult:
        """Measures the model; called in the first process only."""

    def heed(self, found: LookResult) -> None:
        """Applies the first process's look in the others: a lower rate, restored weights."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Returns what resuming needs besides the checkpoint."""

    @abstractmethod
    def restore(self, kept: K, state: Mapping[str, Any]) -> None:
        """Restores a checkpoint and the result of `state`."""

    @abstractmethod
    def kept(self, progress: RunProgress, state: Mapping[str, Any] | None) -> K:
        """Returns a checkpoint of the present state."""

    @abstractmethod
    def save(self, path: Path, kept: K) -> None:
        """Writes a checkpoint atomically."""

    @abstractmethod
    def load(self, path: Path) -> K: ...

    def notes(self, batch: B) -> Sequence[str]:
        """Returns messages to people about a batch."""
        return ()
