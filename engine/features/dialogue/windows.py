"""Joins stretches of speech, of one sound or of several, into windows that a recogniser reads at once.

Whisper reads 30 s whatever they hold, and invents words in long silence; so short stretches share a window, with a
short pause between them.
"""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct, field

from engine.base.types import Waves

RATE_HZ = 16_000
LONGEST_S = 28.0
PAUSE_S = 0.3
"""Between stretches. Of 120 recorded words tiny.en writes 82 rightly with pauses of 0.3 s, 79 with 0.5 s."""


class PlacedStretch(Struct, frozen=True):
    """A stretch of a sound in a window."""

    sound: int
    start_s: float
    """In the sound."""
    at_s: float
    """In the window."""
    length_s: float


class Window(Struct, frozen=True, eq=False):
    """Stretches behind each other, in the order they came."""

    samples: Waves
    """float32 [T] at RATE_HZ."""
    placed: tuple[PlacedStretch, ...]


class WindowFiller(Struct):
    """Fills windows. One thread owns it."""

    _parts: list[Waves] = field(default_factory=list)
    _placed: list[PlacedStretch] = field(default_factory=list)
    _length: int = 0

    def add(self, sound: int, start_s: float, samples: Waves) -> Iterator[Window]:
        """Adds a stretch of at most LONGEST_S, float32 [T]; yields the window that it does not fit into any more."""
        pause = round(PAUSE_S * RATE_HZ)
        if self._placed and self._length + len(samples) + pause > LONGEST_S * RATE_HZ:
            yield self._window()
        if not self._placed:
            self._append(np.zeros(pause, np.float32))
        self._placed.append(PlacedStretch(sound, start_s, self._length / RATE_HZ, len(samples) / RATE_HZ))
        self._append(samples)
        self._append(np.zeros(pause, np.float32))

    def rest(self) -> Iterator[Window]:
        """Yields the last window, if anything is in it."""
        if self._placed:
            yield self._window()

    def _append(self, samples: Waves) -> None:
        self._parts.append(samples)
        self._length += len(samples)

    def _window(self) -> Window:
        window = Window(np.concatenate(self._parts), tuple(self._placed))
        self._parts, self._placed, self._length = [], [], 0
        return window
