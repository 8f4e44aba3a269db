"""What every audio encoder and every text encoder is to the rest of training: two small abstract classes.

An audio encoder works in two halves. The first turns waves into mel powers, without gradient; it can be run once and
kept. The second turns mel powers into features: logarithm, normalisation, masks in training, network. `forward` is
both.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from torch import Tensor, nn


class AudioTower(nn.Module, ABC):
    """Turns sounds into feature vectors, float32 [B, N, E]: one or more a sound, in the order of time."""

    sample_rate_hz: int
    """Of the waves it takes."""
    hop: int
    """Samples between two frames of its mel powers."""
    mels: int
    """M, mel bands."""
    width: int
    """E, size of a feature vector."""
    segment_s: float | None
    """Longest stretch it takes at once, in seconds; a longer sound is cut by the dual encoder. None: any length."""

    @abstractmethod
    def power(self, waves: Tensor) -> Tensor:
        """Gives mel powers, float32 [B, F, M], not negative, of waves, float32 [B, T]; without gradient.

        In training mode the mel edges may move from call to call (PaSST's), so that nothing is to be kept of it then.
        """

    @abstractmethod
    def features(self, power: Tensor) -> Tensor:
        """Gives feature vectors, float32 [B, N, E], of mel powers, float32 [B, F, M]."""

    def forward(self, waves: Tensor) -> Tensor:
        """Gives feature vectors, float32 [B, N, E], of waves, float32 [B, T]."""
        return self.features(self.power(waves))

    def recompute_blocks(self) -> bool:
        """Runs blocks again on the way back from now on instead of keeping them; False: it has none."""
        return False

    def compile_blocks(self) -> bool:
        """Has torch compile its blocks when they are first run; False: it has none."""
        return False


class TextTower(nn.Module, ABC):
    """Turns token ids into one vector a text, float32 [B, E]."""

    width: int
    """E, size of the vector."""
    max_tokens: int
    """Tokens kept of a text, the start and end marks included."""

    @abstractmethod
    def tokens(self, texts: Sequence[str]) -> tuple[Tensor, Tensor]:
        """Gives ids and mask, int64 [B, S], of texts, prepared as the encoder was trained to read them."""

    @abstractmethod
    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Gives text vectors, float32 [B, E], not normalised, of ids and mask, int64 [B, S]."""

    def recompute_blocks(self) -> bool:
        """Runs blocks again on the way back from now on instead of keeping them; False: it has none that learn."""
        return False
