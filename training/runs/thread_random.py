"""Random draws of one thread from a generator of its own.

torch has one generator for all threads: replicas that train in parallel would draw in an uncontrolled order, and the
same seed would give another result.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

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
