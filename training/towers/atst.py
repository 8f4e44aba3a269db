"""ATST-Frame (Li et al. 2024), the second encoder of Primus & Widmer 2024: a transformer with a vector every 40 ms.

Log-mels at 16 kHz, a token for each patch of 64 bands by 4 frames, a table of 250 positions, twelve pre-norm blocks.
The authors clamp decibels relative to the loudest value of the whole batch, so a sound's vectors depend on its
neighbours; here each sound is clamped relative to its own.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from training.towers.encoders import AudioTower
from training.towers.mels import ATST_MEL, MelPower, is_tracing
from training.towers.published_checkpoints import PublishedCheckpoint, load_published, open_checkpoint, renamed
from training.towers.vit import Block, initialise, step, table

LEFT_BEHIND = ("mask_embed",)
"""Keys that only self-supervised learning uses; not loaded from a checkpoint."""
_PATCH = 4
"""Frames of a patch; a patch has all bands."""
_TOKENS = 250
_LOWEST_DB, _HIGHEST_DB = -79.6482, 50.6842
"""Mapped to -1 and 1."""


@dataclass(frozen=True, slots=True)
class AtstConfig:
    """Settings of the ATST-Frame tower."""

    tower: str = "atst-frame"
    checkpoint: str = ""
    """A file (its authors' or fine-tuned), a release's name, or "hub"; empty for random weights."""
    frequency_warp: float = 0.0
    """Largest share of the top bands dropped in training, with the rest stretched to full height (0.1 in the paper; 0
    for none, as in its released code, which discards the result)."""
    recompute: bool = False
    """Whether to recompute blocks in the backward pass: a third more work, a fourteenth of the memory."""
    segment_s: float = 10.0
    """Longest stretch at once, at most 10 s."""
    width: int = 768
    heads: int = 12
    depth: int = 12

    def __post_init__(self) -> None:
        if self.tower != "atst-frame":
            raise ValueError(f"{self.tower} is not atst-frame")
        if not 0.0 < self.segment_s <= 10.0:
            raise ValueError(f"segment_s must be within 0 and 10 s, is {self.segment_s}")
        if not 0.0 <= self.frequency_warp < 1.0:
            raise ValueError(f"frequency_warp must be at least 0 and less than 1, is {self.frequency_warp}")
        if self.width % self.heads:
            raise ValueError(f"width {self.width} cannot be split among {self.heads} heads")

    def build(self) -> "AtstEncoder":
        encoder = AtstEncoder(self)
        if self.checkpoint:
            opened = with_our_keys(open_checkpoint(self.checkpoint, self.tower))
            load_published(encoder.network, opened, left_behind=LEFT_BEHIND)
        return encoder


class AtstEncoder(AudioTower):
    """Log-mels and a transformer: a vector every 40 ms, float32 [B, F // 4, 768], 250 for 10 s."""

    def __init__(self, config: AtstConfig) -> None:
        super().__init__()
        self.sample_rate_hz, self.hop, self.mels = ATST_MEL.sample_rate_hz, ATST_MEL.hop, ATST_MEL.mels
        self.segment_s: float | None = config.segment_s
        self.width = config.width
        self.mel_power = MelPower(ATST_MEL)
        self.warp = FrequencyWarp(ATST_MEL.mels, config.frequency_warp)
        self.network = FrameTransformer(config.width, config.heads, config.depth, recompute=config.recompute)

    def recompute_blocks(self) -> bool:
        self.network.recompute = True
        return True

    def compile_blocks(self) -> bool:
        for block in self.network.blocks:
            block.compile()
        return True

    def power(self, waves: Tensor) -> Tensor:
        power: Tensor = self.mel_power(waves)
        return power

    def features(self, power: Tensor) -> Tensor:
        vectors: Tensor = self.network(self.warp(picture(power)))
        return vectors


def picture(power: Tensor) -> Tensor:
    """Returns the transformer's input, float32 [B, F, M], for mel powers, float32 [B, F, M].

    Decibels, at most 80 below the loudest of the same sound, clamped to [-50, 80] and scaled to about [-1, 1].
    (torchaudio's AmplitudeToDB, which the authors use, takes one maximum over a batch without channels.)
    """
    decibels = 10.0 * torch.log10(power.clamp(min=1e-10))
    heard = torch.maximum(decibels, decibels.amax(dim=(1, 2), keepdim=True) - 80.0).clamp(-50.0, 80.0)
    return (heard - _LOWEST_DB) / (_HIGHEST_DB - _LOWEST_DB) * 2.0 - 1.0


class FrequencyWarp(nn.Module):
    """Drops a share of the top bands of each picture [B, F, M] in training and stretches the rest to full height.

    The height of each sound is uniform in [1 - `share`, 1]; stretching is bicubic with aligned corners (section 4.2.2
    of Primus & Widmer 2024 says at most a tenth).
    """

    stretches: Tensor

    def __init__(self, mels: int, share: float) -> None:
        super().__init__()
        self.mels, self.share = mels, share
        self.least = max(1, int((1.0 - share) * mels))
        rows = [_stretch(height, mels) for height in range(self.least, mels + 1)]
        self.register_buffer("stretches", torch.stack(rows), persistent=False)

    def forward(self, pictures: Tensor) -> Tensor:
        if not self.training or self.share == 0.0:
            return pictures
        height = (1.0 - torch.rand(pictures.shape[0], device=pictures.device) * self.share) * self.mels
        return torch.matmul(pictures, self.stretches[height.long() - self.least])


class FrameTransformer(nn.Module):
    """Maps pictures, float32 [B, F, 64], to vectors, float32 [B, F // 4, E].

    Modules are named as in the released checkpoints; `mask_embed` exists only to count parameters (`with_mask`).
    """

    def __init__(
        self, width: int = 768, heads: int = 12, depth: int = 12, with_mask: bool = False, recompute: bool = False
    ) -> None:
        super().__init__()
        self.recompute = recompute
        self.patch_embed = _PatchEmbed(ATST_MEL.mels * _PATCH, width)
        self.pos_embed = table(1, _TOKENS + 1, width)
        if with_mask:
            self.mask_embed = table(width)
        self.blocks = nn.ModuleList([Block(width, heads, bias=False) for _ in range(depth)])
        self.norm_frame = nn.LayerNorm(width, eps=1e-6)
        self.apply(initialise)

    def forward(self, pictures: Tensor) -> Tensor:
        """Skips position 0 of the table, which belongs to a token that ATST-Frame lacks.

        Raises:
            ValueError: more than 250 tokens, that is, more than 10 s.
        """
        if not is_tracing():
            pictures = _fitting(pictures)
        tokens = self.patch_embed(pictures)
        tokens = tokens + self.pos_embed[:, 1 : tokens.shape[1] + 1]
        for block in self.blocks:
            tokens = step(block, tokens, self.recompute)
        normed: Tensor = self.norm_frame(tokens)
        return normed


class _PatchEmbed(nn.Module):
    def __init__(self, numbers: int, width: int) -> None:
        super().__init__()
        self.patch_embed = nn.Linear(numbers, width)

    def forward(self, pictures: Tensor) -> Tensor:
        """Joins 4 frames to a token, band by band, as the authors order them."""
        batch, frames, mels = pictures.shape
        tokens = frames // _PATCH
        patches = pictures[:, : tokens * _PATCH].reshape(batch, tokens, _PATCH, mels).transpose(2, 3)
        embedded: Tensor = self.patch_embed(patches.reshape(batch, tokens, mels * _PATCH))
        return embedded


def with_our_keys(checkpoint: PublishedCheckpoint) -> PublishedCheckpoint:
    """Renames the keys of a released ATST checkpoint to ours.

    Three forms are known: self-supervised (`model.teacher.encoder.*`, with a last norm named `norm` and a cls_token),
    fine-tuned from clip to frame (`encoder.encoder.frame_encoder.*` beside a teacher's), and ATST-Frame fine-tuned
    alone (`encoder.encoder.*`). Plain keys are kept.
    """
    state = checkpoint.state
    for prefix in ("model.teacher.encoder.", "encoder.encoder.frame_encoder.", "encoder.encoder."):
        found = {key.removeprefix(prefix): tensor for key, tensor in state.items() if key.startswith(prefix)}
        if found:
            state = found
            break
    own = {_own_name(key): tensor for key, tensor in state.items() if key != "cls_token"}
    return renamed(checkpoint, own)


def _own_name(key: str) -> str:
    return f"norm_frame.{key.removeprefix('norm.')}" if key.startswith("norm.") else key


def _stretch(height: int, mels: int) -> Tensor:
    """The matrix, float32 [mels, mels], that stretches the lowest `height` bands over all."""
    rows = nn.functional.interpolate(
        torch.eye(height)[None, None], size=(height, mels), mode="bicubic", align_corners=True
    )
    return nn.functional.pad(rows[0, 0], (0, 0, 0, mels - height))


def _fitting(pictures: Tensor) -> Tensor:
    if pictures.shape[1] // _PATCH > _TOKENS:
        raise ValueError(f"{pictures.shape[1]} frames are more than the {_TOKENS * _PATCH + _PATCH - 1} of 10 s")
    if pictures.shape[1] < _PATCH:
        return nn.functional.pad(pictures, (0, 0, 0, _PATCH - pictures.shape[1]), value=-1.0)
    return pictures
