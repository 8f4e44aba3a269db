"""The learning rate falls when val stops improving, and the best weights return.

Settle et al. 2019, as Rhodes & Bains use it: after four validations without a better figure the rate is divided by ten,
and weights and optimiser become those of the best one. Training ends when the rate falls below the least.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PlateauVerdict:
    """The consequences of a validation."""

    is_best: bool
    """The best figure so far: keep its weights."""
    goes_back: bool
    """The rate fell: restore the best weights."""
    is_over: bool


class PlateauSchedule:
    """Counts validations and sets the rate."""

    def __init__(self, rate: float, *, decay: float, patience: int, least: float) -> None:
        """Multiplies `rate` by `decay` after `patience` validations without a better figure, and ends below `least`."""
        self.rate = rate
        self.best = -1.0
        self._decay, self._patience, self._least = decay, patience, least
        self._waited = 0

    def look(self, figure: float) -> PlateauVerdict:
        """Judges a figure, the higher the better."""
        if figure > self.best:
            self.best, self._waited = figure, 0
            return PlateauVerdict(is_best=True, goes_back=False, is_over=False)
        self._waited += 1
        if self._waited < self._patience:
            return PlateauVerdict(is_best=False, goes_back=False, is_over=False)
        self.rate, self._waited = self.rate * self._decay, 0
        return PlateauVerdict(is_best=False, goes_back=True, is_over=self.rate < self._least)

    def state(self) -> dict[str, Any]:
        return {"rate": self.rate, "best": self.best, "waited": self._waited}

    def restore(self, state: dict[str, Any]) -> None:
        self.rate, self.best, self._waited = state["rate"], state["best"], state["waited"]
