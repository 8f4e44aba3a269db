"""The learning rate that falls when val stops getting better, and goes back to the best weights when it does.

Settle et al. 2019, as Rhodes & Bains use it: after four looks without a better figure the rate is divided by ten, and
weights and optimiser become those of the best look. Learning ends when the rate falls below the least.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PlateauVerdict:
    """What a look at val means."""

    is_best: bool
    """The best figure so far: its weights are to be kept."""
    goes_back: bool
    """The rate has fallen, and the best weights are to be taken back."""
    is_over: bool


class Plateau:
    """Counts looks and sets the rate."""

    def __init__(self, rate: float, *, decay: float, patience: int, least: float) -> None:
        """Begins.

        Args:
            rate: the first learning rate.
            decay: what it is multiplied by.
            patience: looks in a row without a better figure that make it fall.
            least: learning is over when the rate is under it.
        """
        self.rate = rate
        self.best = -1.0
        self._decay, self._patience, self._least = decay, patience, least
        self._waited = 0

    def look(self, figure: float) -> PlateauVerdict:
        """Takes a figure, the higher the better."""
        if figure > self.best:
            self.best, self._waited = figure, 0
            return PlateauVerdict(is_best=True, goes_back=False, is_over=False)
        self._waited += 1
        if self._waited < self._patience:
            return PlateauVerdict(is_best=False, goes_back=False, is_over=False)
        self.rate, self._waited = self.rate * self._decay, 0
        return PlateauVerdict(is_best=False, goes_back=True, is_over=self.rate < self._least)

    def state(self) -> dict[str, Any]:
        """Gives what a resumed run needs."""
        return {"rate": self.rate, "best": self.best, "waited": self._waited}

    def restore(self, state: dict[str, Any]) -> None:
        """Takes back what `state` gave."""
        self.rate, self.best, self._waited = state["rate"], state["best"], state["waited"]
