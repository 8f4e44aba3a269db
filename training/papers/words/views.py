"""The two views of a word, its sound and its phonemes, as transformers or as the recurrent baseline.

Rhodes & Bains, sections 2 and 3.2: a linear layer or an embedding, the positions of Eq. 5, the attention of Eq. 1 to 3
in torch's post-norm encoder layers, ReLU, dropout 0.1, and the mean over true frames or phonemes. (The first version
of the authors' code divided by the batch's longest word; its second by each word's own length, as here.)
"""

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from training.papers.words.phonemes import INVENTORY, PAD
from training.papers.words.settings import ViewConfig, WordsModelConfig


class View(nn.Module):
    """Maps rows of numbers, float32 [B, F, width], to vectors, float32 [B, D]."""

    width: int
    """Of the input."""
    dim: int

    def forward(self, rows: Tensor, lengths: Tensor) -> Tensor:
        """Returns the vectors, not normalised; ignores rows behind `lengths`, int64 [B]."""
        raise TypeError("a view is a TransformerView or a RecurrentView")


class TransformerView(View):
    """The paper's encoder: N layers of h heads (Eq. 2 and 3), each softmax(Q K' / sqrt(d_k)) V (Eq. 1)."""

    def __init__(self, config: ViewConfig) -> None:
        super().__init__()
        self.config = config
        self.width = self.dim = config.width
        layer = nn.TransformerEncoderLayer(
            config.width, config.heads, config.inner, config.dropout, "relu", batch_first=True,
            norm_first=config.norm_first,
        )  # fmt: skip
        last = nn.LayerNorm(config.width) if config.norm_first else None
        self.layers = nn.TransformerEncoder(layer, config.layers, norm=last, enable_nested_tensor=False)
        for value in self.layers.parameters():
            # torch copies one layer N times: give each its own weights, by the same rule.
            if value.ndim > 1:
                nn.init.xavier_uniform_(value)

    def forward(self, rows: Tensor, lengths: Tensor) -> Tensor:
        behind = padding(lengths, rows.shape[1])
        placed = rows + positions(rows.shape[1], self.width, self.config.position_base).to(rows)
        states: Tensor = self.layers(placed, src_key_padding_mask=behind)
        return states[:, 0] if self.config.pooling == "first" else mean_over(states, behind)


class RecurrentView(View):
    """The baseline: a bidirectional GRU, pooled by the mean of its states or the last of each direction."""

    def __init__(self, config: ViewConfig, width: int) -> None:
        """Takes rows of `width` numbers."""
        super().__init__()
        self.config = config
        self.width, self.dim = width, 2 * config.width
        between = config.dropout if config.layers > 1 else 0.0
        self.gru = nn.GRU(width, config.width, config.layers, batch_first=True, dropout=between, bidirectional=True)

    def forward(self, rows: Tensor, lengths: Tensor) -> Tensor:
        packed = pack_padded_sequence(rows, lengths.cpu(), batch_first=True, enforce_sorted=False)
        states, final = self.gru(packed)
        if self.config.pooling == "last":
            return torch.cat([final[-2], final[-1]], dim=1)
        spread, _ = pad_packed_sequence(states, batch_first=True, total_length=rows.shape[1])
        return mean_over(spread, padding(lengths, rows.shape[1]))


class MultiView(nn.Module):
    """Both views, ending in one space."""

    def __init__(self, config: WordsModelConfig, feature_width: int) -> None:
        """Raises `ValueError` for views that end in different spaces without a common layer."""
        super().__init__()
        self.config = config
        acoustic = config.acoustic
        self.acoustic: View = (
            TransformerView(acoustic) if acoustic.kind == "transformer" else RecurrentView(acoustic, feature_width)
        )
        reading = config.phonemes
        width = config.phoneme_width or reading.width
        self.phonemes: View = (
            TransformerView(reading) if reading.kind == "transformer" else RecurrentView(reading, width)
        )
        takes = self.acoustic.width
        self.into = nn.Linear(feature_width, takes) if acoustic.kind == "transformer" else nn.Identity()
        self.embedding = nn.Embedding(len(INVENTORY) + 1, self.phonemes.width, padding_idx=PAD)
        if not config.dim and self.acoustic.dim != self.phonemes.dim:
            raise ValueError(f"the views end in {self.acoustic.dim} and {self.phonemes.dim} numbers: set model.dim")
        self.dim = config.dim or self.acoustic.dim
        self.out_acoustic = _last(self.acoustic.dim, config.dim)
        self.out_phonemes = _last(self.phonemes.dim, config.dim)

    def hear(self, sound: Tensor, lengths: Tensor) -> Tensor:
        """Returns f(x), unit vectors, float32 [B, D], of features, float32 [B, F, W], and true frames, int64 [B]."""
        vectors = self.out_acoustic(self.acoustic(self.into(sound), lengths))
        return nn.functional.normalize(vectors.float(), dim=1)

    def read(self, phonemes: Tensor) -> Tensor:
        """Returns g(c), unit vectors, float32 [N, D], of phonemes, int64 [N, S], padded with PAD."""
        lengths = (phonemes != PAD).sum(dim=1)
        vectors = self.out_phonemes(self.phonemes(self.embedding(phonemes), lengths))
        return nn.functional.normalize(vectors.float(), dim=1)

    def forward(self, sound: Tensor, lengths: Tensor, phonemes: Tensor) -> tuple[Tensor, Tensor]:
        return self.hear(sound, lengths), self.read(phonemes)


def positions(count: int, width: int, base: float) -> Tensor:
    """Returns PE(t, 2i) = sin(t / base^(2i / width)), PE(t, 2i + 1) = cos of the same, float32 [count, width].

    Eq. 5 of Rhodes & Bains, whose base is 5000.
    """
    steps = torch.arange(0, width, 2, dtype=torch.float64)
    angles = torch.arange(count, dtype=torch.float64)[:, None] / base ** (steps / width)
    return torch.stack([angles.sin(), angles.cos()], dim=2).reshape(count, width).float()


def padding(lengths: Tensor, longest: int) -> Tensor:
    """Returns a mask of the places behind each row's length, bool [B, longest]."""
    return torch.arange(longest, device=lengths.device)[None] >= lengths[:, None]


def mean_over(states: Tensor, behind: Tensor) -> Tensor:
    """Returns the mean of the true states, float32 [B, D]."""
    kept = (~behind).to(states.dtype).unsqueeze(2)
    return (states * kept).sum(dim=1) / kept.sum(dim=1)


def parameters_of(model: nn.Module) -> int:
    """Returns the number of trained parameters."""
    return sum(value.numel() for value in model.parameters() if value.requires_grad)


def _last(width: int, dim: int) -> Any:
    return nn.Linear(width, dim) if dim else nn.Identity()
