"""Takes training steps: in parallel threads on a CPU, otherwise through Lightning Fabric."""

import copy
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from engine.base.errors import DeviceError
from training.runs.fabric import Fabric
from training.runs.items import Item
from training.runs.material import Classes
from training.runs.objective import Objective
from training.runs.precision import taken
from training.runs.run_settings import RunConfig
from training.runs.steps import FabricSteps
from training.towers.dual_encoder import DualEncoder, frozen_text

_DRAWING = frozenset({torch.rand, torch.randn, torch.randint, torch.randperm, torch.bernoulli, torch.multinomial})


class ThreadRandom(TorchFunctionMode):
    """A context in which dropout and torch's draws on this thread use a generator of its own.

    Does not cover dropout inside fused attention, which no tower trained in replicas has.
    """

    def __init__(self, seed: int) -> None:
        """Prepares the generator.

        Args:
            seed: within 0 and 2^63 - 1; gives the same numbers whatever other threads draw.
        """
        super().__init__()
        self._generator = torch.Generator().manual_seed(seed)

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        named = dict(kwargs or {})
        if func is nn.functional.dropout:
            named.pop("inplace", None)
            return self._dropout(*args, **named)
        if func in _DRAWING:
            named.setdefault("generator", self._generator)
        return func(*args, **named)

    def _dropout(self, values: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
        if not training or not p:
            return values
        kept = torch.empty_like(values).bernoulli_(1.0 - p, generator=self._generator)
        return values * kept.div_(1.0 - p) if p < 1.0 else values * 0.0


class Learner(Protocol):
    """Takes steps on a model."""

    model: DualEncoder

    def step(self, items: Sequence[Item], rate: float) -> float:
        """Trains on the batches of one step at a learning rate; returns the mean loss."""

    def state(self) -> dict[str, Any]:
        """Returns what a resumed run needs besides the weights."""

    def restore(self, state: Mapping[str, Any]) -> None: ...


class BatchTexts:
    """Provides a batch's texts as the model takes them: known vectors, a frozen encoder's vectors, or ids.

    The names of the material's classes, if any, follow them.
    """

    def __init__(self, sentences: Tensor, classes: Classes | None = None) -> None:
        self._sentences, self._classes = sentences, classes

    def of(self, item: Item, model: DualEncoder, device: torch.device) -> tuple[Tensor, Tensor | None]:
        """Returns vectors, float32 [N, E], and None; or ids and mask, int64 [N, S]."""
        if model.text is not None:
            ids, mask = model.text.tokens(item.captions)
            return ids.to(device), mask.to(device)
        if item.rows is not None:
            vectors = self._sentences[item.rows]
            if self._classes is not None:
                vectors = torch.cat([vectors, self._classes.vectors])
            return vectors.to(device), None
        encoder = frozen_text(model.config.text)
        with torch.no_grad():
            vectors = encoder(*encoder.tokens(item.captions))
        return vectors.to(device), None


class ReplicaLearner:
    """Replicas of a model in CPU threads, each with its own batch; their gradients are averaged.

    Threads that each run whole layers synchronise once a step; threads inside a layer do so a thousand times, which on
    a busy machine costs most of the time (measured: 190 clips a CPU second against 30 to 48).
    """

    def __init__(self, model: DualEncoder, objective: Objective, texts: BatchTexts, run: RunConfig) -> None:
        """Creates the replicas.

        Raises:
            DeviceError: precision 16, which no CPU supports.
        """
        if run.precision == "16":
            raise DeviceError("precision 16 needs a GPU, and there is none", advice="Set run.precision to auto.")
        run = taken(run).run
        torch.set_num_threads(1)
        self.model = model.to(memory_format=torch.channels_last)
        self._replicas = _replicas(self.model, run.threads)
        self._optimiser, self._objective, self._texts, self._run = optimiser_of(self.model, run), objective, texts, run
        self._workers = ThreadPoolExecutor(run.threads)

    def step(self, items: Sequence[Item], rate: float) -> float:
        """Takes a step with one batch for each replica."""
        for group in self._optimiser.param_groups:
            group["lr"] = rate * group.get("share", 1.0)
        first = torch.initial_seed()
        seeds = [(first + number) % 2**63 for number in range(len(self._replicas))]
        losses = list(self._workers.map(self._backward, self._replicas, items, seeds))
        for value, *others in zip(*(replica.parameters() for replica in self._replicas), strict=True):
            if value.grad is not None:
                for other in others:
                    value.grad += other.grad
                value.grad /= len(self._replicas)
        if self._run.gradient_norm:
            nn.utils.clip_grad_norm_(self.model.parameters(), self._run.gradient_norm)
        self._optimiser.step()
        return sum(losses) / len(losses)

    def _backward(self, replica: DualEncoder, item: Item, seed: int) -> float:
        torch.set_num_threads(1)
        replica.train()
        replica.zero_grad()
        text, mask = self._texts.of(item, replica, torch.device("cpu"))
        with ThreadRandom(seed):
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self._run.precision == "bf16"):
                heard = replica.hear(item.sound, item.share)
            tokens = None if mask is None else replica.embed_tokens(text, mask)
            read = replica.read(text) if tokens is None else nn.functional.normalize(tokens, dim=1)
            loss = self._objective.loss(heard, read, replica.temperature(), item)
        loss.backward()  # type: ignore[no-untyped-call]
        return float(loss.item())

    def state(self) -> dict[str, Any]:
        return {"model": self.model.state_dict(), "optimiser": self._optimiser.state_dict()}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.model.load_state_dict(state["model"])
        self._optimiser.load_state_dict(state["optimiser"])


class FabricLearner:
    """One model through Lightning Fabric: any device, autocast, several processes that share a batch."""

    def __init__(
        self, model: DualEncoder, objective: Objective, texts: BatchTexts, run: RunConfig, fabric: Fabric
    ) -> None:
        self.model, self._objective, self._texts = model, objective, texts
        self._steps = FabricSteps(model, optimiser_of(model, run), fabric, longest=run.gradient_norm)

    def step(self, items: Sequence[Item], rate: float) -> float:
        """Averages the gradients of several batches."""
        return self._steps.take(items, rate, self._loss)

    def _loss(self, item: Item) -> Tensor:
        device = self._steps.device
        text, mask = self._texts.of(item, self.model, device)
        share = None if item.share is None else item.share.to(device)
        heard, read, temperature = self._steps.wrapped(item.sound.to(device), share, text, mask)
        return self._objective.loss(heard.float(), read.float(), temperature.float(), item)

    def state(self) -> dict[str, Any]:
        return {"model": self.model.state_dict(), **self._steps.state()}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.model.load_state_dict(state["model"])
        self._steps.restore(state)


def optimiser_of(model: nn.Module, run: RunConfig) -> torch.optim.Optimizer:
    """Returns AdamW or Adam with torch's defaults; biases, norms and the temperature do not decay.

    `share` of each group is its factor of the learning rate.
    """
    learning = [(name, value) for name, value in model.named_parameters() if value.requires_grad]
    in_tower = [value for name, value in learning if name.startswith("audio.") and run.tower_rate != 1.0]
    others = [value for name, value in learning if not name.startswith("audio.") or run.tower_rate == 1.0]
    groups = []
    for values, share in ((others, 1.0), (in_tower, run.tower_rate)):
        matrices, rest = [one for one in values if one.ndim > 1], [one for one in values if one.ndim <= 1]
        groups.append({"params": matrices, "weight_decay": run.weight_decay, "share": share})
        groups.append({"params": rest, "weight_decay": 0.0, "share": share})
    kind = torch.optim.AdamW if run.optimiser == "adamw" else torch.optim.Adam
    return kind([group for group in groups if group["params"]], lr=run.learning_rate)


def follow(average: nn.Module, model: nn.Module, decay: float) -> None:
    """Moves the running average towards the model; counters are copied."""
    with torch.no_grad():
        for kept, new in zip(average.state_dict().values(), model.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, 1.0 - decay)
            else:
                kept.copy_(new)


def _replicas(model: DualEncoder, count: int) -> list[DualEncoder]:
    """The model and copies that share its weights, each with its own gradients and batch statistics.

    Only the first one's statistics are kept.
    """
    copies = [copy.deepcopy(model) for _ in range(count - 1)]
    for replica in copies:
        for mine, shared in zip(replica.parameters(), model.parameters(), strict=True):
            mine.data = shared.data
    return [model, *copies]
