"""The Fourier transform of all mel front ends: 1024 real points in two stages of small matrix products.

Its matrices are those of `engine.models.mel_filters`. It uses only Reshape, Concat, Transpose, MatMul and a
convolution, so batch and length stay free in exported graphs. It returns powers only: no phases, no inverse.
"""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.models.mel_filters import HALF, POINTS, ROOT, two_stages


class FoldedPower(nn.Module):
    """Maps frames, float32 [B, F, W], to powers, float32 [B, F, 544], under a window of W samples.

    W is a multiple of 32, at most 1024; frames are zero-padded to 1024 points. The powers are in the second stage's
    order; `engine.models.mel_filters.fold` brings mel filters into it.
    """

    window: Tensor
    first: Tensor
    second: Tensor

    def __init__(self, window: NDArray[np.float64]) -> None:
        super().__init__()
        if len(window) % ROOT or not 0 < len(window) <= POINTS:
            raise ValueError(f"the window must be a multiple of {ROOT} and at most {POINTS} samples, is {len(window)}")
        self.register_buffer("window", torch.tensor(window, dtype=torch.float32), persistent=False)
        first, second = two_stages(len(window) // ROOT)
        self.register_buffer("first", torch.tensor(first, dtype=torch.float32), persistent=False)
        self.register_buffer("second", torch.tensor(second, dtype=torch.float32), persistent=False)

    def forward(self, cut: Tensor) -> Tensor:
        batch, frames, window = cut.shape
        blocks = (cut * self.window).reshape(batch * frames, window // ROOT, ROOT).transpose(1, 2)
        stage = torch.matmul(blocks, self.first)
        stage = stage.reshape(batch * frames, ROOT, HALF, 2).permute(2, 0, 1, 3)
        spectrum = torch.matmul(stage.reshape(HALF, batch * frames, 2 * ROOT), self.second)
        power = spectrum[:, :, :ROOT] ** 2 + spectrum[:, :, ROOT:] ** 2
        return power.permute(1, 0, 2).reshape(batch, frames, HALF * ROOT)


class StridedPower(nn.Module):
    """Maps waves, float32 [B, T], to powers of overlapping frames, float32 [B, 544, F], F = ceil(T // hop / every).

    Frame f is centred on sample hop * (f + 1/2), with silence before the first and after the last whole hop. The first
    stage is a grouped convolution over rows of 32 samples with the window in its kernels, so frames are not copied,
    which costs more than the transform for short sounds. Powers ignore a frame's offset, so a window that begins within
    a row is taken from the row's start.
    """

    first: Tensor
    second: Tensor

    def __init__(self, window: NDArray[np.float64], hop: int, every: int = 1) -> None:
        """Prepares the kernels.

        Args:
            window: float64 [W].
            hop: samples between two frames.
            every: compute only each `every`-th frame, starting with the first.
        """
        super().__init__()
        if hop % ROOT or not 0 < hop <= len(window) <= POINTS - ROOT:
            raise ValueError(f"hop must be a multiple of {ROOT} and at most the window {len(window)}, is {hop}")
        left = (len(window) - hop) // 2
        self.hop, self.stride, self.before = hop, hop // ROOT * every, -(-left // ROOT)
        early = self.before * ROOT - left
        rows = -(-(early + len(window)) // ROOT)
        placed = np.zeros(rows * ROOT)
        placed[early : early + len(window)] = window
        first, second = two_stages(rows)
        kernels = placed.reshape(rows, ROOT).T[:, None, :] * first.T[None]
        kernels = kernels.reshape(2 * HALF * ROOT, 1, rows)
        self.register_buffer("first", torch.tensor(kernels, dtype=torch.float32), persistent=False)
        turned = np.ascontiguousarray(second.transpose(0, 2, 1))
        self.register_buffer("second", torch.tensor(turned, dtype=torch.float32), persistent=False)

    def forward(self, waves: Tensor) -> Tensor:
        rows = reshaped(waves[:, : waves.shape[1] // self.hop * self.hop], (0, -1, ROOT)).transpose(1, 2)
        stage = nn.functional.conv1d(rows, self.first, stride=self.stride, padding=self.before, groups=ROOT)
        stage = reshaped(stage, (0, ROOT, HALF, 2, -1)).transpose(1, 2)
        spectrum = torch.matmul(self.second, reshaped(stage, (0, HALF, 2 * ROOT, -1)))
        real, imaginary = spectrum[:, :, :ROOT], spectrum[:, :, ROOT:]
        return reshaped(real * real + imaginary * imaginary, (0, HALF * ROOT, -1))


class _ConstantReshape(torch.autograd.Function):
    """A Reshape with constant sizes: torch's own queries the graph for each free size."""

    @staticmethod
    def forward(ctx: Any, array: Tensor, sizes: tuple[int, ...]) -> Tensor:
        ctx.shape = array.shape
        return array.reshape([array.shape[place] if size == 0 else size for place, size in enumerate(sizes)])

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        return gradient.reshape(ctx.shape), None

    @staticmethod
    def symbolic(graph: Any, array: Any, sizes: tuple[int, ...]) -> Any:
        return graph.op("Reshape", array, graph.op("Constant", value_t=torch.tensor(sizes, dtype=torch.int64)))


def reshaped(array: Tensor, sizes: tuple[int, ...]) -> Tensor:
    """Reshapes as ONNX does: a size of 0 keeps the array's own, -1 takes the rest."""
    found: Tensor = _ConstantReshape.apply(array, sizes)
    return found


class _ConstantPad(torch.autograd.Function):
    """A Pad with constant sizes, so that the exporter can merge it into the next convolution."""

    @staticmethod
    def forward(ctx: Any, maps: Tensor) -> Tensor:
        return nn.functional.pad(maps, (0, 1, 0, 1))

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        return gradient[:, :, :-1, :-1]

    @staticmethod
    def symbolic(graph: Any, maps: Any) -> Any:
        sizes = torch.tensor([0, 0, 0, 0, 0, 0, 1, 1], dtype=torch.int64)
        return graph.op("Pad", maps, graph.op("Constant", value_t=sizes))


def filled_behind(maps: Tensor) -> Tensor:
    """Appends a row and a column of zeros to maps, float32 [B, C, H, W]."""
    found: Tensor = _ConstantPad.apply(maps)
    return found


def frames_of(padded: Tensor, frames: int, hop: int, window: int) -> Tensor:
    """Cuts waves of `(frames + spans - 1) * hop` samples, [B, T], into overlapping frames, [B, F, window].

    `spans` is the number of hops that a window touches, `spans_of(hop, window)`. Concatenates shifted copies of the
    hops, which exports with a free length, unlike unfold.
    """
    spans = spans_of(hop, window)
    hops = padded.reshape(padded.shape[0], frames + spans - 1, hop)
    return torch.cat([hops[:, span : span + frames] for span in range(spans)], dim=2)[:, :, :window]


def spans_of(hop: int, window: int) -> int:
    """Returns the number of hops that a window touches."""
    return -(-window // hop)
