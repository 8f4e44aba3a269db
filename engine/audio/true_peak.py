"""True peak by ITU-R BS.1770 annex 2: the highest value, that between samples included, by four times oversampling.

It oversamples only where that can matter: no interpolated value exceeds 2.02 times its samples (the sum of the filter's
magnitudes), so it skips stretches 6.1 dB under the peak so far. The result equals oversampling everything.
"""

import numpy as np
from numpy.typing import NDArray

_PHASES = np.array(
    [
        [0.0017089843750, 0.0109863281250, -0.0196533203125, 0.0332031250000, -0.0594482421875, 0.1373291015625,
         0.9721679687500, -0.1022949218750, 0.0476074218750, -0.0266113281250, 0.0148925781250, -0.0083007812500],
        [-0.0291748046875, 0.0292968750000, -0.0517578125000, 0.0891113281250, -0.1665039062500, 0.4650878906250,
         0.7797851562500, -0.2003173828125, 0.1015625000000, -0.0582275390625, 0.0330810546875, -0.0189208984375],
    ]
)  # fmt: skip
"""The table of annex 2: the first two of four phases of 12 coefficients. The others are their mirror images."""
_TAPS = 12
_ROW = 16  # samples per matrix product
_STRETCH = 1024  # samples checked at once: 64 rows
_MOST = 64  # stretches filtered at once
# A product is 64 by 27 by 64: see `loudness` for why not larger.


def _matrix() -> NDArray[np.float32]:
    """float32 [27, 64], from 16 samples and the 11 before them to the four values at each of the 16."""
    phases = np.vstack([_PHASES, _PHASES[::-1, ::-1]])
    matrix = np.zeros((_ROW + _TAPS - 1, _ROW, len(phases)))
    for at in range(_ROW):
        matrix[at : at + _TAPS, at] = phases[:, ::-1].T
    return matrix.reshape(_ROW + _TAPS - 1, -1).astype(np.float32)


_TO_FOUR = _matrix()
_MOST_GAIN = 1.0001 * float(np.abs(_PHASES).sum(axis=1).max())
"""Slightly more, for rounding."""


class TruePeakMeter:
    """Finds the highest magnitude of streamed blocks, that between samples included, with silence before and after.

    Attributes:
        peak: the highest so far.
    """

    def __init__(self, channels: int) -> None:
        self.peak = 0.0
        self._held = np.zeros((channels, _TAPS - 1), dtype=np.float32)

    def add(self, planar: NDArray[np.float32]) -> None:
        joined = np.concatenate([self._held, planar], axis=1)
        count = (joined.shape[1] - (_TAPS - 1)) // _STRETCH
        self._held = joined[:, count * _STRETCH :].copy()
        if count:
            self._look(joined[:, : count * _STRETCH + _TAPS - 1], count)

    def finish(self) -> float:
        rest = self._held.shape[1] - (_TAPS - 1)
        if self._held.any():
            room = -(-(rest + _TAPS) // _STRETCH) * _STRETCH
            self.add(np.zeros((len(self._held), room - rest), dtype=np.float32))
        return self.peak

    def _look(self, joined: NDArray[np.float32], count: int) -> None:
        channels = len(joined)
        step, sample = joined.strides
        shape, strides = (channels, count, _STRETCH + _TAPS - 1), (step, _STRETCH * sample, sample)
        stretches = np.lib.stride_tricks.as_strided(joined, shape, strides, writeable=False)
        highest = np.maximum(stretches.max(axis=2), -stretches.min(axis=2))
        self.peak = max(self.peak, float(highest.max()))
        order = np.argsort(-highest, axis=None)  # loudest first, which skips most others
        bounds = highest.reshape(-1)[order] * _MOST_GAIN
        at, many = 0, 1
        while at < len(order) and bounds[at] > self.peak:
            some = order[at : at + many]
            self._filter(stretches[some // count, some % count])
            at, many = at + many, _MOST

    def _filter(self, stretches: NDArray[np.float32]) -> None:
        """Looks between the samples of float32 [N, 1035]."""
        step, sample = stretches.strides
        shape, strides = (len(stretches), _STRETCH // _ROW, len(_TO_FOUR)), (step, _ROW * sample, sample)
        rows = np.lib.stride_tricks.as_strided(stretches, shape, strides, writeable=False)
        between = np.ascontiguousarray(rows) @ _TO_FOUR
        self.peak = max(self.peak, float(between.max()), -float(between.min()))
