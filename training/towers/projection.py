"""From a tower's features to the space that sounds and words share; not normalised here."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import torch
from torch import Tensor, nn

ProjectionKind = Literal["linear", "mlp", "residual", "standard"]

_STILL = 1e-3
"""Features that deviate less stand still."""
_FAINT = 0.1
"""What the last layer of a bent way is multiplied by where the straight one begins as the same."""


@dataclass(frozen=True, slots=True)
class ProjectionConfig:
    """The layers between a tower and the joint space."""

    kind: ProjectionKind = "linear"
    """linear: one layer with bias, as both papers (`adopt_n_layers=0`); mlp: one hidden layer and ReLU, the option of
    their code; residual: a linear layer and beside it one with a hidden layer, GELU and dropout, as the starter;
    standard: one hidden layer and GELU over standardised features, for a tower that is not trained."""
    hidden: int = 2048
    """Units of the hidden layer of mlp and residual."""
    dropout: float = 0.0
    """Of the inputs of both layers of residual, of the hidden layer of standard and a third of it of its inputs."""
    begins: Literal["drawn", "same"] = "drawn"
    """Of residual, where it is as wide as the joint space: drawn at random, or the same as what comes in, its bent way
    near nothing, so that what no caption taught keeps the sense it had for the text tower."""
    widths: tuple[int, ...] = ()
    """Where several heads of this kind are joined into one: how many of the features, from the first on, each takes."""
    hiddens: tuple[int, ...] = ()
    """The units of each one's hidden layer, instead of `hidden`."""
    sizes: tuple[int, ...] = ()
    """The size of each one's vector."""

    def __post_init__(self) -> None:
        """Refuses what cannot be built."""
        if self.hidden < 1 or not 0.0 <= self.dropout < 1.0:
            raise ValueError(f"hidden must be at least 1 and dropout within 0 and 1, found {self}")
        if self.begins == "same" and self.kind != "residual":
            raise ValueError(f"only a residual projection begins as the same, not {self.kind}")
        if not len(self.widths) == len(self.hiddens) == len(self.sizes):
            raise ValueError(f"heads that are joined need a width, a hidden layer and a size each, found {self}")

    def build(self, width: int, dim: int) -> nn.Module:
        """Gives the projection, float32 [B, width] to [B, dim]."""
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
    """A straight way and a bent one side by side: float32 [B, E] to [B, D]."""

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
    """Features of mean 0 and deviation 1 over a training set, and a hidden layer: float32 [B, E] to [B, D]."""

    mean: Tensor
    """float32 [E]."""
    scale: Tensor
    """float32 [E], what a feature's distance from its mean is multiplied by; 0 for one that stands still."""

    def __init__(self, width: int, hidden: int, dim: int, dropout: float) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("scale", torch.ones(width))
        self.layers = nn.Sequential(
            nn.Dropout(dropout / 3.0), nn.Linear(width, hidden), nn.GELU(), nn.Dropout(dropout), nn.Linear(hidden, dim)
        )

    def standardise(self, features: Tensor) -> None:
        """Takes mean and deviation from those of a training set, float32 [N, E], N at least 2."""
        spread, mean = torch.std_mean(features, dim=0)
        self.mean.copy_(mean)
        self.scale.copy_(torch.where(spread > _STILL, 1.0 / spread.clamp(min=_STILL), 0.0))

    def forward(self, features: Tensor) -> Tensor:
        projected: Tensor = self.layers((features - self.mean) * self.scale)
        return projected


class JoinedProjection(nn.Module):
    """Several heads beside each other, float32 [B, E] to [B, D]: their unit vectors, turned into D numbers.

    The turn holds how much each of them counts (`training.runs.joining`). It learns like all else.
    """

    def __init__(self, heads: Sequence[nn.Module], widths: Sequence[int], sizes: Sequence[int], dim: int) -> None:
        super().__init__()
        self.heads, self.widths = nn.ModuleList(heads), tuple(widths)
        self.turn = nn.Parameter(nn.init.orthogonal_(torch.empty(sum(sizes), dim)))

    def units(self, features: Tensor) -> Tensor:
        """Gives the unit vectors of all heads, one behind the other, float32 [B, sum of sizes]."""
        found = [head(features[:, :width]) for head, width in zip(self.heads, self.widths, strict=True)]
        return torch.cat([one / one.norm(dim=1, keepdim=True).clamp(min=1e-12) for one in found], dim=1)

    def forward(self, features: Tensor) -> Tensor:
        return torch.matmul(self.units(features), self.turn)
