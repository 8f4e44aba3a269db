"""The codebook inverter: code vectors to linear magnitudes in one voice, and by Griffin and Lim's phases to a wave.

Each vector is repeated for its frames and gets positions; two multiscale convolutions and three transformer layers
predict the magnitudes (figure 4 of the paper).
"""

import torch
from torch import Tensor, nn

from training.papers.units.layers import Multiscale, TransformerLayer, lasting, mask_of, positions
from training.papers.units.settings import STRIDE, InverterConfig


class Inverter(nn.Module):
    """Predicts magnitude ** power of every frame."""

    loudness: Tensor

    def __init__(self, config: InverterConfig, code_width: int, bins: int) -> None:
        super().__init__()
        self.config = config
        self.register_buffer("loudness", torch.ones(()))
        self.enter = nn.Linear(code_width, config.width)
        self.scales = nn.ModuleList(Multiscale(config.width, config.kernels) for _ in range(2))
        self.layers = nn.ModuleList(
            TransformerLayer(config.width, config.heads, config.inner, config.dropout) for _ in range(config.layers)
        )
        self.settle = nn.LayerNorm(config.width)
        self.leave = nn.Linear(config.width, bins)

    def forward(self, vectors: Tensor, counts: Tensor) -> Tensor:
        """Returns magnitude ** power over `loudness`, float32 [B, 4 C, bins], not negative.

        Args:
            vectors: of the codes, float32 [B, C, D].
            counts: int64 [B], codes of sound.
        """
        x = lasting(self.enter(vectors), STRIDE)
        mask = mask_of(counts * STRIDE, x.shape[1])
        x = x + positions(x.shape[1], x.shape[2], x.device)
        for scale in self.scales:
            x = scale(x, mask)
        for layer in self.layers:
            x = layer(x, mask)
        return nn.functional.softplus(self.leave(self.settle(x)))

    def magnitudes(self, vectors: Tensor) -> Tensor:
        """Returns the magnitudes of one sound's code vectors [C, D], float32 [4 C, bins]."""
        counts = torch.tensor([len(vectors)], device=vectors.device)
        drawn: Tensor = self(vectors[None], counts)[0] * self.loudness
        return drawn ** (1.0 / self.config.power)


def inverter_loss(
    model: Inverter,
    vectors: Tensor,
    counts: Tensor,
    magnitudes: Tensor,
    lengths: Tensor,
    frames: float | None = None,
) -> Tensor:
    """Returns the mean over frames of the L2 norm of the error: equation 14, per frame.

    Args:
        vectors: float32 [B, C, D].
        counts: int64 [B], codes of sound.
        magnitudes: float32 [B, 4 C, bins].
        lengths: int64 [B], frames of sound.
        frames: divisor of the sum, see `training.papers.units.objective.LossCounts`; None: the batch's own frames.
    """
    wanted = magnitudes**model.config.power / model.loudness
    heard = mask_of(lengths, magnitudes.shape[1])
    apart = (model(vectors, counts) - wanted)[heard]
    norms: Tensor = torch.linalg.vector_norm(apart.float(), dim=-1)
    return norms.mean() if frames is None else norms.sum() / frames
