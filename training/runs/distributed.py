"""One batch over several processes: every rank sees the similarities of all, and gradients flow back to all.

How Primus et al. 2023 trained their large models (two GPUs, 32 pairs each, the same 64 x 64 matrix). Every rank gathers
the embeddings of all and computes the loss of the *whole* matrix; nothing is scaled by hand, because

- the gather's backward sums what the `W` ranks derive for a row: W times its true gradient, all losses being equal;
- DDP then averages the parameters' gradients over the ranks: a `W`-th of a sum to which each rank gave its own rows.

So W processes with B / W pairs give the loss and gradients of one process with B pairs, also for a temperature that
every rank uses whole. What looks across the batch inside a tower is per rank all the same: batch norm's statistics
(unless `torch.nn.SyncBatchNorm` replaces them) and patchout's draw. Processes are started by torchrun or by Lightning
Fabric; nothing here starts them. Without a process group every function gives back what it was given.

`torch.distributed.nn` has a gather with gradient too, but it is deprecated and asks gloo for an all-to-all.
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from typing import Any, TypeVar

import torch
from torch import Tensor, distributed

T = TypeVar("T")
_PATIENCE = timedelta(days=7)


def world_size() -> int:
    """How many processes share a batch; 1 when training is not distributed."""
    return distributed.get_world_size() if _is_distributed() else 1


def rank() -> int:
    """Which of them this is, from 0."""
    return distributed.get_rank() if _is_distributed() else 0


def gather_with_gradient(rows: Tensor) -> Tensor:
    """Gives the rows of all ranks in rank order, [W b, …] of [b, …], through which each rank's gradients flow back.

    Args:
        rows: the same shape on every rank.
    """
    if not _is_distributed():
        return rows
    gathered: Tensor = _Gather.apply(rows)
    return gathered


def gather_plain(rows: Tensor) -> Tensor:
    """Gives the rows of all ranks in rank order, [W b, …] of [b, …], without gradient: the numbers of sounds."""
    return _gathered(rows.detach()) if _is_distributed() else rows


def gather_names(names: Sequence[str]) -> list[str]:
    """Gives the names of all ranks in rank order: clip ids and captions, by which teachers are asked."""
    if not _is_distributed():
        return list(names)
    found: list[list[str]] = [[] for _ in range(world_size())]
    distributed.all_gather_object(found, list(names))
    return [name for part in found for name in part]


def gather_uneven(rows: Tensor) -> Tensor:
    """Gives the rows of all ranks in rank order, without gradient, where ranks may have more or fewer."""
    if not _is_distributed():
        return rows
    counts = gather_plain(torch.tensor([len(rows)], device=rows.device)).tolist()
    wide = rows.new_zeros(max(counts), *rows.shape[1:])
    wide[: len(rows)] = rows
    gathered = gather_plain(wide).reshape(len(counts), *wide.shape)
    return torch.cat([part[:count] for part, count in zip(gathered, counts, strict=True)])


def summed(values: Tensor) -> Tensor:
    """Gives the sum over the ranks of values of one shape, without gradient."""
    found = values.detach().clone()
    if _is_distributed():
        distributed.all_reduce(found)
    return found


def own_rows(total: int) -> slice:
    """Gives which rows of a batch of `total` are this rank's.

    Raises:
        ValueError: see `own_share`.
    """
    share = own_share(total)
    return slice(rank() * share, (rank() + 1) * share)


def shared_by_first(found: T | None) -> T:
    """Gives what the first process found, to all of them; the others wait for it however long it takes.

    They wait in a group of their own, whose patience is days: in that of the gradients the wait would end as an error
    after ten minutes (NCCL) or thirty (gloo), which a look at a large val split outlasts.

    Args:
        found: a picklable value in the first process, None in the others.
    """
    if not _is_distributed():
        assert found is not None
        return found
    holder = [found]
    distributed.broadcast_object_list(holder, src=0, group=_patient_group())
    assert holder[0] is not None
    return holder[0]


@cache
def _patient_group() -> distributed.ProcessGroup:
    found = distributed.new_group(backend="gloo", timeout=_PATIENCE)
    assert isinstance(found, distributed.ProcessGroup), "every process is in it"
    return found


def own_share(total: int) -> int:
    """Gives how many items of a batch of `total` are this rank's.

    Raises:
        ValueError: the batch cannot be shared evenly, so that ranks would wait for each other for ever.
    """
    if total % world_size():
        raise ValueError(f"a batch of {total} cannot be shared evenly by {world_size()} processes")
    return total // world_size()


class _Gather(torch.autograd.Function):
    """The gather; its backward sums over the ranks and keeps the own rows."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor) -> Tensor:
        ctx.rows = len(rows)
        return _gathered(rows)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> Tensor:
        summed = gradients[0].clone(memory_format=torch.contiguous_format)
        distributed.all_reduce(summed)
        first = rank() * ctx.rows
        return summed[first : first + ctx.rows]


def _gathered(rows: Tensor) -> Tensor:
    parts = [torch.empty_like(rows, memory_format=torch.contiguous_format) for _ in range(world_size())]
    distributed.all_gather(parts, rows.contiguous())
    return torch.cat(parts)


def _is_distributed() -> bool:
    return distributed.is_available() and distributed.is_initialized()
