"""Sounds that wait for their transaction, and when it is due."""

import time
from typing import Generic, Protocol, TypeVar

BATCH_SOUNDS = 256
BATCH_SEGMENTS = 8192
"""Segments that make a transaction due, however few the sounds: bounds memory."""
BATCH_S = 1.5
"""Longest wait of a sound for its transaction."""


class Segmented(Protocol):
    """A sound cut into segments."""

    @property
    def bounds(self) -> tuple[tuple[float, float], ...]:
        """Start and end of each segment, in seconds."""
        ...


T = TypeVar("T", bound=Segmented)


class PendingBatch(Generic[T]):
    """The sounds read since the last transaction."""

    def __init__(self) -> None:
        self.sounds: list[T] = []
        self.segments = 0
        self._since_s = 0.0

    @property
    def is_due(self) -> bool:
        """True if there is enough for a transaction, or the first sound has waited long enough."""
        is_old = bool(self.sounds) and time.monotonic() - self._since_s > BATCH_S
        return is_old or len(self.sounds) >= BATCH_SOUNDS or self.segments >= BATCH_SEGMENTS

    def add(self, sound: T) -> None:
        if not self.sounds:
            self._since_s = time.monotonic()
        self.sounds.append(sound)
        self.segments += len(sound.bounds)

    def clear(self) -> None:
        self.sounds, self.segments = [], 0
