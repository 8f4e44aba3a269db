"""Abstract base classes of audio and text encoders.

An audio encoder has two halves. The first turns waves into mel powers without gradient; its output can be cached. The
second turns mel powers into features: logarithm, normalisation, masks in training, network. `forward` is both.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from torch import Tensor, nn


class AudioTower(nn.Module, ABC):
    """Maps sounds to feature vectors, float32 [B, N, E]: one or more a sound, in temporal order."""

    sample_rate_hz: int
    hop: int
    """Samples between two mel frames."""
    mels: int
    """M, mel bands."""
    width: int
    """E, size of a feature vector."""
    segment_s: float | None
    """Longest input in seconds; the dual encoder cuts longer sounds. None for any length."""

    @abstractmethod
    def power(self, waves: Tensor) -> Tensor:
        """Returns non-negative mel powers, float32 [B, F, M], of waves, float32 [B, T]; no gradient.

        In training mode the mel edges may move between calls (PaSST's), so do not cache the result.
        """

    @abstractmethod
    def features(self, power: Tensor) -> Tensor:
        """Returns feature vectors, float32 [B, N, E], of mel powers, float32 [B, F, M]."""

    def forward(self, waves: Tensor) -> Tensor:
        return self.features(self.power(waves))

    def recompute_blocks(self) -> bool:
        """Recomputes blocks in the backward pass from now on; returns False without blocks."""
        return False

    def compile_blocks(self) -> bool:
        """Lets torch compile the blocks at their first run; returns False without blocks."""
        return False


class TextTower(nn.Module, ABC):
    """Maps token ids to one vector a text, float32 [B, E]."""

    width: int
    """E, size of the vector."""
    max_tokens: int
    """Tokens kept of a text, including start and end marks."""

    @abstractmethod
    def tokens(self, texts: Sequence[str]) -> tuple[Tensor, Tensor]:
        """Returns ids and mask, int64 [B, S], of texts preprocessed as in the encoder's training."""

    @abstractmethod
    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Returns unnormalised text vectors, float32 [B, E], of ids and mask, int64 [B, S]."""

    def recompute_blocks(self) -> bool:
        """Recomputes blocks in the backward pass from now on; returns False without trained blocks."""
        return False
