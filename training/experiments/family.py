"""What an experiment asks of sounds, units and words alike: a recipe made typed, and one leg run and measured."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from training.experiments.plan import ExperimentLeg
from training.measures.seeds import SeedMeasured
from training.runs.material import Report
from training.runs.tracking import Hooks


@dataclass(frozen=True, slots=True)
class LegRun:
    """One leg with one seed."""

    leg: ExperimentLeg
    seed: int
    folder: Path
    """Of this run alone; what was begun in it is gone on with."""
    earlier: Mapping[str, Path]
    """Folders of the legs above it with the same seed, by name."""
    hooks: Hooks = field(default_factory=Hooks)


class LegFamily(ABC):
    """What recipes of one kind are run and measured by."""

    @abstractmethod
    def config(self, leg: ExperimentLeg, values: Mapping[str, Any], seed: int) -> Any:
        """Gives a leg's settings as a dataclass, with the seed in them.

        Args:
            leg: whose they are.
            values: its recipe with its changes.
            seed: of the run.

        Raises:
            ConfigError: an unknown key, or a value that is refused.
        """

    @abstractmethod
    def measures(self) -> tuple[str, ...]:
        """Gives the names of what can be measured."""

    @abstractmethod
    def asked(self, leg: ExperimentLeg, config: Any, report: Report) -> Any:
        """Gives what figures depend on, as plain values: the settings, and how much data there is."""

    @abstractmethod
    def run(self, job: LegRun, config: Any) -> dict[str, SeedMeasured] | None:
        """Trains and measures; None when `hooks.stop` ended it before its end.

        Returns:
            every one of `measures` that there is something to measure by.
        """
