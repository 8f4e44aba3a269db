"""PaSST (Koutini et al. 2022), the encoder of both papers: a vision transformer over log-mels, trained with patchout.

The network and the names of its weights are hear21passt's, by its architecture names. The forward pass is ours: theirs
prints and warns, fails on maps longer than its table, and keeps every token's attention to every other for the backward
pass (docs/decisions/0030). Both give the same numbers.
"""

import contextlib
import io
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from training.towers.encoders import AudioTower
from training.towers.mels import PASST_JITTER_HZ, PASST_MEL, MelPower, is_tracing, with_jitter
from training.towers.pictures import PasstPicture
from training.towers.published_checkpoints import (
    PublishedCheckpoint,
    PublishedError,
    load_published,
    open_checkpoint,
    renamed,
)
from training.towers.vit import attention, step

LEFT_BEHIND = ("head.", "head_dist.")
"""Keys of the AudioSet classifiers; not loaded from a checkpoint."""
_PATCH = 16


@dataclass(frozen=True, slots=True)
class Architecture:
    """One of the published PaSSTs."""

    name: str
    """Name in hear21passt."""
    stride: int
    """Step between patches of 16 x 16, over bands and frames; less than 16 is the papers' "overlap"."""
    frames: int
    """Frames that its table of times covers."""
    segment_s: float


ARCHITECTURES = {
    "passt-n": Architecture("passt_s_p16_s16_128_ap468", 16, 1000, 10.0),
    "passt-s": Architecture("passt_s_kd_p16_128_ap486", 10, 998, 10.0),
    "passt-l": Architecture("passt_l_kd_p16_128_ap47", 10, 998, 10.0),
    "passt-s20": Architecture("passt_20sec", 10, 2000, 20.0),
    "passt-s30": Architecture("passt_30sec", 10, 3000, 30.0),
}


@dataclass(frozen=True, slots=True)
class PasstConfig:
    """Settings of a PaSST tower."""

    tower: str = "passt-n"
    """One of "passt-n", "passt-s", "passt-l", "passt-s20" or "passt-s30"."""
    checkpoint: str = ""
    """A file (PaSST's, or a DeiT's of 384 x 384 images), a release's name, or "hub"; empty for random weights."""
    patchout_frequency: int = 0
    """Rows of patches dropped in training (paper: N 2, others 4; its scripts: 3)."""
    patchout_time: int = 0
    """Columns of patches dropped in training (paper: N 15, S and L 50, S20 80)."""
    mel_jitter: bool = True
    """Whether the mel edges move in training (on in both papers' code)."""
    frequency_mask: int = 0
    """SpecAugment: widest mask over bands (48 in the first paper's code; 0 for none, as in the second's)."""
    time_mask: int = 0
    """SpecAugment: widest mask over frames (192 in the first paper's code)."""
    recompute: bool = False
    """Whether to recompute blocks in the backward pass: a third more work, a fourteenth of the memory."""
    segment_s: float | None = None
    """Longest stretch at once; None for the architecture's own, which is also the maximum."""

    def __post_init__(self) -> None:
        if self.tower not in ARCHITECTURES:
            raise ValueError(f"{self.tower} is no PaSST: {', '.join(ARCHITECTURES)}")
        architecture = ARCHITECTURES[self.tower]
        if self.segment_s is not None and not 0.0 < self.segment_s <= architecture.segment_s:
            raise ValueError(f"segment_s of {self.tower} must be within 0 and {architecture.segment_s} s")
        rows, columns = grid(architecture)
        if not 0 <= self.patchout_frequency < rows or not 0 <= self.patchout_time < columns:
            raise ValueError(
                f"patchout {self.patchout_frequency};{self.patchout_time} leaves nothing of {rows} x {columns} patches"
            )
        if self.frequency_mask < 0 or self.time_mask < 0:
            raise ValueError("masks must not be negative")

    def build(self) -> "PasstEncoder":
        encoder = PasstEncoder(self, hear21passt_network(self))
        if self.checkpoint:
            give_weights(encoder.network, open_checkpoint(self.checkpoint, self.tower))
        return encoder


ThroughBlock = Callable[[Any, Tensor], Tensor]
"""Applies one block of the network to tokens, [B, S, E]."""


class PasstEncoder(AudioTower):
    """Log-mels and a PaSST: one vector a segment, float32 [B, 1, 768]."""

    def __init__(self, config: PasstConfig, network: nn.Module) -> None:
        super().__init__()
        mel = with_jitter(PASST_MEL, *PASST_JITTER_HZ) if config.mel_jitter else PASST_MEL
        self.sample_rate_hz, self.hop, self.mels = mel.sample_rate_hz, mel.hop, mel.mels
        self.segment_s = config.segment_s or ARCHITECTURES[config.tower].segment_s
        self.mel_power = MelPower(mel)
        self.picture = PasstPicture(config.frequency_mask, config.time_mask)
        self.recompute = config.recompute
        self._block: ThroughBlock = _through_block
        self.network = network
        self.width = int(network.get_parameter("cls_token").shape[2])

    def recompute_blocks(self) -> bool:
        self.recompute = True
        return True

    def compile_blocks(self) -> bool:
        self._block = torch.compile(_through_block)
        return True

    def power(self, waves: Tensor) -> Tensor:
        power: Tensor = self.mel_power(waves)
        return power

    def features(self, power: Tensor) -> Tensor:
        """Pads input shorter than a patch with silence."""
        if not is_tracing() and power.shape[1] < _PATCH:
            power = nn.functional.pad(power, (0, 0, 0, _PATCH - power.shape[1]))
        return through(self.network, self.picture(power), self.recompute, self._block).unsqueeze(1)


def give_weights(network: nn.Module, checkpoint: PublishedCheckpoint) -> None:
    """Loads a checkpoint of PaSST, or one of images after converting it.

    Raises:
        PublishedError: the checkpoint is of another network.
    """
    if is_of_images(checkpoint):
        rows = network.get_parameter("freq_new_pos_embed").shape[2]
        checkpoint = from_images(checkpoint, (rows, network.get_parameter("time_new_pos_embed").shape[3]))
    load_published(network, checkpoint, left_behind=LEFT_BEHIND)


def hear21passt_network(config: PasstConfig, classifiers: bool = False) -> nn.Module:
    """Returns hear21passt's network with random weights, silently, and by default without its AudioSet classifiers."""
    from hear21passt.models.passt import get_model

    architecture = ARCHITECTURES[config.tower]
    with contextlib.redirect_stdout(io.StringIO()), _RealLinspace():
        network: Any = get_model(
            architecture.name, pretrained=False, fstride=architecture.stride, tstride=architecture.stride,
            input_tdim=architecture.frames, s_patchout_f=config.patchout_frequency, s_patchout_t=config.patchout_time,
        )  # fmt: skip
    if not classifiers:
        network.head, network.head_dist = nn.Identity(), None
    kept: nn.Module = network
    return kept


def _through_block(block: Any, tokens: Tensor) -> Tensor:
    joined = block.attn.qkv(block.norm1(tokens))
    heard: Tensor = tokens + block.attn.proj(attention(joined, block.attn.num_heads))
    thought: Tensor = heard + block.mlp(block.norm2(heard))
    return thought


def through(
    network: Any, pictures: Tensor, recompute: bool = False, through_block: ThroughBlock = _through_block
) -> Tensor:
    """Returns vectors, float32 [B, 768], of pictures, float32 [B, 1, 128, F]: the mean of the two summary tokens.

    In training `s_patchout_t` columns and `s_patchout_f` rows of patches, drawn once for the batch, are dropped after
    their positions are added; the order of the rest stays (Koutini et al. 2022, section 2.2).

    Raises:
        ValueError: more frames than the table of times covers, or a patchout that leaves nothing.
    """
    maps = network.patch_embed.proj(pictures)
    times = network.time_new_pos_embed
    if not is_tracing() and maps.shape[3] > times.shape[3]:
        raise ValueError(f"{pictures.shape[3]} frames are more than this PaSST's table of times has places for")
    maps = maps + times[:, :, :, : maps.shape[3]] + network.freq_new_pos_embed
    if network.training:
        maps = _without(maps, network.s_patchout_t, dim=3)
        maps = _without(maps, network.s_patchout_f, dim=2)
    patches = maps.flatten(2).transpose(1, 2)
    summaries = torch.cat([network.cls_token, network.dist_token], dim=1) + network.new_pos_embed
    tokens = torch.cat([summaries.expand(patches.shape[0], -1, -1), patches], dim=1)
    for block in network.blocks:
        tokens = step(partial(through_block, block), tokens, recompute)
    normed: Tensor = network.norm(tokens[:, :2])
    return normed.mean(dim=1)


def grid(architecture: Architecture) -> tuple[int, int]:
    """Returns the sizes of the tables of frequencies and of times."""
    return PASST_MEL.mels // architecture.stride, architecture.frames // architecture.stride


def _without(maps: Tensor, fewer: int, dim: int) -> Tensor:
    if fewer == 0:
        return maps
    there = maps.shape[dim]
    if fewer >= there:
        raise ValueError(f"patchout {fewer} leaves nothing of {there} patches; segments are too short for it")
    kept = torch.randperm(there)[: there - fewer].sort().values
    return maps.index_select(dim, kept.to(maps.device))


class _RealLinspace(TorchFunctionMode):
    """Keeps torch.linspace real on the meta device, because hear21passt reads its dropout rates from it."""

    def __torch_function__(
        self, function: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        there = {"device": "cpu"} if function is torch.linspace else {}
        return function(*args, **(kwargs or {}), **there)


def is_of_images(checkpoint: PublishedCheckpoint) -> bool:
    """Whether the positions are one table of a square picture."""
    return "pos_embed" in checkpoint.state and "time_new_pos_embed" not in checkpoint.state


def from_images(checkpoint: PublishedCheckpoint, grid: tuple[int, int]) -> PublishedCheckpoint:
    """Converts a DeiT checkpoint to one of PaSST.

    Colours are summed; the square of positions is stretched bicubically to `grid` (rows, columns) and averaged over
    columns for frequencies, over rows for times; the first two positions become the summary tokens'. The image classes
    stay in `head.` and `head_dist.`, which are not loaded.

    Raises:
        PublishedError: not a distilled transformer of square colour pictures.
    """
    state = dict(checkpoint.state)
    positions, colours = state.pop("pos_embed"), state.get("patch_embed.proj.weight")
    side = math.isqrt(max(0, positions.shape[1] - 2)) if positions.ndim == 3 else 0
    if colours is None or colours.ndim != 4 or colours.shape[1] != 3 or side == 0 or side**2 + 2 != positions.shape[1]:
        raise PublishedError(
            f"{checkpoint.where} is not a distilled DeiT over square pictures in colour",
            advice="Give deit_base_distilled_patch16_384, or a checkpoint of PaSST.",
        )
    square = positions[:, 2:].reshape(1, side, side, -1).permute(0, 3, 1, 2)
    stretched: Tensor = torch.nn.functional.interpolate(square, size=grid, mode="bicubic", align_corners=False)
    state["patch_embed.proj.weight"] = colours.sum(dim=1, keepdim=True)
    state["new_pos_embed"] = positions[:, :2]
    state["freq_new_pos_embed"] = stretched.mean(dim=3, keepdim=True)
    state["time_new_pos_embed"] = stretched.mean(dim=2, keepdim=True)
    return renamed(checkpoint, state)
