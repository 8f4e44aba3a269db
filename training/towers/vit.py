"""Shared parts of PaSST and ATST-Frame: attention by torch's fused operator, and the pre-norm block.

The fused operator keeps no tokens-by-tokens square for the backward pass, which at 1,190 tokens a segment is most of
training's memory. It is exported as plain matrix products.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn.functional import gelu, scaled_dot_product_attention
from torch.utils.checkpoint import checkpoint


def attention(joined: Tensor, heads: int) -> Tensor:
    """Returns attention, [B, S, E], of concatenated queries, keys and values, [B, S, 3 * E].

    Each third is split among the heads; scores are divided by the square root of a head's width (Eq. 1 of Vaswani et
    al. 2017).
    """
    batch, tokens, width = joined.shape
    split = joined.reshape(batch, tokens, 3, heads, width // (3 * heads)).permute(2, 0, 3, 1, 4)
    attended: Tensor = scaled_dot_product_attention(split[0], split[1], split[2])
    return attended.transpose(1, 2).reshape(batch, tokens, width // 3)


class Attention(nn.Module):
    """Multi-head self-attention, [B, S, E] to [B, S, E]."""

    def __init__(self, width: int, heads: int, bias: bool) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width, bias=bias)
        self.proj = nn.Linear(width, width)

    def forward(self, tokens: Tensor) -> Tensor:
        mixed: Tensor = self.proj(attention(self.qkv(tokens), self.heads))
        return mixed


class Mlp(nn.Module):
    """Two layers with an exact GELU between, four times as wide inside."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.fc1 = nn.Linear(width, 4 * width)
        self.fc2 = nn.Linear(4 * width, width)

    def forward(self, tokens: Tensor) -> Tensor:
        mixed: Tensor = self.fc2(gelu(self.fc1(tokens)))
        return mixed


class Block(nn.Module):
    """A pre-norm transformer block, [B, S, E] to [B, S, E], without dropout."""

    def __init__(self, width: int, heads: int, bias: bool) -> None:
        super().__init__()
        self.norm1 = nn.LayerNorm(width, eps=1e-6)
        self.attn = Attention(width, heads, bias)
        self.norm2 = nn.LayerNorm(width, eps=1e-6)
        self.mlp = Mlp(width)

    def forward(self, tokens: Tensor) -> Tensor:
        heard: Tensor = tokens + self.attn(self.norm1(tokens))
        thought: Tensor = heard + self.mlp(self.norm2(heard))
        return thought


def step(block: Callable[[Tensor], Tensor], tokens: Tensor, recompute: bool) -> Tensor:
    """Runs a block; `recompute` keeps only its input and runs the block again in the backward pass.

    A loss over a whole batch cannot be split into parts, so this, not gradient accumulation, fits the papers' batch of
    64 onto a small card. The blocks have no dropout, so nothing is drawn twice.
    """
    if not recompute or not torch.is_grad_enabled():
        return block(tokens)
    again: Tensor = checkpoint(block, tokens, use_reentrant=False, preserve_rng_state=False)
    return again


def initialise(module: nn.Module) -> None:
    """Initialises a linear layer as in vision transformers; for `Module.apply`."""
    if isinstance(module, nn.Linear):
        nn.init.trunc_normal_(module.weight, std=0.02)
        if module.bias is not None:
            nn.init.zeros_(module.bias)


def table(*shape: int) -> nn.Parameter:
    """Returns a trained table of positions or tokens, initialised like the layers."""
    return nn.Parameter(nn.init.trunc_normal_(torch.empty(shape), std=0.02))
