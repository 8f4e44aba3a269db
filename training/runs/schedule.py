"""The learning rate over a run: a straight warm-up, then half a cosine down to a fiftieth."""

import math

_LEAST = 0.02


def learning_rate(peak: float, step: int, warm_up_steps: int, done: float) -> float:
    """Gives the rate of one step.

    Args:
        peak: the highest rate.
        step: steps taken so far.
        warm_up_steps: steps of the straight rise.
        done: share of the run that is over, 0 to 1.
    """
    rise = min(1.0, (step + 1) / max(1, warm_up_steps))
    fall = _LEAST + (1.0 - _LEAST) * 0.5 * (1.0 + math.cos(math.pi * min(1.0, done)))
    return peak * rise * fall
