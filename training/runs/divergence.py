"""Runs whose loss is no longer a number: every kind of training ends them the same way."""

import math

from engine.errors import EngineError


class DivergedError(EngineError):
    """A run whose loss is no longer a number, so that going on is useless."""


def refuse_divergence(loss: float, step: int, advice: str) -> None:
    """Lets only a finite loss pass.

    Args:
        loss: of a batch.
        step: its number, from 1 on.
        advice: what may help.

    Raises:
        DivergedError: it is no finite number.
    """
    if not math.isfinite(loss):
        raise DivergedError(f"the loss of step {step} is {loss}: the run has diverged", advice=advice)
