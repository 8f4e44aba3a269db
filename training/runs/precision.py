"""Chooses a run's precision: what `auto` means on this machine, and whether bf16 pays there.

Processors differ by a factor of twenty. With bf16 instructions (AVX-512 BF16, AMX) a step takes half the time of
float32; without them torch emulates bf16, ten times as slow. The capability has another name on every system, and its
effect depends on torch's build, so layers like the audio towers' are timed in both, once a process.
"""

import logging
import time
from dataclasses import dataclass, replace
from functools import cache

import torch
from torch import Tensor
from torch.nn import functional

from training.runs.run_settings import RunConfig

_log = logging.getLogger(__name__)

_WORTH_IT = 0.8
"""Largest share of float32's time at which bf16 is worth its loss of digits."""
_ROUNDS = 6
_CHANNELS = 32


@dataclass(frozen=True, slots=True)
class ResolvedPrecision:
    """The precision of a run, and why."""

    run: RunConfig
    """Its precision is not `auto`."""
    why: str
    is_slow: bool
    """Whether the requested precision is slower than float32 here; `why` says what to do."""

    @property
    def told(self) -> str:
        """What people are told at the start."""
        return f"{'warning: ' if self.is_slow else ''}{self.why}"


def taken(run: RunConfig) -> ResolvedPrecision:
    """Resolves the run's precision on this machine, consistently within one process.

    On a GPU `auto` is bf16. Several processes on CPUs use 32: they must agree, and each would measure for itself.
    """
    device = _device(run)
    if device == "cpu" and run.devices * run.nodes > 1:
        cost = None
    elif device == "cpu" and run.precision in ("auto", "bf16"):
        cost = bf16_cost()
    else:
        cost = None
    decided = _decided(run, device, cost)
    _log.info("%s", decided.why)
    return decided


@cache
def bf16_cost() -> float:
    """Returns bf16's time relative to float32's on one thread of this processor; measured in 0.1 to 1 s."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        layers = _Layers()
        best = {False: float("inf"), True: float("inf")}
        for _ in range(_ROUNDS):  # alternating, best of each, because other load varies
            for is_bf16 in best:
                best[is_bf16] = min(best[is_bf16], layers.time_s(is_bf16=is_bf16))
    finally:
        torch.set_num_threads(threads)
    return best[True] / best[False]


def _decided(run: RunConfig, device: str, cost: float | None) -> ResolvedPrecision:
    if run.precision != "auto":
        is_slow = run.precision == "bf16" and cost is not None and cost > 1.0
        why = f"computes in {_NAMES[run.precision]} on {device}, as asked for"
        if is_slow:
            why = (
                f"computes in bf16, as asked for, though this processor only emulates it: it takes {cost:.1f} times "
                'as long as float32 here. Set run.precision to "auto" or "32".'
            )
        return ResolvedPrecision(run, why, is_slow)
    if device == "cuda":
        return ResolvedPrecision(replace(run, precision="bf16"), "computes in bf16 on the GPU", is_slow=False)
    if device != "cpu":
        return ResolvedPrecision(replace(run, precision="32"), f"computes in float32 on {device}", is_slow=False)
    if cost is None:
        why = "computes in float32: several processes on processors measure nothing"
        return ResolvedPrecision(replace(run, precision="32"), why, is_slow=False)
    measured = f"bf16 takes {cost:.2g} times the time of float32 on this processor"
    if cost <= _WORTH_IT:
        return ResolvedPrecision(replace(run, precision="bf16"), f"computes in bf16: {measured}", is_slow=False)
    return ResolvedPrecision(replace(run, precision="32"), f"computes in float32: {measured}", is_slow=False)


def _device(run: RunConfig) -> str:
    """The run's kind of device: cuda, mps or cpu."""
    if run.accelerator != "auto":
        return run.accelerator.partition(":")[0]
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


_NAMES = {"32": "float32", "bf16": "bf16", "16": "float16 with scaled gradients"}


class _Layers:
    """A few layers like the audio towers', small enough for milliseconds; uses only its own generator."""

    def __init__(self) -> None:
        numbers, channels = torch.Generator().manual_seed(1), _CHANNELS
        sizes = ((channels, channels, 3, 3), (channels, 1, 3, 3), (2 * channels, channels, 1, 1), (128, 2 * channels))
        self._weights = [torch.randn(size, generator=numbers).requires_grad_() for size in sizes]
        maps = torch.randn(4, channels, 24, 24, generator=numbers)
        self._maps = maps.to(memory_format=torch.channels_last)

    def time_s(self, *, is_bf16: bool) -> float:
        begun_s = time.perf_counter()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=is_bf16):
            heard = self._there()
        heard.float().square().mean().backward()  # type: ignore[no-untyped-call]
        return time.perf_counter() - begun_s

    def _there(self) -> Tensor:
        full, apart, pointwise, matrix = self._weights
        maps = functional.relu(functional.conv2d(self._maps, full, padding=1))
        maps = functional.conv2d(maps, apart, padding=1, groups=_CHANNELS)
        maps = functional.relu(functional.conv2d(maps, pointwise))
        return functional.linear(maps.mean(dim=(2, 3)), matrix)
