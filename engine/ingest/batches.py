"""Gathers windows of many sounds into batches of one length, so that short sounds are cheap to embed.

Batches of a rung always have the same number of rows, filled up with copies of the first: a matrix product may round
differently for another number of rows, and a vector's bits must not depend on the other sounds in its batch. One wave
of digital silence per length is therefore enough: hours of it, as in a file with holes, are encoded once.
"""

import time
from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.errors import EngineError
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.types import Vectors, Waves

_CPU_BATCH_S = 4.0
"""Audio per call on a CPU thread: more gains nothing, less makes one-shots expensive (docs/decisions/0011)."""
_GPU_BATCH_S = 320.0
MOST_ROWS = 32

Deliver = Callable[[NDArray[np.float32]], None]
"""Receives one vector, float32 [D]."""


def rows_of(rung_samples: int, sample_rate_hz: int, device: str) -> int:
    """Returns the rows per batch of a rung: a few seconds of sound on a CPU, some minutes on any other device."""
    budget_s = _CPU_BATCH_S if device == "cpu" else _GPU_BATCH_S
    return int(max(1, min(MOST_ROWS, budget_s * sample_rate_hz // rung_samples)))


class _Waiting(Struct, frozen=True):
    wave: Waves
    deliver: Deliver
    since_s: float


class EncoderFault(Exception):
    """The encoder failed unexpectedly; no single file of the batch is to blame."""


class RungBatcher:
    """Batches of one thread. Passes each wave's vector to its `deliver`, possibly later."""

    def __init__(self, encode: Callable[[Waves], Vectors], sample_rate_hz: int, device: str) -> None:
        """Args: `encode` turns float32 [B, L] into unit vectors [B, D]."""
        self._encode = encode
        self._sample_rate_hz = sample_rate_hz
        self._device = device
        self._waiting: dict[int, list[_Waiting]] = {}
        self._silence: dict[int, NDArray[np.float32]] = {}
        """By rung: the vector of a wave of zeros."""

    def add(self, wave: Waves, deliver: Deliver) -> None:
        """Adds one wave, float32 [L], L a rung; runs its batch if that is now full."""
        rung = len(wave)
        silence = self._silence.get(rung)
        if silence is not None and not wave.any():
            deliver(silence)
            return
        waiting = self._waiting.setdefault(rung, [])
        waiting.append(_Waiting(wave, deliver, time.monotonic()))
        if len(waiting) == rows_of(rung, self._sample_rate_hz, self._device):
            self._run(rung)

    def flush(self, older_than_s: float = 0.0) -> None:
        """Runs the batches whose first wave has waited this long, full or not."""
        now_s = time.monotonic()
        for rung in [rung for rung, waiting in self._waiting.items() if waiting]:
            if now_s - self._waiting[rung][0].since_s >= older_than_s:
                self._run(rung)

    def drop(self) -> None:
        self._waiting.clear()

    def _run(self, rung: int) -> None:
        waiting = self._waiting.pop(rung)
        rows = rows_of(rung, self._sample_rate_hz, self._device)
        waves = np.empty((rows, rung), dtype=np.float32)
        for row, item in enumerate(waiting):
            waves[row] = item.wave
        waves[len(waiting) :] = waves[0]
        for item, vector in zip(waiting, self._encoded(waves), strict=False):
            if rung not in self._silence and not item.wave.any():
                self._silence[rung] = vector.copy()
            item.deliver(vector)

    def _encoded(self, waves: Waves) -> Vectors:
        try:
            return self._encode(waves)
        except EngineError:
            raise
        except MemoryError as err:
            raise EngineError(LibraryFault.NO_MEMORY_TO_LISTEN, advice=LibraryAdvice.FEWER_WORKERS) from err
        except Exception as err:
            raise EncoderFault(f"{type(err).__name__}: {err}") from err
