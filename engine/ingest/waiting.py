"""Sounds that wait for their transaction, and when it is due."""

import time
from typing import Generic, Protocol, TypeVar

BATCH_SOUNDS = 256
"""Sounds in one transaction, at most."""
BATCH_SEGMENTS = 8192
"""Segments after which a transaction is due, whatever the sounds: it bounds memory."""
BATCH_S = 1.5
"""How long a sound that was read may wait for its transaction."""


class HasBounds(Protocol):
    """A sound that was cut into segments."""

    @property
    def bounds(self) -> tuple[tuple[float, float], ...]:
        """Start and end of each segment, in seconds."""
        ...


T = TypeVar("T", bound=HasBounds)


class Waiting(Generic[T]):
    """Fills up between two transactions."""

    def __init__(self) -> None:
        self.sounds: list[T] = []
        self.segments = 0
        """Of all its sounds together."""
        self._since_s = 0.0

    @property
    def is_due(self) -> bool:
        """Whether there is enough for a transaction, or the first sound has waited long enough."""
        is_old = bool(self.sounds) and time.monotonic() - self._since_s > BATCH_S
        return is_old or len(self.sounds) >= BATCH_SOUNDS or self.segments >= BATCH_SEGMENTS

    def add(self, sound: T) -> None:
        """Takes one more."""
        if not self.sounds:
            self._since_s = time.monotonic()
        self.sounds.append(sound)
        self.segments += len(sound.bounds)

    def clear(self) -> None:
        """Begins anew, once they are stored."""
        self.sounds, self.segments = [], 0
