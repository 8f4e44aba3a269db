"""Settings of a run: how long, how fast and on which device it learns."""

from dataclasses import dataclass
from typing import Literal

from training.base.device import check_device


@dataclass(frozen=True, slots=True)
class RunConfig:
    """How long, how fast and on which device to learn."""

    seed: int = 1
    """Decides the first weights and every batch, each step's independently, so that a resumed run sees the same data.
    Several threads draw dropout from one generator in scheduling order: only a run with `threads` = 1 and without
    `minutes` repeats to the bit.
    """
    steps: int = 1500
    epochs: int | None = None
    """If set, replaces `steps`, with the papers' schedule (`least_rate` and below)."""
    minutes: float | None = None
    """If set, stretches or cuts the schedule to this time instead of `steps`; such a run is not repeatable."""
    learning_rate: float = 1.5e-3
    tower_rate: float = 1.0
    """Rate of the audio tower as a share of `learning_rate`: below 1 where it starts from published weights and the
    layers behind it from random ones.
    """
    warm_up_steps: int = 200
    least_rate: float = 1e-7
    """End of the cosine, in runs by epochs."""
    warm_up_epochs: float = 1.0
    """Length of the linear rise, in runs by epochs."""
    flat_from_epoch: float = 15.0
    """Where the cosine ends and the least rate begins, in runs by epochs."""
    optimiser: Literal["adamw", "adam"] = "adamw"
    """The same where `weight_decay` is 0, as in the papers."""
    weight_decay: float = 0.03
    """On matrices and kernels only."""
    gradient_norm: float = 5.0
    """Longer gradients are clipped to this norm; 0: never, as in the papers."""
    accumulate: int = 1
    """Batches whose gradients are averaged before one step; each batch has its own loss."""
    average_decay: float = 0.999
    """Of the running average of the weights, which is kept; 0 keeps the weights themselves, as in the papers."""
    validate_every: int = 100
    """Steps between two validations; 0: one after each epoch."""
    validate_first: bool = False
    """Whether to validate before the first step too, so that data that cannot be validated fails at once."""
    keep: Literal["last", "best"] = "last"
    """Weights that are measured and exported: the last, which keeps the figure on val fair and is what the papers
    tested, or the best on val. Both are kept.
    """
    threads: int = 2
    """On a CPU with cached spectrograms: shards of a step learnt in parallel, each one draw of `batch.size` clips."""
    precision: Literal["auto", "32", "bf16", "16"] = "auto"
    """Autocast: bf16 is twice as fast on CPUs with instructions for it and ten times slower on others; auto takes
    it where it pays (`training.runs.precision`); 16, with scaled gradients, is the papers' on a GPU.
    """
    recompute: bool = False
    """Whether the backward pass recomputes the towers' blocks instead of keeping them, to fit a smaller card; refused
    where no tower has blocks (`training.runs.sounds`).
    """
    compile: bool = False
    """Whether torch compiles the audio tower's blocks: a slow first step, then faster ones on a GPU; refused without
    blocks, and for cached spectrograms on a CPU.
    """
    accelerator: str = "cpu"
    """Where to learn: cpu, cuda, cuda:N, mps, or auto (a GPU where there is one)."""
    devices: int = 1
    """Processes on one machine, each with a device; several share every batch and gather its embeddings."""
    nodes: int = 1
    """Machines, started by torchrun."""

    def __post_init__(self) -> None:
        if min(self.steps, self.threads, self.accumulate, self.devices, self.nodes) < 1 or self.validate_every < 0:
            raise ValueError("steps, threads, accumulate, devices and nodes must be at least 1, validate_every 0")
        if self.minutes is not None and self.minutes <= 0.0:
            raise ValueError(f"minutes must be more than 0, found {self.minutes}")
        if not 0.0 <= self.tower_rate <= 1.0:
            raise ValueError(f"tower_rate must be within 0 and 1, found {self.tower_rate}")
        if self.epochs is not None and (self.epochs < 1 or self.minutes is not None):
            raise ValueError("epochs must be at least 1 and exclude minutes")
        check_device(self.accelerator)
        if ":" in self.accelerator and self.devices * self.nodes > 1:
            raise ValueError(f"{self.accelerator} is one device, and devices and nodes ask for several")
        if self.precision == "16" and self.accelerator == "cpu":
            raise ValueError("precision 16 is for GPUs; on a CPU use auto, bf16 or 32")
        if not 0.0 <= self.average_decay < 1.0 or self.gradient_norm < 0.0 or self.weight_decay < 0.0:
            raise ValueError("average_decay must be within 0 and 1; gradient_norm and weight_decay not negative")
        if not 0.0 < self.warm_up_epochs < self.flat_from_epoch:
            raise ValueError("warm_up_epochs must be more than 0 and less than flat_from_epoch")


@dataclass(frozen=True, slots=True)
class HeadsConfig:
    """Trains the projections alone, on a tower frozen as published (`training.runs.heads`)."""

    passes: int = 0
    """Over the train clips, instead of `run.steps`; 0 trains the whole model."""
    size: int = 256
    """Clips in a batch."""
    windows: bool = False
    """Whether the tower hears the pack's windows, one per clip and batch, instead of whole clips."""

    def __post_init__(self) -> None:
        if self.size < 1 or self.passes < 0:
            raise ValueError("size must be at least 1, passes not negative")
