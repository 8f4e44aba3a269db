"""Projections from a tower's features to the space that sounds and words share; without normalisation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import torch
from torch import Tensor, nn

ProjectionKind = Literal["linear", "mlp", "residual", "standard"]

_STILL = 1e-3
"""Standard deviation below which a feature counts as constant."""
_FAINT = 0.1
"""Factor of the bent path's last layer where the straight path begins as the identity."""


@dataclass(frozen=True, slots=True)
class ProjectionConfig:
    """The layers between a tower and the joint space."""

    kind: ProjectionKind = "linear"
    """Layers. "linear": one layer with bias, as in both papers (`adopt_n_layers=0`); "mlp": one hidden layer and ReLU,
    an option of their code; "residual": a linear layer plus one with a hidden layer, GELU and dropout, as in the
    starter; "standard": one hidden layer and GELU over standardised features, for an untrained tower."""
    hidden: int = 2048
    dropout: float = 0.0
    """Dropout of the inputs of both layers of "residual"; of the hidden layer of "standard", and a third of it of its
    inputs."""
    begins: Literal["drawn", "same"] = "drawn"
    """For "residual" as wide as the joint space: start at random, or as the identity with a faint bent path, so that
    texts without training captions keep the text tower's sense."""
    widths: tuple[int, ...] = ()
    """For several joined heads: the number of leading features that each takes."""
    hiddens: tuple[int, ...] = ()
    """Units of each head's hidden layer, instead of `hidden`."""
    sizes: tuple[int, ...] = ()
    """Size of each head's vector."""

    def __post_init__(self) -> None:
        if self.hidden < 1 or not 0.0 <= self.dropout < 1.0:
            raise ValueError(f"hidden must be at least 1 and dropout within 0 and 1, found {self}")
        if self.begins == "same" and self.kind != "residual":
            raise ValueError(f"only a residual projection begins as the same, not {self.kind}")
        if not len(self.widths) == len(self.hiddens) == len(self.sizes):
            raise ValueError(f"heads that are joined need a width, a hidden layer and a size each, found {self}")

    def build(self, width: int, dim: int) -> nn.Module:
        """Returns the projection, float32 [B, width] to [B, dim]."""
        if self.widths:
            plain = replace(self, widths=(), hiddens=(), sizes=())
            each = zip(self.widths, self.hiddens, self.sizes, strict=True)
            heads = [replace(plain, hidden=hidden).build(taken, size) for taken, hidden, size in each]
            return JoinedProjection(heads, self.widths, self.sizes, dim)
        if self.kind == "linear":
            return nn.Linear(width, dim)
        if self.kind == "mlp":
            return nn.Sequential(nn.Linear(width, self.hidden), nn.ReLU(), nn.Linear(self.hidden, dim))
        if self.kind == "standard":
            return StandardProjection(width, self.hidden, dim, self.dropout)
        if self.begins == "same" and width != dim:
            raise ValueError(f"a projection that begins as the same goes from {width} to {width}, not to {dim}")
        return ResidualProjection(width, self.hidden, dim, self.dropout, begins_same=self.begins == "same")


class ResidualProjection(nn.Module):
    """A straight and a bent path in parallel: float32 [B, E] to [B, D]."""

    def __init__(self, width: int, hidden: int, dim: int, dropout: float, *, begins_same: bool = False) -> None:
        super().__init__()
        self.straight = nn.Linear(width, dim)
        self.bent = nn.Sequential(
            nn.Dropout(dropout), nn.Linear(width, hidden), nn.GELU(), nn.Dropout(dropout), nn.Linear(hidden, dim)
        )
        if begins_same:
            with torch.no_grad():
                nn.init.eye_(self.straight.weight)
                nn.init.zeros_(self.straight.bias)
                next(self.bent[-1].parameters()).mul_(_FAINT)

    def forward(self, features: Tensor) -> Tensor:
        projected: Tensor = self.straight(features) + self.bent(features)
        return projected


class StandardProjection(nn.Module):
    """Standardises features by a training set, then applies a hidden layer: float32 [B, E] to [B, D]."""

    mean: Tensor
    """float32 [E]."""
    scale: Tensor
    """float32 [E], factor of a feature's distance from its mean; 0 for constant features."""

    def __init__(self, width: int, hidden: int, dim: int, dropout: float) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("scale", torch.ones(width))
        self.layers = nn.Sequential(
            nn.Dropout(dropout / 3.0), nn.Linear(width, hidden), nn.GELU(), nn.Dropout(dropout), nn.Linear(hidden, dim)
        )

    def standardise(self, features: Tensor) -> None:
        """Sets mean and scale from a training set's features, float32 [N, E], N at least 2."""
        spread, mean = torch.std_mean(features, dim=0)
        self.mean.copy_(mean)
        self.scale.copy_(torch.where(spread > _STILL, 1.0 / spread.clamp(min=_STILL), 0.0))

    def forward(self, features: Tensor) -> Tensor:
        projected: Tensor = self.layers((features - self.mean) * self.scale)
        return projected


class JoinedProjection(nn.Module):
    """Several heads in parallel, float32 [B, E] to [B, D]: their unit vectors, rotated into D numbers.

    The rotation holds the weight of each head (`training.runs.joined_heads`) and is trained like the rest.
    """

    def __init__(self, heads: Sequence[nn.Module], widths: Sequence[int], sizes: Sequence[int], dim: int) -> None:
        super().__init__()
        self.heads, self.widths = nn.ModuleList(heads), tuple(widths)
        self.turn = nn.Parameter(nn.init.orthogonal_(torch.empty(sum(sizes), dim)))

    def units(self, features: Tensor) -> Tensor:
        """Returns the heads' unit vectors, concatenated, float32 [B, sum of sizes]."""
        found = [head(features[:, :width]) for head, width in zip(self.heads, self.widths, strict=True)]
        return torch.cat([one / one.norm(dim=1, keepdim=True).clamp(min=1e-12) for one in found], dim=1)

    def forward(self, features: Tensor) -> Tensor:
        return torch.matmul(self.units(features), self.turn)
