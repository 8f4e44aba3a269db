"""The constant matrices of mel front ends: a Fourier transform of 1024 real points in two stages, and mel filters.

With 32 x 32 points ONNX Runtime runs the transform about twice as fast as a convolution with a Fourier basis, with the
same result everywhere. `training.towers.fourier` applies the matrices in torch, `engine.features.published_packs` in
graphs of its own.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

Scale = Literal["kaldi", "slaney", "htk"]

POINTS = 1024
"""Length of the transform; 32 x 32."""
BINS = POINTS // 2 + 1
ROOT = 32
HALF = ROOT // 2 + 1
"""First-stage outputs kept: for real input the other 15 are conjugates of these."""


def two_stages(blocks: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns the matrices of X[k1 + 32 k2] = sum_b W1024^(b k1 + 32 b k2) sum_a W32^(a k1) x[32 a + b].

    First: [blocks, 17 * 2], the inner sum for k1 = 0 … 16 as real and imaginary parts. Second: [17, 64, 64], the outer
    sum for each k1, from (b, part) to (part, k2).
    """
    a, k1 = np.arange(blocks)[:, None], np.arange(HALF)[None]
    inner = np.exp(-2j * np.pi * a * k1 / ROOT)
    first = np.stack([inner.real, inner.imag], axis=2).reshape(blocks, 2 * HALF)
    b, k2 = np.arange(ROOT)[None, :, None], np.arange(ROOT)[None, None]
    outer = np.exp(-2j * np.pi * b * (np.arange(HALF)[:, None, None] + ROOT * k2) / POINTS)
    from_real = np.concatenate([outer.real, outer.imag], axis=2)
    from_imaginary = np.concatenate([-outer.imag, outer.real], axis=2)
    return first, np.stack([from_real, from_imaginary], axis=2).reshape(HALF, 2 * ROOT, 2 * ROOT)


def fold(bank: NDArray[np.float64]) -> NDArray[np.float64]:
    """Reorders mel filters, [M, 513], to the order of the second stage: [544, M].

    Bin k1 + 32 k2 above 512 mirrors bin 1024 - k with equal power; k1 = 0 and 16 have both, so the mirror is dropped.
    """
    folded: NDArray[np.float64] = np.where(_KEPT[:, None], bank.T[_SOURCE], 0.0)
    return folded


def mel_filters(scale: Scale, mels: int, low_hz: float, high_hz: float, sample_rate_hz: int) -> NDArray[np.float64]:
    """Returns the mel filters, float64 [M, 513], over the bins of a 1024-point transform.

    Kaldi (kaldi/src/feat/mel-computations.h): mel(f) = 1127 ln(1 + f / 700), edges and triangles linear in mel; the bin
    at half the sample rate belongs to no filter. Slaney (librosa's default): mel(f) = 3 f / 200 below 1 kHz and 15 + 27
    ln(f / 1 kHz) / ln 6.4 above; triangles linear in Hz, divided by half their width. HTK (the HTK book; torchaudio's
    default): mel(f) = 2595 log10(1 + f / 700), triangles linear in Hz.
    """
    bins_hz = np.arange(BINS) * sample_rate_hz / POINTS
    limits_hz = np.array([low_hz, high_hz])
    if scale == "kaldi":
        bank = _triangles(_to_kaldi(bins_hz), _between(_to_kaldi(limits_hz), mels))
        bank[:, -1] = 0.0
        return bank
    if scale == "htk":
        # Mels up to a factor, which cancels.
        edges = _between(np.log10(1.0 + limits_hz / 700.0), mels)
        return _triangles(bins_hz, 700.0 * (10.0**edges - 1.0))
    edges = _from_slaney(_between(_to_slaney(limits_hz), mels))
    return _triangles(bins_hz, edges) * (2.0 / (edges[2:] - edges[:-2]))[:, None]


def _between(limits: NDArray[np.float64], mels: int) -> NDArray[np.float64]:
    return np.linspace(float(limits[0]), float(limits[1]), mels + 2)


def _triangles(bins: NDArray[np.float64], edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """Triangles over consecutive edges, [len(edges) - 2, len(bins)], with peaks of 1."""
    left, centre, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    slopes = np.minimum((bins - left) / (centre - left), (right - bins) / (right - centre))
    clipped: NDArray[np.float64] = np.clip(slopes, 0.0, None)
    return clipped


def _to_kaldi(hz: NDArray[np.float64]) -> NDArray[np.float64]:
    mels: NDArray[np.float64] = 1127.0 * np.log1p(hz / 700.0)
    return mels


def _to_slaney(hz: NDArray[np.float64]) -> NDArray[np.float64]:
    bent = 15.0 + 27.0 * np.log(np.maximum(hz, 1000.0) / 1000.0) / np.log(6.4)
    mels: NDArray[np.float64] = np.where(hz < 1000.0, hz * 3.0 / 200.0, bent)
    return mels


def _from_slaney(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    bent = 1000.0 * np.exp((np.maximum(mels, 15.0) - 15.0) * np.log(6.4) / 27.0)
    hz: NDArray[np.float64] = np.where(mels < 15.0, mels * 200.0 / 3.0, bent)
    return hz


def _order() -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The bin of each of the 544 powers, and whether it counts."""
    k1, k2 = np.divmod(np.arange(HALF * ROOT), ROOT)
    k = k1 + ROOT * k2
    mirrored = k > POINTS // 2
    return np.where(mirrored, POINTS - k, k), ~mirrored | ((k1 != 0) & (k1 != HALF - 1))


_SOURCE, _KEPT = _order()
