"""Training steps through Lightning Fabric: any device, autocast, gradient accumulation, several processes.

Sounds, words and units use it. Each training defines its batch's loss and what processes share;
`training.runs.distributed` provides the means.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

import torch
from torch import Tensor, nn

from engine.base.errors import DeviceError
from training.base.device import choose_device
from training.runs import distributed
from training.runs.fabric import Fabric
from training.runs.precision import taken
from training.runs.run_settings import RunConfig

_log = logging.getLogger(__name__)

PATIENCE = {"16": 100}
"""Consecutive steps that may lack a finite loss: with precision 16 the scaler skips them and scales down; with the
others the first has spoilt the weights."""
_PRECISIONS = {"32": "32-true", "bf16": "bf16-mixed", "16": "16-mixed"}
B = TypeVar("B")


class FabricSteps:
    """A model and its optimiser, and their step."""

    def __init__(
        self, model: nn.Module, optimiser: torch.optim.Optimizer, fabric: Fabric, *, longest: float = 0.0
    ) -> None:
        """Moves the model to the device; with several processes all start from the first one's weights.

        Args:
            model: the trained model; see `wrapped`.
            fabric: see `fabric_of`.
            longest: limit of the gradient's norm; 0 for none.
        """
        self._fabric, self._longest = fabric, longest
        self.wrapped: Any
        """The model for a loss to call: with autocast, and gradients shared by all processes."""
        self.wrapped, self.optimiser = fabric.setup(model, optimiser)

    @property
    def device(self) -> torch.device:
        return self._fabric.device

    def take(self, batches: Sequence[B], rate: float, loss: Callable[[B], Tensor]) -> float:
        """Takes one step; returns the mean loss over all processes.

        Args:
            batches: their gradients are averaged. Each has its own loss, so with a loss over pairs of a batch (a
                softmax, hinges over the worst) two batches differ from one of twice the size.
            rate: learning rate; a group of weights uses its `share` of it.
            loss: loss of one batch, computed with `wrapped`.
        """
        for group in self.optimiser.param_groups:
            group["lr"] = rate * group.get("share", 1.0)
        self.wrapped.train()
        total = 0.0
        for place, batch in enumerate(batches):
            with self._fabric.no_backward_sync(self.wrapped, enabled=place + 1 < len(batches)):
                value = loss(batch)
                self._fabric.backward(value / len(batches))
                total += float(value.item()) / len(batches)
        if self._longest:
            # The run refuses a non-finite loss (`DivergedError`), or the scaler skips it.
            self._fabric.clip_gradients(self.wrapped, self.optimiser, max_norm=self._longest, error_if_nonfinite=False)
        self.optimiser.step()
        self.optimiser.zero_grad()
        return float(distributed.gather_plain(torch.tensor([total], device=self.device)).mean())

    def state(self) -> dict[str, Any]:
        """Returns what a resumed run needs besides the weights."""
        return {
            "optimiser": self.optimiser.state_dict(),
            "precision": self._fabric.strategy.precision.state_dict(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Restores `state`; runs of earlier versions have no precision."""
        self.optimiser.load_state_dict(state["optimiser"])
        self._fabric.strategy.precision.load_state_dict(state.get("precision", {}))


def fabric_of(run: RunConfig) -> Fabric:
    """Returns the launched Fabric of a run. With several devices this starts the other processes, so call it first.

    Raises:
        DeviceError: the device or precision is unavailable here.
    """
    chosen = choose_device(run.accelerator, run.precision)
    run = taken(run).run
    several = run.devices * run.nodes > 1
    kind, _, number = chosen.name.partition(":")
    fabric = Fabric(
        accelerator=kind,
        devices=[int(number)] if number else run.devices,
        num_nodes=run.nodes,
        strategy="ddp" if several else "auto",
        precision=cast(Any, _PRECISIONS[run.precision]),
    )
    _log.info("%d devices of kind %s, %d nodes, precision %s", run.devices, kind, run.nodes, run.precision)
    fabric.launch()
    return fabric


def fabric_alone(run: RunConfig) -> Fabric:
    """Returns the Fabric of a training that is one of many in this process and cannot start others.

    Raises:
        DeviceError: the run needs several devices, or unavailable ones.
    """
    if run.devices * run.nodes > 1:
        raise DeviceError(
            f"{run.devices * run.nodes} devices are for one training, and this is a part of several",
            advice="Train it by itself, by earshot-train words train or units train; or set devices and nodes to 1.",
        )
    return fabric_of(run)
