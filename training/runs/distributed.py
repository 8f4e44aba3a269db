"""One batch over several processes: every rank computes the similarities of all, and gradients flow back to all.

Primus et al. 2023 trained their large models this way (two GPUs, 32 pairs each, the same 64 x 64 matrix). Every rank
gathers all embeddings and computes the loss of the *whole* matrix; nothing is scaled by hand, because

- the gather's backward sums the gradients of the `W` ranks for a row: W times its true gradient, all losses being
  equal;
- DDP then averages the parameters' gradients over the ranks: a `W`-th of a sum to which each rank gave its own rows.

So W processes with B / W pairs give the loss and gradients of one process with B pairs, also for a temperature that
every rank uses whole. What looks across the batch inside a tower stays per rank: batch norm's statistics (unless
`torch.nn.SyncBatchNorm` replaces them) and patchout's draw. torchrun or Lightning Fabric starts the processes. Without
a process group every function returns its input.

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
    """Number of processes that share a batch; 1 without distribution."""
    return distributed.get_world_size() if _is_distributed() else 1


def rank() -> int:
    """This process's number, from 0."""
    return distributed.get_rank() if _is_distributed() else 0


def gather_with_gradient(rows: Tensor) -> Tensor:
    """Gathers the rows of all ranks in rank order, [W b, …] from [b, …]; gradients flow back to each rank.

    Args:
        rows: the same shape on every rank.
    """
    if not _is_distributed():
        return rows
    gathered: Tensor = _Gather.apply(rows)
    return gathered


def gather_plain(rows: Tensor) -> Tensor:
    """Gathers the rows of all ranks in rank order, [W b, …] from [b, …], without gradient."""
    return _gathered(rows.detach()) if _is_distributed() else rows


def gather_names(names: Sequence[str]) -> list[str]:
    """Gathers names of all ranks in rank order: clip ids and captions, to look up teachers."""
    if not _is_distributed():
        return list(names)
    found: list[list[str]] = [[] for _ in range(world_size())]
    distributed.all_gather_object(found, list(names))
    return [name for part in found for name in part]


def gather_uneven(rows: Tensor) -> Tensor:
    """Gathers rows in rank order without gradient when ranks have different counts."""
    if not _is_distributed():
        return rows
    counts = gather_plain(torch.tensor([len(rows)], device=rows.device)).tolist()
    wide = rows.new_zeros(max(counts), *rows.shape[1:])
    wide[: len(rows)] = rows
    gathered = gather_plain(wide).reshape(len(counts), *wide.shape)
    return torch.cat([part[:count] for part, count in zip(gathered, counts, strict=True)])


def summed(values: Tensor) -> Tensor:
    """Sums values of one shape over the ranks, without gradient."""
    found = values.detach().clone()
    if _is_distributed():
        distributed.all_reduce(found)
    return found


def own_rows(total: int) -> slice:
    """Returns this rank's rows in a batch of `total`.

    Raises:
        ValueError: see `own_share`.
    """
    share = own_share(total)
    return slice(rank() * share, (rank() + 1) * share)


def shared_by_first(found: T | None) -> T:
    """Broadcasts the first process's value; the others wait as long as necessary.

    They wait in a group of their own with a timeout of days: the gradients' group would fail after ten minutes (NCCL)
    or thirty (gloo), too short for a look at a large val split.

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
    """Returns this rank's number of items in a batch of `total`.

    Raises:
        ValueError: the batch cannot be split evenly, so ranks would wait for each other for ever.
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
