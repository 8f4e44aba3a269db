"""The interface of sounds, units and words for experiments: typed settings, and one leg run and measured."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from training.measures.seeds import SeedFigure
from training.papers.experiments.plan import ExperimentLeg
from training.runs.material import Report
from training.runs.tracking import Hooks


@dataclass(frozen=True, slots=True)
class LegRun:
    """One leg with one seed."""

    leg: ExperimentLeg
    seed: int
    folder: Path
    """Of this run alone; unfinished work in it is resumed."""
    earlier: Mapping[str, Path]
    """Folders of the earlier legs with the same seed, by name."""
    hooks: Hooks = field(default_factory=Hooks)


class LegFamily(ABC):
    """Runs and measures recipes of one kind."""

    @abstractmethod
    def config(self, leg: ExperimentLeg, values: Mapping[str, Any], seed: int) -> Any:
        """Returns a leg's settings as a dataclass that includes the seed.

        Args:
            values: its recipe with its changes.

        Raises:
            ConfigError: an unknown key, or a refused value.
        """

    @abstractmethod
    def measures(self) -> tuple[str, ...]:
        """Returns the names of the available figures."""

    @abstractmethod
    def asked(self, leg: ExperimentLeg, config: Any, report: Report) -> Any:
        """Returns the inputs of the figures as plain values: the settings, and the amount of data."""

    @abstractmethod
    def run(self, job: LegRun, config: Any) -> dict[str, SeedFigure] | None:
        """Trains and measures; None if `hooks.stop` ended it early.

        Returns:
            Each of `measures` for which there is data.
        """
