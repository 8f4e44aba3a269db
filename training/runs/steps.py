"""Steps down a loss through Lightning Fabric: any device, autocast, several batches, several processes.

Sounds, words and units take their steps here. What one batch's loss is, and what several processes see of each other's
rows, is the training's own affair: `training.runs.distributed` has what it takes.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

import torch
from lightning_fabric import Fabric
from torch import Tensor, nn

from engine.errors import DeviceError
from training.device import choose_device
from training.run_settings import RunConfig
from training.runs import distributed
from training.runs.precision import taken

PATIENCE = {"16": 100}
"""Steps in a row that may have no finite loss: with precision 16 the scaler passes them over and scales down; with the
others the first has spoilt the weights."""
_PRECISIONS = {"32": "32-true", "bf16": "bf16-mixed", "16": "16-mixed"}
B = TypeVar("B")


class FabricSteps:
    """A model and its optimiser, and how a step is taken on them."""

    def __init__(
        self, model: nn.Module, optimiser: torch.optim.Optimizer, fabric: Fabric, *, longest: float = 0.0
    ) -> None:
        """Moves the model to the device; with several processes it starts with the first one's weights in all.

        Args:
            model: what a batch goes through, see `wrapped`.
            optimiser: of weights of the model.
            fabric: see `fabric_of`.
            longest: gradients that are longer are cut to this; 0: none is.
        """
        self._fabric, self._longest = fabric, longest
        self.wrapped: Any
        """The model as a loss is to call it: autocast, and its gradients become every process's."""
        self.wrapped, self.optimiser = fabric.setup(model, optimiser)

    @property
    def device(self) -> torch.device:
        """Where the model is."""
        return self._fabric.device

    def take(self, batches: Sequence[B], rate: float, loss: Callable[[B], Tensor]) -> float:
        """Takes one step and gives the mean loss, of all processes.

        Args:
            batches: whose gradients are averaged; each has a loss of its own, so with a loss over pairs of a batch (a
                softmax, hinges over the worst of it) two batches are not one of twice the size.
            rate: of learning; a group of weights takes its `share` of it.
            loss: of one batch, by `wrapped`.
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
            # A loss that is no number is the run's to refuse (`DivergedError`), or the scaler's to pass over.
            self._fabric.clip_gradients(self.wrapped, self.optimiser, max_norm=self._longest, error_if_nonfinite=False)
        self.optimiser.step()
        self.optimiser.zero_grad()
        return float(distributed.gather_plain(torch.tensor([total], device=self.device)).mean())

    def state(self) -> dict[str, Any]:
        """Gives what a resumed run needs beside the weights."""
        return {
            "optimiser": self.optimiser.state_dict(),
            "precision": self._fabric.strategy.precision.state_dict(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Takes back what `state` gave; runs of earlier versions have no precision."""
        self.optimiser.load_state_dict(state["optimiser"])
        self._fabric.strategy.precision.load_state_dict(state.get("precision", {}))


def fabric_of(run: RunConfig) -> Fabric:
    """Gives the Fabric of a run, launched: with several devices this starts the other processes, so do it first.

    Raises:
        DeviceError: the device or the precision asked for is not to be had here.
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
    fabric.launch()
    return fabric


def fabric_alone(run: RunConfig) -> Fabric:
    """Gives the Fabric of a training that is one of many in this process, and so cannot start others.

    Raises:
        DeviceError: the run asks for several devices, or for what is not to be had here.
    """
    if run.devices * run.nodes > 1:
        raise DeviceError(
            f"{run.devices * run.nodes} devices are for one training, and this is a part of several",
            advice="Train it by itself, by earshot-train words train or units train; or set devices and nodes to 1.",
        )
    return fabric_of(run)
