"""The codebook: code vectors updated by running averages instead of gradients.

Nearest vectors are looked up before the update. After Kaiser et al. 2018, as in the paper's equation 7.
"""

import torch
from torch import Tensor, nn

from training.runs import distributed

_SMALL = 1e-5


class Codebook(nn.Module):
    """K vectors of D numbers, with running counts N and sums W of the data assigned to them.

    N <- d N + (1 - d) n;  N <- (N + eps) / (sum N + K eps) sum N;  W <- d W + (1 - d) sum x;  E <- W / N, where n and x
    are the count and the vectors that a batch assigns to each code. Counts start at 1: from 0, as in published code, an
    unused code grows to E d / eps at the first update and takes thousands of steps to come back.

    n and x cover a whole step: all its batches, by `note` and `settle`, and all processes that share them.
    """

    vectors: Tensor
    counts: Tensor
    sums: Tensor
    is_begun: Tensor

    def __init__(self, codes: int, width: int, decay: float = 0.999, *, start_from_data: bool = True) -> None:
        """Starts with random vectors within +-1 / K.

        Args:
            decay: d, share of the old averages that an update keeps.
            start_from_data: whether the first training vectors replace the random ones; a code far from all data would
                never be used.
        """
        super().__init__()
        if codes < 2 or width < 1 or not 0.0 <= decay < 1.0:
            raise ValueError(f"codes {codes} must be 2 or more, width {width} 1 or more, decay {decay} within 0 and 1")
        self.decay = decay
        first = torch.empty(codes, width).uniform_(-1.0 / codes, 1.0 / codes)
        self.register_buffer("vectors", first)
        self.register_buffer("counts", torch.ones(codes))
        self.register_buffer("sums", first.clone())
        self.register_buffer("is_begun", torch.tensor(not start_from_data))
        self._noted: tuple[Tensor, Tensor] | None = None

    def nearest(self, found: Tensor) -> Tensor:
        """Returns the codes nearest to vectors [..., D] by Euclidean distance (equation 4), int64 [...]."""
        flat = found.reshape(-1, found.shape[-1]).to(self.vectors.dtype)
        with torch.autocast(found.device.type, enabled=False):  # half precision would often choose another code
            distances = flat.square().sum(1, keepdim=True) - 2.0 * flat @ self.vectors.T + self.vectors.square().sum(1)
        return distances.argmin(1).reshape(found.shape[:-1])

    def look_up(self, codes: Tensor) -> Tensor:
        """Returns the vectors of codes [...], [..., D]."""
        return self.vectors[codes]

    @torch.no_grad()
    def begin(self, found: Tensor) -> None:
        """Replaces the vectors by data [n, D], once; draws by torch's generator, with repetition below K rows.

        With several processes the first one draws, from the data of all.
        """
        if bool(self.is_begun):
            return
        wanted, everything = len(self.vectors), distributed.gather_uneven(found)
        count = len(everything)
        rows = torch.randperm(count)[:wanted] if count >= wanted else torch.randint(count, (wanted,))
        self.vectors.copy_(everything[distributed.shared_by_first(rows)])
        self.sums.copy_(self.vectors)
        self.is_begun.fill_(True)

    @torch.no_grad()
    def follow(self, found: Tensor, codes: Tensor) -> None:
        """Moves the vectors towards data [n, D] with their codes, int64 [n]."""
        self.note(found, codes)
        self.settle()

    @torch.no_grad()
    def note(self, found: Tensor, codes: Tensor) -> None:
        """Accumulates data [n, D] with their codes, int64 [n], until `settle`."""
        with torch.autocast(found.device.type, enabled=False):
            used = nn.functional.one_hot(codes, len(self.vectors)).to(found.dtype)
            count, total = used.sum(0), used.T @ found
        if self._noted is not None:
            count, total = count + self._noted[0], total + self._noted[1]
        self._noted = count, total

    @torch.no_grad()
    def settle(self) -> None:
        """Moves the vectors towards all accumulated data, here and in other processes; without any, does nothing."""
        if self._noted is None:
            return
        count, data = (distributed.summed(noted) for noted in self._noted)
        self._noted = None
        self.counts.mul_(self.decay).add_(count, alpha=1.0 - self.decay)
        total = self.counts.sum()
        self.counts.add_(_SMALL).mul_(total / (total + len(self.counts) * _SMALL))
        self.sums.mul_(self.decay).add_(data, alpha=1.0 - self.decay)
        self.vectors.copy_(self.sums / self.counts[:, None])


def perplexity(codes: Tensor, size: int) -> Tensor:
    """Returns the effective number of codes in a batch: exp of the entropy of codes, int64 [n]."""
    shares = torch.bincount(codes.reshape(-1), minlength=size).double() / max(1, codes.numel())
    return torch.exp(-(shares * (shares + 1e-10).log()).sum())
