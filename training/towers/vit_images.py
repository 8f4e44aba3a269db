"""Beginning PaSST from a transformer of images: DeiT-B, distilled, of 384 x 384 pixels, as its authors began.

Needed only by who trains PaSST on AudioSet themselves, or wants to see what AudioSet is worth.
"""

import math

import torch
from torch import Tensor

from training.towers.published import Checkpoint, CheckpointError, renamed


def is_of_images(checkpoint: Checkpoint) -> bool:
    """Whether positions come as one table of a square picture."""
    return "pos_embed" in checkpoint.state and "time_new_pos_embed" not in checkpoint.state


def from_images(checkpoint: Checkpoint, grid: tuple[int, int]) -> Checkpoint:
    """Gives a DeiT checkpoint as one of PaSST.

    Colours are summed; the square of positions is stretched to `grid` (rows, columns) bicubically and averaged over
    columns for frequencies, over rows for times; the first two positions are the summary tokens'. The classes of
    images stay in `head.` and `head_dist.`, which are left behind.

    Raises:
        CheckpointError: not a distilled transformer of square pictures in colour.
    """
    state = dict(checkpoint.state)
    positions, colours = state.pop("pos_embed"), state.get("patch_embed.proj.weight")
    side = math.isqrt(max(0, positions.shape[1] - 2)) if positions.ndim == 3 else 0
    if colours is None or colours.ndim != 4 or colours.shape[1] != 3 or side == 0 or side**2 + 2 != positions.shape[1]:
        raise CheckpointError(
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
