"""From a tower's features to the space that sounds and words share; not normalised here."""

from dataclasses import dataclass
from typing import Literal

from torch import Tensor, nn

Kind = Literal["linear", "mlp", "residual"]


@dataclass(frozen=True, slots=True)
class ProjectionConfig:
    """The layers between a tower and the joint space."""

    kind: Kind = "linear"
    """linear: one layer with bias, as both papers (`adopt_n_layers=0`); mlp: one hidden layer and ReLU, the option of
    their code; residual: a linear layer and beside it one with a hidden layer, GELU and dropout, as the starter."""
    hidden: int = 2048
    """Units of the hidden layer of mlp and residual."""
    dropout: float = 0.0
    """Of the inputs of both layers of residual."""

    def __post_init__(self) -> None:
        """Refuses what cannot be built."""
        if self.hidden < 1 or not 0.0 <= self.dropout < 1.0:
            raise ValueError(f"hidden must be at least 1 and dropout within 0 and 1, found {self}")

    def build(self, width: int, dim: int) -> nn.Module:
        """Gives the projection, float32 [B, width] to [B, dim]."""
        if self.kind == "linear":
            return nn.Linear(width, dim)
        if self.kind == "mlp":
            return nn.Sequential(nn.Linear(width, self.hidden), nn.ReLU(), nn.Linear(self.hidden, dim))
        return ResidualProjection(width, self.hidden, dim, self.dropout)


class ResidualProjection(nn.Module):
    """A straight way and a bent one side by side: float32 [B, E] to [B, D]."""

    def __init__(self, width: int, hidden: int, dim: int, dropout: float) -> None:
        super().__init__()
        self.straight = nn.Linear(width, dim)
        self.bent = nn.Sequential(
            nn.Dropout(dropout), nn.Linear(width, hidden), nn.GELU(), nn.Dropout(dropout), nn.Linear(hidden, dim)
        )

    def forward(self, features: Tensor) -> Tensor:
        """See the class."""
        projected: Tensor = self.straight(features) + self.bent(features)
        return projected
