"""Runs whose loss is no number any more: every kind of training ends them alike."""

import math

from engine.errors import EngineError


class DivergedError(EngineError):
    """A run whose loss is no number any more, so that nothing comes of going on."""


def refuse_divergence(loss: float, step: int, advice: str) -> None:
    """Lets a loss pass.

    Args:
        loss: of a batch.
        step: its number, from 1 on.
        advice: what may help.

    Raises:
        DivergedError: it is no finite number.
    """
    if not math.isfinite(loss):
        raise DivergedError(f"the loss of step {step} is {loss}: the run has diverged", advice=advice)
