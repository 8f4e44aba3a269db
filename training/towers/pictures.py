"""The log-mel picture of PaSST and the MobileNets, and SpecAugment's masks in training."""

import torch
from torch import Tensor, nn

_FLOOR = 1e-5
"""Added to powers before the logarithm."""


class PasstPicture(nn.Module):
    """Maps mel powers, float32 [B, F, M], to pictures, float32 [B, 1, M, F]: (ln(power + 1e-5) + 4.5) / 5.

    In training a random number of adjacent bands, up to `frequency_mask` - 1, and of adjacent frames, up to `time_mask`
    - 1, are set to 0 in the logarithm, the power of a rather loud band (SpecAugment as in the released code of Primus
      et al. 2023: 48 bands and 192 frames; their paper does not mention it).
    """

    def __init__(self, frequency_mask: int = 0, time_mask: int = 0) -> None:
        super().__init__()
        self.frequency_mask, self.time_mask = frequency_mask, time_mask

    def forward(self, power: Tensor) -> Tensor:
        picture = torch.log(power + _FLOOR).transpose(1, 2)
        if self.training:
            picture = masked(picture, self.frequency_mask, dim=1)
            picture = masked(picture, self.time_mask, dim=2)
        return ((picture + 4.5) / 5.0).unsqueeze(1)


def masked(pictures: Tensor, most: int, dim: int) -> Tensor:
    """Sets one stretch along `dim` of each picture, [B, M, F], to 0.

    Its width is uniform from 0 to `most`, rounded down, its place uniform where it fits (Park et al. 2019, section 2;
    torchaudio's masks with iid_masks). Draws use torch's generator of the pictures' device.
    """
    if most == 0:
        return pictures
    size = pictures.shape[dim]
    width = torch.rand(pictures.shape[0], device=pictures.device) * min(most, size)
    start = (torch.rand(pictures.shape[0], device=pictures.device) * (size - width)).floor()
    place = torch.arange(size, device=pictures.device)
    hidden = (place >= start[:, None]) & (place < start[:, None] + width.floor()[:, None])
    return pictures.masked_fill(hidden.unsqueeze(3 - dim), 0.0)
