"""The two graphs of a units pack: features to codes, codes to magnitudes; and their way into ONNX.

Sounds are given whole frames, so there are no masks: what fills a last code is the last frame repeated, as in training.
"""

import torch
from torch import Tensor, nn

from training.export.graphs import export_graph
from training.units.inverter import Inverter
from training.units.vqvae import VqVae


class EncoderGraph(nn.Module):
    """What encoder.onnx holds: float32 [B, F, D] features, F a multiple of 4, to int64 [B, F / 4] codes."""

    def __init__(self, model: VqVae) -> None:
        super().__init__()
        self.model = model

    def forward(self, features: Tensor) -> Tensor:
        """See the class."""
        mask = torch.ones_like(features[..., 0], dtype=torch.bool)
        found: Tensor = self.model.encoder(self.model.standardised(features), mask)
        # |z - e|^2 less |z|^2, which is the same for every code.
        book = self.model.codebook.vectors
        return (book.square().sum(1) - 2.0 * found @ book.T).argmin(-1)


class InverterGraph(nn.Module):
    """What inverter.onnx holds: int64 [B, C] codes to float32 [B, 4 C, bins] linear magnitudes."""

    def __init__(self, inverter: Inverter, model: VqVae) -> None:
        super().__init__()
        self.inverter = inverter
        self.register_buffer("book", model.codebook.vectors.clone())

    def forward(self, codes: Tensor) -> Tensor:
        """See the class."""
        book: Tensor = self.book  # type: ignore[assignment]
        counts = torch.full_like(codes[:, 0], 1) * codes.shape[1]
        drawn: Tensor = self.inverter(book[codes], counts) * self.inverter.loudness
        return drawn ** (1.0 / self.inverter.config.power)


def export_encoder(model: VqVae, frames: int, width: int) -> bytes:
    """Gives encoder.onnx; `frames` and `width` are of the features that are traced."""
    axes = {"features": {0: "batch", 1: "frames"}}
    return export_graph(
        EncoderGraph(model), (torch.zeros(2, frames, width),), axes, {"codes": {0: "batch", 1: "codes"}}
    )


def export_inverter(inverter: Inverter, model: VqVae, codes: int) -> bytes:
    """Gives inverter.onnx; `codes` are traced."""
    traced = torch.zeros(2, codes, dtype=torch.int64)
    axes = {"codes": {0: "batch", 1: "codes"}}
    return export_graph(InverterGraph(inverter, model), (traced,), axes, {"magnitudes": {0: "batch", 1: "frames"}})
