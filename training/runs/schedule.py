"""Learning rate schedules: the starter's by progress, and the papers' by epochs."""

import math

_LEAST = 0.02


def learning_rate(peak: float, step: int, warm_up_steps: int, done: float) -> float:
    """Returns the starter's rate for one step: linear warm-up, then half a cosine down to a fiftieth.

    Args:
        peak: highest rate.
        step: steps taken so far.
        warm_up_steps: steps of the linear rise.
        done: share of the run that is over, 0 to 1.
    """
    rise = min(1.0, (step + 1) / max(1, warm_up_steps))
    fall = _LEAST + (1.0 - _LEAST) * 0.5 * (1.0 + math.cos(math.pi * min(1.0, done)))
    return peak * rise * fall


def rate_of_epoch(peak: float, least: float, epoch: float, warm_up: float = 1.0, flat_from: float = 15.0) -> float:
    """Returns the rate at a fraction of an epoch, as both papers' code sets it before each step.

    peak * e below `warm_up` (of 1); least + (peak - least) (1 + cos(pi (e - 1) / 14)) / 2 up to `flat_from` (of 15);
    then least. The papers say "cosine over 16 (20) epochs"; the released scripts end the cosine at 15, and so do we.

    Args:
        peak: highest rate, 2e-5 in pretraining, 8e-6 in fine-tuning.
        least: lowest rate, 1e-7.
        epoch: epochs taken so far, fractional.
        warm_up: epochs of the linear rise from 0.
        flat_from: epoch after which the rate is `least`.
    """
    if epoch < warm_up:
        return peak * epoch / warm_up
    if epoch >= flat_from:
        return least
    return least + (peak - least) * 0.5 * (1.0 + math.cos(math.pi * (epoch - warm_up) / (flat_from - warm_up)))
