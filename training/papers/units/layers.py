"""Building blocks of the units' networks: the paper's transformer layers, positions, convolutions.

Sequences are [B, F, D] with a mask [B, F], true where there is sound. Padding never changes the sound before it: a
sound in a batch gets the same result as alone.
"""

import math
from collections.abc import Sequence

import torch
from torch import Tensor, nn


class TransformerLayer(nn.Module):
    """x + attention(norm(x)), then x + linear(relu(linear(norm(x)))): figure 1 of the paper, pre-norm."""

    def __init__(self, width: int, heads: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.share = heads, dropout
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.queries, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.rise, self.fall = nn.Linear(width, inner), nn.Linear(inner, width)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Maps [B, F, D] to [B, F, D]."""
        batch, frames, width = x.shape
        shape = (batch, frames, 3, self.heads, width // self.heads)
        query, key, value = self.queries(self.before(x)).reshape(shape).permute(2, 0, 3, 1, 4).unbind()
        # softmax(Q K' / sqrt(d)) V, equation 1.
        seen = nn.functional.scaled_dot_product_attention(
            query, key, value, attn_mask=mask[:, None, None], dropout_p=self.share if self.training else 0.0
        )
        x = x + self._drop(self.out(seen.transpose(1, 2).reshape(batch, frames, width)))
        return x + self._drop(self.fall(nn.functional.relu(self.rise(self.between(x)))))

    def _drop(self, x: Tensor) -> Tensor:
        return nn.functional.dropout(x, self.share, training=self.training)


class Convolution(nn.Module):
    """A convolution over time of [B, F, D]; a stride of 2 halves F, which must be even."""

    def __init__(self, width_in: int, width_out: int, kernel: int, stride: int = 1) -> None:
        super().__init__()
        if stride not in (1, 2) or (kernel - stride) % 2:
            raise ValueError(f"kernel {kernel} and stride {stride} do not keep frames in their places")
        self.filters = nn.Conv1d(width_in, width_out, kernel, stride, padding=(kernel - stride) // 2)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Maps [B, F, D] to [B, F / stride, D'], with padding as silence."""
        found: Tensor = self.filters((x * mask[..., None]).transpose(1, 2)).transpose(1, 2)
        return found


class Multiscale(nn.Module):
    """Parallel convolutions of several widths in time, mixed into one, with a residual connection."""

    def __init__(self, width: int, kernels: Sequence[int]) -> None:
        super().__init__()
        self.scales = nn.ModuleList(Convolution(width, width, kernel) for kernel in kernels)
        self.mix = nn.Linear(width * len(kernels), width)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Maps [B, F, D] to [B, F, D]."""
        wide = torch.cat([scale(x, mask) for scale in self.scales], dim=-1)
        found: Tensor = x + self.mix(nn.functional.relu(wide))
        return found


def positions(frames: int, width: int, device: torch.device) -> Tensor:
    """Returns sinusoids, float32 [F, D]: sin(t / 10000^(2i / D)) and the cosine (Vaswani et al. 2017)."""
    rates = torch.exp(torch.arange(0, width, 2, device=device) * (-math.log(10_000.0) / width))
    angles = torch.arange(frames, device=device)[:, None] * rates
    return torch.stack([angles.sin(), angles.cos()], dim=-1).reshape(frames, -1)[:, :width]


def lasting(x: Tensor, times: int) -> Tensor:
    """Repeats each of [B, F, …] `times` times in a row, [B, F times, …]."""
    return x.repeat_interleave(times, dim=1)


def mask_of(lengths: Tensor, frames: int) -> Tensor:
    """Returns a mask that is true up to each length, bool [B, F]."""
    return torch.arange(frames, device=lengths.device)[None] < lengths[:, None]
