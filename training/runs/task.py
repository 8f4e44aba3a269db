"""What `training.runs.run` asks of a training: a task that is learnt, and a feed that it learns from.

It says neither how steps follow one another nor what a checkpoint's file looks like.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

Say = Callable[[str], None]


class KeptState(Protocol):
    """What every training's checkpoint has."""

    @property
    def step(self) -> int:
        """Steps taken."""
        ...

    @property
    def history(self) -> tuple[dict[str, float], ...]:
        """What each look found."""
        ...

    @property
    def state(self) -> Mapping[str, Any] | None:
        """What it takes to go on; None in one that is only a result."""
        ...


B = TypeVar("B")
"""The batches of a step."""
K = TypeVar("K", bound=KeptState)
"""A training's checkpoint."""
B_co = TypeVar("B_co", covariant=True)


class Feed(Protocol[B_co]):
    """Gives the batches of a run, step by step."""

    steps_per_epoch: int

    def steps(self, first: int, last: int) -> Iterator[B_co]:
        """Yields what each step learns from, from number `first` to before `last`."""
        ...


@dataclass(frozen=True, slots=True)
class RunProgress:
    """Where a run stands."""

    commit: str
    """Git commit of the code, see `training.runs.checkpoint.commit_of_code`."""
    step: int
    minutes: float
    history: tuple[dict[str, float], ...]
    """What each look found, with its step, the row of the table and the mean loss since the look before."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look found."""

    figures: Mapping[str, float]
    """By name; empty where there is nothing to look at."""
    note: str = ""
    """For people, behind the figures."""
    is_over: bool = False
    """There is nothing more to learn."""
    detail: Mapping[str, Any] | None = None
    """Plain values, kept of the best look beside its checkpoint; None: there are none."""


class RunTask(ABC, Generic[B, K]):
    """What is learnt: a step, a look, and a checkpoint. It knows its model, `Run` does not."""

    figures: Sequence[str]
    """Of a look, in the order of the table."""
    looks_at: str = "val"
    """The split that looks look at, "val" or "train": TensorBoard names figures after it."""
    best_by: str = ""
    """The figure whose highest is kept as the best; empty: none is."""
    best_is_least: bool = False
    """The lowest is the best instead."""

    @abstractmethod
    def rate(self, step: int, epoch: float, done: float) -> float:
        """Gives the learning rate of the step after `step` steps, when this share of the run is over."""

    @abstractmethod
    def learn(self, batch: B, rate: float, step: int) -> float:
        """Takes a step and gives its loss; torch's generator is the step's own."""

    @abstractmethod
    def look(self, say: Say) -> Looked:
        """Measures what has been learnt; of several processes the first one does."""

    def heed(self, found: Looked) -> None:
        """Takes what the first process's look found, in the others: a rate that falls, weights that go back."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Gives what going on needs beside the checkpoint."""

    @abstractmethod
    def restore(self, kept: K, state: Mapping[str, Any]) -> None:
        """Takes back a checkpoint and what `state` gave."""

    @abstractmethod
    def kept(self, progress: RunProgress, state: Mapping[str, Any] | None) -> K:
        """Gives the checkpoint of this moment."""

    @abstractmethod
    def save(self, path: Path, kept: K) -> None:
        """Writes a checkpoint through a temporary file."""

    @abstractmethod
    def load(self, path: Path) -> K:
        """Reads what `save` wrote."""

    def notes(self, batch: B) -> Sequence[str]:
        """Gives what people are told of a batch."""
        return ()
