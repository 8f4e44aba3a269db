"""Integrated loudness by ITU-R BS.1770-5, streaming, in numpy alone.

numpy cannot run the recursive K filter sample by sample. So it runs in rows of 64 samples: within a row as a matrix
product with its impulse response, from row to row by its state. Exact but for rounding.
"""

import math
from array import array
from functools import lru_cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.channel_layout import weights

MIN_RATE_HZ = 4_000
"""Below, the filter's shelf at 1.7 kHz lies too near half the sample rate to be built."""

_ROW = 64
_GROUP = 16
_LEVELS = 3
_CHUNK = 65_536  # samples over all channels
# These sizes keep each matrix product at 64 · 64 · 64 multiplications, the most that OpenBLAS runs in one thread: its
# threads cost more than they save here, several times over on a busy machine.
_BLOCK_S = 0.4
_STEPS_A_BLOCK = 4  # 75 % overlap
_ABSOLUTE_GATE_LUFS = -70.0
_RELATIVE_GATE_LU = -10.0

Matrix = NDArray[np.float64]


def _shelf(rate_hz: int) -> tuple[list[float], list[float]]:
    """Stage 1, the head's high shelf.

    BS.1770-4 table 1 gives coefficients for 48 kHz only; these analogue parameters reproduce them to twelve digits and
    carry over to other rates (De Man, "Evaluation of implementations of the EBU R128 loudness measurement", AES 145).
    """
    centre_hz, gain_db, quality = 1681.974450955533, 3.999843853973347, 0.7071752369554196
    k = math.tan(math.pi * centre_hz / rate_hz)
    vh = 10.0 ** (gain_db / 20.0)
    vb = vh**0.4996667741545416
    a0 = 1.0 + k / quality + k * k
    b = [(vh + vb * k / quality + k * k) / a0, 2.0 * (k * k - vh) / a0, (vh - vb * k / quality + k * k) / a0]
    return b, [1.0, 2.0 * (k * k - 1.0) / a0, (1.0 - k / quality + k * k) / a0]


def _high_pass(rate_hz: int) -> tuple[list[float], list[float]]:
    """Stage 2, the RLB high pass: BS.1770-4 table 2, carried over to other rates as stage 1."""
    centre_hz, quality = 38.13547087602444, 0.5003270373238773
    k = math.tan(math.pi * centre_hz / rate_hz)
    a0 = 1.0 + k / quality + k * k
    return [1.0, -2.0, 1.0], [1.0, 2.0 * (k * k - 1.0) / a0, (1.0 - k / quality + k * k) / a0]


def _state_space(rate_hz: int) -> tuple[Matrix, Matrix, Matrix, float]:
    """Both stages in series as s' = A s + B x, y = C s + D x, with four states."""
    parts = []
    for b, a in (_shelf(rate_hz), _high_pass(rate_hz)):
        parts.append(
            (
                np.array([[-a[1], 1.0], [-a[2], 0.0]]),
                np.array([[b[1] - a[1] * b[0]], [b[2] - a[2] * b[0]]]),
                np.array([[1.0, 0.0]]),
                b[0],
            )
        )
    (a1, b1, c1, d1), (a2, b2, c2, d2) = parts
    a_both = np.block([[a1, np.zeros((2, 2))], [b2 @ c1, a2]])
    return a_both, np.vstack([b1, b2 * d1]), np.hstack([d2 * c1, c2]), d1 * d2


class _Level(Struct, frozen=True):
    """Carries states over groups of 16 steps at once; a step is 64, 1024 or 16384 samples by level."""

    step: Matrix
    """[4, 4], from a state before a step to the state after it."""
    within: Matrix
    """[64, 64], from the inflow of 16 steps to the states before each of them, from rest."""
    into: Matrix
    """[4, 64], from the state before a group to its part in the states before each step."""


class _Kernel(Struct, frozen=True):
    """The K filter of one sample rate as matrices; vectors are rows, multiplied from the left."""

    row_to_output: NDArray[np.float32]
    row_to_state: NDArray[np.float32]
    state_to_output: NDArray[np.float32]
    levels: tuple[_Level, ...]

    def entries(self, inflow: Matrix, state: Matrix, level: int = 0) -> Matrix:
        """States before each step, [C, N, 4], from the inflow of each step, [C, N, 4], and the first state, [C, 4].

        Groups of 16 are solved at once from rest; the groups' own states are the same problem, 16 times smaller.
        """
        channels, count, _ = inflow.shape
        at = self.levels[level]
        if count <= _GROUP or level + 1 == len(self.levels):
            found = np.empty_like(inflow)
            for index in range(count):
                found[:, index] = state
                state = state @ at.step + inflow[:, index]
            return found
        groups = -(-count // _GROUP)
        grouped = np.zeros((channels, groups, _GROUP * 4))
        grouped.reshape(channels, groups * _GROUP, 4)[:, :count] = inflow
        local = grouped @ at.within
        group_inflow = local[:, :, -4:] @ at.step + grouped[:, :, -4:]
        local += self.entries(group_inflow, state, level + 1) @ at.into
        return local.reshape(channels, groups * _GROUP, 4)[:, :count]


@lru_cache(maxsize=16)
def _kernel(rate_hz: int) -> _Kernel:
    a, b, c, d = _state_space(rate_hz)
    powers = [np.eye(4)]
    for _ in range(_ROW):
        powers.append(a @ powers[-1])
    impulse = np.array([d] + [float((c @ power @ b).item()) for power in powers[: _ROW - 1]])
    response = np.zeros((_ROW, _ROW))
    for lag in range(_ROW):
        response += np.diag(np.full(_ROW - lag, impulse[lag]), lag)
    levels = []
    step = powers[_ROW].T
    for _ in range(_LEVELS):
        jumps = [np.eye(4)]
        for _ in range(_GROUP):
            jumps.append(jumps[-1] @ step)
        within = np.zeros((_GROUP, 4, _GROUP, 4))
        for later in range(_GROUP):
            for earlier in range(later):
                within[earlier, :, later, :] = jumps[later - 1 - earlier]
        levels.append(_Level(step, within.reshape(_GROUP * 4, -1), np.hstack(jumps[:_GROUP])))
        step = jumps[_GROUP]
    return _Kernel(
        response.astype(np.float32),
        np.hstack([powers[_ROW - 1 - row] @ b for row in range(_ROW)]).T.astype(np.float32),
        np.vstack([c @ powers[row] for row in range(_ROW)]).T.astype(np.float32),
        tuple(levels),
    )


class LoudnessMeter:
    """Measures the integrated loudness of streamed blocks; memory is 8 bytes per tenth of a second."""

    def __init__(self, sample_rate_hz: int, channels: int, layout: str = "") -> None:
        """Args: `layout` of the channels; empty for the usual one of that count."""
        self._is_able = sample_rate_hz >= MIN_RATE_HZ
        self._step = round(_BLOCK_S / _STEPS_A_BLOCK * sample_rate_hz)
        self._weights = weights(layout, channels)
        self._energies = array("d")  # weighted sum of squares of each finished step
        self._partial = 0.0
        self._partial_frames = 0
        self._held = np.zeros((channels, 0), dtype=np.float32)
        self._state = np.zeros((channels, 4))
        if self._is_able:
            self._kernel = _kernel(sample_rate_hz)

    def add(self, planar: NDArray[np.float32]) -> None:
        if not self._is_able:
            return
        joined = np.concatenate([self._held, planar], axis=1) if self._held.shape[1] else planar
        whole = joined.shape[1] // _ROW * _ROW
        self._held = joined[:, whole:].copy()
        chunk = max(1, _CHUNK // len(joined) // _ROW) * _ROW
        for start in range(0, whole, chunk):
            self._count(self._filtered(joined[:, start : min(whole, start + chunk)]))

    def finish(self) -> float | None:
        """Returns LUFS; None for less than 0.4 s of sound or when all of it is under the gate of -70 LUFS."""
        rest = self._held.shape[1]
        if self._is_able and rest:
            padded = np.zeros((len(self._held), _ROW), dtype=np.float32)
            padded[:, :rest] = self._held
            self._held = self._held[:, :0]
            self._count(self._filtered(padded)[:, :rest])
        steps = np.frombuffer(self._energies, dtype=np.float64)
        if len(steps) < _STEPS_A_BLOCK:
            return None
        # Mean square of each 0.4 s block, from its four steps: eq. 3 of BS.1770-4.
        powers = np.convolve(steps, np.ones(_STEPS_A_BLOCK), mode="valid") / (self._step * _STEPS_A_BLOCK)
        powers = powers[powers > _power(_ABSOLUTE_GATE_LUFS)]
        if not len(powers):
            return None
        gate = float(powers.mean()) * 10.0 ** (_RELATIVE_GATE_LU / 10.0)  # eqs. 5 to 7
        return -0.691 + 10.0 * math.log10(float(powers[powers > gate].mean()))

    def _filtered(self, planar: NDArray[np.float32]) -> NDArray[np.float32]:
        channels, frames = planar.shape
        rows = frames // _ROW
        kernel = self._kernel
        split = np.ascontiguousarray(planar).reshape(channels * rows, _ROW)
        inflow = _product(split, kernel.row_to_state).reshape(channels, rows, 4).astype(np.float64)
        entries = kernel.entries(inflow, self._state)
        self._state = entries[:, -1] @ kernel.levels[0].step + inflow[:, -1]
        output = _product(split, kernel.row_to_output)
        output += entries.reshape(channels * rows, 4).astype(np.float32) @ kernel.state_to_output
        return output.reshape(channels, frames)

    def _count(self, filtered: NDArray[np.float32]) -> None:
        frames = filtered.shape[1]
        first = self._step - self._partial_frames
        if frames < first:
            self._partial += self._energy(filtered)
            self._partial_frames += frames
            return
        self._energies.append(self._partial + self._energy(filtered[:, :first]))
        steps = (frames - first) // self._step
        end = first + steps * self._step
        stepped = np.ascontiguousarray(filtered[:, first:end]).reshape(len(filtered), steps, self._step)
        self._energies.extend((self._weights @ np.einsum("cns,cns->cn", stepped, stepped)).tolist())
        self._partial = self._energy(filtered[:, end:])
        self._partial_frames = frames - end

    def _energy(self, filtered: NDArray[np.float32]) -> float:
        return float(self._weights @ np.einsum("ct,ct->c", filtered, filtered))


def _product(rows: NDArray[np.float32], matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """rows [N, 64] @ matrix [64, K], in stacks of 64 rows."""
    output = np.empty((len(rows), matrix.shape[1]), dtype=np.float32)
    stacked = len(rows) // _ROW * _ROW
    np.matmul(rows[:stacked].reshape(-1, _ROW, _ROW), matrix, out=output[:stacked].reshape(-1, _ROW, matrix.shape[1]))
    np.matmul(rows[stacked:], matrix, out=output[stacked:])
    return output


def _power(lufs: float) -> float:
    return float(10.0 ** ((lufs + 0.691) / 10.0))
